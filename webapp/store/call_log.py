"""The log: immutable calls in commit order. Triggers refuse UPDATE and DELETE (see the migration).

Free text is kept beside the log, which holds a salted digest of it: text can be redacted, the log
cannot be changed. Calls that were refused are kept raw, apart, as evidence.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db, one_of


class LoggedCall(db.Model):
    """One call, as it came in. `seq` runs per game in commit order; canonical order is hlc, device, n."""

    __table_args__ = (
        one_of("result", ("accepted", "held")),
        UniqueConstraint("game_id", "seq"),
        UniqueConstraint("game_id", "device", "n"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    seq: Mapped[int]
    device: Mapped[str] = mapped_column(String(36))
    n: Mapped[int]
    hlc: Mapped[str] = mapped_column(String(24))
    type: Mapped[str] = mapped_column(String(40))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)  # all fields of the call, free text as digests
    content_hash: Mapped[str] = mapped_column(String(80))
    result: Mapped[str] = mapped_column(String(8))
    code: Mapped[str | None] = mapped_column(
        String(40)
    )  # a mark on an accepted call, the reason of a held one
    received_at: Mapped[datetime]


class FreeText(db.Model):
    """What an official wrote in one field of a call."""

    call_id: Mapped[str] = mapped_column(ForeignKey("logged_call.id"), primary_key=True)
    pointer: Mapped[str] = mapped_column(String(80), primary_key=True)  # JSON pointer within the call
    salt: Mapped[str] = mapped_column(String(64))
    text: Mapped[str | None] = mapped_column(Text)  # none once redacted
    redacted_at: Mapped[datetime | None]


class RefusedCall(db.Model):
    """A call that is not in the log, as it came in, with the reason. The phone keeps it too."""

    __table_args__ = (Index(None, "account_id", "received_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str | None] = mapped_column(String(200))  # as claimed: such a game need not exist
    call: Mapped[str | None] = mapped_column(String(200))  # as claimed
    device: Mapped[str] = mapped_column(String(36))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("account.id"))
    code: Mapped[str] = mapped_column(String(40))
    says: Mapped[str] = mapped_column(Text)
    raw: Mapped[str] = mapped_column(Text)
    received_at: Mapped[datetime]
