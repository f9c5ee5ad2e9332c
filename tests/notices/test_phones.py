"""An official's phone subscribes by its token, and is sent nothing once that was signed out."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.notices.browser_keys import BrowserKeys
from tests.notices.test_subscribe import ENDPOINT, NOW, Subscriber
from webapp.notices import queueing
from webapp.notices.payload import tag
from webapp.store import Delivery, Device, PushSubscription, db
from webapp.store.vapid_keys import make_key

PATH = "/api/v1/notices/push"


@pytest.fixture
def key(season):
    made = make_key(NOW).public
    db.session.commit()
    return made


class Subscribed:
    """A phone that asks as the referee's app does."""

    def __init__(self, phone, key):
        self.phone, self.key, self.keys = phone, key, BrowserKeys()

    def ask(self, method, path=PATH, body=None):
        headers = {"Content-Type": "application/json", **self.phone.signed}
        return self.phone.send(method, path, headers, json.dumps(body).encode() if body else None)

    def put(self, **more):
        return self.ask(
            "PUT", body={"endpoint": ENDPOINT, "keys": self.keys.public(), "key": self.key, **more}
        )


@pytest.fixture
def pats(pat, key):
    return Subscribed(pat, key)


def kept():
    db.session.rollback()
    rows = db.session.scalars(select(PushSubscription))
    return [(one.account.username, one.device_id) for one in rows]


def test_it_is_told_of_its_games_and_of_nothing_once_signed_out(pats, season):
    assert pats.ask("GET").json == {"key": pats.key, "subscriptions": []}
    answer = pats.put()
    assert (answer.status, answer.json["resubscribe"]) == (200, False)
    assert "Set-Cookie" not in pats.ask("GET").headers
    assert kept() == [("pat", pats.phone.device)]
    queueing.of_schedule(season.games[0], NOW, 15)
    db.session.commit()
    [waits] = db.session.scalars(select(Delivery)).all()
    assert waits.notice.account_id == season.accounts["pat"].id
    assert pats.ask("DELETE", "/api/v1/devices/me").status == 200
    assert kept() == []
    assert db.session.scalars(select(Delivery)).all() == []
    assert pats.put().status == 401


def test_a_test_and_an_end(pats):
    assert pats.ask("POST", f"{PATH}/test", {"endpoint": ENDPOINT}).status == 409
    pats.put()
    assert pats.ask("POST", f"{PATH}/test", {"endpoint": ENDPOINT}).status == 201
    assert pats.ask("POST", f"{PATH}/test", {"endpoint": ENDPOINT}).status == 429
    assert pats.ask("DELETE", body={"endpoint": ENDPOINT}).json == {"removed": 1}
    assert kept() == []


def test_the_same_is_refused_as_of_a_page(pats):
    refused = pats.put(endpoint="https://127.0.0.1/push")
    assert (refused.status, refused.json["error"]) == (422, "not_a_push_service")
    assert pats.put(key="another").json["error"] == "unknown_key"
    assert pats.ask("PUT", body={"endpoint": 7}).status == 400
    assert kept() == []


def test_what_a_page_has_subscribed_stays_when_the_app_signs_out(pats, client_of):
    page = Subscriber(client_of("pat"), pats.key)
    page.keys = pats.keys
    page.put()
    pats.put()
    assert kept() == [("pat", None)]
    pats.ask("DELETE", "/api/v1/devices/me")
    assert kept() == [("pat", None)]


def test_the_app_ends_what_a_page_told_of_anew_before_it_signs_out(pats, client_of):
    page = Subscriber(client_of("pat"), pats.key)
    page.put()
    assert kept() == [("pat", None)]
    assert pats.ask("DELETE", body={"endpoint": ENDPOINT}).json == {"removed": 1}
    assert kept() == []


def test_a_page_takes_over_what_the_app_of_the_same_account_had_subscribed_by_a_tap_alone(pats, client_of):
    pats.put()
    page = Subscriber(client_of("pat"), pats.key)
    page.keys = pats.keys
    page.put()
    assert kept() == [("pat", pats.phone.device)], "a visit has turned nothing on"
    page.put(ENDPOINT + "2", was={"endpoint": ENDPOINT})
    assert kept() == [("pat", pats.phone.device)], "nor has one that finds our key changed"
    page.put(ENDPOINT + "2", turned_on=True)
    assert kept() == [("pat", None)]
    pats.put(endpoint=ENDPOINT + "2", turned_on=True)
    assert kept() == [("pat", pats.phone.device)]


def test_app_and_page_of_two_people_in_one_browser_are_told_each_their_own(pats, client_of, season):
    page = Subscriber(client_of("casey"), pats.key)
    page.keys = pats.keys
    page.put(turned_on=True)
    pats.put(turned_on=True)
    assert sorted(kept()) == [("casey", None), ("pat", pats.phone.device)]
    queueing.of_schedule(season.games[0], NOW, 15)
    db.session.commit()
    waiting = [one.notice for one in db.session.scalars(select(Delivery)).all()]
    assert sorted(one.account.username for one in waiting) == ["casey", "pat"]
    assert len({tag(one) for one in waiting}) == 2, "neither takes the place of the other"
    pats.ask("DELETE", "/api/v1/devices/me")
    assert kept() == [("casey", None)]
    assert [one.notice.account.username for one in db.session.scalars(select(Delivery))] == ["casey"]


@pytest.mark.parametrize("ends", ["revoked_at", "expires_at"])
def test_nothing_is_sent_to_a_phone_whose_token_is_no_longer_good(pats, season, ends):
    pats.put()
    setattr(db.session.get(Device, pats.phone.device), ends, NOW - timedelta(seconds=1))
    db.session.commit()
    queueing.of_schedule(season.games[0], NOW, 15)
    [subscribed] = db.session.scalars(select(PushSubscription)).all()
    assert queueing.test_notice(subscribed, NOW) is None
    assert db.session.scalars(select(Delivery)).all() == []


def test_another_official_on_the_same_phone_has_their_own(pats):
    pats.put()
    sams = Subscribed(type(pats.phone)(pats.phone.send, "sam"), pats.key)
    sams.keys = pats.keys
    assert sams.put(turned_on=True).status == 200
    assert sorted(kept()) == [("pat", pats.phone.device), ("sam", sams.phone.device)]
    assert pats.ask("DELETE", body={"endpoint": ENDPOINT}).json == {"removed": 1}
    assert kept() == [("sam", sams.phone.device)]


def test_an_official_may_turn_off_each_kind_that_they_are_told(client_of):
    page = client_of("pat").get("/inbox/settings/").text
    assert 'value="schedule"' in page
    assert 'value="protest"' in page
    assert 'value="suspension"' not in page
