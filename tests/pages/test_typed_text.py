"""Control characters in any field of any form are told to whoever sends them; none is a fault of ours."""

import pytest

from tests.cast import FIGHT, MISCONDUCT, PASSWORD, START, log
from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
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


FORMS = {
    "sign_in.page": {"username": "lee", "password": PASSWORD},
    "sign_in.sign_out": {},
    "calendar_feed.make": {},
    "inbox.read_all": {},
    "notice_settings.choose": {"kind": "ruling", "address": "lee@example.org"},
    "director.decide": {"decision": "reject", "reason": "Both saw it."},
    "director.say": {"decision": "admit", "id": "0190d1c0-0000-7000-8000-0000000000aa"},
    "director.reject_all_by": {"id": "0190d1c0-0000-7000-8000-0000000000ab"},
    "director.take_or_leave": {"act": "take", "reason": "It is so.", "otherwise": "x"},
    "director.make_code": {},
    "director.take_back_codes": {},
    "director.end_joined": {},
    "moving.move": {"start": "2027-01-10T10:00", "rink": "x", "seen": "x"},
    "moving.call_off": {"how": "cancelled", "seen": "x"},
    "moving.run_late": {"minutes": "20", "seen": "x"},
    "suspensions.decide": {
        "occasion": "hearing",
        "act": "extend",
        "games": "3",
        "until": "2027-01-10",
        "reason": "We heard both.",
        "after": "0",
    },
    "suspensions.appeal": {"filed_by": "team", "filed_on": "2026-12-01", "grounds": "It was nobody."},
    "imposing.suspend": {
        "person": "x",
        "games": "3",
        "max_games": "5",
        "lasts": "games",
        "until": "2027-01-10",
        "clause": "4.1",
        "reason": "We heard both.",
    },
}
"""By route what its form sends, somebody's good words."""
NOT_FORMS = {
    "subscribe.moved",
    "subscribe.test",
}  # what a page's script sends: tests/notices/test_subscribe.py


@pytest.fixture
def things(app, season, waiting):
    """What directors' forms are about: what waits for them, and would be done."""
    pat, sam = Phone(over_wsgi(app), "pat"), Phone(over_wsgi(app), "sam")
    for call in (START, MISCONDUCT):
        pat.push(
            pat.call(call["type"], "game3", **{name: said for name, said in call.items() if name != "type"})
        )
    pat.push(pat.call("sign_off", "game3", by="Pat", heads={pat.device: 2}))
    late = sam.call("goal", "game3", team="BEA", scorer="BEA2", goalie="G1", period=1, clock="03:00")
    assert sam.results(late) == [("held", "late")]
    given = db.session.scalars(
        db.select(IssuedRuling).filter_by(code="player_suspended", game_id="game3")
    ).one()
    return {
        "team": season.hogs.id,
        "ruling": waiting.id,
        "game": "game3",
        "call": late["id"],
        "account": season.accounts["sam"].id,
        "suspension": given.id,
        "competition": season.competition.id,
    }


def test_no_form_fails_on_one_in_any_of_its_fields(app, client_of, things):
    """Each is told, or goes nowhere; what is refused before the form is read would tell nothing."""
    app.config["SENDS_MAIL"] = True
    routes = {rule.endpoint: rule for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert {name for name in routes if not name.startswith("api.")} == FORMS.keys() | NOT_FORMS
    for endpoint, fields in FORMS.items():
        browser = client_of("casey" if endpoint == "calendar_feed.make" else "lee")
        token = token_in(browser, "/sign-in")
        named = {name: things[name] for name in routes[endpoint].arguments}
        url = app.url_map.bind("localhost").build(endpoint, named)
        for field in fields:
            form = {**fields, field: fields[field] + "\x00", "csrf_token": token}
            answer = browser.post(url, data=form)
            assert answer.status_code in (302, 409, 422), (url, field)
    assert browser.get("/director/?late=%00").status_code == 200
    assert browser.get("/sign-in?next=/%00").status_code == 200
