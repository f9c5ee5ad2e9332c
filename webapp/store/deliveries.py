"""What is still to be sent: each notice once for each subscription and mail address.

A courier claims a delivery for a while, sends, and notes what came of it. One that dies in between leaves a
claim that runs out, so that nothing is lost, and at worst something is sent twice under one tag.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    String,
    delete,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.orm import Mapped, aliased, joinedload, mapped_column, relationship

from webapp.store.database import db, insert_all, locks_rows, new_id, one_of
from webapp.store.inbox import Notice
from webapp.store.notice_wishes import MailAddress, who_turned_off
from webapp.store.phones import Device
from webapp.store.schedule import Game
from webapp.store.subscriptions import PushSubscription

STATES = ("queued", "sent", "overtaken", "given_up")
CLAIMED_FOR = timedelta(seconds=60)
"""Longer than everything that a courier claims at a time can take."""
KEPT_FOR = timedelta(days=30)
TESTS_KEPT_FOR = timedelta(days=1)
"""A test notice is in no inbox, and nobody takes it any more after some minutes."""
LONGEST_SAID = 200  # characters
TO_MAIL = "mail"
"""The lane of what goes by mail; a push's is its service's host."""


class Delivery(db.Model):
    """A notice on its way to one subscription, or by mail. `lane`: what it waits in together with others.

    `overtaken`: a later notice of its topic took its place first. `given_up`: it was refused for good, or
    grew too old. `said`: what the other side last said, for whoever looks for a fault.
    """

    __table_args__ = (
        one_of("state", STATES),
        Index(
            "ix_delivery_due",
            "next_try_at",
            sqlite_where=text("state = 'queued'"),
            postgresql_where=text("state = 'queued'"),
        ),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    notice_id: Mapped[str] = mapped_column(ForeignKey("notice.id"), index=True)
    subscription_id: Mapped[str | None] = mapped_column(
        ForeignKey("push_subscription.id", ondelete="CASCADE"), index=True
    )
    address: Mapped[str | None] = mapped_column(String(254))
    topic: Mapped[str] = mapped_column(String(32))  # the notice's
    lane: Mapped[str] = mapped_column(String(255))
    state: Mapped[str] = mapped_column(String(12), default="queued")
    attempts: Mapped[int] = mapped_column(default=0)
    smaller: Mapped[bool] = mapped_column(default=False)  # the whole of it was too large
    next_try_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    claimed_by: Mapped[str | None] = mapped_column(String(60))
    ended_at: Mapped[datetime | None]
    said: Mapped[str | None] = mapped_column(String(LONGEST_SAID))
    notice: Mapped[Notice] = relationship()
    subscription: Mapped[PushSubscription | None] = relationship()


_deliveries = Delivery.__table__.c


def queue_deliveries(notices: Sequence[Mapping[str, Any]], kind: str, now: datetime) -> None:
    """Queue these rows of notices, all of one kind, for every subscription and address of their accounts.

    Whoever turned the kind off has it in the inbox alone.
    """
    if not notices:
        return
    silent = who_turned_off([one["account_id"] for one in notices], kind)
    by_account = {one["account_id"]: one for one in notices if one["account_id"] not in silent}
    theirs = select(PushSubscription.account_id, PushSubscription.id, PushSubscription.host).where(
        PushSubscription.account_id.in_(by_account), _still_signed_in(now)
    )
    pushes = db.session.execute(_none_forgotten(theirs))
    rows = [_row(by_account[account], now, subscription, host) for account, subscription, host in pushes]
    mails = select(MailAddress).where(MailAddress.account_id.in_(by_account))
    rows += [
        _row(by_account[one.account_id], now, None, TO_MAIL, one.address) for one in db.session.scalars(mails)
    ]
    insert_all(Delivery, rows)


def queue_one(notice: Notice, subscription_id: str, now: datetime) -> bool:
    """Queue a notice for one subscription alone; whether anything is sent there still."""
    the_one = select(PushSubscription.host).where(
        PushSubscription.id == subscription_id, _still_signed_in(now)
    )
    host = db.session.scalar(_none_forgotten(the_one))
    if host is None:
        return False
    insert_all(Delivery, [_row({"id": notice.id, "topic": notice.topic}, now, subscription_id, host)])
    return True


def _still_signed_in(now: datetime) -> ColumnElement[bool]:
    """A page's subscription, or a phone's whose token is good: one signed out without a network runs out."""
    good = select(Device.id).where(Device.revoked_at.is_(None), Device.expires_at > now)
    return or_(PushSubscription.device_id.is_(None), PushSubscription.device_id.in_(good))


def _row(
    notice: Mapping[str, Any],
    now: datetime,
    subscription_id: str | None,
    lane: str,
    address: str | None = None,
) -> dict[str, Any]:
    return {
        "id": new_id(),
        "notice_id": notice["id"],
        "topic": notice["topic"],
        "subscription_id": subscription_id,
        "address": address,
        "lane": lane,
        "state": "queued",
        "attempts": 0,
        "smaller": False,
        "next_try_at": now,
    }


def overtake(notice_ids: Collection[str], now: datetime) -> None:
    """Let what is still to be sent of these notices go: others took their place.

    Their rows are locked first, in order, so that a courier that has one claimed is seen.
    """
    of_them = _deliveries.notice_id.in_(notice_ids), _deliveries.state == "queued"
    to_whom = select(_deliveries.subscription_id).where(*of_them)
    db.session.execute(_none_forgotten(select(PushSubscription.id).where(PushSubscription.id.in_(to_whom))))
    waiting = select(_deliveries.id).where(*of_them).order_by(_deliveries.id).with_for_update()
    ids = db.session.scalars(waiting).all()
    if ids:
        db.session.execute(
            update(Delivery.__table__).where(_deliveries.id.in_(ids)).values(state="overtaken", ended_at=now)
        )


def _none_forgotten(subscriptions: Select[Any]) -> Select[Any]:
    """These subscriptions, and none of them is forgotten until the transaction ends.

    They are locked in order and before deliveries to them, as by whoever forgets one, whose deliveries go
    with it. Other notices can be queued for them meanwhile.
    """
    return subscriptions.order_by(PushSubscription.id).with_for_update(read=True, key_share=True)


def is_due(now: datetime, shut: Collection[str]) -> bool:
    """Whether there is something to claim."""
    return db.session.scalar(_due(now, shut).limit(1)) is not None


def claim(
    courier: str,
    most: int,
    now: datetime,
    shut: Collection[str] = (),
    lane: str = "",
    room: Callable[[str], int] | None = None,
) -> list[Delivery]:
    """Claim what is due and commit; what was claimed, with all it takes to send.

    Of no lane that is `shut`, or of one `lane` alone; of each no more than there is `room` for. While an
    earlier notice of the topic is on its way to the same place, the later one waits: the phone would
    otherwise show whichever arrives last, and nothing at all puts mails right.
    """
    earlier = aliased(Delivery)
    on_its_way = (
        select(earlier.id)
        .where(
            earlier.id != Delivery.id,
            earlier.subscription_id == Delivery.subscription_id,
            earlier.topic == Delivery.topic,
            earlier.claimed_until > now,
        )
        .exists()
    )
    mailed = select(earlier.topic, earlier.address).where(
        earlier.subscription_id.is_(None), earlier.claimed_until > now
    )
    not_mailed = or_(
        Delivery.subscription_id.is_not(None), tuple_(Delivery.topic, Delivery.address).not_in(mailed)
    )
    due = _due(now, shut).where(~on_its_way, not_mailed)
    due = due.order_by(Delivery.next_try_at, Delivery.id).limit(most)
    if lane:
        due = due.where(Delivery.lane == lane)
    if locks_rows():
        due = due.with_for_update(of=Delivery, skip_locked=True)
    of_lane: dict[str, list[str]] = defaultdict(list)
    for delivery_id, its_lane in db.session.execute(due.add_columns(Delivery.lane)):
        of_lane[its_lane].append(delivery_id)
    ids = [one for its_lane, many in of_lane.items() for one in many[: room(its_lane) if room else most]]
    if not ids:
        db.session.rollback()
        return []
    db.session.execute(
        update(Delivery.__table__)
        .where(_deliveries.id.in_(ids))
        .values(claimed_until=now + CLAIMED_FOR, claimed_by=courier)
    )
    db.session.commit()
    return to_send(ids)


def _due(now: datetime, shut: Collection[str]) -> Select[tuple[str]]:
    due = select(Delivery.id).where(
        Delivery.state == "queued",
        Delivery.next_try_at <= now,
        or_(Delivery.claimed_until.is_(None), Delivery.claimed_until <= now),
    )
    return due.where(Delivery.lane.not_in(shut)) if shut else due


def to_send(ids: Collection[str]) -> list[Delivery]:
    """Deliveries with their notices, subscriptions and keys, free of the session."""
    told = (PushSubscription.vapid_key, PushSubscription.account)
    rows = db.session.scalars(
        select(Delivery)
        .options(
            joinedload(Delivery.notice).options(
                joinedload(Notice.game).options(*map(joinedload, (Game.home, Game.away, Game.rink))),
                joinedload(Notice.account),
            ),
            joinedload(Delivery.subscription).options(*map(joinedload, told)),
        )
        .where(Delivery.id.in_(ids))
        .order_by(Delivery.next_try_at, Delivery.id)
    ).all()
    db.session.expunge_all()
    db.session.rollback()
    return list(rows)


def ended(delivery: Delivery, state: str, said: str, now: datetime) -> None:
    """Note that a delivery was sent, or given up, unless another has claimed it since. Does not commit."""
    _note(delivery, state=state, said=said[:LONGEST_SAID], claimed_until=None, ended_at=now)


def again_at(delivery: Delivery, when: datetime, said: str, smaller: bool) -> None:
    """Note that a delivery is to be tried again, and when, unless another has claimed it since.

    Does not commit.
    """
    _note(
        delivery,
        next_try_at=when,
        said=said[:LONGEST_SAID],
        smaller=smaller,
        claimed_until=None,
        attempts=_deliveries.attempts + 1,
    )


def let_go(courier: str, ids: Collection[str]) -> None:
    """Give back what a courier has claimed and not sent. Does not commit."""
    theirs = update(Delivery.__table__).where(_deliveries.id.in_(ids), _deliveries.claimed_by == courier)
    db.session.execute(theirs.values(claimed_until=None, claimed_by=None))


def tidy(now: datetime) -> None:
    """Forget what came of deliveries long ago, and test notices with theirs. Does not commit."""
    db.session.execute(delete(Delivery.__table__).where(_deliveries.ended_at < now - KEPT_FOR))
    tests = Notice.kind == "test", Notice.queued_at < now - TESTS_KEPT_FOR
    to_them = _deliveries.notice_id.in_(select(Notice.id).where(*tests))
    db.session.execute(delete(Delivery.__table__).where(to_them))
    db.session.execute(delete(Notice).where(*tests).execution_options(synchronize_session=False))


def _note(delivery: Delivery, **what: Any) -> None:
    """What overtook a delivery while it was on its way has the last word; only its claim ends.

    Nothing is noted by whoever was away for so long that another has the delivery in its hands.
    """
    this_one = update(Delivery.__table__).where(
        _deliveries.id == delivery.id, _deliveries.claimed_by == delivery.claimed_by
    )
    if not db.session.execute(this_one.where(_deliveries.state == "queued").values(**what)).rowcount:
        db.session.execute(this_one.values(claimed_until=None))
