"""The schedule: rinks, games, and the officials assigned to them."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, String, UniqueConstraint, false, or_
from sqlalchemy.ext.hybrid import hybrid_method
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.accounts import OFFICIAL_ROLES, Account
from webapp.store.competitions import Competition
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.organisations import Team

STAGES = ("season", "round_robin", "seeding", "playoff", "final")
STATUSES = ("scheduled", "in_play", "ended", "signed_off", "abandoned", "postponed", "cancelled")
BEGUN = ("in_play", "ended", "signed_off", "abandoned")
CALLED_OFF = ("postponed", "cancelled")  # by a director, whatever is logged


class Rink(db.Model):
    """Where games are played; its time zone makes a local start a moment."""

    __table_args__ = (UniqueConstraint("organisation_id", "name"), UniqueConstraint("id", "organisation_id"))

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    timezone: Mapped[str] = mapped_column(String(60))
    address: Mapped[str] = mapped_column(String(200), default="")


NIGHT = timedelta(hours=4)


def rink_day(moment: datetime, timezone: str) -> date:
    """The day at a rink: an evening's games are one day's, also those that begin or end past midnight."""
    return (moment.astimezone(ZoneInfo(timezone)) - NIGHT).date()  # by the wall


class Game(db.Model):
    """A game of a competition. Earlier is by `starts_at_utc`, then by `sequence`, never by the log."""

    __table_args__ = (
        one_of("stage", STAGES),
        one_of("timing", ("stop", "running")),
        one_of("venue", ("rink", "open")),
        one_of("status", STATUSES),
        CheckConstraint("home_id <> away_id", name="two_teams"),
        UniqueConstraint("competition_id", "sequence"),
        UniqueConstraint("id", "organisation_id"),
        same_organisation("competition_id", "competition"),
        same_organisation("home_id", "team"),
        same_organisation("away_id", "team"),
        same_organisation("rink_id", "rink"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    competition_id: Mapped[str] = mapped_column(String(36), index=True)
    home_id: Mapped[str] = mapped_column(String(36), index=True)
    away_id: Mapped[str] = mapped_column(String(36), index=True)
    rink_id: Mapped[str] = mapped_column(String(36))
    label: Mapped[str] = mapped_column(String(60))  # as the schedule prints it: "Game 14"
    sequence: Mapped[int]  # order within the competition among games that start together
    stage: Mapped[str] = mapped_column(String(12))
    timing: Mapped[str | None] = mapped_column(String(8))  # none: the rulebook's own
    division: Mapped[str | None] = mapped_column(String(40))
    venue: Mapped[str | None] = mapped_column(String(8))  # none: rink
    starts_at_utc: Mapped[datetime] = mapped_column(index=True)
    starts_local: Mapped[str] = mapped_column(String(16))  # YYYY-MM-DDTHH:MM on the rink's wall
    timezone: Mapped[str] = mapped_column(String(60))
    status: Mapped[str] = mapped_column(String(12), default="scheduled")
    begun_at: Mapped[datetime | None]  # when the server heard of it

    competition: Mapped[Competition] = relationship(
        primaryjoin="Game.competition_id == Competition.id", foreign_keys="Game.competition_id"
    )
    home: Mapped[Team] = relationship(primaryjoin="Game.home_id == Team.id", foreign_keys="Game.home_id")
    away: Mapped[Team] = relationship(primaryjoin="Game.away_id == Team.id", foreign_keys="Game.away_id")
    rink: Mapped[Rink] = relationship(primaryjoin="Game.rink_id == Rink.id", foreign_keys="Game.rink_id")
    assignments: Mapped[list["Assignment"]] = relationship(
        back_populates="game", order_by="Assignment.assigned_at"
    )


class Assignment(db.Model):
    """An official on a game. The head referee decides about late calls.

    `by_code`: a substitute who joined at the rink, without an account beforehand.
    """

    __table_args__ = (one_of("duty", OFFICIAL_ROLES), UniqueConstraint("game_id", "account_id", "duty"))

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    duty: Mapped[str] = mapped_column(String(12))
    head: Mapped[bool] = mapped_column(default=False)
    by_code: Mapped[bool] = mapped_column(default=False, server_default=false())
    assigned_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    game: Mapped[Game] = relationship(back_populates="assignments")
    account: Mapped[Account] = relationship()

    @hybrid_method
    def holds(self, now: datetime) -> bool:
        """Whether the official is on the game now."""
        return self.ended_at is None or now < self.ended_at

    @holds.inplace.expression
    @classmethod
    def _holds(cls, now: datetime) -> ColumnElement[bool]:
        return or_(cls.ended_at.is_(None), cls.ended_at > now)
