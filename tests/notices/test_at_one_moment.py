"""What others do at the same moment costs no sheet and no answer. PostgreSQL alone lets two write at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, text

from tests.conftest import token_in
from tests.notices.browser_keys import BrowserKeys
from tests.notices.test_queueing import ever, misconduct
from tests.suspensions.league import League
from tests.suspensions.test_at_once import taken_in_but_not_committed, until_done_or_waiting
from tests.suspensions.test_imposed import suspend
from webapp.notices import queueing
from webapp.store import (
    Delivery,
    GameSheet,
    IssuedRuling,
    Notice,
    PushSubscription,
    StaffSpot,
    db,
    subscriptions,
)
from webapp.store.deliveries import overtake
from webapp.store.rulings import lock_suspensions
from webapp.store.vapid_keys import current_key, make_key

pytestmark = pytest.mark.database("postgresql")
NOW = datetime(2026, 11, 28, tzinfo=UTC)
SIGNED = {"type": "sign_off", "by": "Pat"}
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
    kept = subscriptions.subscribe(made("drew"), NOW).id
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
        first = subscriptions.subscribe(theirs, NOW).id
        second = thread.submit(casey.put, "/notices/push", json=told, headers=headers)
        until_somebody_waits()
        db.session.commit()
        answer = second.result(timeout=30)
    assert (answer.status_code, answer.json["id"]) == (200, first)


def test_a_worker_moves_what_a_page_tells_of_at_once_and_is_answered(app, client_of, made):
    old, new, casey = made("casey"), made("casey"), client_of("casey")
    new.endpoint = ENDPOINT + "2"
    keys = {"p256dh": new.p256dh, "auth": new.auth}
    told = {
        "endpoint": new.endpoint,
        "keys": keys,
        "key": current_key().public,
        "was": {"endpoint": ENDPOINT},
    }
    headers = {"X-CSRFToken": token_in(casey, "/inbox/settings/")}
    subscriptions.subscribe(old, NOW)
    db.session.commit()
    with ThreadPoolExecutor(1) as thread:
        subscriptions.subscribe(new, NOW)
        second = thread.submit(casey.post, "/notices/push/moved", json=told, headers=headers)
        until_somebody_waits()
        db.session.commit()
        answer = second.result(timeout=30)
    assert (answer.status_code, answer.json) == (200, {"moved": 1})
    assert db.session.scalars(select(PushSubscription.endpoint)).all() == [ENDPOINT + "2"]


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


def test_two_games_that_end_at_once_tell_once_that_a_coach_has_served(app, season, client_of, caplog):
    """In two competitions, for those of one wait for each other anyway."""
    league = League(app, season, client_of, "no-check-league")
    other = league.next_season()
    spot = db.session.scalars(select(StaffSpot).filter_by(person_id="HOGC")).one()
    there = {"organisation_id": spot.organisation_id, "competition_id": other, "team_id": spot.team_id}
    db.session.add(StaffSpot(**there, person_id="HOGC", role=spot.role, starts_on=spot.starts_on))
    games = [league.game("first"), league.game("second", competition=other)]
    suspend(league, "HOGC", games=1)
    for game in games:
        league.log(game, {"type": "note", "text": "It begins."})
    with ThreadPoolExecutor(1) as thread:
        with taken_in_but_not_committed("first", SIGNED):
            ends = thread.submit(league.log, "second", SIGNED)
            until_done_or_waiting(app, ends)
        ends.result(timeout=60)
    assert ever(season, "casey", "served") == 1
    assert caplog.messages == [], "nor does the second fail on what the first has told"


def test_two_couriers_that_look_at_once_tell_once_whose_day_has_come(app, season, client_of, caplog):
    league = League(app, season, client_of, "no-check-league")
    day = datetime.now(UTC) + timedelta(days=9)
    suspend(league, "HOG2", games=0, until=f"{day:%Y-%m-%d}")
    organisation, back = season.organisation.id, day + timedelta(days=1)

    def another():
        with app.app_context():
            queueing.of_days(back)

    with ThreadPoolExecutor(1) as thread:
        lock_suspensions([organisation])
        queueing.of_serving(organisation, ["HOG2"], back)
        looks = thread.submit(another)
        until_done_or_waiting(app, looks)
        db.session.commit()
        looks.result(timeout=60)
    assert ever(season, "casey", "served") == 1
    assert caplog.messages == [], "nor does the second fail on what the first has told"
