"""An installation on loopback: gunicorn and Caddy by the files in deploy/, a name, and a CA of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.conftest import SECRET
from tests.e2e.product import COMMAND, ROOT

NAME = "rinkside.test"
DEPLOY = ROOT / "deploy"
FROM_DEBIAN = ROOT / ".venv/debian/usr/bin"  # where the Makefile puts Caddy: unpacked, no service
STARTS_WITHIN_S = 90
ENDS_WITHIN_S = 20


def program(name: str) -> str:
    """Where a program of the machine or of the Makefile is; a clear end where it is not."""
    found = shutil.which(name, path=f"{FROM_DEBIAN}:{os.environ['PATH']}")
    if found is None:
        raise RuntimeError(f"no {name} on this machine: make caddy")
    return found


def settings_of_the_example() -> dict[str, str]:
    """What deploy/rinkside.env.example sets, read as systemd does: `NAME=value` lines, `#` for comments."""
    lines = (DEPLOY / "rinkside.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def free_ports(count: int) -> list[int]:
    """Ports that neither the system nor the tests of the product's own server hand out meanwhile."""
    found: list[int] = []
    for port in range(28_000 + os.getpid() * 4 % 3_900, 32_000):
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("no port is free")


class Installation:
    """Settings of the example with a secret and `more`; the database and Caddy's CA in `folder`."""

    def __init__(self, published: Path, folder: Path, **more: str):
        self.published = published
        self.folder = folder
        self.database = folder / "rinkside.sqlite"
        self.behind, self.http, self.https = free_ports(3)
        self.root = f"https://{NAME}:{self.https}"
        self.ca = folder / "caddy/pki/authorities/local/root.crt"
        self.settings = settings_of_the_example() | {
            "RINKSIDE_SECRET_KEY": SECRET,
            "RINKSIDE_INSTANCE": str(folder),
            "PORT": str(self.behind),
            **more,
        }
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Serve, and return once the product answers over HTTPS."""
        self._start_caddy()
        self.start_gunicorn()

    def start_gunicorn(self) -> None:
        """By the shipped configuration and settings; returns once it answers through Caddy."""
        command = [sys.executable, "-m", "gunicorn", "--config", str(DEPLOY / "gunicorn.conf.py")]
        self._run("gunicorn", command, self.published, **self.settings)
        until = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < until and all(one.poll() is None for one in self._processes.values()):
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/healthz").status == 200:
                    return
            time.sleep(0.1)
        self.stop()
        raise AssertionError((self.folder / "said.log").read_text())

    def start_courier(self) -> None:
        """What rinkside-courier.service runs."""
        self._run("courier", [sys.executable, "-c", COMMAND, "courier"], self.published, **self.settings)

    def _start_caddy(self) -> None:
        """By the shipped Caddyfile, told to keep to loopback and to ports that anybody may open."""
        caddy = program("caddy")
        environment = {
            "RINKSIDE_SITE": NAME,
            "RINKSIDE_TLS": "internal",
            "RINKSIDE_UPSTREAM": f"127.0.0.1:{self.behind}",
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        adapt = [caddy, "adapt", "--config", str(DEPLOY / "Caddyfile")]
        told = subprocess.run(
            adapt, env=os.environ | environment, check=True, capture_output=True, timeout=60
        ).stdout
        config = json.loads(told)
        config["admin"] = {"disabled": True}
        config["apps"]["http"] |= {"http_port": self.http, "https_port": self.https}
        (server,) = config["apps"]["http"]["servers"].values()
        assert server["listen"] == [":443"]
        server["listen"] = [f"127.0.0.1:{self.https}"]
        told_here = self.folder / "caddy.json"
        told_here.write_text(json.dumps(config))
        self._run("caddy", [caddy, "run", "--config", str(told_here)], self.folder, **environment)

    def _run(self, name: str, command: list[str], folder: Path, **environment: str) -> None:
        mine = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        with (self.folder / "said.log").open("ab") as said:
            self._processes[name] = subprocess.Popen(
                command, cwd=folder, env=mine | environment, stdout=said, stderr=said
            )

    def stop(self, *names: str) -> None:
        """End what was started, or the named part of it."""
        for name in names or list(self._processes):
            process = self._processes.pop(name)
            process.terminate()
            try:
                process.wait(ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def connect(self) -> http.client.HTTPSConnection:
        """A connection that trusts the installation's CA alone, and asks for it by its name."""
        trusting = ssl.create_default_context(cafile=str(self.ca))
        connection = http.client.HTTPSConnection(NAME, self.https, context=trusting, timeout=30)
        raw = socket.create_connection(("127.0.0.1", self.https), timeout=30)
        connection.sock = trusting.wrap_socket(raw, server_hostname=NAME)
        return connection

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request over HTTPS; `User_Agent="x"` is the header User-Agent."""
        with contextlib.closing(self.connect()) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            with contextlib.suppress(
                BrokenPipeError, ConnectionResetError, ssl.SSLEOFError
            ):  # refused before it was sent
                connection.request(method, path, body, named)
            return Answer(connection.getresponse())

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """What the database holds."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=20)) as connection:
            return connection.execute(sql, arguments).fetchall()

    def trusted_in(self, home: Path) -> None:
        """Have browsers whose home is this folder trust the installation's CA."""
        store = home / ".pki/nssdb"
        store.mkdir(parents=True)
        certutil, database = program("certutil"), f"sql:{store}"
        for words in (["-N", "--empty-password"], ["-A", "-n", NAME, "-t", "C,,", "-i", str(self.ca)]):
            subprocess.run([certutil, "-d", database, *words], check=True, capture_output=True, timeout=60)


class Answer:
    """Status, headers and body of a response, read whole."""

    def __init__(self, response: http.client.HTTPResponse):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()
