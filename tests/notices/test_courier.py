"""The courier against a push service: what each answer leads to, and what a phone shows in the end."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from tests.notices.posted import NOW
from tests.notices.push_service import PushService
from webapp.courier import THREADS, Courier
from webapp.notices import posting
from webapp.notices.answers import LONGEST_ASKED, REFUSED_MOST, asked_to_wait, wait_before
from webapp.notices.circuits import FAILURES_MOST
from webapp.notices.payload import LARGEST, payload, tag
from webapp.settings import Settings
from webapp.store import Delivery, Notice, PushSubscription, db
from webapp.store.deliveries import CLAIMED_FOR, claim
from webapp.store.notice_wishes import turn_off
from webapp.store.vapid_keys import make_key


def test_what_is_queued_is_shown_once_on_each_phone_of_those_who_are_told(post, service):
    for username, name in (("casey", "a"), ("casey", "b"), ("drew", "c"), ("lee", "d")):
        post.subscribe(username, name)
    post.tell()
    post.send()
    post.send()
    assert [len(service.of(name)) for name in "abcd"] == [1, 1, 1, 0]
    [shown] = service.of("a")
    notice = db.session.get_one(Notice, shown["navigate"].removeprefix("https://rinkside.example.org/inbox/"))
    assert (notice.account.username, notice.kind) == ("casey", "schedule")
    assert (shown["tag"], shown["lang"]) == (tag(notice), "en")
    heard = db.session.scalars(select(PushSubscription.last_success_at)).all()
    assert [one is not None for one in heard].count(True) == 3


def test_a_later_notice_of_the_topic_is_all_that_is_sent_where_the_first_still_waited(post, service):
    post.subscribe("casey", "a")
    post.tell(minutes_ago=5, late_minutes=10)
    post.tell(late_minutes=20)
    post.send()
    [shown] = service.of("a")
    assert "20 minutes" in shown["title"]
    assert sorted(state for state, _ in post.states()) == ["overtaken", "sent"]


def test_a_later_notice_waits_until_the_first_has_arrived(post):
    """Whichever arrived last would be what the phone shows."""
    post.subscribe("casey", "a")
    post.tell(minutes_ago=5)
    now = datetime.now(UTC)
    assert len(claim("one", 10, now)) == 1
    post.tell(late_minutes=20)
    now = datetime.now(UTC)
    assert claim("two", 10, now) == []
    assert len(claim("two", 10, now + CLAIMED_FOR)) == 1, "the first is lost with its courier"


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten_and_the_others_are_sent_to(post, service, status):
    post.subscribe("casey", "gone", status)
    post.subscribe("casey", "there")
    post.tell()
    post.send()
    assert post.subscribed() == ["there"]
    assert len(service.of("there")) == 1


def test_what_is_too_large_is_sent_once_more_and_smaller(post, service):
    post.subscribe("casey", "a", 413)
    post.tell()
    post.send()
    [shown] = service.of("a")
    assert "body" not in shown
    assert shown["title"]


def test_what_is_too_large_even_so_is_given_up(post, service):
    post.subscribe("casey", "a", 413, 413)
    post.tell()
    post.send()
    post.send()
    assert post.states() == [("given_up", "HTTP 413")]
    assert service.asked["a"] == 2


def test_who_says_slow_down_is_asked_again_no_earlier_than_they_say(post, service):
    post.subscribe("casey", "a", (429, {"Retry-After": "1800"}))
    post.subscribe("casey", "b", (406, {"Retry-After": "60"}))
    post.tell()
    before = datetime.now(UTC)
    post.send()
    waits = sorted(one - before for one in db.session.scalars(select(Delivery.next_try_at)))
    assert timedelta(seconds=60) <= waits[0] < timedelta(seconds=75)
    assert timedelta(seconds=1800) <= waits[1] < timedelta(seconds=1815)
    post.send()
    assert [len(service.of(name)) for name in "ab"] == [1, 1]


@pytest.mark.parametrize("answer", [500, 503, b"", b"\x00garbage\r\n\r\n", b"HTTP/1.1 banana\r\n\r\n"])
def test_a_service_that_fails_is_tried_again_until_the_notice_is_too_old(post, service, answer):
    post.subscribe("casey", "a", *[answer] * 3)
    post.tell()
    for _ in range(3):
        post.send()
        assert post.states()[0][0] == "queued"
    post.send()
    assert len(service.of("a")) == 1
    post.tell(minutes_ago=-60, late_minutes=30)
    service.phones["a"].answers.extend([answer])
    db.session.execute(update(Notice).values(queued_at=datetime.now(UTC) - timedelta(days=4)))
    post.send()
    assert post.states()[-1] == ("given_up", "nobody took it in time")
    assert service.asked["a"] == 4


def test_what_was_taken_is_not_sent_again_where_the_answer_breaks_off_after_its_status(post, service):
    post.subscribe("casey", "a", b"HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nhalf")
    post.tell()
    post.send()
    post.send()
    assert post.states()[0][0] == "sent"
    assert service.asked["a"] == 1


def test_a_service_that_says_nothing_at_all_holds_up_no_other(post, service, monkeypatch):
    """The others' messages arrive while it still says nothing, though it could hold every thread.

    Waits for that, or for every thread to be held, however long the machine takes for either.
    """
    monkeypatch.setattr(posting, "ANSWERS_WITHIN_S", 600)
    with PushService() as silent:
        post.settings = Settings(
            "x" * 40, "", testing=True, push_origins=frozenset({service.origin, silent.origin})
        )
        there, post.service = post.service, silent
        for number in range(2 * THREADS):
            post.subscribe("casey", f"silent{number}", None)
        post.service = there
        post.subscribe("drew", "b")
        post.tell()
        worker = threading.Thread(target=lambda: Courier(post.app, post.settings).run(once=True))
        worker.start()
        while not service.of("b") and worker.is_alive() and sum(silent.asked.values()) < THREADS:
            time.sleep(0.02)
        arrived = len(service.of("b"))
    worker.join()
    assert arrived == 1


def test_a_service_that_fails_is_left_alone_and_the_others_are_not(post, service):
    with PushService(lambda _message: 503) as ill:
        post.settings = Settings(
            "x" * 40, "", testing=True, push_origins=frozenset({service.origin, ill.origin})
        )
        there, post.service = post.service, ill
        for number in range(4 * THREADS):
            post.subscribe("casey", f"ill{number}")
        post.service = there
        post.subscribe("drew", "b")
        post.tell()
        post.send()
        assert FAILURES_MOST <= sum(ill.asked.values()) <= FAILURES_MOST + THREADS
        assert len(service.of("b")) == 1


def test_a_redirect_is_not_followed(post, service):
    elsewhere = {"Location": f"{service.origin}/push/elsewhere"}
    service.phone("elsewhere", post.key.public)
    post.subscribe("casey", "a", (307, elsewhere), (302, elsewhere))
    post.tell()
    post.send()
    assert service.asked["elsewhere"] == 0
    assert post.states() == [("given_up", "HTTP 307")]


def test_a_subscription_that_is_refused_again_and_again_is_forgotten(post):
    post.subscribe("casey", "a", *[403] * REFUSED_MOST)
    for number in range(REFUSED_MOST):
        assert post.subscribed() == ["a"]
        post.tell(late_minutes=number + 1)
        post.send()
    assert post.subscribed() == []


def test_one_that_was_refused_is_as_good_as_new_once_it_takes_something(post):
    post.subscribe("casey", "a", *[403] * (REFUSED_MOST - 1), 201, *[403] * (REFUSED_MOST - 1))
    for number in range(2 * REFUSED_MOST - 1):
        post.tell(late_minutes=number + 1)
        post.send()
    assert post.subscribed() == ["a"]


def test_a_subscription_is_sent_to_with_the_key_it_was_made_with(post, service):
    """The service of these tests takes no other."""
    old = post.key
    new = make_key(datetime.now(UTC))
    db.session.commit()
    post.subscribe("casey", "old", key=old)
    post.subscribe("casey", "new", key=new)
    post.tell()
    post.send()
    assert [len(service.of(name)) for name in ("old", "new")] == [1, 1]


def test_two_services_each_get_claims_of_their_own(post, service):
    """pywebpush writes the first one's name into what it is given."""
    with PushService() as other:
        post.settings = Settings(
            "x" * 40, "", testing=True, push_origins=frozenset({service.origin, other.origin})
        )
        post.subscribe("casey", "a")
        there, post.service = post.service, other
        post.subscribe("casey", "b")
        post.service = there
        post.tell()
        post.send()
        assert (len(service.of("a")), len(other.of("b")), other.faults) == (1, 1, [])


