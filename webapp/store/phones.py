"""The phones that officials log with: each has a token, got by password or by a one-time code."""

import functools
import hashlib
import secrets
from datetime import datetime, timedelta

from sqlalchemy import ForeignKey, Select, String, bindparam, select, update
from sqlalchemy.orm import Mapped, contains_eager, mapped_column, relationship

from webapp.store.accounts import Account
from webapp.store.database import db, for_update, insert, new_id

SIGN_IN_CODE_LIVES = timedelta(minutes=10)
MOST_NEW = 50
"""Device ids that one account may take within `NEW_WITHIN`, so that nobody fills the table with them."""
NEW_WITHIN = timedelta(days=1)


class DeviceOfAnother(Exception):
    """A device id is registered to somebody else."""


class TooManyDevices(Exception):
    """An account takes new device ids without end; `seconds` until it may take one more."""

    def __init__(self, seconds: int):
        super().__init__(f"{MOST_NEW} new device ids a day are enough for one official.")
        self.seconds = seconds


class Device(db.Model):
    """A phone of an account. `id` is the phone's own, and stands in the calls that it makes."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    last_seen_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship()


class DeviceCode(db.Model):
    """A code that registers one phone, once, after a sign-in in the browser."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


def keep_as_own(device: str, of: Device, now: datetime) -> None:
    """Keep for its account a device id that a phone has taken by itself, so that nobody else can register it.

    The phone's token stays that of the id that it signed in with. Raises DeviceOfAnother and TooManyDevices.
    """
    found = db.session.get(Device, device)
    if found is None:
        room_for_one_more(of.account_id, now)
        found = registered(device, of.account_id, of.name, of.expires_at, now)
    if found.account_id != of.account_id:
        raise DeviceOfAnother


def room_for_one_more(account_id: str, now: datetime) -> None:
    """Raise TooManyDevices where an account has taken as many new device ids of late as anybody needs."""
    lately = (Device.account_id == account_id, Device.created_at > now - NEW_WITHIN)
    latest_first = select(Device.created_at).where(*lately).order_by(Device.created_at.desc())
    in_the_way = db.session.scalar(latest_first.offset(MOST_NEW - 1).limit(1))
    if in_the_way is not None:
        raise TooManyDevices(1 + int((in_the_way + NEW_WITHIN - now).total_seconds()))


def registered(device: str, account_id: str, name: str, expires_at: datetime, now: datetime) -> Device:
    """The phone of that id, locked. One that nobody has becomes the account's, with a token that nobody has.

    It can be somebody else's, who registered it first, be it at the same moment.
    """
    own = {"id": device, "account_id": account_id, "name": name, "created_at": now, "expires_at": expires_at}
    row = insert(Device).values(**own, token_hash=secret_hash(secrets.token_urlsafe(32)))
    db.session.execute(row.on_conflict_do_nothing(index_elements=["id"]))
    return db.session.scalars(for_update(select(Device).where(Device.id == device))).one()


def secret_hash(secret: str) -> str:
    """What is kept of a token or code. They are 256 bits of chance, so that a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def issue_code(account: Account, now: datetime, lives: timedelta) -> str:
    """A new one-time code for an account, to be committed by the caller."""
    code = secrets.token_urlsafe(32)
    db.session.add(DeviceCode(account_id=account.id, code_hash=secret_hash(code), expires_at=now + lives))
    return code


def redeem_code(code: str, now: datetime) -> Account | None:
    """The account that a code was issued to; a code works once, and not after it has expired."""
    claimed = db.session.scalar(
        update(DeviceCode)
        .where(
            DeviceCode.code_hash == secret_hash(code),
            DeviceCode.used_at.is_(None),
            DeviceCode.expires_at > now,
        )
        .values(used_at=now)
        .returning(DeviceCode.account_id)
    )
    account = db.session.get(Account, claimed) if claimed else None
    return account if account is not None and account.disabled_at is None else None


@functools.cache
def _with_token() -> Select[tuple[Device]]:
    """Made once: every request of a phone begins with it."""
    return (
        select(Device)
        .join(Device.account)
        .options(contains_eager(Device.account))
        .where(
            Device.token_hash == bindparam("token_hash"),
            Device.revoked_at.is_(None),
            Device.expires_at > bindparam("now"),
            Account.disabled_at.is_(None),
        )
    )


def device_with_token(token: str, now: datetime) -> Device | None:
    """The phone that holds a token, unless token, phone or account are no longer good."""
    return db.session.scalar(_with_token(), {"token_hash": secret_hash(token), "now": now})
