"""What a browser or a phone says of its subscription to notices."""

from __future__ import annotations

from typing import Annotated

import msgspec

Printable = Annotated[str, msgspec.Meta(pattern=r"^[!-~]*\Z")]
"""What a URL or base64url is made of; PostgreSQL keeps no NUL."""


class PushKeys(msgspec.Struct):
    """What messages to a subscription are encrypted with (RFC 8291), base64url."""

    p256dh: str
    auth: str


class PushEndpoint(msgspec.Struct):
    """Which of the account's subscriptions is meant."""

    endpoint: Printable


class PushSubscriptionRequest(msgspec.Struct):
    """As PushManager gives it. `key`: ours that it was made with; `was`: what it replaces.

    `turned_on`: somebody has just asked for notices there by a tap, and is not merely told of anew.
    """

    endpoint: str
    keys: PushKeys
    key: Printable
    was: PushEndpoint | None = None
    turned_on: bool = False


class PushMovedRequest(msgspec.Struct):
    """What a browser has in the place of what it had, as its worker hears of it, who turns nothing on."""

    endpoint: str
    keys: PushKeys
    key: Printable
    was: PushEndpoint
