"""What directors decided on suspensions: appended, with the reason and who, and never changed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    String,
    Text,
    UniqueConstraint,
    false,
    func,
    select,
)
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from webapp.calls.identity import Identity
from webapp.store.accounts import Account
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.issued import IssuedRuling
from webapp.store.rulings import history_changed, lock_competitions, suspensions_changed

OCCASIONS = ("hearing", "appeal", "office")
ACTS = ("uphold", "extend", "reduce", "overturn")


class Worded:
    """What is kept of a director's word on a suspension, wherever that came from.

    `number` counts from 1, so that of two directors who decide at once one is told. `games` and `until` are
    the whole length. `reason_for_team`: whether the director was told that the team reads the reason.
    """

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(String(36))
    number: Mapped[int]
    occasion: Mapped[str] = mapped_column(String(12))
    act: Mapped[str] = mapped_column(String(12))
    games: Mapped[int | None]
    until: Mapped[date | None]
    reason: Mapped[str] = mapped_column(Text)
    reason_for_team: Mapped[bool] = mapped_column(server_default=false())
    decided_by_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    decided_at: Mapped[datetime]

    @staticmethod
    def checks() -> tuple[CheckConstraint, ...]:
        return one_of("occasion", OCCASIONS), one_of("act", ACTS)

    @declared_attr
    def decided_by(self) -> Mapped[Account]:
        return relationship(Account)


class SuspensionDecision(Worded, db.Model):
    """A director's word on the suspension that a game's ruling of that identity gave.

    It holds for the identity: one that was withdrawn and is given again comes back as it was decided.
    `ruled` is what the ruling said by then.
    """

    __table_args__ = (
        *Worded.checks(),
        UniqueConstraint("game_id", "code", "subject", "trigger", "number"),
        same_organisation("game_id", "game"),
    )

    game_id: Mapped[str] = mapped_column(String(36))
    code: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(120))
    trigger: Mapped[str] = mapped_column(String(36))
    ruled: Mapped[dict[str, Any]] = mapped_column(JSON)

    @property
    def about(self) -> tuple[str, Identity]:
        """The game and the identity of the ruling there."""
        return self.game_id, Identity(self.code, self.subject, self.trigger)


RULED = ("games", "max_games", "indefinite", "rest_of_season", "review")


def what_was_ruled(issued: IssuedRuling) -> dict[str, Any]:
    """The length that a ruling gives."""
    return {field: issued.ruling.get(field) for field in RULED}


@dataclass(frozen=True)
class Word:
    """What a director says: `games` and `until` where the act sets a length."""

    occasion: str
    act: str
    reason: str
    games: int | None = None
    until: date | None = None

    def kept(self, organisation_id: str, number: int, by: Account, now: datetime) -> dict[str, Any]:
        """By column what is kept of it; see Worded."""
        said = {
            "organisation_id": organisation_id,
            "number": number,
            "reason_for_team": True,
            "decided_by_id": by.id,
            "decided_at": now,
        }
        return asdict(self) | said


def decide_on(issued: IssuedRuling, word: Word, after: int, by: Account, now: datetime) -> bool:
    """Append a director's word on a suspension; whether it was the next one after `after` others.

    The later games that know this suspension are ruled on again by the queue. Who calls this has the team
    told, in the same transaction.
    """
    lock_competitions([issued.game])
    of_it = select(func.max(SuspensionDecision.number)).where(
        SuspensionDecision.game_id == issued.game_id,
        SuspensionDecision.code == issued.code,
        SuspensionDecision.subject == issued.subject,
        SuspensionDecision.trigger == issued.trigger,
    )
    if (db.session.scalar(of_it) or 0) != after:
        return False
    db.session.add(
        SuspensionDecision(
            game_id=issued.game_id,
            code=issued.code,
            subject=issued.subject,
            trigger=issued.trigger,
            ruled=what_was_ruled(issued),
            **word.kept(issued.game.organisation_id, after + 1, by, now),
        )
    )
    history_changed(issued.game, now)
    suspensions_changed(issued.game, [issued.suspends or ""], now)
    return True
