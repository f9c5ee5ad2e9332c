"""Calls that came late, on the director's page: the game with them and without, and one tap either way."""

import pytest

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import GameSheet, LoggedCall, db


@pytest.fixture
def phones(app, season):
    return Phone(over_wsgi(app), "pat"), Phone(over_wsgi(app), "sam")


@pytest.fixture
def late(phones):
    """Sam's goal for the Hogs, which Pat's sign-off did not cover; its id."""
    pat, sam = phones
    pat.push(pat.call("period_start", period=1, clock="06:00"))
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 1}))
    goal = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1, clock="03:00")
    assert sam.results(goal) == [("held", "late")]
    return goal["id"]


def say(browser, call, **form):
    form["csrf_token"] = token_in(browser, "/sign-in")
    return browser.post(f"/director/games/game1/late/{call}", data=form)


def sheet():
    db.session.rollback()
    return db.session.get_one(GameSheet, "game1")


def test_is_shown_as_it_is_and_as_it_would_be_to_the_own_director_alone(client_of, late):
    page = client_of("lee").get("/director/").text
    assert f"late-{late}" in page
    assert "Goal · Hog 2 · Hogs · period 1 · 3:00" in page
    assert "The log was signed off without it. Made by Sam." in page
    assert page.index("0–0") < page.index("1–0")
    assert f"late-{late}" not in client_of("robin").get("/director/").text


@pytest.mark.parametrize(("decision", "score", "revision"), [("admit", 1, 2), ("reject", 0, 1)])
def test_one_tap_decides_and_every_sheet_follows(client_of, season, phones, late, decision, score, revision):
    pat, lee = phones[0], season.accounts["lee"]
    browser = client_of("lee")
    assert say(browser, late, decision=decision).location == "/director/#late"
    assert sheet().sheet["score"]["HOG"] == score == pat.sheet()["score"]["HOG"]
    assert sheet().revision == revision == pat.get("/api/v1/games/game1/calls").json["revision"]
    assert (sheet().undecided, f"late-{late}" in browser.get("/director/").text) == (0, False)
    logged = [one["call"] for one in pat.pull() if one["call"]["type"] == decision]
    assert [(call["calls"], call["made_by"]) for call in logged] == [([late], lee.id)]


def test_a_form_that_is_sent_twice_is_one_decision(client_of, late):
    browser = client_of("lee")
    form = {"decision": "admit", "id": "0190d1c0-0000-7000-8000-0000000000aa"}
    assert say(browser, late, **form).status_code == 302
    assert say(browser, late, **form).status_code == 409
    assert db.session.query(LoggedCall).filter_by(type="admit").count() == 1


def test_one_that_was_taken_back_or_decided_meanwhile_is_no_longer_decided_on(client_of, phones, late):
    _, sam = phones
    sam.push(sam.call("void", call=late, reason="mine"))
    assert say(client_of("lee"), late, decision="admit").status_code == 409
    assert sheet().undecided == 0


def test_a_decision_has_to_be_one(client_of, late):
    assert say(client_of("lee"), late).status_code == 422
    assert say(client_of("lee"), late, decision="admit", id="no id").status_code == 409
    assert sheet().undecided == 1


def test_captains_and_directors_are_told_the_revision(client_of, late):
    assert say(client_of("lee"), late, decision="admit").status_code == 302
    assert "revision 2" in client_of("casey").get("/captain/", follow_redirects=True).text