def test_an_origin_that_the_settings_do_not_allow_is_sent_nothing_until_they_do(post, service):
    """A courier with another environment than the server's costs nobody a subscription, however often."""
    post.subscribe("casey", "a")
    allowed, post.settings = post.settings, Settings("x" * 40, "", testing=True)
    for number in range(REFUSED_MOST):
        post.tell(late_minutes=number + 1)
        post.send()
    assert service.asked["a"] == 0
    assert {state for state, _ in post.states()} == {"given_up"}
    assert post.subscribed() == ["a"]
    post.settings = allowed
    post.tell(late_minutes=30)
    post.send()
    assert len(service.of("a")) == 1


def test_a_name_that_leads_to_a_private_address_is_told_nothing(post, service, monkeypatch):
    """`https` on a name that the list allows, and the list of names of the world says 127.0.0.1."""
    with socket.create_server(("127.0.0.1", 0)) as trap:
        port = trap.getsockname()[1]
        real = socket.getaddrinfo
        monkeypatch.setattr(
            socket, "getaddrinfo", lambda host, _port, *rest, **more: real("127.0.0.1", port, *rest, **more)
        )
        sub = post.subscribe("casey", "a")
        about = {"endpoint": "https://fcm.googleapis.com/x", "host": "fcm.googleapis.com"}
        db.session.execute(update(PushSubscription).where(PushSubscription.id == sub).values(**about))
        post.tell()
        post.send()
        trap.settimeout(5)
        caller, _ = trap.accept()
        heard = caller.recv(100)
    assert heard == b"", "the connection ended before a word was said"
    assert post.states() == [("queued", "ConnectionError")]


