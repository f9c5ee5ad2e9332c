"""A server that phones sync with, in a process of its own from its start to its end."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.queues import Queue

PULLED = 500  # calls at a time
STARTS_WITHIN_S = 120
ENDS_WITHIN_S = 40
ANSWERS_WITHIN_S = 300


class Refused(Exception):
    """A server did not take what it was sent. Says what it answered."""


class Syncing(ABC):
    """One phone's side of the server's protocol. What it is to push is encoded already."""

    def __init__(self, server: Server, queue: Queue):
        self.server, self.queue = server, queue

    @abstractmethod
    def push(self, line: HTTPConnection) -> Iterator[list[str]]:
        """Send the queue; ids of calls, once they are answered for. Raises Refused where one was not kept."""

    @abstractmethod
    def pull(self, line: HTTPConnection) -> list[str]:
        """Ids of the calls of a page after those that were pulled before, its own ones included."""


class Server(ABC):
    """A server, and how phones sync with it."""

    name: str
    healthy: str
    """A path that it answers once it has started."""

    def __init__(self, folder: Path):
        folder.mkdir()
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> tuple[list[str], dict[str, str]]:
        """What starts it, and the environment's variables that it needs beside those of this process."""

    @abstractmethod
    def phone(self, queue: Queue) -> Syncing: ...

    def start(self) -> None:
        """Serve, and return once it answers."""
        command, environment = self.command()
        with (self.folder / "said").open("wb") as said:
            self._process = subprocess.Popen(
                command, cwd=self.folder, env=os.environ | environment, stdout=said, stderr=said
            )
        until = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < until and self._process.poll() is None:
            line = HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
            try:
                ask(line, "GET", self.healthy, {})
                return
            except OSError:
                time.sleep(0.05)
            finally:
                line.close()
        self.stop()
        raise Refused((self.folder / "said").read_text())

    def stop(self) -> None:
        """End it, its workers with it."""
        if self._process is None:
            return
        pids = self.pids()
        self._process.terminate()
        try:
            self._process.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            for pid in pids[1:]:
                if Path(f"/proc/{pid}").exists():
                    os.kill(pid, 9)
        self._process = None

    def pids(self) -> list[int]:
        """Its process and those that this one has started."""
        if self._process is None or self._process.poll() is not None:
            return []
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def processor_s(self) -> float:
        """Seconds of processor time that it has taken."""
        ticks = 0
        for pid in self.pids():
            after_its_name = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, after_its_name[11:13]))  # utime and stime, see proc(5)
        return ticks / os.sysconf("SC_CLK_TCK")

    def check_rulings(self) -> None:  # noqa: B027 (one that rules on nothing has nothing to check)
        """Raise Refused where a ruling is behind its log."""


def ask(
    line: HTTPConnection,
    method: str,
    path: str,
    headers: dict[str, Any],
    body: bytes | None = None,
    well: tuple[int, ...] = (200, 201),
) -> bytes:
    """The body of the answer; raises Refused where its status is not one of `well`."""
    line.request(method, path, body, headers)
    answer = line.getresponse()
    said = answer.read()
    if answer.status not in well:
        raise Refused(f"{method} {path}: {answer.status} {said[:300]!r}")
    return said
