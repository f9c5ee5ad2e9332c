"""How fast queued calls come through: this server beside pouchdb-server, in one run, with the same calls.

`python -m bench.sync`, or `make bench-sync`. Phones with 200 queued calls each push them in batches of 100
and pull the others' in pages of 500, on both servers, over HTTP with keep-alive: ten on one game, ten on five
games, and how that grows: one phone, and fifty on nine games (`python -m bench.sync 10/5`: ten on five, no
more). One more phone has synced before, on a game of its own, so that both servers are warm.

Both are driven as their own clients sync. Here: `bench.own_phone`. There: CouchDB's replication, request by
request as PouchDB's client makes it, which a recording of that client shows before anything is measured
(`bench.same_requests`). Here the calls are authorised, checked and ruled on before they are answered for;
there they are documents. Both answer once a call is on disk; pouchdb-server leaves that to the kernel unless
it is told otherwise, and is measured so, too; and it is measured without any sync, as a place to put
documents and read them back. Neither of these two is judged.

Prints the calls a second until all were durable and visible to the others, and until all were durable; median
and 95th percentile of the time from queued until durable and visible; and what part of a processor the phones
(the load generator) and the server took. The last line is the ratio for ten phones on one game, until durable
and visible to the others, of whom ten games of one phone each would have none. Budget: 3.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

from bench.devices import Synced, sync
from bench.document_server import PouchDB
from bench.our_server import Rinkside
from bench.queues import BATCH
from bench.running import PULLED, Server
from bench.same_requests import compare, some_calls

CALLS = 200
BUDGET = 3.0
JUDGED = (10, 1)
SIZES = (JUDGED, (10, 5), (1, 1), (50, 9))


def measure(phones: int, games: int) -> float:
    """Print what both servers do; how many times as fast this one is as the durable other."""
    with tempfile.TemporaryDirectory() as folder:
        own = Rinkside(Path(folder) / "rinkside", phones, games, CALLS)
        everybody = [own.warming, *own.queues]
        peer = PouchDB(Path(folder) / "durable", everybody)
        lax = PouchDB(Path(folder) / "lax", everybody, synced=False)
        bare = PouchDB(Path(folder) / "bare", everybody, bare=True)
        load = os.getloadavg()[0]
        print(f"{phones} phones on {games} games, {CALLS} calls each; load of the machine {load:.1f}")
        done: dict[Server, Synced] = {}
        for server in (own, peer, lax, bare):
            done[server] = sync(server, own.queues, own.warming)
            print(row(server.name, done[server]), flush=True)
    ours = done[own]
    ratio = ours.calls_a_second / done[peer].calls_a_second
    print(
        f"  ratio {ratio:.2f}; until durable {ours.durable_a_second / done[peer].durable_a_second:.2f}; "
        f"by processor time {done[peer].server_s / ours.server_s:.2f}; not judged: "
        f"as it comes {ours.calls_a_second / done[lax].calls_a_second:.2f}, "
        f"no sync {ours.calls_a_second / done[bare].calls_a_second:.2f}\n"
    )
    return ratio


def row(name: str, done: Synced) -> str:
    return (
        f"  {name:<28} {done.calls_a_second:>7,.0f} calls/s, until durable {done.durable_a_second:>7,.0f}; "
        f"median {done.median_s:>6.2f} s, p95 {done.p95_s:>6.2f} s; "
        f"phones {done.load:.0%}, server {done.server:.0%} of a processor, {done.server_s:.1f} s"
    )


def main() -> int:
    """Print the figures; 1 where the budget is missed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the servers end with it
    sizes = [tuple(map(int, size.split("/"))) for size in sys.argv[1:]] or SIZES
    print("rinkside: SQLite, WAL, synchronous=FULL. pouchdb-server: LevelDB, sync=true on every write;")
    print("as it comes: LevelDB without sync, so that a power cut loses what it answered for;")
    print("no sync: durable, _bulk_docs and _changes alone, no checkpoints, no revisions compared.")
    print(f"Same calls; {BATCH} a push, {PULLED} a pull. Phones replicate as PouchDB's client does:")
    print(f"the same requests as recorded of that client (pushing, pulling): {compare(some_calls())}.\n")
    ratios = {size: measure(*size) for size in sizes}
    judged = ratios.get(JUDGED, BUDGET)
    print(f"{judged:.2f} times pouchdb-server's documents a second; budget {BUDGET:g}")
    return 0 if judged >= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
