"""A director moves a game, puts it off or calls it off: before it has begun, and never after."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import or_, select
from sqlalchemy.orm import selectinload

from webapp.store import intake
from webapp.store.database import db
from webapp.store.rulings import history_changed, lock_suspensions, owe
from webapp.store.schedule import BEGUN, CALLED_OFF, Game, Rink

TO_COME_SHOWN = 100


class NoSuchTime(Exception):
    """Clocks are put forward over that time of day: no clock ever shows it."""


def starts_at(local: datetime, timezone: str) -> datetime:
    """The moment, UTC, at which a wall shows a local time; the first, where clocks show it twice.

    Raises NoSuchTime.
    """
    zone = ZoneInfo(timezone)
    at = local.replace(tzinfo=zone).astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != local:
        raise NoSuchTime
    return at


def as_it_stands(game: Game) -> str:
    """When and where a game is, so that who changes it is seen to know."""
    return f"{game.status} {game.starts_local} {game.rink_id}"


def to_change(game_id: str, seen: str) -> Game | None:
    """The game, locked until the transaction ends; none where it has begun, or stands otherwise than `seen`.

    Its competition and who is suspended in its organisation are locked, too.
    """
    [game] = intake.locked([game_id])
    lock_suspensions([game.organisation_id])
    return game if game.status not in BEGUN and as_it_stands(game) == seen else None


def move(game: Game, local: datetime, rink: Rink, now: datetime) -> None:
    """Have a game start at a time on a rink's wall, also one that was put off. Raises NoSuchTime.

    What was logged of it before it began, and of games that it is moved past, is ruled on again by the queue.
    """
    moment = starts_at(local, rink.timezone)
    _queue_what_follows(game, now)
    game.rink_id, game.timezone = rink.id, rink.timezone
    game.starts_at_utc, game.starts_local = moment, local.strftime("%Y-%m-%dT%H:%M")
    game.status = "scheduled"
    _queue_what_follows(game, now)
    db.session.expire(game, ["rink"])


def call_off(game: Game, status: str, now: datetime) -> None:
    """Put a game off, or call it off for good: one of CALLED_OFF."""
    game.status = status
    _queue_what_follows(game, now)


def _queue_what_follows(game: Game, now: datetime) -> None:
    owe(game.id, now)
    history_changed(game, now)


def to_come(organisations: Collection[str], now: datetime) -> list[Game]:
    """Games that have not begun and start later, in order; those that were put off, whenever that was."""
    return list(
        db.session.scalars(
            select(Game)
            .options(*map(selectinload, (Game.home, Game.away, Game.rink)))
            .where(
                Game.organisation_id.in_(organisations),
                Game.status.in_(("scheduled", *CALLED_OFF)),
                or_(Game.starts_at_utc > now, Game.status == "postponed"),
            )
            .order_by(Game.starts_at_utc, Game.sequence, Game.id)
            .limit(TO_COME_SHOWN)
        )
    )


def rinks_of(organisation_id: str) -> list[Rink]:
    """The rinks of an organisation, by name."""
    theirs = select(Rink).where(Rink.organisation_id == organisation_id)
    return list(db.session.scalars(theirs.order_by(Rink.name)))
