"""`make faults-push`: two hundred couriers are killed; the last line counts what came of it."""

import os
import sys
import tempfile
from pathlib import Path

from tests.conftest import fill
from tests.databases import Postgresql, Sqlite
from tests.faults_push.killed_couriers import Rink

KILLS, SEED = 200, 20261201


def main(kills: int, seed: int, database: str) -> int:
    """0 where nothing was lost, nothing shown twice, and nothing sent that a service refuses."""
    with tempfile.TemporaryDirectory() as folder:
        server = Postgresql() if database == "postgresql" else Sqlite(Path(folder))
        try:
            url = server.empty()
            fill(url)
            with Rink(url, seed) as rink:
                while rink.kills < kills:
                    rink.run()
                rink.drain()
                judged = rink.judged()
        finally:
            if isinstance(server, Postgresql):
                server.stop()
    for fault in judged.faults:
        print(fault)
    print(f"seed {seed}, {database}")
    print(judged)
    return int(bool(judged.lost or judged.shown_twice or judged.faults))


if __name__ == "__main__":
    kills, seed = [*map(int, sys.argv[1:]), *(KILLS, SEED)[len(sys.argv) - 1 :]]
    sys.exit(main(kills, seed, os.environ.get("DATABASE", "sqlite")))
