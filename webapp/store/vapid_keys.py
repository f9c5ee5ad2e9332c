"""The keys by which push services know this installation (RFC 8292). They live with what is kept.

A subscription is bound to the key that it was made with, so that a key stays after another took its place.
"""

from __future__ import annotations

import base64
from datetime import datetime

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import String, select
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db, new_id


class VapidKey(db.Model):
    """A P-256 key pair: `public` as browsers take it, 65 bytes in base64url; `private` its 32 bytes so."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    public: Mapped[str] = mapped_column(String(87), unique=True)
    private: Mapped[str] = mapped_column(String(43))
    made_at: Mapped[datetime]


def current_key() -> VapidKey | None:
    """The key that phones subscribe with: the one made last."""
    return db.session.scalar(select(VapidKey).order_by(VapidKey.made_at.desc(), VapidKey.id.desc()).limit(1))


def key_with(public: str) -> VapidKey | None:
    """The key of that public half, if it is one of ours."""
    return db.session.scalar(select(VapidKey).where(VapidKey.public == public))


def make_key(now: datetime) -> VapidKey:
    """Make the key that phones subscribe with from now on. Does not commit."""
    secret = ec.generate_private_key(ec.SECP256R1())
    point = secret.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    number = secret.private_numbers().private_value.to_bytes(32, "big")
    key = VapidKey(public=in_base64url(point), private=in_base64url(number), made_at=now)
    db.session.add(key)
    db.session.flush()
    return key


def make_first_key(now: datetime) -> None:
    """Make a key where there is none yet."""
    if current_key() is None:
        make_key(now)


def in_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
