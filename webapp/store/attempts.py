"""Failed attempts to sign in, counted in the database, so that every process of the product knows of them.

A storage for the library that limits them. Of who tried, and from where, a digest is kept.
"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from limits.storage import Storage
from sqlalchemy import String, case, delete, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db, insert, reading


class Attempts(db.Model):
    """Attempts of one kind by one name or address since a window opened that ends at `until`."""

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int]
    window_s: Mapped[int]
    until: Mapped[datetime] = mapped_column(index=True)


class InTheDatabase(Storage):
    """Fixed windows. One that ends later than it is long is over: the clock was set back meanwhile."""

    STORAGE_SCHEME = ["database"]  # noqa: RUF012 (as the library has it)

    @property
    def base_exceptions(self) -> type[Exception]:
        return DBAPIError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count and commit; how many there are now. What the request has not committed is not kept."""
        now = datetime.now(UTC)
        db.session.rollback()
        db.session.execute(delete(Attempts).where(Attempts.until <= now))
        fresh = {"count": amount, "window_s": expiry, "until": now + timedelta(seconds=expiry)}
        row = insert(Attempts).values(key=_digest(key), **fresh)
        over = Attempts.until > row.excluded.until
        counted = db.session.scalar(
            row.on_conflict_do_update(
                index_elements=["key"],
                set_={
                    "count": case((over, row.excluded.count), else_=Attempts.count + amount),
                    "until": case((over, row.excluded.until), else_=Attempts.until),
                },
            ).returning(Attempts.count)
        )
        db.session.commit()
        return counted

    def get(self, key: str) -> int:
        found = _current(key)
        return found.count if found else 0

    def get_expiry(self, key: str) -> float:
        found = _current(key)
        return (found.until if found else datetime.now(UTC)).timestamp()

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        db.session.execute(delete(Attempts))
        db.session.commit()
        return None

    def clear(self, key: str) -> None:
        db.session.execute(delete(Attempts).where(Attempts.key == _digest(key)))
        db.session.commit()


def _current(key: str) -> Attempts | None:
    now = datetime.now(UTC)
    with reading():
        found = db.session.scalar(select(Attempts).where(Attempts.key == _digest(key)))
        if found is None:
            return None
        db.session.expunge(found)
    return found if now < found.until <= now + timedelta(seconds=found.window_s) else None


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
