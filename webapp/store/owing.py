"""What an account's other phones owe: asked when a phone registers, which may be one that lost its log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, case, func, select

from webapp.store.database import db
from webapp.store.heads import DeviceHead
from webapp.store.phones import Device
from webapp.store.progress import counts
from webapp.store.schedule import Game

ASKED_FOR = timedelta(days=30)
"""Since a game's start: as long as phones keep its calls."""


class Owed(NamedTuple):
    """Calls of one game that a device has told of and that never came. `phone`: what it calls itself."""

    device: str
    phone: str
    heard_at: datetime
    game: str
    label: str
    calls: int


def owed_by_others(registering: Device, now: datetime) -> list[Owed]:
    """What the account's devices but this one owe of late games, the last heard first."""
    others = (Device.account_id == registering.account_id, Device.id != registering.id)
    late = Game.starts_at_utc > now - ASKED_FOR
    ids, games = select(Device.id).where(*others), select(Game.id).where(late)
    arrived = counts(lambda kept: kept.device.in_(ids) & kept.game_id.in_(games)).subquery()
    last = func.coalesce(arrived.c.last, 0)
    head = case((DeviceHead.n < last, last), else_=DeviceHead.n)
    missing = head - func.coalesce(arrived.c.many, 0)
    told = (
        select(Device.id, Device.name, DeviceHead.heard_at, Game.id, Game.label, missing)
        .join(DeviceHead, DeviceHead.device == Device.id)
        .join(Game, Game.id == DeviceHead.game_id)
        .outerjoin(arrived, and_(arrived.c.game_id == Game.id, arrived.c.device == Device.id))
        .where(*others, late, missing > 0)
        .order_by(DeviceHead.heard_at.desc(), Device.id, Game.starts_at_utc)
    )
    return [Owed(*row) for row in db.session.execute(told)]
