"""A phone pushes the calls that it holds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from flask import Response, after_this_request, current_app, g
from msgspec import structs
from sqlalchemy.orm import joinedload
from werkzeug.exceptions import Forbidden, TooManyRequests

from webapp import officiating
from webapp.calls.answer_schema import MOST_CALLS
from webapp.calls.envelope import SyncRequest, named_games, read_batch
from webapp.pages.api import request_body
from webapp.pages.api.together import Together
from webapp.pages.later_games import afterwards
from webapp.store import Account, Device, db
from webapp.store.database import locks_rows, reading
from webapp.store.epoch import current_epoch
from webapp.store.phones import DeviceOfAnother, TooManyDevices, keep_as_own
from webapp.store.to_rule_on import next_to_rule_on


@dataclass(frozen=True, eq=False)
class Sent:
    """What came, from the phone that signed in as `device`."""

    asked: SyncRequest
    device: str
    at: datetime


@dataclass
class Told:
    """What a phone is told. `work_left`: later games wait to be ruled on, once that is out.

    `too_many`: it takes new device ids without end.
    """

    body: dict[str, Any]
    status: int = 200
    too_many: TooManyDevices | None = None
    work_left: bool = False


def sync() -> Response:
    """Take in a batch; per call a result, in the order sent, said only once it is committed.

    409 `epoch_changed` where the database was restored from a backup: `progress` says what it lacks.
    413 above 100 calls or 256 KiB. 429 where its account has taken too many device ids for one day.
    """
    asked = request_body.read(read_batch)
    if len(asked.calls) > MOST_CALLS:
        raise request_body.too_large()
    pushes = current_app.extensions.setdefault("pushes", Together(take_in, lane))
    try:
        told: Told | None = pushes.do(Sent(asked, g.device_id, g.now))
        if told is None:
            raise Forbidden("This device is registered to somebody else.")
        if told.too_many is not None:
            raise TooManyRequests(str(told.too_many), retry_after=told.too_many.seconds)
    except Exception:
        after_this_request(afterwards)  # while it waited, later games may have been left to this push
        raise
    response = Response(msgspec.json.encode(told.body), told.status, mimetype="application/json")
    return afterwards(response) if pushes.asked_to_go_on() or told.work_left else response


def lane(sent: Sent) -> frozenset[str] | None:
    """Pushes that wait for one another: where rows are locked, those that bring calls of the same games.

    Whoever holds a game there, be it for long, holds up nobody's push to another.
    """
    return frozenset(named_games(sent.asked.calls)) if locks_rows() else None


def take_in(sent: list[Sent]) -> list[Told | None]:
    """Take in what came from several phones; none is told to one that uses somebody else's device id."""
    db.session.rollback()
    now = max(one.at for one in sent)
    told: dict[Sent, Told] = {}
    pushes: dict[Sent, officiating.Push] = {}
    for one in sorted(sent, key=lambda one: one.device):  # in one order, for the phones' rows are written
        phone = db.session.get_one(Device, one.device, options=[joinedload(Device.account, innerjoin=True)])
        try:
            keep_as_own(one.asked.device, phone, now)
        except DeviceOfAnother:
            continue
        except TooManyDevices as too_many:
            told[one] = Told({}, too_many=too_many)
            continue
        if one.asked.epoch is not None and one.asked.epoch != current_epoch():
            told[one] = Told(_epoch_changed(one.asked, phone.account, now), 409)
            continue
        phone.last_seen_at = now
        pushes[one] = officiating.Push(one.asked, phone.account)
    answers = officiating.take_in_together(list(pushes.values()), now)
    told |= {one: Told(body) for one, body in zip(pushes, answers, strict=True)}
    with reading():
        work_left = next_to_rule_on(now) is not None
    for answer in told.values():
        answer.work_left = work_left
    return [told.get(one) for one in sent]


def _epoch_changed(asked: SyncRequest, account: Account, now: datetime) -> dict[str, Any]:
    push = officiating.Push(structs.replace(asked, calls=[]), account)
    officiating.opened([push], now)
    return {
        "error": "epoch_changed",
        "says": "The server's database was restored. Push again what it lacks.",
        **officiating.what_is_here(push),
    }
