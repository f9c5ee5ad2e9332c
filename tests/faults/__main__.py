"""`make faults`, `make faults DATABASE=postgresql`: prints seeds, what was found and how, last the tally.

It fails where anything was lost, doubled or differed, and where something that is to happen never did.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.faults import taps
from tests.faults.machine import HAPPENINGS, run
from tests.faults.network import ON_THE_NETWORK
from tests.faults.rink import Rink, Tally

LOGGED = (*taps.LOGGED, "late")
FIRST_SEED = 20261201
EXAMPLES, STEPS = 4, 20  # of a seed
LEAST_KILLS = 50
LASTS_S = 400  # and longer where too few kills have struck by then
LONGEST_S = 1_500


def main() -> int:
    kind = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rinkside-faults-") as folder:
        rink = Rink(Path(folder), kind=kind)
        tally = rink.tally
        try:
            for seed in itertools.count(FIRST_SEED):
                enough = tally.kills >= LEAST_KILLS and not never_happened(rink.network.struck, tally)
                if time.monotonic() - began > (LASTS_S if enough else LONGEST_S):
                    break
                run(rink, seed, EXAMPLES, STEPS)
                print(f"seed {seed}: {tally.examples} examples, {tally.line}", flush=True)
        finally:
            rink.close()
        for line in tally.told:
            print(line)
        print("on the network:", counts(rink.network.struck, ON_THE_NETWORK))
        print("beside it:", counts(tally.happened, HAPPENINGS))
        print("in the servers' logs:", counts(tally.logged, LOGGED))
        print(
            f"{tally.wiped} calls went with the last storage that could send them; "
            f"{tally.by_hand} times a phone alone showed calls of another"
        )
        for what in (missing := never_happened(rink.network.struck, tally)):
            print(f"never happened: {what}")
        print(f"{time.monotonic() - began:.0f} s")
        print(tally.line)
    return 0 if tally.clean and tally.kills >= LEAST_KILLS and not missing else 1


def never_happened(struck: Mapping[str, int], tally: Tally) -> list[str]:
    """What a run is to show and has not: then it has shown nothing about that."""
    sources = ((struck, ON_THE_NETWORK), (tally.happened, HAPPENINGS), (tally.logged, LOGGED))
    return [what for counted, names in sources for what in names if not counted.get(what)]


def counts(counted: Mapping[str, int], names: Iterable[str]) -> str:
    return ", ".join(f"{name} {counted.get(name, 0)}" for name in names)


if __name__ == "__main__":
    sys.exit(main())
