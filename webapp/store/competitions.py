"""Competitions, the rulebook each plays by, and who plays in them for which team."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.organisations import Organisation, Person, Team


class RulebookLocked(Exception):
    """A competition's rulebook no longer changes: a game is played by it."""


class Competition(db.Model):
    """A season or a tournament. Its rulebook may change until a game's packet goes out or play begins."""

    __table_args__ = (UniqueConstraint("organisation_id", "name"), UniqueConstraint("id", "organisation_id"))

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    rulebook: Mapped[dict[str, Any]] = mapped_column(JSON)
    rulebook_digest: Mapped[str] = mapped_column(String(80))
    locked_at: Mapped[datetime | None]
    timezone: Mapped[str] = mapped_column(String(60))  # of games whose rink has none of its own
    organisation: Mapped[Organisation] = relationship()

    def lock_rulebook(self, now: datetime) -> None:
        """Call when a game's packet goes out, or play begins: it is this rulebook from now on."""
        if self.locked_at is None:
            self.locked_at = now

    @validates("rulebook", "rulebook_digest")
    def _changes_only_unlocked(self, field: str, value: Any) -> Any:
        if self.locked_at is not None:
            raise RulebookLocked(f"{self.name}: {field} is locked since {self.locked_at:%Y-%m-%d %H:%M} UTC")
        return value


class RosterSpot(db.Model):
    """A person on a team's roster in a competition, with a number and dates."""

    __table_args__ = (
        one_of("position", ("skater", "goalie")),
        one_of("gender", ("woman", "nonbinary", "man")),
        one_of("role", ("captain", "alternate")),
        UniqueConstraint("competition_id", "team_id", "person_id", "starts_on"),
        same_organisation("competition_id", "competition"),
        same_organisation("team_id", "team"),
        same_organisation("person_id", "person"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"))
    competition_id: Mapped[str] = mapped_column(String(36), index=True)
    team_id: Mapped[str] = mapped_column(String(36), index=True)
    person_id: Mapped[str] = mapped_column(String(36), index=True)
    number: Mapped[str] = mapped_column(String(4))  # as worn: 00 is not 0
    position: Mapped[str] = mapped_column(String(8), default="skater")
    gender: Mapped[str | None] = mapped_column(String(10))  # only where the rulebook asks
    role: Mapped[str | None] = mapped_column(String(10))
    starts_on: Mapped[date]
    ends_on: Mapped[date | None]  # the last day
    person: Mapped[Person] = relationship(
        primaryjoin="RosterSpot.person_id == Person.id", foreign_keys="RosterSpot.person_id"
    )


class StaffSpot(db.Model):
    """A person behind a team's bench in a competition."""

    __table_args__ = (
        one_of("role", ("coach", "assistant", "manager", "trainer")),
        UniqueConstraint("competition_id", "team_id", "person_id", "starts_on"),
        same_organisation("competition_id", "competition"),
        same_organisation("team_id", "team"),
        same_organisation("person_id", "person"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"))
    competition_id: Mapped[str] = mapped_column(String(36), index=True)
    team_id: Mapped[str] = mapped_column(String(36), index=True)
    person_id: Mapped[str] = mapped_column(String(36), index=True)
    role: Mapped[str] = mapped_column(String(10))
    starts_on: Mapped[date]
    ends_on: Mapped[date | None]
    person: Mapped[Person] = relationship(
        primaryjoin="StaffSpot.person_id == Person.id", foreign_keys="StaffSpot.person_id"
    )


class TournamentGoalie(db.Model):
    """A goalie of a competition who belongs to no team and is ranked within a level."""

    __table_args__ = (
        UniqueConstraint("competition_id", "person_id"),
        same_organisation("competition_id", "competition"),
        same_organisation("person_id", "person"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"))
    competition_id: Mapped[str] = mapped_column(String(36), index=True)
    person_id: Mapped[str] = mapped_column(String(36), index=True)
    level: Mapped[str] = mapped_column(String(20))
    person: Mapped[Person] = relationship(
        primaryjoin="TournamentGoalie.person_id == Person.id", foreign_keys="TournamentGoalie.person_id"
    )


def on_roster(spots: type[RosterSpot] | type[StaffSpot], competition_id: str, team: Team, day: date) -> Any:
    """A select of a team's spots that hold on a day."""
    return db.select(spots).where(
        spots.organisation_id == team.organisation_id,
        spots.competition_id == competition_id,
        spots.team_id == team.id,
        spots.starts_on <= day,
        db.or_(spots.ends_on.is_(None), spots.ends_on >= day),
    )
