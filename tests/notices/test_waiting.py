"""A courier keeps to the waits that it was asked for, by its clock alone: nobody touches what it noted."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from webapp.notices import queueing
from webapp.notices.answers import FIRST_WAIT
from webapp.store import Delivery, Notice, PushSubscription, db


def test_a_courier_keeps_to_what_it_was_asked_to_wait(post, service):
    post.subscribe("casey", "a", (429, {"Retry-After": "1800"}))
    post.tell()
    first = datetime.now(UTC)
    post.send_at(first)
    [again] = db.session.scalars(select(Delivery.next_try_at))
    for now, asked in ((timedelta(0), 1), (timedelta(seconds=1799), 1), (again - first, 2)):
        post.send_at(first + now)
        assert service.asked["a"] == asked, now
    assert again - first >= timedelta(seconds=1800)
    assert post.states() == [("sent", "HTTP 201")]


def test_a_courier_waits_longer_with_every_failure_and_never_tries_before(post, service):
    post.subscribe("casey", "a", *[500] * 4)
    post.tell()
    now, waits = datetime.now(UTC), []
    for failures in range(1, 5):
        post.send_at(now)
        assert service.asked["a"] == failures
        [again] = db.session.scalars(select(Delivery.next_try_at))
        waits.append(again - now)
        post.send_at(again - timedelta(milliseconds=1))
        assert service.asked["a"] == failures, "not before its time"
        now = again
    post.send_at(now)
    assert post.states() == [("sent", "HTTP 201")]
    for failures, wait in enumerate(waits):
        assert FIRST_WAIT * 2**failures / 2 <= wait <= FIRST_WAIT * 2**failures


def test_what_came_of_a_test_is_forgotten_after_a_day_and_nothing_else_is(post, service):
    phone = post.subscribe("casey", "a")
    now = datetime.now(UTC)
    queueing.test_notice(db.session.get_one(PushSubscription, phone), now - timedelta(days=2))
    post.tell(minutes_ago=3 * 24 * 60)
    post.send_at(now)
    db.session.commit()
    assert {one.kind for one in db.session.scalars(select(Notice))} == {"schedule"}
    assert {one.notice.kind for one in db.session.scalars(select(Delivery))} == {"schedule"}
    queueing.test_notice(db.session.get_one(PushSubscription, phone), now)
    post.send_at(now + timedelta(hours=23))
    assert {one.kind for one in db.session.scalars(select(Notice))} == {"schedule", "test"}
