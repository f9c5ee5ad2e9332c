"""`rinkside serve --courier`: one that sends beside the server, as long as that runs and no longer."""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

from webapp.courier_beside import WAITS_MOST_S, CourierBeside
from webapp.served import COURIER, LOCK

PATIENCE_S = 240  # four processes begin, on a machine that may be busy


@pytest.mark.database("sqlite")
@pytest.mark.parametrize(
    ("ended_by", "kills"), [(signal.SIGINT, 1), (signal.SIGKILL, 0)], ids=["SIGINT", "SIGKILL"]
)
def test_a_courier_runs_as_long_as_the_server(tmp_path, ended_by, kills):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {"RINKSIDE_INSTANCE": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    ourselves = [sys.executable, "-c", "from webapp.cli import main; main()"]
    server = subprocess.Popen([*ourselves, "serve", "--courier", "--port", str(port)], env=environment)
    running = [server]
    try:
        until(lambda: is_held(tmp_path, COURIER))
        for _ in range(kills):
            first = courier_of(server)
            os.kill(first, signal.SIGKILL)
            until(lambda pid=first: courier_of(server) not in (None, pid) and is_held(tmp_path, COURIER))
        another = subprocess.Popen(
            [*ourselves, "courier", "--once", "--works-for", str(os.getpid())], env=environment
        )
        running.append(another)
        until(lambda: answers(port))
        assert another.poll() is None, "it waits for the first to end"
        server.send_signal(ended_by)
        server.wait(PATIENCE_S)
        assert another.wait(PATIENCE_S) == 0, "its turn has come, and nothing is due"
        until(lambda: not is_held(tmp_path, COURIER) and not is_held(tmp_path, LOCK))
    finally:
        for process in running:
            process.kill()
            process.wait()


class Beside(CourierBeside):
    """One whose processes run a line of shell, by a clock of its own."""

    def __init__(self, does):
        self.now = 0.0
        super().__init__(["sh", "-c", does], lambda: self.now)

    def starts(self):
        """Whether another process runs once it was looked after."""
        before = self._running
        self.keep_up()
        return self._running not in (None, before)

    def dies(self):
        self._running.wait(PATIENCE_S)
        self.note_end()

    def seconds_without(self):
        died_at = self.now
        while not self.starts():
            self.now += 1
        return self.now - died_at


def test_one_that_dies_again_and_again_is_started_ever_later_and_the_log_says_so(caplog):
    beside, waits = Beside("exit 3"), []
    assert beside.starts()
    for _ in range(8):
        beside.dies()
        waits.append(beside.seconds_without())
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    beside.now += WAITS_MOST_S
    beside.dies()
    assert beside.seconds_without() == 1, "it had run for a while"
    assert caplog.messages[0].endswith("has ended: 3; another one starts in 1 s")
    beside.end()


@pytest.mark.parametrize(("does", "killed"), [("", 0), ("trap '' TERM;", 1)], ids=["leaves", "stays"])
def test_it_is_told_to_end_and_killed_where_it_does_not(tmp_path, caplog, does, killed):
    beside = Beside(f"{does} touch {tmp_path}/ready; while :; do sleep 0.1; done")
    assert beside.starts()
    until((tmp_path / "ready").exists)
    assert not beside.starts(), "one at a time"
    process = beside._running
    beside.end(within_s=1 if killed else PATIENCE_S)
    assert process.returncode == -(signal.SIGKILL if killed else signal.SIGTERM)
    assert len(caplog.messages) == killed


def is_held(folder, what):
    """Whether a process has that lock of the database."""
    place = folder / f"rinkside.sqlite{what}"
    if not place.exists():
        return False
    with place.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def courier_of(server):
    """The process id of the server's courier, where one runs."""
    for child in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError):  # it has just ended
            if b"--works-for" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    return None


def answers(port):
    """Whether a worker is there, too: the port is open before."""
    try:
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S).ok
    except requests.ConnectionError:
        return False


def until(holds):
    """Wait for a state."""
    gives_up = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < gives_up
        time.sleep(0.05)
