"""Control characters in any field of any form are told to whoever sends them; none is a fault of ours."""

import pytest

from tests.cast import FIGHT, PASSWORD, START, log
from tests.conftest import token_in
from webapp.store import IssuedRuling, db

UNSEEN = ["\x00", "\x1b[2J", "pat\x7f", "\x85"]
SAYS = "Leave out the characters that cannot be seen."


@pytest.fixture
def waiting(season):
    log(season.games[0], [START, FIGHT])
    return db.session.scalars(db.select(IssuedRuling).filter_by(code="team_disqualified")).one()


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_username_that_holds_one_is_a_fault_of_the_form(app, unseen):
    browser = app.test_client()
    form = {"username": unseen, "password": PASSWORD, "csrf_token": token_in(browser, "/sign-in")}
    answer = browser.post("/sign-in", data=form)
    assert (answer.status_code, SAYS in answer.text) == (422, True)
    assert 'aria-describedby="username-error"' in answer.text


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("decision", ["confirm", "confirmed", "reject"])
def test_a_reason_that_holds_one_decides_nothing(client_of, waiting, decision, unseen):
    browser = client_of("lee")
    form = {
        "decision": decision,
        "reason": f"Seen {unseen} by both.",
        "csrf_token": token_in(browser, "/director/"),
    }
    answer = browser.post(f"/director/rulings/{waiting.id}", data=form)
    assert (answer.status_code, SAYS in answer.text) == (422, True)
    db.session.refresh(waiting)
    assert waiting.awaits_confirmation


FIELDS = ("username", "password", "reason", "decision", "id", "csrf_token", "next")


def test_no_form_fails_on_one_in_any_of_its_fields(app, client_of, waiting):
    browser = client_of("lee")
    named = {"ruling": waiting.id, "game": "game1", "call": "a-call", "account": "nobody"}
    posts = [rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and "/api/" not in rule.rule]
    assert len(posts) >= 8
    for rule in posts:
        if rule.endpoint == "sign_in.sign_out":
            continue
        with app.test_request_context():
            url = rule.build({name: named.get(name, "x") for name in rule.arguments})[1]
        for field in FIELDS:
            form = {"username": "lee", "password": "x", "reason": "x", "decision": "reject", "id": "an-id"}
            answer = browser.post(url, data={**form, field: "x\x00"})
            assert answer.status_code < 500, (url, field)
    assert browser.get("/director/?late=%00").status_code == 200
    assert browser.get("/sign-in?next=/%00").status_code == 200
