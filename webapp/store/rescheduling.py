"""A director moves a game, puts it off or calls it off: before it has begun, and never after."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import selectinload

from webapp.store import intake
from webapp.store.database import db
from webapp.store.inbox import Notice
from webapp.store.rulings import history_changed, lock_suspensions, owe
from webapp.store.schedule import BEGUN, CALLED_OFF, Game, Rink

TO_COME_SHOWN = 100
MOVED_BACK_WITHIN = timedelta(days=60)


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
    """When and where a game is, and how late, so that who changes it is seen to know."""
    return f"{game.status} {game.starts_local} {game.rink_id} {late_by(game)}"


def late_by(game: Game) -> int:
    """How many minutes late it is by what was last told of it; 0: on time."""
    told = select(Notice.values).where(
        Notice.game_id == game.id, Notice.kind == "schedule", Notice.withdrawn_at.is_(None)
    )
    return (db.session.scalar(told.limit(1)) or {}).get("late_minutes", 0)


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
    """Games that have not begun and start later, in order."""
    later = _not_begun(organisations).where(Game.starts_at_utc > now)
    in_order = later.order_by(Game.starts_at_utc, Game.sequence, Game.id)
    return list(db.session.scalars(in_order.limit(TO_COME_SHOWN)))


def not_played(organisations: Collection[str], now: datetime) -> list[Game]:
    """Games that have not begun though their start is past, the latest first.

    Those that were put off, whenever that was; others of the last MOVED_BACK_WITHIN.
    """
    past = _not_begun(organisations).where(
        Game.starts_at_utc <= now,
        or_(Game.starts_at_utc > now - MOVED_BACK_WITHIN, Game.status == "postponed"),
    )
    latest_first = past.order_by(Game.starts_at_utc.desc(), Game.sequence.desc(), Game.id)
    return list(db.session.scalars(latest_first.limit(TO_COME_SHOWN)))


def _not_begun(organisations: Collection[str]) -> Select[tuple[Game]]:
    return (
        select(Game)
        .options(*map(selectinload, (Game.home, Game.away, Game.rink)))
        .where(Game.organisation_id.in_(organisations), Game.status.in_(("scheduled", *CALLED_OFF)))
    )


def rinks_of(organisation_id: str) -> list[Rink]:
    """The rinks of an organisation, by name."""
    theirs = select(Rink).where(Rink.organisation_id == organisation_id)
    return list(db.session.scalars(theirs.order_by(Rink.name)))
