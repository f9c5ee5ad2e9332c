"""A substitute at the rink: an official of the game makes a code; the head referee ends what it began."""

from __future__ import annotations

from flask import Response, abort, g, jsonify
from werkzeug.exceptions import Conflict, Forbidden

from webapp.pages.access import Viewer
from webapp.pages.api.my_games import seen
from webapp.store import Assignment, Game, db, game_codes
from webapp.store.accounts import current_memberships
from webapp.store.packet import written


def make_code(game: str) -> tuple[Response, int]:
    """201 `{code, expires_at}`, for an official who is on the game and for a director.

    403 for anybody else of the organisation; 409 where the game is over and nobody has joined it.
    """
    made = game_codes.make_code(found := _own(game), g.account, g.now)
    if made is None:
        raise Conflict(f"{found.label} is over: nobody joins it any more.")
    db.session.commit()
    return jsonify(code=made[0], expires_at=written(made[1])), 201


def take_back_codes(game: str) -> Response:
    """Take back the codes that nobody has used yet: `{codes}`, how many. For who may make one."""
    codes = game_codes.take_back(_own(game), g.now)
    db.session.commit()
    return jsonify(codes=codes)


def end_joined(game: str, account: str) -> Response:
    """End what a code began. 403 for anybody but the head referee and a director."""
    found = seen(game)
    if not any(one.head for one in _current(found)) and not _directs(found):
        raise Forbidden("Only the head referee or a director ends that.")
    if not game_codes.end(found, account, g.now):
        abort(404, "Nobody of that account has joined by a code.")
    db.session.commit()
    return jsonify(ended_at=written(g.now))


def _own(game: str) -> Game:
    """A game whose codes are the account's to make."""
    found = seen(game)
    if not any(not one.by_code for one in _current(found)) and not _directs(found):
        raise Forbidden("Only an official of this game or a director makes a code.")
    return found


def _current(game: Game) -> list[Assignment]:
    return [one for one in game.assignments if one.account_id == g.account.id and one.holds(g.now)]


def _directs(game: Game) -> bool:
    roles = tuple(current_memberships(g.account, g.now))
    return Viewer(g.account, roles).directs(game.organisation_id)
