"""However many late calls wait, whatever they say or are stamped with, the page opens and decides."""

import pytest

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Assignment, Competition, GameSheet, db
from webapp.store.late_calls import MOST_LISTED, MOST_WORKED_OUT

END_OF_TIME = "9999999999999"


@pytest.fixture
def phones(app, season):
    return Phone(over_wsgi(app), "pat"), Phone(over_wsgi(app), "sam")


@pytest.fixture
def signed_off(phones):
    pat, _ = phones
    pat.push(pat.call("period_start", period=1, clock="06:00"))
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 1}))


def goal(phone, **wire):
    return phone.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1, clock="03:00", **wire)


def post(browser, where, **form):
    form["csrf_token"] = token_in(browser, "/sign-in")
    return browser.post(f"/director/games/game1/late/{where}", data=form)


def sheet():
    db.session.rollback()
    return db.session.get_one(GameSheet, "game1")


def end_the_assignment_of(official, now):
    db.session.execute(db.update(Assignment).filter_by(account_id=official.id).values(ended_at=now))
    db.session.commit()


@pytest.mark.parametrize(
    "said",
    [
        {"type": "zzz", "player": ["a"]},
        {"type": "goal", "v": 99, "scorer": ["a"]},
        {"type": "void", "v": 99, "call": [[]]},
        {"type": "amend", "v": 99, "set": 3},
    ],
)
def test_what_nobody_can_read_waits_for_no_word(client_of, season, phones, signed_off, said):
    _, sam = phones
    end_the_assignment_of(season.accounts["sam"], season.games[0].starts_at_utc)
    assert sam.results(goal(sam) | said, goal(sam)) == [("held", "assignment_ended")] * 2
    page = client_of("lee").get("/director/")
    assert (page.status_code, page.text.count('id="late-'), sheet().undecided) == (200, 1, 1)


@pytest.mark.parametrize("counter", ["0000", "9999"])
def test_a_call_from_the_end_of_time_is_decided_on_like_any_other(client_of, phones, signed_off, counter):
    _, sam = phones
    late = goal(sam, hlc=f"{END_OF_TIME}-{counter}")
    sam.push(late)
    assert post(client_of("lee"), late["id"], decision="admit").status_code == 302
    assert sheet().sheet["score"]["HOG"] == 1


def test_a_word_follows_a_decision_however_far_ahead_that_is_stamped(client_of, phones, signed_off):
    pat, sam = phones
    late = goal(sam)
    sam.push(late)
    admitted = pat.call("admit", calls=[late["id"]], hlc=f"{END_OF_TIME}-0001")
    pat.push(admitted)
    pat.push(pat.call("void", call=admitted["id"], reason="Not so."))
    assert sheet().undecided == 1
    assert post(client_of("lee"), late["id"], decision="reject").status_code == 302
    assert max(one["call"]["hlc"] for one in pat.pull()) == f"{END_OF_TIME}-0002"


def test_where_nothing_can_follow_the_page_says_so(client_of, phones, signed_off):
    pat, sam = phones
    late = goal(sam)
    sam.push(late)
    pat.push(pat.call("reject", calls=["another"], hlc=f"{END_OF_TIME}-9999"))
    answer = post(client_of("lee"), late["id"], decision="admit")
    assert answer.status_code == 409
    assert "stamped with the end of time" in answer.text


def test_a_decision_that_was_itself_held_does_not_lead(client_of, phones, signed_off):
    _, sam = phones
    late = goal(sam)
    held = sam.call("reject", calls=[late["id"]], hlc=f"{END_OF_TIME}-9999")
    assert sam.results(late, held) == [("held", "late"), ("held", "not_an_official")]
    assert post(client_of("lee"), late["id"], decision="admit").status_code == 302
    assert sheet().sheet["score"]["HOG"] == 1


def test_the_page_lists_some_and_works_out_few_and_any_that_is_opened(client_of, phones, signed_off):
    _, sam = phones
    late = [goal(sam) for _ in range(MOST_LISTED + 5)]
    sam.push(*late)
    browser = client_of("lee")
    page = browser.get("/director/").text
    assert (page.count('id="late-'), page.count("If admitted")) == (MOST_LISTED, MOST_WORKED_OUT)
    assert "5 more late calls wait." in page
    opened = browser.get(f"/director/?late={late[-6]['id']}").text
    assert opened.count("If admitted") == MOST_WORKED_OUT + 1


def test_all_of_an_officials_are_rejected_in_one_go_and_nobody_elses(client_of, phones, signed_off):
    pat, sam = phones
    sam.push(*[goal(sam) for _ in range(30)])
    pat.push(goal(pat))
    browser = client_of("lee")
    assert "Reject all 30 by Sam in this game" in browser.get("/director/").text
    assert post(browser, f"by/{sam.account}").status_code == 302
    assert (sheet().undecided, sheet().sheet["score"]["HOG"]) == (1, 0)
    assert post(browser, f"by/{sam.account}").status_code == 409


def test_a_game_on_which_the_rules_fail_does_not_fail_the_page(client_of, season, phones, signed_off):
    _, sam = phones
    sam.push(goal(sam), goal(sam, game="game2"))
    broken = {field: value for field, value in season.competition.rulebook.items() if field != "calls"}
    past_its_lock = db.update(Competition).filter_by(id=season.competition.id)
    db.session.execute(past_its_lock.values(rulebook=broken))
    db.session.commit()
    page = client_of("lee").get("/director/")
    assert page.status_code == 200
    assert "the rules fail on its log" in page.text
