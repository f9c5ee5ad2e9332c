"""Posting a message to a push service, and never anywhere else: no redirects, no private addresses."""

from __future__ import annotations

import socket
from collections.abc import Collection
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import requests
from pywebpush import WebPushException, webpush
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import HTTPError

from webapp.notices.answers import Answer, understood
from webapp.notices.endpoints import NoPushService, connected_to, is_public, place_of
from webapp.notices.payload import Manner
from webapp.store.subscriptions import PushSubscription

CONNECTS_WITHIN_S, ANSWERS_WITHIN_S = 5, 10
LONGEST_ANSWER = 4096  # bytes of a body that nobody needs
SIGNED_FOR_S = 12 * 3600


class PrivateAddress(OSError):
    """A name led to an address that is not for everybody."""


class PublicConnection(HTTPSConnection):
    """A connection that ends, before anything is said, where it has led to a private address."""

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        if not is_public(connected_to(sock)):
            sock.close()
            raise PrivateAddress(f"{self.host} leads to a private address")
        return sock


class PublicPool(HTTPSConnectionPool):
    """Connections of that kind."""

    ConnectionCls = PublicConnection


class PublicAdapter(HTTPAdapter):
    """Has requests connect so."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": PublicPool}


class Line(requests.Session):
    """A session that follows no redirect, asks no proxy of the environment and reads no long answers.

    `added`: the origins that an installation trusts; anything else is posted to at public addresses alone.
    """

    def __init__(self, added: Collection[str]) -> None:
        super().__init__()
        self.trust_env = False
        public = PublicAdapter()
        self.mount("https://", public)
        for origin in added:
            self.mount(f"{origin}/", HTTPAdapter())

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """One request, its answer's body left unread but for its beginning."""
        response = super().request(*args, **{**kwargs, "allow_redirects": False, "stream": True})
        try:
            response._content = response.raw.read(LONGEST_ANSWER, decode_content=False)
        except (HTTPError, OSError):
            response._content = b""  # the status has said what became of the message
        if response.raw.isclosed():
            response.raw.release_conn()
        else:
            response.close()
        return response


def post(
    to: PushSubscription,
    said: str,
    how: Manner,
    added: Collection[str],
    line: requests.Session,
    now: datetime,
) -> Answer:
    """Post a message to a subscription; what came of it. Raises nothing that a push service can bring about.

    `to` comes with its key; `added`: origins that an installation allows beside the push services.
    """
    try:
        place_of(to.endpoint, added)
    except NoPushService as why:
        return Answer("not_allowed", f"{why}, by now")
    try:
        response = webpush(
            {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}},
            said,
            vapid_private_key=to.vapid_key.private,
            vapid_claims={"sub": _who_we_are(to.origin), "exp": int(now.timestamp()) + SIGNED_FOR_S},
            timeout=(CONNECTS_WITHIN_S, ANSWERS_WITHIN_S),  # type: ignore[arg-type]
            ttl=how.ttl_s,
            headers=how.headers(to.host),
            requests_session=line,
        )
    except WebPushException as refused:
        if refused.response is None:
            return Answer("refused", str(refused))
        response = refused.response
    except (requests.RequestException, OSError) as fault:
        return Answer("later", type(fault).__name__, ill=True)
    return understood(response.status_code, response.headers.get("Retry-After"), now)


def _who_we_are(origin: str) -> str:
    """How a push service's people reach who sends: the installation's name (RFC 8292, 2.1).

    Without a port, which py_vapid takes for no address.
    """
    return f"https://{urlsplit(origin).hostname}"
