"""What an account wants to be told outside the inbox, and the address for mail."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sqlalchemy import ForeignKey, String, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db, one_of
from webapp.store.inbox import KINDS

ADDRESS = re.compile(r"[!-?A-~]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}")


class NoAddress(Exception):
    """That is no address for mail; `str()` says why."""


class TurnedOff(db.Model):
    """A kind of notice that an account has only in its inbox: neither pushed nor mailed."""

    __table_args__ = (one_of("kind", KINDS),)

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)


class MailAddress(db.Model):
    """Where an account has notices mailed to."""

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))


def turned_off(account_id: str) -> set[str]:
    """The kinds that an account has turned off."""
    return set(db.session.scalars(select(TurnedOff.kind).where(TurnedOff.account_id == account_id)))


def who_turned_off(accounts: Collection[str], kind: str) -> set[str]:
    """Which of these accounts have turned a kind off."""
    return set(
        db.session.scalars(
            select(TurnedOff.account_id).where(TurnedOff.account_id.in_(accounts), TurnedOff.kind == kind)
        )
    )


def turn_off(account_id: str, kinds: Iterable[str]) -> None:
    """Have these kinds turned off, and no others. Does not commit."""
    db.session.execute(delete(TurnedOff).where(TurnedOff.account_id == account_id))
    db.session.add_all(TurnedOff(account_id=account_id, kind=kind) for kind in sorted(set(kinds)))
    db.session.flush()


def address_of(account_id: str) -> str | None:
    """Where an account has notices mailed to, if anywhere."""
    return db.session.scalar(select(MailAddress.address).where(MailAddress.account_id == account_id))


def set_address(account_id: str, address: str | None) -> None:
    """Have notices mailed there, or nowhere. Raises NoAddress. Does not commit."""
    address = (address or "").strip()
    if address and not (ADDRESS.fullmatch(address) and len(address) <= 254):
        raise NoAddress("That is no e-mail address: name@example.org is one.")
    db.session.execute(delete(MailAddress).where(MailAddress.account_id == account_id))
    if address:
        db.session.add(MailAddress(account_id=account_id, address=address))
    db.session.flush()
