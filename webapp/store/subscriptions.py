"""Where an account wants to be told: the push subscriptions of its browsers and phones."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.accounts import Account
from webapp.store.database import db, for_update, new_id
from webapp.store.vapid_keys import VapidKey

MOST_OF_AN_ACCOUNT = 20


class PushSubscription(db.Model):
    """A browser's subscription with its push service, as PushManager gave it, for one of its people.

    A browser has one endpoint, for pages and the referee's app alike. Everybody who turned notices on there
    has a row of their own with it, until they turn them off or sign out. `refused`: how many messages its
    service has refused since the last that it took.
    """

    __table_args__ = (UniqueConstraint("account_id", "endpoint"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    host: Mapped[str] = mapped_column(String(255))  # of the endpoint, with a port where it is not 443
    p256dh: Mapped[str] = mapped_column(String(87))
    auth: Mapped[str] = mapped_column(String(22))
    vapid_key_id: Mapped[str] = mapped_column(ForeignKey("vapid_key.id"))
    device_id: Mapped[str | None] = mapped_column(String(36), index=True)  # an official's phone, by its token
    origin: Mapped[str] = mapped_column(String(255))  # where the browser reaches us
    created_at: Mapped[datetime]
    last_success_at: Mapped[datetime | None]
    last_failure_at: Mapped[datetime | None]
    refused: Mapped[int] = mapped_column(default=0)
    account: Mapped[Account] = relationship()
    vapid_key: Mapped[VapidKey] = relationship()


def subscriptions_of(account_id: str) -> list[PushSubscription]:
    """An account's subscriptions, the first made first."""
    return list(
        db.session.scalars(
            select(PushSubscription)
            .where(PushSubscription.account_id == account_id)
            .order_by(PushSubscription.created_at, PushSubscription.id)
        )
    )


def subscription_at(account_id: str, endpoint: str) -> PushSubscription | None:
    """The account's subscription with that endpoint."""
    return db.session.scalar(
        select(PushSubscription).where(
            PushSubscription.account_id == account_id, PushSubscription.endpoint == endpoint
        )
    )


def subscribe(made: PushSubscription, now: datetime, turned_on: bool = False) -> PushSubscription:
    """Keep an account's subscription, in the place of what it had at that endpoint.

    Whether it was `turned_on` by a tap just now, in the referee's app or on a page, says whether it ends when
    the app signs out; telling of it anew leaves that as it is. A subscription never changes our key that it
    was made with, whatever its page says: only one with new keys has another. Above MOST_OF_AN_ACCOUNT the
    one that was heard of least lately goes. Does not commit.
    """
    kept = subscription_at(made.account_id, made.endpoint)
    if kept is None:
        made.created_at = now
        try:
            with db.session.begin_nested():
                db.session.add(made)
        except IntegrityError:
            if subscription_at(made.account_id, made.endpoint) is None:
                raise
            return subscribe(made, now, turned_on)  # page and worker tell of one at the same moment
        _make_room(made)
        return made
    if (kept.p256dh, kept.auth) != (made.p256dh, made.auth):
        kept.vapid_key_id = made.vapid_key_id
    for field in ("host", "p256dh", "auth", "origin"):
        setattr(kept, field, getattr(made, field))
    kept.device_id = made.device_id if turned_on else _device_told_anew(kept, made)
    kept.refused = 0
    db.session.flush()
    return kept


def moved(endpoint: str, made: PushSubscription) -> int:
    """A browser has `made` in the place of what it had at `endpoint`: 1 where its account had that, or 0.

    Others in that browser tell of themselves with their next visit: who once used it with them knows its
    endpoint and its keys, and might lead theirs away. Does not commit.
    """
    if endpoint == made.endpoint:
        return 0
    there = select(PushSubscription).filter_by(account_id=made.account_id, endpoint=endpoint)
    before = db.session.scalar(for_update(there).execution_options(populate_existing=True))
    if before is None:
        return 0
    try:
        with db.session.begin_nested():
            for field in ("endpoint", "host", "p256dh", "auth", "vapid_key_id"):
                setattr(before, field, getattr(made, field))
            before.refused = 0
    except IntegrityError:
        if subscription_at(made.account_id, made.endpoint) is None:
            raise
        forget(before.id)  # the account has that one, too: page and worker told of it at the same moment
    return 1


def _device_told_anew(before: PushSubscription, made: PushSubscription) -> str | None:
    """A page's stays a page's, and a phone's a phone's, be it under a new device id."""
    return before.device_id and (made.device_id or before.device_id)


def unsubscribe(account_id: str, endpoint: str) -> int:
    """Forget an account's subscription; how many there were."""
    kept = subscription_at(account_id, endpoint)
    if kept is None:
        return 0
    forget(kept.id)
    return 1


def forget(subscription_id: str) -> None:
    """Forget a subscription, with what waits to be sent to it. The inbox has it all."""
    db.session.execute(delete(PushSubscription).where(PushSubscription.id == subscription_id))


def forget_those_of(device_id: str) -> None:
    """Forget what an official's phone has subscribed. Does not commit."""
    theirs = select(PushSubscription.id).where(PushSubscription.device_id == device_id)
    for one in db.session.scalars(theirs.order_by(PushSubscription.id)).all():
        forget(one)


def heard_of(subscription_id: str, now: datetime, taken: bool, refused: bool = False) -> None:
    """Note whether its push service took a message, or refused it. Does not commit."""
    changes = (
        {"last_success_at": now, "refused": 0}
        if taken
        else {"last_failure_at": now, "refused": PushSubscription.refused + int(refused)}
    )
    db.session.execute(
        update(PushSubscription)
        .where(PushSubscription.id == subscription_id)
        .values(**changes)
        .execution_options(synchronize_session=False)
    )


def _make_room(made: PushSubscription) -> None:
    theirs = [one for one in subscriptions_of(made.account_id) if one.id != made.id]
    spare = len(theirs) + 1 - MOST_OF_AN_ACCOUNT
    least_lately = sorted(theirs, key=lambda one: one.last_success_at or one.created_at)
    for one in least_lately[: max(spare, 0)]:
        forget(one.id)
