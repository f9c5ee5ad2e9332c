"""What a director works with: the day's games, the rulings that wait for a word, and the word itself."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import and_, or_, select, update
from sqlalchemy.orm import selectinload

from webapp.calls.identity import OVERRIDDEN
from webapp.store.accounts import Account
from webapp.store.database import db
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.rulings import (
    history_changed,
    lock_competitions,
    lock_suspensions,
    suspensions_changed,
)
from webapp.store.schedule import Assignment, Game, rink_day

MAY_NEED_A_DIRECTOR = ("game_forfeited", "team_disqualified", "player_suspended", "staff_suspended")
UNDECIDED = and_(
    IssuedRuling.withdrawn_at.is_(None),
    IssuedRuling.confirmed_at.is_(None),
    IssuedRuling.rejected_at.is_(None),
)
DECIDED_SHOWN = 20
OVERRIDDEN_SHOWN = 50


def games_today(organisations: Collection[str], now: datetime) -> list[tuple[Game, GameSheet | None]]:
    """The games of today at their rink, in order, each with its sheet."""
    joined = selectinload(Game.assignments).selectinload(Assignment.account)
    rows = db.session.execute(
        select(Game, GameSheet)
        .outerjoin(GameSheet, GameSheet.game_id == Game.id)
        .options(*map(selectinload, (Game.home, Game.away, Game.rink)), joined)
        .where(
            Game.organisation_id.in_(organisations),
            Game.starts_at_utc.between(now - timedelta(hours=36), now + timedelta(hours=36)),
        )
        .order_by(Game.starts_at_utc, Game.sequence)
    )
    return [
        (game, sheet)
        for game, sheet in rows
        if rink_day(game.starts_at_utc, game.timezone) == rink_day(now, game.timezone)
    ]


def awaiting(organisations: Collection[str]) -> list[IssuedRuling]:
    """The rulings that wait for a director, the one that has waited longest first."""
    rows = db.session.scalars(
        select(IssuedRuling)
        .join(IssuedRuling.game)
        .where(Game.organisation_id.in_(organisations), IssuedRuling.code.in_(MAY_NEED_A_DIRECTOR), UNDECIDED)
        .order_by(IssuedRuling.issued_at, IssuedRuling.id)
    )
    return [issued for issued in rows if issued.awaits_confirmation]


def overridden(organisations: Collection[str]) -> list[IssuedRuling]:
    """The last rulings that officials overrode, as long as that stands; the last first."""
    return list(
        db.session.scalars(
            select(IssuedRuling)
            .join(IssuedRuling.game)
            .options(*(selectinload(IssuedRuling.game).selectinload(of) for of in (Game.home, Game.away)))
            .where(
                Game.organisation_id.in_(organisations),
                IssuedRuling.code == OVERRIDDEN,
                IssuedRuling.withdrawn_at.is_(None),
            )
            .order_by(IssuedRuling.issued_at.desc(), IssuedRuling.id)
            .limit(OVERRIDDEN_SHOWN)
        )
    )


def decided(organisations: Collection[str]) -> list[IssuedRuling]:
    """The last decisions, with who and why."""
    return list(
        db.session.scalars(
            select(IssuedRuling)
            .join(IssuedRuling.game)
            .where(
                Game.organisation_id.in_(organisations),
                or_(IssuedRuling.confirmed_at.is_not(None), IssuedRuling.rejected_at.is_not(None)),
            )
            .order_by(db.func.coalesce(IssuedRuling.confirmed_at, IssuedRuling.rejected_at).desc())
            .limit(DECIDED_SHOWN)
        )
    )


def decisions_on(game: Game) -> list[IssuedRuling]:
    """The game's standing rulings that a director has decided on."""
    return list(
        db.session.scalars(
            select(IssuedRuling)
            .where(
                IssuedRuling.game_id == game.id,
                IssuedRuling.withdrawn_at.is_(None),
                or_(IssuedRuling.confirmed_at.is_not(None), IssuedRuling.rejected_at.is_not(None)),
            )
            .order_by(IssuedRuling.issued_at, IssuedRuling.id)
        )
    )


def decide(issued: IssuedRuling, confirm: bool, reason: str, by: Account, now: datetime) -> bool:
    """Write down a director's decision, once; whether it was still to be made.

    A rejected ruling is no longer carried into later games, which are ruled on again by the queue.
    """
    lock_competitions([issued.game])
    lock_suspensions([issued.game.organisation_id])
    decision = {"confirmed_at": now} if confirm else {"rejected_at": now}
    changed = db.session.execute(
        update(IssuedRuling)
        .where(IssuedRuling.id == issued.id, UNDECIDED)
        .values(decided_by_id=by.id, decision_reason=reason, **decision)
        .execution_options(synchronize_session=False)
    ).rowcount
    db.session.refresh(issued)
    if changed and not confirm:
        history_changed(issued.game, now)
        suspensions_changed(issued.game, [issued.suspends] if issued.suspends else [], now)
    return changed == 1
