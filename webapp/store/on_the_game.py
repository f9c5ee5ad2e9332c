"""Who is on a game: every device that logs or follows it, whose it is, and when it was last heard."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from webapp.store.accounts import Account
from webapp.store.call_log import LoggedCall
from webapp.store.database import db
from webapp.store.heads import DeviceHead
from webapp.store.phones import Device
from webapp.store.schedule import Assignment


class OnTheGame(NamedTuple):
    """A device that has told of a game. Without `account`, `official` and `phone` nobody registered it.

    `phone`: what the phone calls itself, such as iPhone. `by_code`: of a substitute who joined the game at
    the rink, under a name that nobody has checked. `heard_at`: when it last told how far it has logged.
    """

    device: str
    account: str | None
    official: str | None
    phone: str | None
    by_code: bool
    heard_at: datetime


_OF_THE_GAME = bindparam("game")
_log, _heads, _phones, _accounts, _assignments = (
    one.__table__.c for one in (LoggedCall, DeviceHead, Device, Account, Assignment)
)
_BY_CODE = (
    select(_assignments.id)
    .where(
        _assignments.account_id == _accounts.id, _assignments.game_id == _OF_THE_GAME, _assignments.by_code
    )
    .exists()
)
_HEARD = (
    select(_log.device, func.max(_log.received_at)).where(_log.game_id == _OF_THE_GAME).group_by(_log.device)
)
_TOLD = select(_heads.device, _heads.heard_at).where(_heads.game_id == _OF_THE_GAME)
_WHOSE = (
    select(_phones.id, _accounts.id, _accounts.display_name, _phones.name, _BY_CODE)
    .where(_accounts.id == _phones.account_id)
    .where(_phones.id.in_(bindparam("devices", expanding=True)))
)


def devices_on(game_id: str) -> list[OnTheGame]:
    """Every device that has logged a game or said that it follows it, by official and id.

    One that says nothing of its head (a tool's, perhaps) was heard when its last call came in.
    """
    of_the_game = {"game": game_id}
    heard = dict(db.session.execute(_HEARD, of_the_game).all())
    heard.update(dict(db.session.execute(_TOLD, of_the_game).all()))
    registered = {
        device: tuple(whose)
        for device, *whose in db.session.execute(_WHOSE, {**of_the_game, "devices": list(heard)})
    }
    found = [
        OnTheGame(device, *registered.get(device, (None, None, None, False)), at)
        for device, at in heard.items()
    ]
    return sorted(found, key=lambda one: (one.official or "", one.device))
