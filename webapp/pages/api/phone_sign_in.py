"""A phone signs in, for a token that it keeps: by password, by a one-time code, or by a game's code."""

from __future__ import annotations

import contextlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from flask import Response, current_app, g, jsonify
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import BadRequest, Conflict, HTTPException, TooManyRequests, Unauthorized

from webapp.calls.envelope import DeviceRequest, read_request
from webapp.pages.api import request_body
from webapp.pages.sign_in import limit_attempts
from webapp.store import Account, Device, db, subscriptions
from webapp.store.accounts import account_named, current_memberships
from webapp.store.game_codes import JOINED_FOR, NameOfAnOfficial, UnreadableName, join
from webapp.store.owing import Owed, owed_by_others
from webapp.store.packet import written
from webapp.store.passwords import sign_in_fits
from webapp.store.phones import TooManyDevices, redeem_code, registered, room_for_one_more, secret_hash

TOKEN_LIVES = timedelta(days=180)


def username_tried() -> str:
    """The name that attempts are counted by; a body that cannot be read fails later, in the view."""
    with contextlib.suppress(HTTPException):
        g.asked = g.get("asked") or request_body.read(_understood)
        if not g.asked.code:  # guesses at codes count for where they come from, whatever name comes along
            return (g.asked.username or "").strip().lower()
    return ""


@limit_attempts(username_tried)
def devices() -> tuple[Response, int]:
    """`{device, name}` with `username` and `password`, with `code`, or with `code` and `official`.

    A `username` beside a `code` is that of the account which the code is for; a `password` never is there.

    201 `{token, expires_at, account, owing}`, and for a substitute `joined`: the proof that the account is
    theirs, to be sent along with the next code. Neither an account's id nor a device's says that, for the
    others on the game see both.

    `owing`: calls that the account's other phones have told of and not sent. This one may be such a phone
    whose browser has cleared its log.

    The same phone may sign in again and gets a new token for the old one. 401 where name, password or code
    are wrong; 409 where the device id is registered to somebody else: the phone takes another; 429 after too
    many that were wrong, or where the account has taken too many device ids for one day.
    """
    asked = g.get("asked") or request_body.read(_understood)
    account = _account(asked)
    expires_at = g.now + (JOINED_FOR if asked.official else TOKEN_LIVES)
    device = _registered(asked, account, expires_at)
    if device.account_id != account.id:
        raise Conflict("This device is registered to somebody else.")
    token = secrets.token_urlsafe(32)
    device.name = asked.name
    device.token_hash = secret_hash(token)
    device.expires_at = expires_at
    device.last_seen_at = g.now
    device.revoked_at = None
    answer = {
        "token": token,
        "expires_at": written(device.expires_at),
        "account": told(account),
        "owing": [_owed(one) for one in owed_by_others(device, g.now)],
    }
    if asked.official is not None:
        answer["joined"] = _joined().dumps(account.id)
    db.session.commit()
    return jsonify(answer), 201


def sign_out() -> Response:
    """The phone's token is no longer good, and it is sent no notices.

    What it has not sent it keeps until it signs in again.
    """
    g.device.revoked_at = g.now
    subscriptions.forget_those_of(g.device_id)
    db.session.commit()
    return jsonify(revoked_at=written(g.now))


def told(account: Account) -> dict[str, Any]:
    """An account as its own phone gets to know it."""
    roles = sorted({membership.role for membership in current_memberships(account, g.now)})
    return {"id": account.id, "name": account.display_name, "language": account.language, "roles": roles}


def _owed(one: Owed) -> dict[str, Any]:
    return one._asdict() | {"heard_at": written(one.heard_at)}


def _registered(asked: DeviceRequest, account: Account, expires_at: datetime) -> Device:
    try:
        if db.session.get(Device, asked.device) is None:
            room_for_one_more(account.id, g.now)
    except TooManyDevices as too_many:
        raise TooManyRequests(str(too_many), retry_after=too_many.seconds) from None
    return registered(asked.device, account.id, asked.name, expires_at, g.now)


def _understood(body: bytes) -> DeviceRequest:
    return read_request(body, DeviceRequest)


def _account(asked: DeviceRequest) -> Account:
    if not asked.code:
        return _with_password(asked)
    account = _joining(asked) if asked.official is not None else redeem_code(asked.code, g.now)
    if account is None:
        raise Unauthorized("There is no such code, it has ended, or it was used before.")
    if asked.password is not None:
        raise BadRequest("/password: send username and password, or code. Leave one of the two out.")
    if asked.username is not None and account_named(asked.username) is not account:
        raise BadRequest("/username: this code is not for that account. Leave one of the two out.")
    return account


def _joining(asked: DeviceRequest) -> Account | None:
    try:
        return join(asked.code, asked.official, g.now, _proved(asked.joined))
    except UnreadableName:
        raise BadRequest("/official: the name of who joins, in characters that can be read.") from None
    except NameOfAnOfficial:
        raise BadRequest(
            "/official: an official of this league has that name. Add something, say an initial."
        ) from None


def _joined() -> URLSafeSerializer:
    """Signs, rather than keeps: a database of before they joined knows nothing of them."""
    return URLSafeSerializer(current_app.secret_key, salt="joined by a code")


def _proved(joined: str | None) -> str | None:
    """The id of the account that a phone has proved to be its own."""
    if joined is None:
        return None
    try:
        account_id: str = _joined().loads(joined)
    except BadSignature:
        return None
    return account_id


def _with_password(asked: DeviceRequest) -> Account:
    if not asked.username or not asked.password:
        raise BadRequest("Send username and password, or code.")
    account = account_named(asked.username)
    account_id = account.id if account is not None else None
    if not sign_in_fits(account, asked.password):
        raise Unauthorized("User name or password is wrong.")
    return db.session.get_one(Account, account_id)
