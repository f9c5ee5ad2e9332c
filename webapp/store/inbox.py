"""What was told to whom: every notice, read or not. The inbox is the truth; pushes and mails point at it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, func, select, text, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.accounts import Account
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.issued import IssuedRuling
from webapp.store.organisations import Person, Team
from webapp.store.schedule import Game

KINDS = (
    "suspension",
    "disqualification",
    "ejection",
    "decision",
    "served",
    "hearing",
    "protest",
    "override",
    "schedule",
    "final",
)
"""What can be turned off, the gravest first."""
OTHER_KINDS = ("lifted", "test")


class Notice(db.Model):
    """One thing told to one account. Of a topic an account has one that stands.

    A later one of the topic takes its place: this one is withdrawn then. `values`: what it takes to word it;
    no names, which are looked up when it is read. `person_id`: any id of a game file, also of somebody who is
    on no roster.
    """

    __table_args__ = (
        one_of("kind", (*KINDS, *OTHER_KINDS)),
        same_organisation("game_id", "game"),
        same_organisation("team_id", "team"),
        Index(
            "uq_notice_standing",
            "account_id",
            "topic",
            unique=True,
            sqlite_where=text("withdrawn_at IS NULL"),
            postgresql_where=text("withdrawn_at IS NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    organisation_id: Mapped[str | None] = mapped_column(String(36))
    kind: Mapped[str] = mapped_column(String(16))
    topic: Mapped[str] = mapped_column(String(32), index=True)
    game_id: Mapped[str | None] = mapped_column(String(36), index=True)
    person_id: Mapped[str | None] = mapped_column(String(120))
    team_id: Mapped[str | None] = mapped_column(String(36))
    issued_id: Mapped[str | None] = mapped_column(ForeignKey("issued_ruling.id"))
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    queued_at: Mapped[datetime]
    read_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]
    game: Mapped[Game | None] = relationship(
        primaryjoin="Notice.game_id == Game.id", foreign_keys="Notice.game_id"
    )
    team: Mapped[Team | None] = relationship(
        primaryjoin="Notice.team_id == Team.id", foreign_keys="Notice.team_id"
    )
    person: Mapped[Person | None] = relationship(
        primaryjoin="Notice.person_id == Person.id", foreign_keys="Notice.person_id", viewonly=True
    )
    issued: Mapped[IssuedRuling | None] = relationship()
    account: Mapped[Account] = relationship()


def inbox_of(account_id: str, limit: int = 100) -> list[Notice]:
    """What stands in an account's inbox, latest first."""
    return list(
        db.session.scalars(
            select(Notice)
            .where(Notice.account_id == account_id, Notice.withdrawn_at.is_(None), Notice.kind != "test")
            .order_by(Notice.queued_at.desc(), Notice.id.desc())
            .limit(limit)
        )
    )


def unread(account_id: str) -> int:
    """How many of those were not read."""
    return (
        db.session.scalar(
            select(func.count()).where(
                Notice.account_id == account_id,
                Notice.withdrawn_at.is_(None),
                Notice.read_at.is_(None),
                Notice.kind != "test",
            )
        )
        or 0
    )


def own(account_id: str, notice_id: str) -> Notice | None:
    """A notice of the account's, also one that was withdrawn: a phone may show it still."""
    return db.session.scalar(select(Notice).where(Notice.id == notice_id, Notice.account_id == account_id))


def replaced_by(notice: Notice) -> Notice | None:
    """What stands in the place of a notice that was withdrawn."""
    return db.session.scalar(
        select(Notice).where(
            Notice.account_id == notice.account_id,
            Notice.topic == notice.topic,
            Notice.withdrawn_at.is_(None),
            Notice.id != notice.id,
        )
    )


def mark_read(account_id: str, notice_ids: Collection[str], now: datetime) -> int:
    """Note that the account has read these; how many it had not read before. Does not commit."""
    return db.session.execute(
        update(Notice)
        .where(Notice.account_id == account_id, Notice.id.in_(notice_ids), Notice.read_at.is_(None))
        .values(read_at=now)
        .execution_options(synchronize_session="fetch")
    ).rowcount
