"""Which numbers a phone has given, so that the server knows which phones still owe calls.

The log holds the number that a call first arrived under; here is what the phones say beside it.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db


class DeviceHead(db.Model):
    """The highest `n` that a phone has told of in a game, sent or not, and when it was last heard."""

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(36), primary_key=True)
    n: Mapped[int]
    heard_at: Mapped[datetime]


class RefusedNumber(db.Model):
    """The number of a call that arrived and was refused: not in the log, and not owed by its phone either."""

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(36), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)


class MovedNumber(db.Model):
    """The number of a call that moved to its phone's new device id, and was here under the old one."""

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    device: Mapped[str] = mapped_column(String(36), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    call_id: Mapped[str] = mapped_column(ForeignKey("logged_call.id"))
