"""The director's page: what waits, and a decision with its reason."""

import pytest

from tests.cast import FIGHT, START, log
from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import IssuedRuling, db


@pytest.fixture
def waiting(season):
    log(season.games[0], [START, FIGHT])
    return db.session.scalars(db.select(IssuedRuling).filter_by(code="team_disqualified")).one()


def decide(browser, issued, **form):
    form["csrf_token"] = token_in(browser, "/director/")
    return browser.post(f"/director/rulings/{issued.id}", data=form)


def test_shows_what_waits_to_the_own_director_alone(client_of, waiting):
    assert waiting.id in client_of("lee").get("/director/").text
    assert waiting.id not in client_of("robin").get("/director/").text


@pytest.mark.parametrize(("decision", "field"), [("confirmed", "confirmed_at"), ("reject", "rejected_at")])
def test_writes_down_the_decision_with_its_reason(client_of, waiting, decision, field):
    browser = client_of("lee")
    assert (
        decide(browser, waiting, decision=decision, reason=" Seen by both of us. ").location
        == f"/director/#ruling-{waiting.id}"
    )
    db.session.refresh(waiting)
    assert getattr(waiting, field) is not None
    assert waiting.decision_reason == "Seen by both of us."
    assert "Seen by both of us." in browser.get("/director/").text


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"decision": "reject", "reason": "  "}, "Say why."),
        ({"decision": "reject", "reason": "x" * 501}, "500 characters"),
        ({"reason": "Because."}, "Choose to confirm or to reject."),
    ],
)
def test_asks_again_where_something_is_missing(client_of, waiting, form, says):
    answer = decide(client_of("lee"), waiting, **form)
    assert answer.status_code == 422
    assert says in answer.text
    db.session.refresh(waiting)
    assert waiting.awaits_confirmation


def test_a_second_decision_is_not_taken(client_of, waiting):
    browser = client_of("lee")
    decide(browser, waiting, decision="confirmed")
    again = browser.post(
        f"/director/rulings/{waiting.id}",
        data={"decision": "reject", "reason": "No.", "csrf_token": token_in(browser, "/sign-in")},
    )
    assert again.status_code == 409
    db.session.refresh(waiting)
    assert waiting.rejected_at is None


@pytest.mark.parametrize(("decision", "confirmed"), [("confirmed", True), ("reject", False)])
def test_the_officials_phones_are_told(app, client_of, waiting, decision, confirmed):
    phone, calls = Phone(over_wsgi(app), "pat"), f"/api/v1/games/{waiting.game_id}/calls"
    assert phone.get(calls).json["decisions"] == []
    decide(client_of("lee"), waiting, decision=decision, reason="Seen.")
    assert phone.get(calls).json["decisions"] == [
        {
            "code": "team_disqualified",
            "call": waiting.trigger,
            "concerns": {"team": waiting.ruling["team"]},
            "confirmed": confirmed,
            "reason": "Seen.",
        }
    ]


def test_says_who_for_what_and_when(client_of, season):
    log(season.games[0], [START, FIGHT | {"description": "Gloves off behind the net."}])
    page = client_of("lee").get("/director/").text
    for said in ("fighting", "period 1", "4:00", "Gloves off behind the net."):
        assert said.lower() in page.lower()


def test_a_confirmation_is_asked_for_once_more(client_of, waiting):
    browser = client_of("lee")
    asked = decide(browser, waiting, decision="confirm", reason="Seen.")
    assert asked.status_code == 200
    assert "Yes, confirm" in asked.text
    db.session.refresh(waiting)
    assert waiting.awaits_confirmation
