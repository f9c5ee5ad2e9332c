"""A browser subscribes: to a push service and nothing else, with keys that can be used, once per endpoint."""

import base64
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from tests.conftest import token_in
from tests.notices.browser_keys import BrowserKeys
from webapp.notices.endpoints import NoPushService, is_public, place_of
from webapp.store import Delivery, Notice, PushSubscription, db
from webapp.store.subscriptions import MOST_OF_AN_ACCOUNT
from webapp.store.vapid_keys import make_key

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
NOW = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.fixture
def key(season):
    """The public key that browsers subscribe with."""
    made = make_key(NOW).public
    db.session.commit()
    return made


class Subscriber:
    """A browser in which somebody has signed in."""

    def __init__(self, client, key):
        self.client, self.key, self.keys = client, key, BrowserKeys()
        self.token = token_in(client, "/sign-in")

    def send(self, method, body, url="/notices/push"):
        return self.client.open(url, method=method, json=body, headers={"X-CSRFToken": self.token})

    def put(self, endpoint=ENDPOINT, **more):
        body = {"endpoint": endpoint, "keys": self.keys.public(), "key": self.key, **more}
        return self.send("PUT", body)


@pytest.fixture
def casey(client_of, key):
    return Subscriber(client_of("casey"), key)


@pytest.fixture
def drew(client_of, key):
    return Subscriber(client_of("drew"), key)


def kept():
    db.session.rollback()
    rows = db.session.scalars(select(PushSubscription).order_by(PushSubscription.created_at))
    return [(one.account.username, one.endpoint) for one in rows]


def test_is_kept_once_however_often_it_is_told(casey, key):
    first = casey.put()
    assert first.status_code == 200, first.text
    assert first.json["resubscribe"] is False
    assert casey.put().json["id"] == first.json["id"]
    assert kept() == [("casey", ENDPOINT)]
    answer = casey.client.get("/notices/push").json
    assert answer["key"] == key
    assert [one["host"] for one in answer["subscriptions"]] == ["fcm.googleapis.com"]


def test_new_keys_take_the_place_of_the_old(casey, season):
    casey.put()
    casey.keys = BrowserKeys()
    assert casey.put().status_code == 200
    [one] = db.session.scalars(select(PushSubscription)).all()
    assert one.p256dh == casey.keys.public()["p256dh"]


def in_one_browser(*people):
    """All of them subscribe there: it has one endpoint and one pair of keys."""
    for one in people:
        one.keys = people[0].keys
        assert one.put().status_code == 200


def test_everybody_in_a_browser_turns_their_own_on_and_off(casey, drew, season):
    in_one_browser(casey, drew)
    assert kept() == [("casey", ENDPOINT), ("drew", ENDPOINT)]
    assert casey.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test").status_code == 202
    assert casey.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test").status_code == 429
    assert drew.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test").status_code == 202
    assert drew.send("DELETE", {"endpoint": ENDPOINT}).json == {"removed": 1}
    assert kept() == [("casey", ENDPOINT)]
    [waits] = db.session.scalars(select(Delivery)).all()
    assert waits.notice.account_id == season.accounts["casey"].id, "what was on its way to her still is"


def test_a_new_endpoint_takes_the_place_of_ones_own_and_nothing_on_its_way_is_lost(casey, drew, season):
    in_one_browser(casey, drew)
    for one in (casey, drew):
        one.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test")
    casey.keys = BrowserKeys()
    casey.put(ENDPOINT + "2", was={"endpoint": ENDPOINT})
    assert kept() == [("casey", ENDPOINT + "2"), ("drew", ENDPOINT)]
    assert casey.keys.public()["auth"] in db.session.scalars(select(PushSubscription.auth)).all()
    assert len(db.session.scalars(select(Delivery)).all()) == 2


