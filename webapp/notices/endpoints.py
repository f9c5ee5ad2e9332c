"""Which addresses a message may be posted to. A client chooses them, and our server does the posting.

Checked when a subscription is stored, and again when something is sent: what an installation allows can
change in between, and so can where a name leads.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
import socket
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "android.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""Chrome's, Firefox's, Safari's and Edge's."""
LONGEST_ENDPOINT = 2000  # characters
LONGEST_HOST = 253  # RFC 1035, 2.3.4, without the last dot
POINT_BYTES, SECRET_BYTES = 65, 16
PRINTABLE = re.compile(r"[!-~]+")


class NoPushService(Exception):
    """Nothing is sent to such an endpoint."""


class BadKeys(Exception):
    """No message can be encrypted with these keys."""


@dataclass(frozen=True)
class Place:
    """Where an endpoint is: `lane`, its host, with the port where it is not 443. `trusted`: by a setting."""

    lane: str
    trusted: bool


def place_of(endpoint: str, added: Collection[str]) -> Place:
    """Where an endpoint is. Raises NoPushService.

    `added`: origins that an installation allows beside the push services, such as `https://push.example.org`
    or, for trials, `http://127.0.0.1:9000`; they may be on its own network.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not PRINTABLE.fullmatch(endpoint):
        raise NoPushService("no URL")
    try:
        url = urlsplit(endpoint)
        port, host = url.port, (url.hostname or "").lower()
    except ValueError:
        raise NoPushService("no URL") from None
    if "@" in url.netloc or "\\" in endpoint or url.fragment:
        raise NoPushService("a URL with more than a place in it")
    if f"{url.scheme}://{url.netloc}".lower() in added:
        return Place(url.netloc.lower(), trusted=True)
    if url.scheme != "https" or port not in (None, 443):
        raise NoPushService("not https on port 443")
    if len(host) > LONGEST_HOST or not any(_is(host, service) for service in PUSH_SERVICES):
        raise NoPushService("no push service that is known")
    return Place(host, trusted=False)


def check_keys(p256dh: str, auth: str) -> tuple[str, str]:
    """A subscription's keys without padding. Raises BadKeys.

    65 bytes that are a point on P-256, and 16 bytes of secret, both in base64url (RFC 8291, 3.1 and 3.2).
    """
    point, secret = _bytes(p256dh), _bytes(auth)
    if len(point) != POINT_BYTES or point[0] != 4 or len(secret) != SECRET_BYTES:
        raise BadKeys("p256dh takes 65 bytes that begin with 4, auth 16")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadKeys("p256dh is no point of P-256") from None
    return p256dh.rstrip("="), auth.rstrip("=")


def is_public(address: str) -> bool:
    """Whether an address of the network, of either family, is one that anybody can reach."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inside = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (inside is None or is_public(str(inside)))


def connected_to(sock: socket.socket) -> str:
    """The address at the other end, which a name may have led to."""
    return str(sock.getpeername()[0])


def _is(host: str, service: str) -> bool:
    if service.startswith("*."):
        return host.endswith(service[1:]) and re.fullmatch(r"[a-z0-9.-]+", host) is not None
    return host == service


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKeys("keys are base64url") from None
