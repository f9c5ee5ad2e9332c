"""A browser subscribes to its account's notices, and is told how that stands. JSON in and out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, current_app, g, jsonify, request
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import BadRequest, TooManyRequests, UnsupportedMediaType

from webapp.calls.subscribing import PushEndpoint, PushMovedRequest, PushSubscriptionRequest
from webapp.notices import queueing
from webapp.notices.endpoints import BadKeys, NoPushService, check_keys, place_of
from webapp.store import Account, Notice, PushSubscription, db, subscriptions
from webapp.store.packet import written
from webapp.store.vapid_keys import current_key, key_with

area = Blueprint("subscribe", __name__, url_prefix="/notices/push")
TEST_EVERY = timedelta(seconds=10)
Asked = TypeVar("Asked", bound=msgspec.Struct)


@area.get("")
def known() -> Response:
    """`{key, csrf, subscriptions}`: the public key to subscribe with, and what the account has subscribed.

    `csrf`: for the service worker, which has no page to take the token from.
    """
    return told_to(g.viewer.account, csrf=generate_csrf())


@area.put("")
def keep() -> Response | tuple[Response, int]:
    """Keep a subscription, new or known: `{id, last_success_at, last_failure_at, resubscribe}`.

    422 `not_a_push_service`, `bad_keys`; `unknown_key` where it was made with a key that is not ours.
    """
    return kept(g.viewer.account, None)


@area.post("/moved")
def moved() -> Response | tuple[Response, int]:
    """A browser has another subscription: `{moved}`, 1 where the viewer has notices on there. Turns none on.

    422 as above.
    """
    asked = _body(PushMovedRequest)
    try:
        made = _made(asked, g.viewer.account, None)
    except _Refused as why:
        return why.answer
    many = subscriptions.moved(asked.was.endpoint, made)
    db.session.commit()
    return jsonify(moved=many)


@area.delete("")
def remove() -> Response:
    """Tell nothing more to a subscription: `{removed}`, 0 where there was none."""
    return removed(g.viewer.account)


@area.post("/test")
def test() -> tuple[Response, int]:
    """202 `{notice}`: a test notice is on its way. 409 where there is no such subscription; 429 too often."""
    return tested(g.viewer.account, 202)


def told_to(account: Account, **more: str) -> Response:
    key = current_key()
    theirs = [
        {
            "id": one.id,
            "host": one.host,
            "created_at": written(one.created_at),
            "current_key": key is not None and one.vapid_key_id == key.id,
            **_heard(one),
        }
        for one in subscriptions.subscriptions_of(account.id)
    ]
    return jsonify(key=key.public if key else None, subscriptions=theirs, **more)


def kept(account: Account, device_id: str | None) -> Response | tuple[Response, int]:
    """`device_id`: the phone that asks by its token."""
    asked = _body(PushSubscriptionRequest)
    try:
        made = _made(asked, account, device_id)
    except _Refused as why:
        return why.answer
    if asked.was is not None:
        subscriptions.moved(asked.was.endpoint, made)
    one = subscriptions.subscribe(made, g.now, asked.turned_on)
    current = current_key()
    changed = current is not None and current.id != one.vapid_key_id
    answer = {"id": one.id, "resubscribe": changed, **_heard(one)}
    db.session.commit()
    return jsonify(answer)


class _Refused(Exception):
    """What is told of is no subscription of this installation's."""

    def __init__(self, error: str, says: str) -> None:
        self.answer = jsonify(error=error, says=says), 422


def _made(
    asked: PushSubscriptionRequest | PushMovedRequest, account: Account, device_id: str | None
) -> PushSubscription:
    """What a browser tells of, as the account's. Raises _Refused."""
    key = key_with(asked.key)
    if key is None:
        raise _Refused("unknown_key", "Subscribe with the key of this installation.")
    try:
        place = place_of(asked.endpoint, current_app.config["PUSH_ORIGINS"])
        p256dh, auth = check_keys(asked.keys.p256dh, asked.keys.auth)
    except NoPushService as why:
        raise _Refused("not_a_push_service", f"Nothing is sent there: {why}.") from why
    except BadKeys as why:
        raise _Refused("bad_keys", f"Nothing can be encrypted with these keys: {why}.") from why
    return PushSubscription(
        account_id=account.id,
        device_id=device_id,
        endpoint=asked.endpoint,
        host=place.lane,
        p256dh=p256dh,
        auth=auth,
        vapid_key_id=key.id,
        origin=request.host_url.rstrip("/"),
    )


def removed(account: Account) -> Response:
    many = subscriptions.unsubscribe(account.id, _body(PushEndpoint).endpoint)
    db.session.commit()
    return jsonify(removed=many)


def tested(account: Account, status: int) -> tuple[Response, int]:
    found = subscriptions.subscription_at(account.id, _body(PushEndpoint).endpoint)
    if found is None:
        return _not_subscribed()
    last = db.session.scalar(
        db.select(db.func.max(Notice.queued_at)).where(
            Notice.account_id == found.account_id, Notice.kind == "test"
        )
    )
    if last is not None and g.now - last < TEST_EVERY:
        raise TooManyRequests("One test every ten seconds.", retry_after=TEST_EVERY.seconds)
    made = queueing.test_notice(found, g.now)
    if made is None:
        db.session.rollback()
        return _not_subscribed()
    db.session.commit()
    return jsonify(notice=made.id), status


def _not_subscribed() -> tuple[Response, int]:
    return jsonify(error="not_subscribed", says="This browser has not subscribed."), 409


def _body(shape: type[Asked]) -> Asked:
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("Send JSON, as application/json.")
    try:
        return msgspec.json.decode(request.get_data(), type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise BadRequest(str(fault)) from None


def _heard(one: PushSubscription) -> dict[str, Any]:
    return {
        "last_success_at": _written(one.last_success_at),
        "last_failure_at": _written(one.last_failure_at),
    }


def _written(at: datetime | None) -> str | None:
    return written(at) if at is not None else None
