"""No sync, for comparison: documents put with `_bulk_docs`, and read back with `_changes?include_docs`."""

from __future__ import annotations

from collections.abc import Iterator
from http.client import HTTPConnection

import msgspec

from bench.queues import Queue
from bench.running import PULLED, Refused, Server, Syncing, ask

JSON = {"Content-Type": "application/json"}


class Written(msgspec.Struct):
    ok: bool = False


class Found(msgspec.Struct):
    id: str


class Changes(msgspec.Struct):
    results: list[Found]
    last_seq: int


class Bare(Syncing):
    def __init__(self, server: Server, queue: Queue):
        super().__init__(server, queue)
        self.cursor = 0
        self.bodies = [
            msgspec.json.encode({"docs": [{"_id": call["id"], **call} for call in calls]})
            for calls in queue.batches()
        ]

    def push(self, line: HTTPConnection) -> Iterator[list[str]]:
        for body, calls in zip(self.bodies, self.queue.batches(), strict=True):
            said = ask(line, "POST", f"/g{self.queue.game}/_bulk_docs", JSON, body)
            if not all(one.ok for one in msgspec.json.decode(said, type=list[Written])):
                raise Refused(said.decode()[:300])
            yield [call["id"] for call in calls]

    def pull(self, line: HTTPConnection) -> list[str]:
        path = f"/g{self.queue.game}/_changes?include_docs=true&since={self.cursor}&limit={PULLED}"
        page = msgspec.json.decode(ask(line, "GET", path, JSON), type=Changes)
        self.cursor = page.last_seq
        return [one.id for one in page.results]
