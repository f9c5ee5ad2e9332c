"""Reading a game's log: the calls with their texts, in canonical order or in commit order."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Text, bindparam, cast, func, select

from webapp.calls.digest import opened
from webapp.calls.order import place
from webapp.calls.ruled import Entry
from webapp.store.call_log import FreeText, LoggedCall
from webapp.store.database import db

_log = LoggedCall.__table__.c
_beside = FreeText.__table__.c
_OF_THE_GAME = _log.game_id == bindparam("game")
_AFTER = (
    select(_log.id, _log.seq, _log.code, _log.received_at, cast(_log.body, Text).label("json"))
    .where(_OF_THE_GAME, _log.seq > bindparam("after"))
    .order_by(_log.seq)
    .limit(bindparam("most"))
)
_ALL = select(_log.result, _log.code, _log.body, _log.seq).where(_OF_THE_GAME)
_HELD = select(_log.id, _log.code).where(_OF_THE_GAME, _log.result == "held")
_LAST = select(func.max(_log.seq)).where(_OF_THE_GAME)
_TEXTS = (
    select(_beside.call_id, _beside.pointer, _beside.text)
    .select_from(FreeText.__table__.join(LoggedCall.__table__, _log.id == _beside.call_id))
    .where(_OF_THE_GAME)
)
_TEXTS_BETWEEN = _TEXTS.where(_log.seq.between(bindparam("first"), bindparam("last")))
_UP_TO = _log.seq <= bindparam("upto")
_PAGE = select(
    _LAST.scalar_subquery(),
    select(_log.id).where(_OF_THE_GAME, _UP_TO).order_by(_log.seq.desc()).limit(1).scalar_subquery(),
    select(func.count())
    .select_from(FreeText.__table__.join(LoggedCall.__table__, _log.id == _beside.call_id))
    .where(_OF_THE_GAME, _log.seq > bindparam("after"), _UP_TO, _beside.text.is_(None))
    .scalar_subquery(),
)


class Kept(NamedTuple):
    """A logged call, as JSON, with its texts in place. `redacted`: pointers of those that were taken away."""

    id: str
    seq: int
    code: str | None
    received_at: datetime
    call: msgspec.Raw
    redacted: list[str]


class Page(NamedTuple):
    """Which calls of a log a page holds: those after `seq` `after`, up to `upto`.

    `last`: the id of the call at its end. The log up to that call never changes, but for the texts that are
    taken away: so many are `redacted`. `more`: whether the log goes on.
    """

    after: int
    upto: int
    last: str | None
    redacted: int
    more: bool


def page_after(game_id: str, after: int, most: int) -> Page:
    """The page of a game's log that begins after `seq` `after`, with at most so many calls."""
    asked = {"game": game_id, "upto": after + most, "after": after}
    reaches, last, redacted = db.session.execute(_PAGE, asked).one()
    reaches = max(reaches or 0, after)
    return Page(after, min(reaches, after + most), last, redacted, reaches > after + most)


def kept_calls(game_id: str, after: int, most: int) -> list[Kept]:
    """The calls of a game in commit order, those after `seq` `after`, at most `most`."""
    rows = db.session.execute(_AFTER, {"game": game_id, "after": after, "most": most}).all()
    if not rows:
        return []
    between = {"game": game_id, "first": rows[0].seq, "last": rows[-1].seq}
    texts = _by_call(db.session.execute(_TEXTS_BETWEEN, between))
    return [Kept(*row[:4], *_written(row.json, texts.get(row.id))) for row in rows]


def _written(body: str, texts: dict[str, str | None] | None) -> tuple[msgspec.Raw, list[str]]:
    """The call's JSON, which is as it was kept where no text stood in it."""
    if not texts:
        return msgspec.Raw(body.encode()), []
    call, redacted = opened(msgspec.json.decode(body), texts)
    return msgspec.Raw(msgspec.json.encode(call)), redacted


def entries(game_id: str, upto: float = math.inf) -> list[Entry]:
    """The whole log in canonical order, or that up to a `seq`, with what was held by itself."""
    rows = db.session.execute(_ALL, {"game": game_id}).all()
    texts = _by_call(db.session.execute(_TEXTS, {"game": game_id}))
    found = [
        Entry(
            opened(body, texts[body["id"]])[0] if body["id"] in texts else body,
            code if result == "held" else None,
        )
        for result, code, body, seq in rows
        if seq <= upto
    ]
    return sorted(found, key=lambda one: place(one.call))


def held(game_id: str) -> dict[str, str]:
    """By id of a call that was held by itself when it came in, why."""
    return dict(db.session.execute(_HELD, {"game": game_id}).all())


def last_seq(game_id: str) -> int:
    """The `seq` of the call that was committed last, 0 where there is none."""
    return db.session.scalar(_LAST, {"game": game_id}) or 0


def _by_call(texts: Iterable[Any]) -> dict[str, dict[str, str | None]]:
    """By call and pointer: the text, none where it was redacted."""
    found: dict[str, dict[str, str | None]] = defaultdict(dict)
    for call_id, pointer, text in texts:
        found[call_id][pointer] = text
    return found
