"""What only one person may see is kept by no cache: whoever takes the phone next does not find it there."""

import pytest

from tests.simulated_phone import Phone, over_wsgi
from webapp.pages.access import ACCESS, public

FOR_PHONES = [
    "/api/v1/games",
    "/api/v1/games/game1/packet",
    "/api/v1/games/game1/sheet",
    "/api/v1/games/game1/calls",
    "/api/v1/games/nowhere/packet",
    "/api/v1/no-such-thing",
    "/api/v1/openapi.json",
]


@pytest.mark.parametrize("url", FOR_PHONES)
def test_no_answer_to_a_phone_is_stored(pat, url):
    assert pat.get(url).headers["Cache-Control"] == "no-store"
    assert pat.get(url, Authorization="Bearer nobodys").headers["Cache-Control"] == "no-store"


def test_not_even_that_a_packet_is_unchanged(pat):
    first = pat.get("/api/v1/games/game1/packet")
    again = pat.get("/api/v1/games/game1/packet", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body, again.headers["Cache-Control"]) == (304, b"", "no-store")


@pytest.mark.parametrize(("epoch", "status"), [(None, 200), ("another", 409)])
def test_no_answer_to_a_push_is_stored(pat, epoch, status):
    answer = pat.post("/api/v1/sync", pat.batch([], epoch=epoch))
    assert (answer.status, answer.headers["Cache-Control"]) == (status, "no-store")


def test_no_answer_to_a_sign_in_is_stored(app):
    headers = {"Content-Type": "application/json"}
    for body in (
        b"{}",
        b'{"device": "a-phone", "name": "x", "username": "pat", "password": "wrong"}',
    ):
        answer = over_wsgi(app)("POST", "/api/v1/devices", headers, body)
        assert answer.status in (400, 401)
        assert answer.headers["Cache-Control"] == "no-store"
    assert Phone(over_wsgi(app), "pat")


def test_no_page_of_somebody_who_signed_in_is_stored(app, client_of, season):
    browsers = [client_of(who) for who in (None, "pat", "casey", "lee")]
    looked_at = 0
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or ACCESS[rule.endpoint] is public or rule.rule.startswith("/api/"):
            continue
        values = dict.fromkeys(rule.arguments, season.hogs.id)
        url = app.url_map.bind("localhost").build(rule.endpoint, values)
        for browser in browsers:
            assert browser.get(url).headers["Cache-Control"] == "no-store", url
            looked_at += 1
    assert looked_at >= 12
