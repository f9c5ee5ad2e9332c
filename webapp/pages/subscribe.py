"""A browser subscribes to its account's notices, and is told how that stands. JSON in and out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Blueprint, Response, current_app, g, jsonify, request
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import BadRequest, TooManyRequests, UnsupportedMediaType

from webapp.notices import queueing
from webapp.notices.endpoints import BadKeys, NoPushService, check_keys, place_of
from webapp.store import Notice, PushSubscription, db, subscriptions
from webapp.store.packet import written
from webapp.store.vapid_keys import current_key, key_with

area = Blueprint("subscribe", __name__, url_prefix="/notices/push")
TEST_EVERY = timedelta(seconds=10)
Asked = TypeVar("Asked", bound=msgspec.Struct)
Printable = Annotated[str, msgspec.Meta(pattern=r"^[!-~]*\Z")]
"""What a URL or base64url is made of; PostgreSQL keeps no NUL."""


class Keys(msgspec.Struct):
    """What messages to a subscription are encrypted with (RFC 8291), base64url."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """As PushManager gives it. `key`: ours that it was made with; `was`: the endpoint it replaces."""

    endpoint: str
    keys: Keys
    key: Printable
    was: Printable | None = None


class Endpoint(msgspec.Struct):
    """Which of the account's subscriptions is meant."""

    endpoint: Printable


@area.get("")
def known() -> Response:
    """`{key, csrf, subscriptions}`: the public key to subscribe with, and what the account has subscribed.

    `csrf`: for the service worker, which has no page to take the token from.
    """
    key = current_key()
    theirs = [
        {
            "id": one.id,
            "host": one.host,
            "created_at": written(one.created_at),
            "current_key": key is not None and one.vapid_key_id == key.id,
            **_heard(one),
        }
        for one in subscriptions.subscriptions_of(g.viewer.account.id)
    ]
    return jsonify(key=key.public if key else None, csrf=generate_csrf(), subscriptions=theirs)


@area.put("")
def keep() -> Response | tuple[Response, int]:
    """Keep a subscription, new or known: `{id, last_success_at, last_failure_at, resubscribe}`.

    422 `not_a_push_service`, `bad_keys`; `unknown_key` where it was made with a key that is not ours.
    """
    asked = _body(Subscription)
    key = key_with(asked.key)
    if key is None:
        return _refused("unknown_key", "Subscribe with the key of this installation.")
    try:
        place = place_of(asked.endpoint, current_app.config["PUSH_ORIGINS"])
        p256dh, auth = check_keys(asked.keys.p256dh, asked.keys.auth)
    except NoPushService as why:
        return _refused("not_a_push_service", f"Nothing is sent there: {why}.")
    except BadKeys as why:
        return _refused("bad_keys", f"Nothing can be encrypted with these keys: {why}.")
    made = PushSubscription(
        account_id=g.viewer.account.id,
        endpoint=asked.endpoint,
        host=place.lane,
        p256dh=p256dh,
        auth=auth,
        vapid_key_id=key.id,
        origin=request.host_url.rstrip("/"),
    )
    kept = subscriptions.subscribe(made, asked.was, g.now)
    current = current_key()
    changed = current is not None and current.id != kept.vapid_key_id
    answer = {"id": kept.id, "resubscribe": changed, **_heard(kept)}
    db.session.commit()
    return jsonify(answer)


@area.delete("")
def remove() -> Response:
    """Tell nothing more to a subscription: `{removed}`, 0 where there was none."""
    removed = subscriptions.unsubscribe(g.viewer.account.id, _body(Endpoint).endpoint)
    db.session.commit()
    return jsonify(removed=removed)


@area.post("/test")
def test() -> tuple[Response, int]:
    """202 `{notice}`: a test notice is on its way. 409 where there is no such subscription; 429 too often."""
    found = subscriptions.subscription_at(g.viewer.account.id, _body(Endpoint).endpoint)
    if found is None:
        return jsonify(error="not_subscribed", says="This browser has not subscribed."), 409
    last = db.session.scalar(
        db.select(db.func.max(Notice.queued_at)).where(
            Notice.account_id == found.account_id, Notice.kind == "test"
        )
    )
    if last is not None and g.now - last < TEST_EVERY:
        raise TooManyRequests("One test every ten seconds.", retry_after=TEST_EVERY.seconds)
    made = queueing.test_notice(found, g.now)
    db.session.commit()
    return jsonify(notice=made.id), 202


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


def _refused(error: str, says: str) -> tuple[Response, int]:
    return jsonify(error=error, says=says), 422
