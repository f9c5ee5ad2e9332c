"""A director's word on calls that wait, as the call that it is, given on the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from sqlalchemy import func, or_, select

from webapp.calls.order import after
from webapp.rules.counting import DECISIONS
from webapp.rules.shapes import SHAPE_VERSION
from webapp.store.accounts import Account
from webapp.store.call_log import LoggedCall
from webapp.store.database import db, new_id
from webapp.store.phones import registered
from webapp.store.schedule import Game

PAGE = "Director's page"
PAGE_IS_REGISTERED = timedelta(days=3650)
CLOCKS_DIFFER_BY = timedelta(days=1)
"""A stamp further ahead is a clock's mistake: it leads nobody else's."""
MOST_AT_ONCE = 500
"""Calls that one word is about: their ids fit into a call."""


class NothingFollows(Exception):
    """A decision on this game is stamped with the end of time: no later one can be logged."""


def word_on(
    calls: Sequence[str], decision: str, decision_id: str, game: Game, by: Account, now: datetime
) -> bytes:
    """The body of the push in which a director admits or rejects calls, from the page as from a phone.

    `decision_id` makes a form that is sent twice one decision. Raises NothingFollows.
    """
    device = str(uuid5(NAMESPACE_URL, f"rinkside:page:{by.id}"))
    registered(device, by.id, PAGE, now + PAGE_IS_REGISTERED, now)
    of_game = select(func.max(LoggedCall.n)).where(LoggedCall.game_id == game.id)
    n = (db.session.scalar(of_game.where(LoggedCall.device == device)) or 0) + 1
    logged = {
        "id": decision_id,
        "type": decision,
        "calls": list(calls[:MOST_AT_ONCE]),
        "game": game.id,
        "device": device,
        "n": n,
        "hlc": _stamp(game, now),
        "made_at": now.isoformat(),
        "made_by": by.id,
        "v": SHAPE_VERSION,
        "app": "page",
    }
    body = {"batch": new_id(), "device": device, "calls": [logged], "heads": {game.id: n}}
    return json.dumps(body).encode()


def _stamp(game: Game, now: datetime) -> str:
    """After every decision on the game, for the last one has the word, and after what was logged by now."""
    ahead = f"{_milliseconds(now + CLOCKS_DIFFER_BY):013}"
    last = db.session.scalar(
        select(func.max(LoggedCall.hlc)).where(
            LoggedCall.game_id == game.id,
            or_(
                LoggedCall.hlc < ahead,
                LoggedCall.type.in_(DECISIONS) & (LoggedCall.result == "accepted"),
            ),
        )
    )
    stamp = after(last or "", _milliseconds(now))
    if stamp is None:
        raise NothingFollows
    return stamp


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