def test_a_worker_tells_what_a_browser_has_now_and_turns_on_nobodys(casey, drew):
    casey.put()
    said = {"endpoint": ENDPOINT + "2", "keys": casey.keys.public(), "key": casey.key}
    said |= {"was": {"endpoint": ENDPOINT}}
    assert drew.send("POST", said, "/notices/push/moved").json == {"moved": 0}
    assert casey.send("POST", said, "/notices/push/moved").json == {"moved": 1}
    assert kept() == [("casey", ENDPOINT + "2")]
    assert casey.send("POST", said, "/notices/push/moved").json == {"moved": 0}
    said |= {"endpoint": "https://127.0.0.1/x", "was": {"endpoint": ENDPOINT + "2"}}
    refused = casey.send("POST", said, "/notices/push/moved")
    assert (refused.status_code, refused.json["error"]) == (422, "not_a_push_service")
    assert kept() == [("casey", ENDPOINT + "2")]


def test_signing_out_of_the_pages_ends_ones_own_there_in_the_same_request(casey, drew):
    in_one_browser(casey, drew)
    drew.client.post("/sign-out", data={"csrf_token": drew.token, "endpoint": ENDPOINT})
    assert kept() == [("casey", ENDPOINT)]
    said = {"csrf_token": casey.token, "endpoint": "a\0b"}
    assert casey.client.post("/sign-out", data=said).status_code == 302
    assert kept() == [("casey", ENDPOINT)]


@pytest.mark.parametrize(("method", "path"), [("PUT", "/notices/push"), ("POST", "/notices/push/moved")])
def test_who_once_used_a_browser_with_another_leads_none_of_their_notices_away(casey, drew, method, path):
    """They know its endpoint and its keys."""
    in_one_browser(casey, drew)
    auth, drew.keys = casey.keys.public()["auth"], BrowserKeys()
    said = {"endpoint": ENDPOINT + "2", "keys": drew.keys.public(), "key": drew.key}
    drew.send(method, said | {"was": {"endpoint": ENDPOINT, "auth": auth}}, path)
    assert kept() == [("casey", ENDPOINT), ("drew", ENDPOINT + "2")]


def test_who_had_both_is_told_once(casey):
    casey.put()
    casey.put(ENDPOINT + "2")
    casey.put(ENDPOINT + "2", was={"endpoint": ENDPOINT})
    assert kept() == [("casey", ENDPOINT + "2")]


def test_nobody_takes_anothers_away(casey, drew):
    casey.put()
    drew.put(ENDPOINT + "2", was={"endpoint": ENDPOINT})
    assert drew.send("DELETE", {"endpoint": ENDPOINT}).json == {"removed": 0}
    assert drew.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test").status_code == 409
    assert kept() == [("casey", ENDPOINT), ("drew", ENDPOINT + "2")]
    assert casey.send("DELETE", {"endpoint": ENDPOINT}).json == {"removed": 1}


def test_a_changed_key_asks_to_subscribe_again_and_the_old_one_still_holds(casey, season):
    casey.put()
    new = make_key(NOW.replace(day=29)).public
    db.session.commit()
    assert casey.put().json["resubscribe"] is True
    assert casey.client.get("/notices/push").json["key"] == new
    casey.key = new
    assert casey.put(ENDPOINT + "2", was={"endpoint": ENDPOINT}).json["resubscribe"] is False
    assert kept() == [("casey", ENDPOINT + "2")]


def test_a_subscription_stays_with_the_key_it_was_made_with_whatever_a_page_says(casey, season):
    casey.put()
    [made_with] = db.session.scalars(select(PushSubscription.vapid_key_id))
    casey.key = make_key(NOW.replace(day=29)).public
    db.session.commit()
    assert casey.put().json["resubscribe"] is True
    [one] = db.session.scalars(select(PushSubscription).execution_options(populate_existing=True))
    assert one.vapid_key_id == made_with
    casey.keys = BrowserKeys()
    assert casey.put().json["resubscribe"] is False


def test_a_key_of_somebody_else_is_not_taken(casey):
    casey.key = BrowserKeys().public()["p256dh"]
    answer = casey.put()
    assert (answer.status_code, answer.json["error"]) == (422, "unknown_key")


