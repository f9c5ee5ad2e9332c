"""Suspensions that a director gives without a ruling of a game: a season's record, a league's own reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.accounts import Account
from webapp.store.carries import SUSPENDED
from webapp.store.competitions import Competition, RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.organisations import Person, Team
from webapp.store.rulings import lock_suspensions, queue_games_with
from webapp.store.suspension_decisions import Word, Worded

LONGEST_CLAUSE = 40  # characters


class ImposedSuspension(db.Model):
    """A director's own suspension of a person of a competition, with the reason, and never changed.

    It holds from the first game on that starts after `imposed_at`. `indefinite`: until a director decides;
    `until`: the day of return; `clause`: what it rests on, as the league's document prints it.
    """

    __table_args__ = (
        one_of("code", SUSPENDED),
        CheckConstraint("games >= 0 AND (max_games IS NULL OR max_games > games)", name="games"),
        UniqueConstraint("id", "organisation_id"),
        same_organisation("competition_id", "competition"),
        same_organisation("person_id", "person"),
        same_organisation("team_id", "team"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(String(36))
    competition_id: Mapped[str] = mapped_column(String(36), index=True)
    person_id: Mapped[str] = mapped_column(String(36), index=True)
    team_id: Mapped[str | None] = mapped_column(String(36))  # none: a goalie who belongs to no team
    code: Mapped[str] = mapped_column(String(40))
    clause: Mapped[str] = mapped_column(String(LONGEST_CLAUSE))
    games: Mapped[int]
    max_games: Mapped[int | None]
    indefinite: Mapped[bool]
    rest_of_season: Mapped[bool]
    until: Mapped[date | None]
    review: Mapped[bool]
    reason: Mapped[str] = mapped_column(Text)
    imposed_by_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    imposed_at: Mapped[datetime]
    imposed_by: Mapped[Account] = relationship()
    competition: Mapped[Competition] = relationship(
        primaryjoin="ImposedSuspension.competition_id == Competition.id",
        foreign_keys="ImposedSuspension.competition_id",
        viewonly=True,
    )
    team: Mapped[Team | None] = relationship(
        primaryjoin="ImposedSuspension.team_id == Team.id",
        foreign_keys="ImposedSuspension.team_id",
        viewonly=True,
    )


class ImposedDecision(Worded, db.Model):
    """A director's word on an imposed suspension."""

    __table_args__ = (
        *Worded.checks(),
        UniqueConstraint("imposed_id", "number"),
        same_organisation("imposed_id", "imposed_suspension"),
    )

    imposed_id: Mapped[str] = mapped_column(String(36))


@dataclass(frozen=True)
class Member:
    """Somebody of a competition: who plays, or stands behind a bench. `team`: none for a goalie of none."""

    person: str
    name: str
    team: str | None
    team_name: str
    staff: bool = False

    @property
    def key(self) -> str:
        return f"{self.team or ''}/{self.person}"


@dataclass(frozen=True)
class Length:
    """How long an imposed suspension is to last. See ImposedSuspension."""

    games: int
    max_games: int | None = None
    indefinite: bool = False
    rest_of_season: bool = False
    until: date | None = None
    review: bool = False


def members(competition: Competition, day: date) -> list[Member]:
    """Who belongs to a competition on a day, by team and name; the goalies of no team come last."""
    found: list[Member] = []
    for spots in (RosterSpot, StaffSpot):
        rows = db.session.execute(
            select(Person.id, Person.name, Team.id, Team.name)
            .join(spots, spots.person_id == Person.id)
            .join(Team, Team.id == spots.team_id)
            .where(
                spots.competition_id == competition.id,
                spots.starts_on <= day,
                db.or_(spots.ends_on.is_(None), spots.ends_on >= day),
            )
        )
        found += [Member(*row, staff=spots is StaffSpot) for row in rows]
    found.sort(key=lambda one: (one.team_name, one.staff, one.name, one.person))
    goalies = db.session.execute(
        select(Person.id, Person.name)
        .join(TournamentGoalie, TournamentGoalie.person_id == Person.id)
        .where(TournamentGoalie.competition_id == competition.id)
        .order_by(Person.name, Person.id)
    )
    return found + [Member(person, name, None, "") for person, name in goalies]


def impose(
    competition: Competition,
    member: Member,
    length: Length,
    clause: str,
    reason: str,
    by: Account,
    now: datetime,
) -> ImposedSuspension:
    """Suspend somebody. Games that start later and have a sheet already are ruled on again by the queue."""
    imposed = ImposedSuspension(
        organisation_id=competition.organisation_id,
        competition_id=competition.id,
        person_id=member.person,
        team_id=member.team,
        code="staff_suspended" if member.staff else "player_suspended",
        clause=clause,
        **asdict(length),
        reason=reason,
        imposed_by_id=by.id,
        imposed_at=now,
    )
    lock_suspensions([competition.organisation_id])
    db.session.add(imposed)
    db.session.flush()
    _queue_later_games(imposed, now)
    return imposed


def decide_on_imposed(imposed: ImposedSuspension, word: Word, after: int, by: Account, now: datetime) -> bool:
    """Append a director's word, as `suspension_decisions.decide_on` does."""
    lock_suspensions([imposed.organisation_id])
    of_it = select(func.max(ImposedDecision.number)).where(ImposedDecision.imposed_id == imposed.id)
    if (db.session.scalar(of_it) or 0) != after:
        return False
    made = ImposedDecision(imposed_id=imposed.id, **word.kept(imposed.organisation_id, after + 1, by, now))
    db.session.add(made)
    db.session.flush()
    _queue_later_games(imposed, now)
    return True


def imposed_on(organisation_id: str, people: Iterable[str]) -> list[ImposedSuspension]:
    """What was imposed on these people, in the order in which it was."""
    of_them = (
        select(ImposedSuspension)
        .options(*(db.joinedload(of) for of in (ImposedSuspension.competition, ImposedSuspension.team)))
        .where(
            ImposedSuspension.organisation_id == organisation_id,
            ImposedSuspension.person_id.in_(list(people)),
        )
    )
    return list(db.session.scalars(of_them.order_by(ImposedSuspension.imposed_at, ImposedSuspension.id)))


def decisions_on_imposed(imposed: Iterable[ImposedSuspension]) -> dict[str, list[ImposedDecision]]:
    """By id of an imposed suspension, what was decided on it, in order."""
    found: dict[str, list[ImposedDecision]] = {one.id: [] for one in imposed}
    if found:
        of_them = select(ImposedDecision).where(ImposedDecision.imposed_id.in_(found))
        for one in db.session.scalars(
            of_them.options(db.joinedload(ImposedDecision.decided_by)).order_by(ImposedDecision.number)
        ):
            found[one.imposed_id].append(one)
    return found


def _queue_later_games(imposed: ImposedSuspension, now: datetime) -> None:
    queue_games_with([imposed.person_id], imposed.organisation_id, (imposed.imposed_at, 0, ""), now)
