"""An official's games, today's first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask import Response, abort, g, jsonify
from sqlalchemy import and_, or_, select
from sqlalchemy.orm import selectinload

from webapp.pages.api.phone_sign_in import told
from webapp.store import Assignment, Game, GameSheet, Team, db
from webapp.store.accounts import OFFICIATING, current_memberships
from webapp.store.packet import written
from webapp.store.schedule import rink_day

AROUND_NOW = timedelta(hours=24)
RESULT = ("score", "winner", "shootout")


def games() -> Response:
    """The games that the official is on, the organisation's others within a day; a director's: all."""
    organisations = officiates_in()
    directs = {one.organisation_id for one in _memberships() if one.role == "director"}
    on = {one.game_id: one for one in _assignments()}
    found = db.session.scalars(
        select(Game)
        .options(*map(selectinload, (Game.competition, Game.home, Game.away, Game.rink)))
        .where(
            or_(
                Game.id.in_({game for game, one in on.items() if one.by_code}),
                and_(
                    Game.organisation_id.in_(organisations),
                    or_(
                        Game.id.in_(on),
                        Game.organisation_id.in_(directs),
                        Game.starts_at_utc.between(g.now - AROUND_NOW, g.now + AROUND_NOW),
                    ),
                ),
            )
        )
    ).all()
    results = _results([game.id for game in found])
    rows = [_row(game, on.get(game.id), results.get(game.id, {})) for game in sorted(found, key=_today_first)]
    return jsonify(games=rows, account=told(g.account), now=written(g.now))


def seen(game_id: str) -> Game:
    """The game, for an official or director of its organisation, and for who joined it by a code.

    For anybody else there is none.
    """
    game = db.session.get(Game, game_id)
    if game is None or not (game.organisation_id in officiates_in() or _has_joined(game)):
        abort(404, "There is no such game.")
    return game


def officiates_in() -> set[str]:
    """Ids of the organisations in which the account is an official or directs."""
    return {one.organisation_id for one in _memberships() if one.role in OFFICIATING}


def _has_joined(game: Game) -> bool:
    return any(one.by_code and one.game_id == game.id for one in _assignments())


def _memberships():
    return current_memberships(g.account, g.now)


def _assignments() -> list[Assignment]:
    """One for each game: that of the head referee, where there are two."""
    found = db.session.scalars(
        select(Assignment)
        .where(Assignment.account_id == g.account.id, Assignment.holds(g.now))
        .order_by(Assignment.head, Assignment.assigned_at)
    )
    return list({one.game_id: one for one in found}.values())


def _today_first(game: Game) -> tuple[int, float, str]:
    """Today's at its rink in order of start, then what is to come, then what has been, latest first."""
    day, today = rink_day(game.starts_at_utc, game.timezone), rink_day(g.now, game.timezone)
    starts = _seconds(game.starts_at_utc)
    if day == today:
        return (0, starts, game.id)
    return (1, starts, game.id) if day > today else (2, -starts, game.id)


def _seconds(moment: datetime) -> float:
    return moment.timestamp()


def _results(games: list[str]) -> dict[str, dict[str, Any]]:
    """By game what its sheet says of its result; a shoot-out adds nothing to the score."""
    parts = [GameSheet.sheet[name] for name in RESULT]
    ruled = db.session.execute(select(GameSheet.game_id, *parts).where(GameSheet.game_id.in_(games)))
    return {
        game: {name: part for name, part in zip(RESULT, found, strict=True) if part is not None}
        for game, *found in ruled
    }


def _row(game: Game, assignment: Assignment | None, result: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "label": game.label,
        "competition": game.competition.name,
        "stage": game.stage,
        "home": _team(game.home),
        "away": _team(game.away),
        **when_and_where(game),
        "status": game.status,
        "duty": assignment.duty if assignment else None,
        "head": bool(assignment and assignment.head),
        "score": None,
        **result,
    }


def when_and_where(game: Game) -> dict[str, str]:
    """A game's start in UTC and on the rink's wall, and the rink."""
    return {
        "starts_at": written(game.starts_at_utc),
        "starts_local": game.starts_local,
        "timezone": game.timezone,
        "rink": game.rink.name,
    }


def _team(team: Team) -> dict[str, str]:
    return {"key": team.key, "name": team.name, "colour": team.colour}
