"""Who serves a SQLite database, idle or not: the server holds a lock beside it, which a restore has to get.

The lock is the operating system's: it ends with the last process of the server, however that ends. SQLite's
own tell of nobody who has no connection open at the moment.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

LOCK = ".served"  # behind the database's name


class Served(Exception):
    """A server holds the database."""


@contextlib.contextmanager
def served(url: str) -> Iterator[None]:
    """Hold the database of that URL for a server, beside others that serve it. Waits for a restore to end."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or not place.database:
        yield  # PostgreSQL restores its own
        return
    with _open(Path(place.database)) as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


@contextlib.contextmanager
def served_by_nobody(place: Path) -> Iterator[None]:
    """Keep every server from a database. Raises Served where one has it."""
    with _open(place) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Served from None
        yield


@contextlib.contextmanager
def _open(place: Path) -> Iterator[int]:
    """The lock's file, which stays: whoever may read it can lock it. Workers have it from their parent."""
    descriptor = os.open(f"{place}{LOCK}", os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
