"""Who serves a SQLite database, idle or not: the server holds a lock beside it, which a restore has to get.

The lock is the operating system's: it ends with the last process of the server, however that ends. SQLite's
own tell of nobody who has no connection open at the moment. Every app takes it with its first request,
whatever serves it; our own server before that.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

log = logging.getLogger(__name__)

LOCK, COURIER = ".served", ".courier"  # behind the database's name
LOOKS_EVERY_S = 1.0


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


class WhileServed:
    """A WSGI application that holds its database for as long as this process may answer requests."""

    def __init__(self, application: WSGIApplication, url: str) -> None:
        self._application = application
        self._url = url
        self._lock: contextlib.AbstractContextManager[None] | None = None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        if self._lock is None:  # where two threads see that, both get one and one is kept
            lock = served(self._url)
            lock.__enter__()  # waits for a restore to end
            self._lock = lock
        return self._application(environ, start_response)


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
def only_courier(url: str, goes_on: Callable[[], bool]) -> Iterator[bool]:
    """Be the one courier of a SQLite database, in turn. Whether it is, for `goes_on` may end the wait."""
    place = make_url(url)
    if place.get_backend_name() != "sqlite" or not place.database:
        yield True  # on PostgreSQL any number share the work
        return
    with _open(Path(place.database), COURIER) as lock:
        told = False
        while goes_on():
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not told:
                    log.warning("another courier sends from this database: this one waits until that ends")
                told = True
                time.sleep(LOOKS_EVERY_S)
            else:
                yield True
                return
        yield False


@contextlib.contextmanager
def _open(place: Path, what: str = LOCK) -> Iterator[int]:
    """The lock's file, which stays: whoever may read it can lock it. Workers have it from their parent."""
    descriptor = os.open(f"{place}{what}", os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
