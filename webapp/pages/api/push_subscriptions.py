"""An official's phone subscribes to notices by its token, as a browser does by its cookie."""

from __future__ import annotations

from flask import Response, g

from webapp.pages import subscribe


def known() -> Response:
    """`{key, subscriptions}`: the public key to subscribe with, and what the account has subscribed."""
    return subscribe.told_to(g.account)


def keep() -> Response | tuple[Response, int]:
    """Keep this phone's subscription, new or known. It ends when the phone signs out."""
    return subscribe.kept(g.account, g.device_id)


def remove() -> Response:
    """Tell nothing more to a subscription: `{removed}`, 0 where there was none."""
    return subscribe.removed(g.account)


def test() -> tuple[Response, int]:
    """201 `{notice}`: a test notice is on its way. 409 where there is no such subscription; 429 too often."""
    return subscribe.tested(g.account, 201)
