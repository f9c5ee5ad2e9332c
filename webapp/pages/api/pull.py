"""A phone pulls what others have logged."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from flask import Response, current_app, request
from werkzeug.exceptions import BadRequest

from webapp import officiating
from webapp.calls.call_schema import MOST_N
from webapp.calls.digest import sha256
from webapp.calls.openapi import MOST_PULLED
from webapp.pages.api.my_games import seen
from webapp.pages.api.remembered import Remembered
from webapp.pages.api.together import Together
from webapp.store import Game, IssuedRuling, db, office
from webapp.store.engine_decisions import held_in
from webapp.store.epoch import current_epoch
from webapp.store.on_the_game import OnTheGame, devices_on
from webapp.store.packet import written
from webapp.store.parity import log_in_short
from webapp.store.progress import progress
from webapp.store.rulings import revision_of
from webapp.store.whole_log import Kept, Page, held, kept_calls, page_after

CONCERNED = ("team", "player", "goalie", "staff")


def calls(game: str) -> Response:
    """Calls after `cursor` (a `seq`, 0 from the start) in commit order, at most `limit`.

    `waiting` names every call of the game that does not count, with the reason, for that can change
    after a call was pulled. `decisions`: a director's, on the game's rulings. `progress`: by device,
    how far the server has everything. `devices`: whose each is, and when it was last heard. `revision`: of
    the server's sheet. `log`: what the log holds up to the answer's cursor, for a phone to compare with what
    it has. `not_ruled_on` where the rules fail on the log: `waiting` names only what was held when it came.
    `older_rules` where the sheet stands as it was signed off, and newer rules would say otherwise.
    """
    cursor = _number("cursor", least=0, most=MOST_N, left_out=0)
    limit = _number("limit", least=1, most=MOST_PULLED, left_out=MOST_PULLED)
    pulls = current_app.extensions.setdefault("pulls", Together(told, lambda asked: asked.game))
    return Response(pulls.do(Asked(seen(game).id, cursor, limit)), mimetype="application/json")


class Asked(NamedTuple):
    """A pull by somebody who may see the game."""

    game: str
    cursor: int
    limit: int


def told(asked: list[Asked]) -> list[bytes]:
    """The answers to pulls of one game, all of one moment, which is after the last of them was asked for."""
    db.session.rollback()
    game, epoch = db.session.get_one(Game, asked[0].game), current_epoch()
    by_the_rules = officiating.waiting(game)
    waiting = held(game.id) if by_the_rules is None else by_the_rules
    beside = {
        "waiting": waiting,
        "decisions": [_decided(one) for one in office.decisions_on(game)],
        "progress": progress(game.id),
        "revision": revision_of(game.id),
        "devices": [_on_the_game(one) for one in devices_on(game.id)],
        "epoch": epoch,
    }
    if by_the_rules is None:
        beside["not_ruled_on"] = True
    if beside["revision"] and held_in({game.id}):
        beside["older_rules"] = True
    answers = {}
    for one in set(asked):
        page = page_after(game.id, one.cursor, one.limit)
        of_the_page = {
            "calls": msgspec.Raw(_page(game.id, page, waiting, epoch)),
            "cursor": page.upto,
            "more": page.more,
            "log": log_in_short(game.id, page.upto, page.last, epoch),
        }
        answers[one] = msgspec.json.encode(of_the_page | beside)
    return [answers[one] for one in asked]


class Told(msgspec.Struct, omit_defaults=True):
    """A call as it is told; what does not apply is left out."""

    seq: int
    counts: bool
    result: str
    received_at: str
    call: msgspec.Raw
    code: str | None = None
    redacted: list[str] = []


def _page(game_id: str, page: Page, waiting: dict[str, str], epoch: str) -> bytes:
    """The calls of a page as they are told, in JSON."""
    if page.upto == page.after:
        return b"[]"
    remembered: Remembered = current_app.extensions.setdefault("pages", Remembered())

    def make() -> bytes:
        kept = kept_calls(game_id, page.after, page.upto - page.after)
        return msgspec.json.encode([_told(one, waiting) for one in kept])

    return remembered.page((epoch, game_id, page, sha256(waiting)), make)


def _told(kept: Kept, waiting: dict[str, str]) -> Told:
    reason = waiting.get(kept.id)
    result = "held" if reason else "accepted"
    at = written(kept.received_at)
    return Told(kept.seq, reason is None, result, at, kept.call, reason or kept.code, kept.redacted)


def _on_the_game(one: OnTheGame) -> dict[str, Any]:
    return one._asdict() | {"heard_at": written(one.heard_at)}


def _decided(issued: IssuedRuling) -> dict[str, Any]:
    """A decision, and which ruling it is on: its code, the call that set it off, whom it concerns."""
    return {
        "code": issued.code,
        "call": issued.trigger,
        "concerns": {who: issued.ruling[who] for who in CONCERNED if issued.ruling.get(who)},
        "confirmed": issued.confirmed_at is not None,
        "reason": issued.decision_reason or "",
    }


def _number(name: str, least: int, most: int, left_out: int) -> int:
    text = request.args.get(name)
    if text is None:
        return left_out
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise BadRequest(f"{name} is a whole number from {least} to {most}.")
    return int(text)
