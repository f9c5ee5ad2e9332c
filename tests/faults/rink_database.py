"""The database under the faults: SQLite in a file, or PostgreSQL. It is copied and put back."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import sqlite3
from pathlib import Path
from typing import Any, Protocol

import psycopg

from tests.databases import Postgresql


class RinkDatabase(Protocol):
    """`url` stays the same whatever is put in its place. `copied_live`: a copy needs nobody to hold still."""

    url: str
    copied_live: bool

    def copy(self) -> str:
        """All that is in it now; by that name it can be put back."""

    def put_back(self, copy: str) -> None:
        """Put a copy in its place. Nobody may be connected."""

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """What a query answers; `?` stands for an argument."""

    def change(self, sql: str, *arguments: Any) -> None:
        """Run a statement and commit."""

    def stop(self) -> None:
        """Nothing is needed any more."""


class SqliteFile:
    """A file in a folder."""

    copied_live = True

    def __init__(self, folder: Path):
        self._file = folder / "rink.sqlite"
        self._numbers = itertools.count(1)
        self.url = f"sqlite:///{self._file}"

    def copy(self) -> str:
        target = self._file.with_name(f"copy-{next(self._numbers)}.sqlite")
        with (
            contextlib.closing(self._open(self._file)) as live,
            contextlib.closing(self._open(target)) as copy,
        ):
            live.backup(copy)
        return str(target)

    def put_back(self, copy: str) -> None:
        for ending in ("-wal", "-shm"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)
        shutil.copy(copy, self._file)

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with contextlib.closing(self._open(self._file)) as connection:
            return connection.execute(sql, arguments).fetchall()

    def change(self, sql: str, *arguments: Any) -> None:
        with contextlib.closing(self._open(self._file)) as connection, connection:
            connection.execute(sql, arguments)

    def stop(self) -> None:
        return

    def _open(self, file: Path) -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=20)


class PostgresqlDatabase:
    """A database of a server of its own; it is the template of its copies, and nobody may be connected."""

    copied_live = False

    def __init__(self) -> None:
        self._server = Postgresql()
        self._numbers = itertools.count(1)
        self.url = self._server.empty()
        self._name = self.url.split("/")[3].split("?")[0]

    def copy(self) -> str:
        name = f"copy_{next(self._numbers)}"
        self._server.tell(f"CREATE DATABASE {name} TEMPLATE {self._name}")
        return name

    def put_back(self, copy: str) -> None:
        self._server.tell(f"DROP DATABASE {self._name} WITH (FORCE)")
        self._server.tell(f"CREATE DATABASE {self._name} TEMPLATE {copy}")

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(sql.replace("?", "%s"), arguments).fetchall()

    def change(self, sql: str, *arguments: Any) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute(sql.replace("?", "%s"), arguments)

    def stop(self) -> None:
        self._server.stop()


def database(kind: str, folder: Path) -> RinkDatabase:
    """An empty one, of `sqlite` or `postgresql`."""
    return PostgresqlDatabase() if kind == "postgresql" else SqliteFile(folder)
