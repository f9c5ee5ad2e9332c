"""The product as it runs: its built files in a folder of their own, and `rinkside serve` on loopback."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import requests

from tests.another_build import deploy
from tests.e2e.forking import Forked, Forking

ROOT = Path(__file__).parents[2]
COMMAND = "from webapp.cli import main; main()"
STARTS_WITHIN_S = 60
ENDS_WITHIN_S = 10


def publish(folder: Path) -> Path:
    """Copy what is served into a folder, so that no build that is going on reaches a test."""
    for part in ("webapp", "templates", "static/dist"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def publish_another_build(folder: Path, build: str) -> None:
    """Put a build into a published folder that differs from the one that is there in every file's name."""
    deploy(folder / "static/dist", build)


def fill_with_the_demo(folder: Path, database: Path, password: str) -> None:
    subprocess.run(
        [sys.executable, "-c", COMMAND, "demo", "--password", password],
        cwd=folder,
        env=_environment(database),
        check=True,
        capture_output=True,
        timeout=120,
    )


def port_of_its_own() -> int:
    """A port for as long as this process runs: none that the system hands out to others meanwhile."""
    for port in range(12_000 + os.getpid() % 16_000, 32_000):
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def kill(server: int) -> None:
    """End a server and its workers at once: what it has answered for is on its disk, and its port is free."""
    workers: list[str] = []
    with contextlib.suppress(FileNotFoundError):  # it has ended
        workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    running = [Forked(pid) for pid in (server, *map(int, workers))]
    for process in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    assert all(process.wait(ENDS_WITHIN_S) for process in running)


@functools.cache
def imported(folder: Path) -> Forking:
    """The command of a published folder, ready to be started as often as a test likes."""
    forking = Forking(folder)
    atexit.register(forking.end)
    return forking


class Product:
    """One installation: a port that stays, a database that stays, and a server that comes and goes."""

    def __init__(self, folder: Path, database: Path, port: int = 0):
        self.folder = folder
        self.database = database
        self.port = port or port_of_its_own()
        self.root = f"http://127.0.0.1:{self.port}"
        self._process: Forked | None = None

    def start(self, **environment: str) -> None:
        """Serve, with more in the environment, and return once it answers."""
        self._process = imported(self.folder).start(
            ["serve", "--port", str(self.port)],
            _environment(self.database) | environment,
            self.database.with_suffix(".log"),
        )
        until = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                if requests.get(self.root + "/healthz", timeout=20).ok:
                    return
            except requests.RequestException:
                time.sleep(0.05)
        self.stop()  # the next one has this port
        raise AssertionError(self.database.with_suffix(".log").read_text())

    def stop(self) -> None:
        """End the server: see `kill`."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            kill(process.pid)

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """What the database holds."""
        with sqlite3.connect(self.database, timeout=20) as connection:
            return connection.execute(sql, arguments).fetchall()

    def change(self, sql: str, *arguments: Any) -> None:
        with sqlite3.connect(self.database, timeout=20) as connection:
            connection.execute(sql, arguments)

    def game(self, label: str) -> str:
        """A game's id."""
        return self.rows("SELECT id FROM game WHERE label = ?", label)[0][0]

    def log_of(self, game: str) -> list[dict[str, Any]]:
        """A game's calls as the server keeps them, in the order in which it committed them."""
        columns = ("id", "seq", "device", "n", "hlc", "type", "result")
        sql = f"SELECT {', '.join(columns)} FROM logged_call WHERE game_id = ? ORDER BY seq"
        return [dict(zip(columns, row, strict=True)) for row in self.rows(sql, game)]


def _environment(database: Path) -> dict[str, str]:
    instance = database.parent
    return os.environ | {
        "DATABASE_URL": f"sqlite:///{database}",
        "RINKSIDE_INSTANCE": str(instance),
        "RINKSIDE_SECRET_KEY": "a secret for tests, and for tests alone",
    }


class Portal:
    """A rink's WiFi that answers every request itself: 200, and a page of its own."""

    def __init__(self, port: int):
        self.asked: list[str] = []
        """Paths that were asked for."""
        self._server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Welcome, self.asked))
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self) -> Portal:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Welcome(BaseHTTPRequestHandler):
    page = b"<!doctype html><title>Rink WiFi</title><h1>Welcome. Tap here to go on.</h1>"

    def __init__(self, asked: list[str], *connection: Any):
        self.asked = asked
        super().__init__(*connection)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(self.page)))
        self.end_headers()
        self.wfile.write(self.page)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        return
