"""`rinkside backup`, `restore`, `restored`: a copy of the database, and phones that learn of its return."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from webapp.app import create_app
from webapp.served import Served, served_by_nobody
from webapp.store import db, epoch

IN_USE = "{place} is in use: end `rinkside serve`, then try again."
BESIDE = ("-wal", "-shm", "-journal")  # files that SQLite would take for the database's own


class NotBackedUp(Exception):
    """There is no copy; `str()` says why and what to do."""


class NotRestored(Exception):
    """The database is as it was; `str()` says why and what to do."""


def backup(file: Path) -> None:
    """Copy the database to a new file while it is in use, as it was at one moment, and have it on the disk.

    The copy knows that it is one: the product that starts on it lets every phone push again what it lacks.
    Raises NotBackedUp.
    """
    url = _url()
    if url.get_backend_name() != "sqlite":
        raise NotBackedUp(
            f"PostgreSQL makes its own: pg_dump --format=custom --file={shlex.quote(str(file))} {_told(url)} "
            "(its password in PGPASSWORD; after pg_restore: rinkside restored)"
        )
    source = Path(url.database or "")
    if not source.is_file():
        raise NotBackedUp(f"There is no database at {source}.")
    try:
        if file.exists():
            raise FileExistsError(errno.EEXIST, "File exists")
        with _written_beside(file) as part:
            _copy(source, part, epoch.OF_A_BACKUP)
    except OSError as error:
        raise NotBackedUp(f"{file}: {error.strerror}. Name a new file in a folder that is there.") from None


def restore(file: Path) -> None:
    """Put a copy that `backup` made in the database's place, with an epoch of its own, on the disk.

    What a server that was killed has left beside the database goes with it: SQLite would play that over the
    copy. Killed at any moment, this leaves the one or the other, whole. Raises NotRestored.
    """
    url = _url()
    if url.get_backend_name() != "sqlite":
        raise NotRestored(
            "End `rinkside serve` first. PostgreSQL restores its own: "
            f"pg_restore --clean --if-exists --dbname={_told(url)} {shlex.quote(str(file))} "
            "(its password in PGPASSWORD; then: rinkside restored)"
        )
    place = Path(url.database or "")
    _is_whole(file)
    if place.exists() and place.samefile(file):
        raise NotRestored(f"{file} is the database itself. Name a copy of it.")
    try:
        with served_by_nobody(place), _written_beside(place) as part:
            _copy(file, part, str(uuid.uuid4()))
            if place.exists():  # and whoever owns it goes on to
                os.chown(part, place.stat().st_uid, place.stat().st_gid)
            _let_go(place)
            for suffix in BESIDE:
                Path(f"{place}{suffix}").unlink(missing_ok=True)
    except Served:
        raise NotRestored(IN_USE.format(place=place)) from None
    except OSError as error:
        raise NotRestored(f"{place}: {error.strerror}.") from None


def restored() -> str:
    """Give the database a new epoch and commit; that epoch. Phones then push again what it lacks."""
    with create_app().app_context():
        given = epoch.renew(datetime.now(UTC))
        db.session.commit()
        return given


def _url() -> URL:
    return make_url(create_app().config["SQLALCHEMY_DATABASE_URI"])


def _told(url: URL) -> str:
    """As PostgreSQL's own commands take it, without the password."""
    shown = url.set(drivername="postgresql")._replace(password=None)
    return shlex.quote(shown.render_as_string(hide_password=False))


@contextlib.contextmanager
def _written_beside(file: Path) -> Iterator[Path]:
    """A file to write to, which takes `file`'s place once it is whole and on the disk, or is gone."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.", suffix=".part")  # 0600
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
        _on_disk(part)
        part.replace(file)
        _on_disk(file.parent)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, file: Path, its_epoch: str) -> None:
    with (
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live,
        contextlib.closing(sqlite3.connect(file)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # all of it in the one file
        copy.execute("UPDATE epoch SET epoch = ?", [its_epoch])
        copy.commit()


def _is_whole(file: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            copy.execute("SELECT epoch FROM epoch").fetchone()
    except sqlite3.Error as error:
        raise NotRestored(f"{file}: {error}. Name a file that `rinkside backup` made.") from None
    if not whole:
        raise NotRestored(f"{file} is damaged. Name a file that `rinkside backup` made.")


def _let_go(place: Path) -> None:
    """Have the database in one file, which SQLite does only where nobody else has it open.

    One that is too damaged for that is replaced all the same.
    """
    if not place.exists():
        return
    with contextlib.closing(sqlite3.connect(place, timeout=0)) as live:
        try:
            live.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise NotRestored(IN_USE.format(place=place)) from None


def _on_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
