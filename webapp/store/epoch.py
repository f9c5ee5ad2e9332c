"""The database's epoch: a restore from a backup gets a new one, so that phones push again what it lacks."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, String, select
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db

OF_A_BACKUP = "a backup"


class Epoch(db.Model):
    """One row, written by the first migration."""

    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    epoch: Mapped[str] = mapped_column(String(36))
    since: Mapped[datetime]


_CURRENT = select(Epoch.__table__.c.epoch)


def current_epoch() -> str:
    """The epoch that phones send along and compare."""
    return db.session.scalars(_CURRENT).one()


def renew(now: datetime) -> str:
    """Begin a new epoch, to be committed by the caller: what phones know of the one before may be missing."""
    row = db.session.get_one(Epoch, 1)
    row.epoch, row.since = str(uuid.uuid4()), now
    db.session.flush()
    return row.epoch


def is_of_a_backup() -> bool:
    """Whether this database is a backup that was put in place, and that nobody has started on yet."""
    return current_epoch() == OF_A_BACKUP
