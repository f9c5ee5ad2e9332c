"""Suspensions on directors' pages: what stands, what led to it, and a decision with its reason."""

import pytest

from tests.cast import FIGHT, MISCONDUCT, START, log
from tests.conftest import token_in
from webapp.store import IssuedRuling, SuspensionDecision, db

SIGNED_OFF = {"type": "sign_off", "by": "Pat"}


@pytest.fixture
def suspended(season):
    log(season.games[0], [START, MISCONDUCT, SIGNED_OFF])
    return db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()


def page(issued):
    return f"/director/suspensions/{issued.id}"


def decide(browser, issued, **form):
    form = {"occasion": "hearing", "reason": "We heard both.", "after": 0, **form}
    return browser.post(page(issued), data={"csrf_token": token_in(browser, page(issued)), **form})


def test_the_one_competition_is_shown_at_once(client_of, season, suspended):
    answer = client_of("lee").get("/director/suspensions")
    assert answer.location == f"/director/competitions/{season.competition.id}/suspensions"
    shown = client_of("lee").get(answer.location).text
    assert "Bear 3" in shown
    assert "0 of 1 game served" in shown
    assert "In force" in shown


def test_is_provisional_until_the_log_is_signed_off(client_of, season):
    log(season.games[0], [START, MISCONDUCT])
    shown = client_of("lee").get(f"/director/competitions/{season.competition.id}/suspensions").text
    assert "Provisional" in shown


def test_what_waits_for_confirmation_is_confirmed_first(client_of, season):
    log(season.games[0], [START, FIGHT, SIGNED_OFF])
    waits = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()
    browser = client_of("lee")
    shown = browser.get(page(waits)).text
    assert "Waits for a director" in shown
    assert 'name="act"' not in shown
    assert decide(browser, waits, act="uphold").status_code == 409


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ({"act": "extend", "games": 3}, ["Hearing: longer, 3 games in all", "0 of 3 games served"]),
        ({"act": "extend", "games": 1, "until": "2027-01-03"}, ["not before 3 Jan 2027"]),
        ({"act": "reduce", "games": 0}, ["Hearing: shorter, 0 games in all"]),
        ({"act": "uphold"}, ["Hearing: it stands", "0 of 1 game served"]),
        ({"act": "overturn", "occasion": "appeal"}, ["Appeal: overturned", "Lifted"]),
    ],
)
def test_a_decision_is_kept_with_its_reason_and_who(client_of, suspended, said, tells):
    browser = client_of("lee")
    assert decide(browser, suspended, **said).location == page(suspended)
    shown = browser.get(page(suspended)).text
    for words in (*tells, "We heard both.", "Lee"):
        assert words in shown


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"act": "extend"}, "Say how many games in all"),
        ({"act": "extend", "games": 1}, "That is not longer: it is 1 game now."),
        ({"act": "extend", "games": 0, "until": "2027-01-03"}, "That is not longer: it is 1 game now."),
        ({"act": "reduce", "games": 1}, "That is not shorter: it is 1 game now."),
        ({"act": "reduce", "games": -1}, "Number must be between 0 and 200."),
        ({"act": "uphold", "reason": "  "}, "This field is required."),
        ({"act": "uphold", "reason": "a\0b"}, "cannot be seen"),
        ({"act": "uphold", "reason": "x" * 501}, "500"),
        ({"games": 2}, "Not a valid choice"),
        ({"act": "pardon"}, "Not a valid choice"),
    ],
)
def test_asks_again_where_something_is_missing(client_of, suspended, said, says):
    answer = decide(client_of("lee"), suspended, **said)
    assert answer.status_code == 422
    assert says in answer.text
    assert db.session.scalars(db.select(SuspensionDecision)).all() == []


def test_a_day_of_return_is_moved_back_by_a_longer_one_and_not_brought_forward(client_of, suspended):
    browser = client_of("lee")
    decide(browser, suspended, act="extend", games=1, until="2027-02-01")
    for until in ("2027-02-01", "2027-01-03", ""):
        again = decide(browser, suspended, act="extend", games=1, until=until, after=1)
        assert (again.status_code, "That is not longer" in again.text) == (422, True), until
    assert decide(browser, suspended, act="extend", games=1, until="2027-02-02", after=1).status_code == 302


def test_a_number_of_decisions_that_no_page_has_told_is_no_fault_of_ours(client_of, suspended):
    browser = client_of("lee")
    assert decide(browser, suspended, act="uphold", after="9" * 5000).status_code < 500
    assert decide(browser, suspended, act="uphold", after=999_999_999).status_code == 409


def test_of_two_directors_who_decide_at_once_one_is_told(client_of, suspended):
    browser = client_of("lee")
    assert decide(browser, suspended, act="extend", games=3).status_code == 302
    again = decide(browser, suspended, act="reduce", games=0)
    assert again.status_code == 409
    assert "Somebody decided on it meanwhile" in again.text
    assert [one.act for one in db.session.scalars(db.select(SuspensionDecision))] == ["extend"]


def test_a_later_decision_follows_the_earlier_and_both_are_shown(client_of, suspended):
    browser = client_of("lee")
    decide(browser, suspended, act="extend", games=3)
    decide(browser, suspended, act="reduce", games=2, occasion="appeal", after=1, reason="Too much.")
    shown = browser.get(page(suspended)).text
    assert shown.index("longer, 3 games") < shown.index("shorter, 2 games")
    assert "0 of 2 games served" in shown


def test_another_leagues_director_sees_none_of_it(client_of, season, suspended):
    browser = client_of("robin")
    assert browser.get(page(suspended)).status_code == 404
    assert browser.get(f"/director/competitions/{season.competition.id}/suspensions").status_code == 404
    assert "Bear 3" not in browser.get("/director/suspensions", follow_redirects=True).text


def test_a_captain_sees_their_own_with_how_far_it_is_served(client_of, season, suspended):
    hogs = client_of("casey").get(f"/captain/{season.hogs.id}").text
    bears = client_of("drew").get(f"/captain/{season.bears.id}").text
    assert "0 of 1 game served" in bears
    assert "Out of it:" in bears
    assert "of 1 game served" not in hogs
    assert "Out of it:" not in hogs
