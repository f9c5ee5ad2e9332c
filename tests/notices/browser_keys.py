"""The keys of a browser's subscription: it alone can read what is pushed to it."""

from __future__ import annotations

import os
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from webapp.store.vapid_keys import in_base64url


class BrowserKeys:
    """A P-256 key pair and 16 bytes of secret, as PushManager makes them (RFC 8291)."""

    def __init__(self) -> None:
        self.private, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def public(self) -> dict[str, str]:
        """What the browser tells the server: `{p256dh, auth}`."""
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"p256dh": in_base64url(point), "auth": in_base64url(self.secret)}

    def read(self, body: bytes) -> Any:
        """What a message says; raises where it was encrypted for another."""
        return http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
