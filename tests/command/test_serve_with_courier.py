"""`rinkside serve --courier`: one that sends beside the server, and ends with it, however that ends."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time

import pytest
import requests

from webapp.served import COURIER, LOCK

PATIENCE_S = 240  # four processes begin, on a machine that may be busy


@pytest.mark.database("sqlite")
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL])
def test_a_courier_runs_as_long_as_the_server(tmp_path, ended_by):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {"RINKSIDE_INSTANCE": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    ourselves = [sys.executable, "-c", "from webapp.cli import main; main()"]
    server = subprocess.Popen([*ourselves, "serve", "--courier", "--port", str(port)], env=environment)
    running = [server]
    try:
        until(lambda: is_held(tmp_path, COURIER))
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
