"""The real server of the faults: gunicorn with two workers, killed and restored at any moment."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import requests

from tests.faults.rink_database import RinkDatabase

STARTS_WITHIN_S = 60
SECRET = "a secret for tests, and for tests alone"
GUNICORN = (
    *(sys.executable, "-m", "gunicorn", "webapp.app:create_app()", "--no-control-socket"),
    *("--worker-class", "gthread", "--workers", "2", "--threads", "4", "--preload", "--log-level", "error"),
)


class RinkServer:
    """A server on loopback with a database. `copy` and `restore` are its operator's."""

    def __init__(self, tree: Path, folder: Path, database: RinkDatabase):
        self.tree = tree
        self.database = database
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.root = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and return once it answers."""
        with (self._folder / "server.log").open("ab") as said:
            self._process = subprocess.Popen(
                [*GUNICORN, "--bind", f"127.0.0.1:{self.port}"],
                cwd=self.tree,
                env=os.environ
                | {
                    "DATABASE_URL": self.database.url,
                    "RINKSIDE_SECRET_KEY": SECRET,
                },
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self._wait()

    def kill_workers(self) -> None:
        """`kill -9` of all that answers requests; the master, which keeps the socket, starts others."""
        for pid in self._workers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_whole(self) -> None:
        """`kill -9` of everything; it is started again by hand."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.start()

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def copy(self) -> str:
        """A backup of the database as it is now, while it is being used where that can be."""
        if self.database.copied_live:
            return self.database.copy()
        with self.held_still():
            return self.database.copy()

    def restore(self, copy: str, epoch: str | None = None) -> None:
        """Put an earlier copy in the database's place: with a new epoch, or without telling anybody."""
        with self.held_still():
            self.database.put_back(copy)
            if epoch is not None:
                self.database.change("UPDATE epoch SET epoch = ?", epoch)

    @contextlib.contextmanager
    def held_still(self) -> Iterator[None]:
        """Nobody is connected: the workers are dead, and the master, which would start others, is stopped."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)
        workers = self._workers()
        self.kill_workers()
        for pid in workers:
            while _state_of(pid) not in "ZX":
                time.sleep(0.002)
        yield
        os.kill(self._process.pid, signal.SIGCONT)
        self._wait()

    def _workers(self) -> list[int]:
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def _wait(self) -> None:
        until = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < until and self._process is not None and self._process.poll() is None:
            try:
                if requests.get(self.root + "/healthz", timeout=20).ok:
                    return
            except requests.RequestException:
                time.sleep(0.02)
        raise AssertionError((self._folder / "server.log").read_text()[-4000:])


def _state_of(pid: int) -> str:
    """A process's state as the kernel tells it: Z once it is dead and not yet missed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except FileNotFoundError:
        return "X"
