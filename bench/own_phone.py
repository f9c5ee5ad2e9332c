"""This product's phone, as `static/src/sync_round.ts` has it: what it sends, and what it looks at."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Iterator
from http.client import HTTPConnection

import msgspec

from bench.queues import Queue
from bench.running import PULLED, Refused, Server, Syncing, ask


class Told(msgspec.Struct):
    id: str
    result: str


class Upto(msgspec.Struct):
    upto: int
    missing: list[list[int]]


class Answer(msgspec.Struct):
    batch: str
    epoch: str
    results: list[Told]
    progress: dict[str, Upto]


class Named(msgspec.Struct):
    id: str
    device: str
    n: int


class Pulled(msgspec.Struct):
    call: Named


class InShort(msgspec.Struct):
    calls: int
    sum: int


class Page(msgspec.Struct):
    calls: list[Pulled]
    cursor: int
    more: bool
    log: InShort


class OwnPhone(Syncing):
    """Tells its heads and the epoch that it knows, goes on from its cursor, compares what the log holds."""

    def __init__(self, server: Server, queue: Queue):
        super().__init__(server, queue)
        self.headers = {"Content-Type": "application/json", "Authorization": f"Bearer {queue.token}"}
        self.batches = [
            (str(uuid.uuid4()), calls, msgspec.Raw(msgspec.json.encode(calls))) for calls in queue.batches()
        ]
        self.epoch: str | None = None
        self.cursor = self.here = self.sum = 0

    def push(self, line: HTTPConnection) -> Iterator[list[str]]:
        heads = {self.queue.game: len(self.queue.calls)}
        for batch, calls, encoded in self.batches:
            body = {"batch": batch, "device": self.queue.device, "calls": encoded, "heads": heads}
            if self.epoch:
                body["epoch"] = self.epoch
            said = ask(line, "POST", "/api/v1/sync", self.headers, msgspec.json.encode(body))
            answer = msgspec.json.decode(said, type=Answer)
            sent, taken = [call["id"] for call in calls], {one.id: one.result for one in answer.results}
            if answer.batch != batch or any(taken.get(one) != "accepted" for one in sent):
                raise Refused(str(answer.results)[:300])
            if answer.progress[self.queue.game].upto < calls[-1]["n"]:
                raise Refused(f"it has this phone's calls up to {answer.progress}")
            self.epoch = answer.epoch
            yield sent

    def pull(self, line: HTTPConnection) -> list[str]:
        path = f"/api/v1/games/{self.queue.game}/calls?cursor={self.cursor}&limit={PULLED}"
        page = msgspec.json.decode(ask(line, "GET", path, self.headers), type=Page)
        for one in page.calls:
            self.sum += zlib.crc32(f"{one.call.id} {one.call.device} {one.call.n}".encode())
        self.cursor, self.here = page.cursor, self.here + len(page.calls)
        if (page.log.calls, page.log.sum) != (self.here, self.sum % 2**32):
            raise Refused(f"the log up to {page.cursor} is another than what was pulled")
        return [one.call.id for one in page.calls]
