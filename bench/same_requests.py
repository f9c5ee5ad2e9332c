"""Whether the bench's phones ask of pouchdb-server what PouchDB's own client asks of it: both are recorded.

`python -m bench.same_requests`; `bench.sync` looks before it measures.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from bench.document_server import PEER, PouchDB
from bench.queues import Queue, fill
from bench.replication import Replicating
from bench.running import ANSWERS_WITHIN_S, PULLED

CALLS = 200
MAY_BE_LEFT_OUT = 1
"""Reads of a checkpoint that is as it was: after an empty page, where the page before was done by then."""


class Differs(Exception):
    """What one of the two asks and the other does not, a line each."""


class Recorded(HTTPConnection):
    """A line that notes what goes over it."""

    def __init__(self, port: int):
        super().__init__("127.0.0.1", port, timeout=ANSWERS_WITHIN_S)
        self.asked: list[tuple[str, str, bytes | None]] = []

    def request(self, method: str, url: str, body: Any = None, headers: Any = None, **more: Any) -> None:
        self.asked.append((method, url, body))
        super().request(method, url, body, headers, **more)


def compare(calls: list[dict[str, Any]]) -> str:
    """How many requests were compared, part by part; raises Differs.

    One phone pushes and pulls, then another pulls what it pushed.
    """
    own, theirs = Queue("own", "a"), Queue("theirs", "a")
    own.calls = calls
    with tempfile.TemporaryDirectory() as folder:
        server = PouchDB(Path(folder) / "peer", [own], synced=False)
        server.start()
        try:
            ours = _ours(server, own)
            real = _real(server, own, f"http://127.0.0.1:{server.port}/g{theirs.game}")
        finally:
            server.stop()
    faults = []
    for part, in_ours, in_real in zip(("push", "pull of own", "pull"), ours, real, strict=True):
        too_few, too_many = in_real - in_ours, in_ours - in_real
        reads = sum(many for shape, many in too_few.items() if shape.startswith("GET _local"))
        faults += [f"{part}: only PouchDB asks {one}" for one in too_few if not one.startswith("GET _local")]
        faults += [f"{part}: only the bench asks {one}" for one in too_many]
        if reads > MAY_BE_LEFT_OUT:
            faults.append(f"{part}: PouchDB reads checkpoints {reads} times more")
    if faults:
        raise Differs("\n".join(faults))
    return ", ".join(str(one.total()) for one in ours)


def _ours(server: PouchDB, queue: Queue) -> list[Counter[str]]:
    parts = []
    line = Recorded(server.port)
    first, second = Replicating(server, queue), Replicating(server, Queue(queue.game, "a"))
    for work in (lambda: list(first.push(line)), lambda: _pull(first, line), lambda: _pull(second, line)):
        line.asked.clear()
        work()
        parts.append(Counter(shape(*one) for one in line.asked))
    parts[2] += Counter({"GET /": 1})  # whether the database is there: a phone that has pushed knows it
    return parts


def _pull(phone: Replicating, line: HTTPConnection) -> None:
    while phone.pull(line):
        pass


def _real(server: PouchDB, queue: Queue, url: str) -> list[Counter[str]]:
    docs = [{**call, "_id": call["id"]} for call in queue.calls]
    run = subprocess.run(
        ["node", str(PEER / "record.cjs"), url, str(PULLED)],
        input=msgspec.json.encode(docs),
        stdout=subprocess.PIPE,
        check=True,
        timeout=ANSWERS_WITHIN_S,
    )
    parts: list[Counter[str]] = [Counter()]
    for said in run.stdout.splitlines():
        asked = msgspec.json.decode(said)
        if asked is None:
            parts.append(Counter())
        elif asked[0] != "PUT" or "_local" in asked[1]:  # the bench makes its databases beforehand
            parts[-1][shape(asked[0], asked[1], asked[2])] += 1
    return parts[:3]


def shape(method: str, url: str, body: bytes | str | None) -> str:
    """A request without its ids: what is asked, with which parameters, and how its body is built."""
    way = urlsplit(url)
    database, _, path = way.path.removeprefix("/").partition("/")
    path = "_local" if path.startswith("_local") else path if database else "the server"
    asked = sorted(f"{name}={'N' if name == 'since' else value}" for name, value in parse_qsl(way.query))
    told = msgspec.json.decode(body) if body else {}
    if path == "_revs_diff":
        built = [f"{len(told)} ids, {sorted({len(one) for one in told.values()})} revisions each"]
    else:
        built = sorted(f"{name}{_inside(value)}" for name, value in told.items() if name != "_rev")
    return f"{method} {path or '/'} {'&'.join(asked)} {' '.join(built)}".strip()


def _inside(value: Any) -> str:
    if isinstance(value, bool):
        return f"={value}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"[{len(value)} of {sorted({field for one in value for field in one if field[0] == '_'})}]"
    return f"[{len(value)}]" if isinstance(value, list) else ""


def some_calls() -> list[dict[str, Any]]:
    """Calls such as are measured with."""
    sides = {key: {"players": [{"id": f"{key}{number}"} for number in range(9)]} for key in ("BEA", "HOG")}
    queue = Queue("any", "a")
    fill(queue, {"teams": sides, "goalies": [{"id": "G1"}]}, CALLS, place=1)
    return queue.calls


if __name__ == "__main__":
    try:
        print(f"The same requests as PouchDB's client makes: {compare(some_calls())}.")
    except Differs as faults:
        sys.exit(str(faults))
