"""Telling a database that is busy, full or away, where asking again helps, from a bug of ours."""

from sqlalchemy.exc import DBAPIError

PASSING = {
    # Another writer, a full disk, a disk or a file that fails.
    "sqlite": ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN"),
    # No connection, a deadlock, no room, a server that stops or starts, a failing disk, a lock got too late.
    "postgresql": ("08", "40", "53", "57P", "58", "55P03"),
}

DEADLOCK = "40P01"


def passes(error: BaseException) -> bool:
    """Whether whoever asks may come back with the same: nothing was stored, and nothing is wrong with it.

    SQLite takes a transaction back by itself, and then knows no savepoint to go back to: what that error came
    of counts.
    """
    return _passes(error) or (error.__context__ is not None and passes(error.__context__))


def gave_way(error: BaseException) -> bool:
    """Whether PostgreSQL has ended one of two that waited for each other: tried again, it goes."""
    orig = getattr(error, "orig", None)
    return getattr(orig, "sqlstate", None) == DEADLOCK


def _passes(error: BaseException) -> bool:
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    if name := getattr(error.orig, "sqlite_errorname", None):
        return name.startswith(PASSING["sqlite"])
    if not hasattr(error.orig, "sqlstate"):
        return False
    state = error.orig.sqlstate  # none: it could not be reached at all
    return state is None or state.startswith(PASSING["postgresql"])