def test_a_kind_that_was_turned_off_stands_in_the_inbox_alone(post, service):
    post.subscribe("casey", "a")
    turn_off(post.season.accounts["casey"].id, ["schedule"])
    post.tell()
    post.send()
    assert service.asked["a"] == 0
    assert db.session.scalars(select(Notice)).all()


def test_messages_are_small_whatever_teams_are_called(app, post):
    post.season.hogs.name = "🏒" * 40
    post.season.games[0].label = "🥅" * 60
    post.tell()
    with app.test_request_context():
        for notice in db.session.scalars(select(Notice)):
            for smaller in (False, True):
                said = payload(notice, "https://rinkside.example.org", "fr", smaller)
                assert len(said.encode()) <= LARGEST


def test_waits_grow_and_differ_and_keep_to_what_was_asked():
    for attempts in range(20):
        waits = {wait_before(attempts, None) for _ in range(50)}
        assert len(waits) > 40
        assert max(waits) <= timedelta(hours=1)
    assert min(wait_before(12, None) for _ in range(50)) > max(wait_before(3, None) for _ in range(50))
    assert asked_to_wait("90", NOW) == timedelta(seconds=90)
    assert asked_to_wait("Sat, 28 Nov 2026 12:01:00 GMT", NOW) == timedelta(minutes=1)
    assert asked_to_wait("Sat, 28 Nov 2020 12:01:00 GMT", NOW) == timedelta()
    assert asked_to_wait("999999999999", NOW) == LONGEST_ASKED
    for nonsense in ("soon", "-5", "", None, "²"):
        assert asked_to_wait(nonsense, NOW) is None


def test_sigterm_ends_it_with_what_is_on_its_way(databases, app, post, service, tmp_path):
    """It finishes what it has begun, gives back what it has not, and ends with 0."""
    arrived, let_on = threading.Event(), threading.Event()

    def slowly(_message):
        arrived.set()
        let_on.wait(120)
        return 201

    service.always = slowly
    for number in range(30):
        post.subscribe("casey", f"p{number}")
    post.tell()
    with app.app_context():
        url = db.engine.url.render_as_string(hide_password=False)
    environment = os.environ | {
        "DATABASE_URL": url.replace("postgresql+psycopg:", "postgresql:"),
        "RINKSIDE_SECRET_KEY": "x" * 40,
        "RINKSIDE_PUSH_ORIGINS": service.origin,
        "RINKSIDE_INSTANCE": str(tmp_path),
    }
    courier = subprocess.Popen(
        [sys.executable, "-c", "from webapp.cli import main; main()", "courier"], env=environment
    )
    try:
        assert arrived.wait(120)
        courier.send_signal(signal.SIGTERM)
        let_on.set()
        assert courier.wait(120) == 0
    finally:
        courier.kill()
        courier.wait()
    db.session.rollback()
    sent = db.session.scalars(select(Delivery).filter_by(state="sent")).all()
    assert len(sent) == len(service.taken) > 0
    assert db.session.scalars(select(Delivery).where(Delivery.claimed_until.is_not(None))).all() == []
