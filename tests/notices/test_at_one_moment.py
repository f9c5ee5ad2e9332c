"""What others do at the same moment costs no sheet and no answer. PostgreSQL alone lets two write at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text

from tests.conftest import token_in
from tests.notices.browser_keys import BrowserKeys
from tests.notices.test_queueing import misconduct
from webapp.store import Delivery, GameSheet, IssuedRuling, Notice, PushSubscription, db, subscriptions
from webapp.store.deliveries import overtake
from webapp.store.rulings import lock_suspensions
from webapp.store.vapid_keys import current_key, make_key

pytestmark = pytest.mark.database("postgresql")
NOW = datetime(2026, 11, 28, tzinfo=UTC)
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
WAITS_FOR_ME = text(
    "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
)


@pytest.fixture
def made(season):
    """Makes a subscription of an account, which is not kept yet."""
    key = make_key(NOW)
    db.session.commit()
    key_id = key.id

    def make(username):
        return PushSubscription(
            account_id=season.accounts[username].id,
            endpoint=ENDPOINT,
            host="fcm.googleapis.com",
            vapid_key_id=key_id,
            origin="https://rinkside.test",
            **BrowserKeys().public(),
        )

    return make


@pytest.fixture
def drews(made):
    """The id of what a captain's phone has subscribed."""
    kept = subscriptions.subscribe(made("drew"), None, NOW).id
    db.session.commit()
    return kept


def until_somebody_waits():
    for _ in range(400):
        db.session.execute(text("SELECT pg_stat_clear_snapshot()"))  # or a transaction sees what it saw first
        if db.session.scalar(WAITS_FOR_ME):
            return
        time.sleep(0.02)
    raise AssertionError("nobody waits")


def test_a_subscription_that_is_forgotten_meanwhile_costs_no_sheet(pat, drews):
    call = misconduct(pat)
    db.session.rollback()
    with ThreadPoolExecutor(1) as thread:
        subscriptions.forget(drews)
        pushed = thread.submit(pat.push, call)
        until_somebody_waits()
        db.session.commit()
        pushed.result(timeout=30)
    assert db.session.scalars(select(Notice).filter_by(person_id="BEA3")).all()
    assert db.session.get_one(GameSheet, "game1").stale_since is None
    assert db.session.scalars(select(Delivery)).all() == []


def test_a_test_of_a_subscription_that_is_forgotten_meanwhile_says_so(client_of, season, drews):
    drew = client_of("drew")
    headers = {"X-CSRFToken": token_in(drew, "/inbox/settings/")}
    told = {"endpoint": ENDPOINT}
    db.session.rollback()
    with ThreadPoolExecutor(1) as thread:
        subscriptions.forget(drews)
        asked = thread.submit(drew.post, "/notices/push/test", json=told, headers=headers)
        until_somebody_waits()
        db.session.commit()
        answer = asked.result(timeout=30)
    assert (answer.status_code, answer.json["error"]) == (409, "not_subscribed")
    assert db.session.scalars(select(Notice)).all() == []


def test_no_subscription_is_forgotten_while_something_to_it_is_overtaken(app, pat, drews):
    """Whoever forgets one holds it and wants its deliveries: the two would wait for each other."""
    pat.push(misconduct(pat))
    db.session.rollback()
    overtake(db.session.scalars(select(Delivery.notice_id)).all(), NOW)
    with db.engine.connect() as other:
        free = select(PushSubscription.id).with_for_update(skip_locked=True)
        assert other.scalars(free).all() == []
        assert other.scalars(free.with_for_update(skip_locked=True, key_share=True)).all() == [drews]


def test_page_and_worker_tell_of_one_subscription_at_once_and_both_are_answered(app, client_of, made):
    theirs, casey = made("casey"), client_of("casey")
    keys = {"p256dh": theirs.p256dh, "auth": theirs.auth}
    told = {"endpoint": ENDPOINT, "keys": keys, "key": current_key().public}
    headers = {"X-CSRFToken": token_in(casey, "/inbox/settings/")}
    db.session.rollback()
    with ThreadPoolExecutor(1) as thread:
        first = subscriptions.subscribe(theirs, None, NOW).id
        second = thread.submit(casey.put, "/notices/push", json=told, headers=headers)
        until_somebody_waits()
        db.session.commit()
        answer = second.result(timeout=30)
    assert (answer.status_code, answer.json["id"]) == (200, first)


def test_a_ruling_is_confirmed_once_nobody_else_changes_who_is_suspended(client_of, pat, season):
    lee = client_of("lee")
    pat.push(pat.call("penalty", team="HOG", player="HOG3", infraction="fighting", **{"class": "match"}))
    issued = db.session.scalars(select(IssuedRuling).filter_by(game_id="game1")).all()
    path, *_ = [f"/director/rulings/{one.id}" for one in issued if one.awaits_confirmation]
    form = {"decision": "confirmed", "reason": "Seen.", "csrf_token": token_in(lee, "/sign-in")}
    organisation = season.organisation.id
    db.session.rollback()
    with ThreadPoolExecutor(1) as thread:
        lock_suspensions([organisation])
        decided = thread.submit(lee.post, path, data=form)
        until_somebody_waits()
        db.session.commit()
        assert decided.result(timeout=30).status_code == 302
