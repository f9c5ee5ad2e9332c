"""What the rules made of a log: the latest sheet of a game, and every ruling that was ever issued."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.calls.identity import OVERRIDDEN
from webapp.store.accounts import Account
from webapp.store.database import db, new_id
from webapp.store.schedule import Game


class GameSheet(db.Model):
    """The server's sheet of a game, worked out from its log up to `upto_seq`.

    `revision`: 0 until the log is signed off, 1 as it was signed off, one more with every change after that.
    `undecided`: how many calls wait for the word of a head referee or director. `waiting`: by id of a call
    that does not count, why; none where that was not noted yet. `played`: who took part, once it is over.
    `engine`: the digest of the one that made it, or was last asked what it would make; `otherwise`: the
    digest of what that would be, where the sheet is signed off and that says something else.
    """

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    revision: Mapped[int]
    undecided: Mapped[int] = mapped_column(default=0, server_default="0")
    waiting: Mapped[dict[str, str] | None] = mapped_column(JSON)
    etag: Mapped[str] = mapped_column(String(80))
    sheet: Mapped[dict[str, Any]] = mapped_column(JSON)
    carry: Mapped[dict[str, Any]] = mapped_column(JSON)
    played: Mapped[list[str] | None] = mapped_column(JSON)
    upto_seq: Mapped[int]
    engine: Mapped[str | None] = mapped_column(String(80), index=True)
    otherwise: Mapped[str | None] = mapped_column(String(80))
    ruled_at: Mapped[datetime]
    # An earlier game's carry changed: to be ruled on again.
    stale_since: Mapped[datetime | None] = mapped_column(index=True)
    game: Mapped[Game] = relationship()


class IssuedRuling(db.Model):
    """A ruling, from when it was first given. Its identity is code, subject and triggering call.

    One that carries `confirm` is told to nobody outside the game until a director has confirmed it.
    `suspends`: the id of whom it suspends, if it does. One whose code is OVERRIDDEN has no effect: it says
    that an official overrode the `ruling`, and the override set it off.
    """

    __table_args__ = (
        Index(
            "uq_issued_ruling_standing",
            "game_id",
            "code",
            "subject",
            "trigger",
            unique=True,
            sqlite_where=text("withdrawn_at IS NULL"),
            postgresql_where=text("withdrawn_at IS NULL"),
        ),
        CheckConstraint("confirmed_at IS NULL OR rejected_at IS NULL", name="decided_once"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    code: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(120))  # whom it concerns
    trigger: Mapped[str] = mapped_column(String(36))  # id of the call that set it off
    ruling: Mapped[dict[str, Any]] = mapped_column(JSON)
    suspends: Mapped[str | None] = mapped_column(String(120), index=True)
    issued_at: Mapped[datetime]
    withdrawn_at: Mapped[datetime | None]
    confirmed_at: Mapped[datetime | None]
    rejected_at: Mapped[datetime | None]
    decided_by_id: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    decision_reason: Mapped[str | None] = mapped_column(Text)
    game: Mapped[Game] = relationship()
    decided_by: Mapped[Account | None] = relationship()

    @property
    def awaits_confirmation(self) -> bool:
        return (
            "confirm" in self.ruling
            and self.code != OVERRIDDEN
            and self.withdrawn_at is None
            and self.confirmed_at is None
            and self.rejected_at is None
        )
