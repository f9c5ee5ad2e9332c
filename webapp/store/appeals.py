"""Appeals against suspensions, from when they were filed. A later decision on an appeal answers them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.calls.identity import Identity
from webapp.store.accounts import Account
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.imposed import ImposedSuspension
from webapp.store.issued import IssuedRuling

FILED_BY = ("player", "team", "other")


class Appeal(db.Model):
    """That somebody appealed against a suspension, on a day, and on what grounds. It holds till decided.

    Against what a game's ruling of that identity gave, or against what a director `imposed`.
    """

    __table_args__ = (
        one_of("filed_by", FILED_BY),
        CheckConstraint("(game_id IS NULL) <> (imposed_id IS NULL)", name="against_one"),
        same_organisation("game_id", "game"),
        same_organisation("imposed_id", "imposed_suspension"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(String(36))
    game_id: Mapped[str | None] = mapped_column(String(36), index=True)
    code: Mapped[str | None] = mapped_column(String(40))
    subject: Mapped[str | None] = mapped_column(String(120))
    trigger: Mapped[str | None] = mapped_column(String(36))
    imposed_id: Mapped[str | None] = mapped_column(String(36), index=True)
    filed_by: Mapped[str] = mapped_column(String(12))
    filed_on: Mapped[date]
    grounds: Mapped[str] = mapped_column(Text)
    recorded_by_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    recorded_at: Mapped[datetime]
    recorded_by: Mapped[Account] = relationship()


def file_appeal(
    gave: IssuedRuling | ImposedSuspension,
    filed_by: str,
    filed_on: date,
    grounds: str,
    by: Account,
    now: datetime,
) -> None:
    """Note an appeal. Nothing changes by it until a director decides."""
    if isinstance(gave, ImposedSuspension):
        against = {"organisation_id": gave.organisation_id, "imposed_id": gave.id}
    else:
        identity = {"code": gave.code, "subject": gave.subject, "trigger": gave.trigger}
        against = {"organisation_id": gave.game.organisation_id, "game_id": gave.game_id, **identity}
    db.session.add(
        Appeal(
            **against,
            filed_by=filed_by,
            filed_on=filed_on,
            grounds=grounds,
            recorded_by_id=by.id,
            recorded_at=now,
        )
    )


def appeals_of_rulings(games: Collection[str]) -> dict[tuple[str, Identity], list[Appeal]]:
    """By game and identity of the ruling, the appeals against what it gave, in order."""
    found: dict[tuple[str, Identity], list[Appeal]] = defaultdict(list)
    if games:
        for one in _in_order(Appeal.game_id.in_(games)):
            identity = Identity(one.code or "", one.subject or "", one.trigger or "")
            found[one.game_id or "", identity].append(one)
    return found


def appeals_of_imposed(imposed: Iterable[str]) -> dict[str, list[Appeal]]:
    """By id of an imposed suspension, the appeals against it, in order."""
    found: dict[str, list[Appeal]] = defaultdict(list)
    if ids := list(imposed):
        for one in _in_order(Appeal.imposed_id.in_(ids)):
            found[one.imposed_id or ""].append(one)
    return found


def _in_order(those: db.ColumnElement[bool]) -> Iterable[Appeal]:
    found = select(Appeal).where(those).options(db.joinedload(Appeal.recorded_by))
    return db.session.scalars(found.order_by(Appeal.recorded_at, Appeal.id))
