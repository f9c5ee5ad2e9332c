"""Phones that push what they have queued and pull what the others pushed, each on a connection of its own."""

from __future__ import annotations

import statistics
import threading
import time
from dataclasses import dataclass
from http.client import HTTPConnection

from bench.queues import Queue
from bench.running import ANSWERS_WITHIN_S, Server

NOTHING_NEW_S = 0.05
"""How long a phone waits before it asks again, where nobody has pushed anything since."""
ENDS_WITHIN_S = 600


@dataclass(frozen=True)
class Synced:
    """One run. Times in seconds from the moment at which all calls were queued.

    `until`: call by call, when it was durable and all on its game had it. `durable_s`: until the last was
    answered for. `load`: the part of one processor that the phones took; `server`: that the server took,
    in all `server_s` seconds of one.
    """

    until: list[float]
    durable_s: float
    load: float
    server: float
    server_s: float

    @property
    def calls_a_second(self) -> float:
        return len(self.until) / max(self.until)

    @property
    def durable_a_second(self) -> float:
        return len(self.until) / self.durable_s

    @property
    def median_s(self) -> float:
        return statistics.median(self.until)

    @property
    def p95_s(self) -> float:
        return sorted(self.until)[int(len(self.until) * 0.95)]


class Phone(threading.Thread):
    """Pushes its queue batch by batch, then pulls until it has the calls of everybody on its game."""

    def __init__(self, server: Server, queue: Queue, to_see: int, go: threading.Barrier):
        super().__init__(daemon=True)
        self.queue = queue
        self.acknowledged: dict[str, float] = {}
        self.seen: dict[str, float] = {}
        self.fault: Exception | None = None
        self._port, self._to_see, self._go = server.port, to_see, go
        self._syncing = server.phone(queue)

    def run(self) -> None:
        line = HTTPConnection("127.0.0.1", self._port, timeout=ANSWERS_WITHIN_S)
        try:
            line.connect()
            self._go.wait()
            for ids in self._syncing.push(line):
                self.acknowledged |= dict.fromkeys(ids, time.perf_counter())
            self._pull(line)
        except Exception as fault:
            self.fault = fault
        finally:
            line.close()

    def _pull(self, line: HTTPConnection) -> None:
        until = time.monotonic() + ENDS_WITHIN_S
        while len(self.seen) < self._to_see and time.monotonic() < until:
            ids = self._syncing.pull(line)
            self.seen |= dict.fromkeys(ids, time.perf_counter())
            if not ids:
                time.sleep(NOTHING_NEW_S)


def sync(server: Server, queues: list[Queue], warming: Queue) -> Synced:
    """Start a server, have one phone sync and then all others at once, end it. Raises what a phone met."""
    server.start()
    try:
        all_at_once(server, [warming])
        own, theirs = time.process_time(), server.processor_s()
        phones, began = all_at_once(server, queues)
        took = time.perf_counter() - began
        own, theirs = time.process_time() - own, server.processor_s() - theirs
    finally:
        server.stop()
    server.check_rulings()
    answered = {call: at for phone in phones for call, at in phone.acknowledged.items()}
    everywhere = dict(answered)
    for phone in phones:
        for call, at in phone.seen.items():
            everywhere[call] = max(everywhere[call], at)
    until = [at - began for at in everywhere.values()]
    return Synced(until, max(answered.values()) - began, own / took, theirs / took, theirs)


def all_at_once(server: Server, queues: list[Queue]) -> tuple[list[Phone], float]:
    """The phones, once each of them has all calls of its game, and when they began."""
    on_game: dict[str, int] = {}
    for queue in queues:
        on_game[queue.game] = on_game.get(queue.game, 0) + len(queue.calls)
    go = threading.Barrier(len(queues) + 1, timeout=ANSWERS_WITHIN_S)
    phones = [Phone(server, queue, on_game[queue.game], go) for queue in queues]
    for phone in phones:
        phone.start()
    go.wait()
    began = time.perf_counter()
    for phone in phones:
        phone.join(ENDS_WITHIN_S)
        if phone.fault is not None:
            raise phone.fault
        if len(phone.seen) != on_game[phone.queue.game]:
            raise AssertionError(f"a phone has {len(phone.seen)} of {on_game[phone.queue.game]} calls")
    return phones, began
