"""What a courier claims: in order, no more of a lane than its share, and its own until the claim runs out."""

import sqlite3
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from tests.notices.browser_keys import BrowserKeys
from webapp import courier as courier_module
from webapp.courier import IN_ONE_LANE, Courier
from webapp.notices import queueing
from webapp.notices.answers import Answer
from webapp.settings import Settings
from webapp.store import Delivery, PushSubscription, db, deliveries
from webapp.store.deliveries import CLAIMED_FOR, claim
from webapp.store.notice_wishes import set_address
from webapp.store.vapid_keys import make_key

SLOW = "push.slow.example.org"


class Idle:
    """Threads that never come to it."""

    def submit(self, *_: object) -> Future[Answer]:
        return Future()


class Queue:
    """Casey's phones and mail, and what is queued for them."""

    def __init__(self, season):
        self.casey, self.game = season.accounts["casey"].id, season.games[0]
        self.key = make_key(datetime.now(UTC))
        db.session.flush()

    def phones(self, many, lane):
        for number in range(many):
            made = PushSubscription(
                account_id=self.casey,
                endpoint=f"https://{lane}/{number}",
                host=lane,
                **BrowserKeys().public(),
                vapid_key_id=self.key.id,
                origin="https://rinkside.example.org",
                created_at=datetime.now(UTC),
            )
            db.session.add(made)
        db.session.commit()

    def tell(self, late_minutes=10):
        queueing.of_schedule(self.game, datetime.now(UTC), late_minutes)
        db.session.commit()

    def states(self):
        db.session.expire_all()
        return sorted(db.session.scalars(select(Delivery.state)))

    def row(self):
        db.session.expire_all()
        one = db.session.scalars(select(Delivery)).one()
        return one.state, one.claimed_by, one.claimed_until is not None


@pytest.fixture
def queue(season):
    return Queue(season)


def test_a_later_mail_of_a_topic_waits_until_the_first_is_handed_in(queue):
    set_address(queue.casey, "casey@example.org")
    queue.tell()
    now = datetime.now(UTC)
    [first] = claim("one", 10, now)
    queue.tell(late_minutes=20)
    now = datetime.now(UTC)
    assert claim("two", 10, now) == []
    deliveries.ended(first, "sent", "SMTP 250", now)
    db.session.commit()
    [later] = claim("two", 10, now)
    assert (first.topic, first.address) == (later.topic, later.address)


def test_mail_to_somebody_else_does_not_wait(queue, season):
    drew = season.accounts["drew"].id
    set_address(queue.casey, "casey@example.org")
    queue.tell()
    assert len(claim("one", 10, datetime.now(UTC))) == 1
    set_address(drew, "drew@example.org")
    queue.tell(late_minutes=20)
    assert [one.address for one in claim("two", 10, datetime.now(UTC))] == ["drew@example.org"]


@pytest.mark.parametrize(
    "too_late",
    [
        lambda one, now: deliveries.ended(one, "given_up", "HTTP 400", now),
        lambda one, now: deliveries.again_at(one, now + timedelta(hours=1), "HTTP 503", smaller=True),
        lambda one, now: deliveries.let_go("one", [one.id]),
    ],
    ids=["ended", "again_at", "let_go"],
)
def test_a_courier_that_was_away_for_long_leaves_alone_what_another_has_in_its_hands(queue, too_late):
    queue.phones(1, SLOW)
    queue.tell()
    now = datetime.now(UTC)
    [mine] = claim("one", 10, now)
    now += CLAIMED_FOR
    [others] = claim("two", 10, now)
    too_late(mine, now)
    db.session.commit()
    assert queue.row() == ("queued", "two", True)
    deliveries.ended(others, "sent", "HTTP 201", now)
    db.session.commit()
    assert queue.row() == ("sent", "two", False)


def test_no_more_of_a_lane_are_on_their_way_than_its_share(app, queue):
    """However few there were of it when more came."""
    courier = Courier(app, Settings("x" * 40, "", testing=True))
    queue.phones(IN_ONE_LANE - 1, SLOW)
    queue.tell()
    assert courier._claim(Idle()) == IN_ONE_LANE - 1
    db.session.execute(update(Delivery).values(next_try_at=datetime.now(UTC) + timedelta(hours=1)))
    [like] = db.session.scalars(select(Delivery).limit(1))
    queued = {"notice_id": like.notice_id, "subscription_id": like.subscription_id, "lane": SLOW}
    now = datetime.now(UTC)
    for number in range(IN_ONE_LANE):
        db.session.add(Delivery(**queued, topic=f"another{number}", next_try_at=now))
    db.session.add(Delivery(**{**queued, "lane": "push.example.org"}, topic="elsewhere", next_try_at=now))
    db.session.commit()
    while courier._claim(Idle()):
        pass
    lanes = Counter(one.lane for one in courier._on_their_way.values())
    assert lanes == {SLOW: IN_ONE_LANE, "push.example.org": 1}


def test_what_was_sent_is_noted_though_the_database_is_busy_when_the_rest_is_given_back(
    app, queue, monkeypatch
):
    """Two threads have one each in their hands when it is told to leave; the others wait for a thread."""
    begun, let_on, gave_back = threading.Barrier(3), threading.Event(), []

    def slowly(*_):
        begun.wait(30)
        assert let_on.wait(30)
        return Answer("taken", "HTTP 201")

    def busy_at_first(*args):
        gave_back.append(args)
        let_on.set()
        if len(gave_back) == 1:
            fault = sqlite3.OperationalError("database is locked")
            fault.sqlite_errorname = "SQLITE_BUSY"
            raise OperationalError("UPDATE delivery", {}, fault)
        give_back(*args)

    give_back = deliveries.let_go
    monkeypatch.setattr(courier_module, "post", slowly)
    monkeypatch.setattr(courier_module, "ThreadPoolExecutor", lambda _threads: ThreadPoolExecutor(2))
    monkeypatch.setattr(deliveries, "let_go", busy_at_first)
    queue.phones(5, SLOW)
    queue.tell()
    courier = Courier(app, Settings("x" * 40, "", testing=True))
    worker = threading.Thread(target=courier.run)
    worker.start()
    begun.wait(30)
    courier.leave()
    worker.join(30)
    assert len(gave_back) == 2
    assert queue.states() == ["queued"] * 3 + ["sent"] * 2
    assert db.session.scalars(select(Delivery).where(Delivery.claimed_until.is_not(None))).all() == []