def test_an_account_has_so_many_and_the_one_least_heard_of_goes(casey):
    for number in range(MOST_OF_AN_ACCOUNT + 1):
        assert casey.put(f"{ENDPOINT}{number}").status_code == 200
    assert len(kept()) == MOST_OF_AN_ACCOUNT
    assert ("casey", f"{ENDPOINT}0") not in kept()


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + bytes(64)).decode()},  # no point of the curve
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + bytes(63)).decode()},
        {"p256dh": "not base64!"},
        {"auth": base64.urlsafe_b64encode(bytes(15)).decode()},
        {"auth": ""},
    ],
)
def test_keys_that_nothing_can_be_encrypted_with_are_refused(casey, keys):
    answer = casey.put(keys=casey.keys.public() | keys)
    assert (answer.status_code, answer.json["error"]) == (422, "bad_keys")
    assert kept() == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://user:word@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilnotify.windows.com/x",
        "https://example.org/fcm.googleapis.com",
        "https://fcm.googleapis.com\\@example.org/",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com/\r\nHost: x",
        "https://fcm.googleapis.com:x/",
        "file:///etc/passwd",
        "",
        "https://fcm.googleapis.com/" + "x" * 2000,
    ],
)
def test_nothing_but_a_push_service_is_posted_to(casey, endpoint):
    answer = casey.put(endpoint)
    assert (answer.status_code, answer.json["error"]) == (422, "not_a_push_service")
    with pytest.raises(NoPushService):
        place_of(endpoint, ())


@pytest.mark.parametrize(
    ("endpoint", "lane"),
    [
        ("https://web.push.apple.com/QK", "web.push.apple.com"),
        ("https://updates.push.services.mozilla.com:443/wpush/v2/g", "updates.push.services.mozilla.com"),
        ("https://wns2-by3p.notify.windows.com/w/?token=x", "wns2-by3p.notify.windows.com"),
        ("http://127.0.0.1:9000/push/1", "127.0.0.1:9000"),
    ],
)
def test_push_services_and_what_a_setting_adds_are(endpoint, lane):
    assert place_of(endpoint, {"http://127.0.0.1:9000"}).lane == lane


def test_what_a_setting_adds_is_that_origin_alone():
    for other in ("http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", "http://127.0.0.1:9000@x/"):
        with pytest.raises(NoPushService):
            place_of(other, {"http://127.0.0.1:9000"})


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.8", "2002:0a00:0008::1"],
)  # fmt: skip
def test_private_addresses_are_told_from_public_ones(address):
    assert not is_public(address)
    assert is_public("142.250.1.95")
    assert is_public("2a00:1450:4001::5f")


def test_a_test_notice_goes_to_that_subscription_alone_and_not_twice_at_once(casey, season):
    casey.put()
    casey.put(ENDPOINT + "2")
    answer = casey.send("POST", {"endpoint": ENDPOINT}, "/notices/push/test")
    assert answer.status_code == 202
    [delivery] = db.session.scalars(select(Delivery)).all()
    assert delivery.subscription.endpoint == ENDPOINT
    again = casey.send("POST", {"endpoint": ENDPOINT + "2"}, "/notices/push/test")
    assert again.status_code == 429
    assert int(again.headers["Retry-After"]) == 10
    assert len(db.session.scalars(select(Notice)).all()) == 1


def test_nothing_is_kept_without_the_token_of_the_page(casey):
    casey.token = ""
    assert casey.put().status_code == 400
    assert kept() == []


@pytest.mark.parametrize(
    "said",
    [{"endpoint": "a\0b"}, {"key": "a\0b"}, {"was": {"endpoint": "a\0b"}}],
    ids=lambda said: next(iter(said)),
)
def test_a_character_that_no_address_has_is_refused_and_changes_nothing(casey, said):
    said = {"endpoint": ENDPOINT, "keys": casey.keys.public(), "key": casey.key, **said}
    assert casey.send("PUT", said).status_code in (400, 422)
    for method, path in (("DELETE", "/notices/push"), ("POST", "/notices/push/test")):
        assert casey.send(method, {"endpoint": "a\0b"}, path).status_code == 400
    assert kept() == []


def test_a_host_that_is_too_long_for_a_name_is_no_push_service(casey):
    answer = casey.put(f"https://{'a.' * 130}push.apple.com/x")
    assert (answer.status_code, answer.json["error"]) == (422, "not_a_push_service")
