"""A phone is lost, and another official, who got its log by hand, sends it: each call is in the log once."""

import pytest
from sqlalchemy import delete, select

from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Account, Assignment, db


def goal(phone, **said):
    return phone.call("goal", **{"team": "HOG", "scorer": "HOG2", "goalie": "G1", "period": 1, **said})


def sent_by(phone, call, author):
    """A call that came by hand, in the name of who sends it, numbered by their phone."""
    phone.n["game1"] = phone.n.get("game1", 0) + 1
    return {
        **call,
        "made_by": phone.account,
        "called_by": author.account,
        "device": phone.device,
        "n": phone.n["game1"],
    }


@pytest.fixture
def lost(pat):
    """Three calls on Pat's phone, the last a correction of the first."""
    first, second = goal(pat), goal(pat)
    return [first, second, pat.call("void", call=first["id"], reason="offside")]


def test_what_is_sent_for_another_keeps_its_ids_its_order_and_its_author(pat, sam, lost):
    told = sam.results(*(sent_by(sam, call, pat) for call in lost))
    assert told == [("accepted", None)] * 3
    pulled = [one["call"] for one in sam.pull()]
    assert [one["id"] for one in pulled] == [call["id"] for call in lost]
    assert {one["called_by"] for one in pulled} == {pat.account}
    assert sam.sheet()["score"] == {"HOG": 1, "BEA": 0}


def test_where_the_lost_phone_is_found_again_its_own_calls_are_those_already_here(pat, sam, lost):
    sam.push(*(sent_by(sam, call, pat) for call in lost))
    told = pat.push(*lost, heads={"game1": 3})
    assert [one["result"] for one in told["results"]] == ["duplicate"] * 3
    assert told["progress"]["game1"] == {"upto": 3, "missing": []}
    assert len(pat.pull()) == 3


def test_what_its_author_has_sent_already_is_there_for_who_sends_it_again(pat, sam, lost):
    pat.push(*lost)
    told = sam.push(*(sent_by(sam, call, pat) for call in lost))
    assert [one["result"] for one in told["results"]] == ["duplicate"] * 3
    assert {one["call"]["made_by"] for one in sam.pull()} == {pat.account}


def test_sent_for_another_or_not_other_words_under_one_id_are_a_conflict(pat, sam, lost):
    sam.push(*(sent_by(sam, call, pat) for call in lost))
    assert pat.results({**lost[0], "scorer": "HOG3"}) == [("refused", "id_conflict")]


def test_nobody_s_call_is_taken_over_by_one_who_does_not_name_them(pat, sam, lost):
    pat.push(*lost)
    taken = {**sent_by(sam, lost[0], pat)}
    del taken["called_by"]
    assert sam.results(taken) == [("refused", "id_conflict")]


def taken_off_the_game(app, username):
    """They were never assigned to it."""
    with app.app_context():
        account = select(Account.id).where(Account.username == username).scalar_subquery()
        db.session.execute(delete(Assignment).where(Assignment.account_id == account))
        db.session.commit()


def test_the_calls_of_an_official_who_helped_out_without_an_assignment_are_rescued_too(app, pat, sam, lost):
    taken_off_the_game(app, "pat")
    assert sam.results(*(sent_by(sam, call, pat) for call in lost)) == [("accepted", "not_assigned")] * 3
    assert pat.results(*lost) == [("duplicate", "not_assigned")] * 3


def test_what_is_sent_for_somebody_whom_nobody_here_knows_waits_and_is_not_lost(sam, kim):
    told = sam.results(sent_by(sam, goal(kim), kim), {**goal(sam), "called_by": "nobody-at-all"})
    assert told == [("held", "not_an_official")] * 2
    assert [one["counts"] for one in sam.pull()] == [False] * 2


@pytest.mark.parametrize("first", ["sam", "lee", "pat"])
def test_three_phones_that_send_one_author_s_calls_have_them_in_the_log_once(app, pat, sam, lost, first):
    lee = Phone(over_wsgi(app), "lee")
    sends = {
        "sam": (sam, [sent_by(sam, call, pat) for call in lost]),
        "lee": (lee, [sent_by(lee, call, pat) for call in lost]),
        "pat": (pat, lost),
    }
    phone, calls = sends.pop(first)
    assert {result for result, _ in phone.results(*calls)} == {"accepted"}
    for phone, calls in sends.values():
        assert {result for result, _ in phone.results(*calls)} == {"duplicate"}
    assert [one["call"]["id"] for one in sam.pull()] == [call["id"] for call in lost]


def test_two_who_name_different_authors_for_one_id_do_not_agree(app, pat, sam, lost):
    lee = Phone(over_wsgi(app), "lee")
    sam.push(sent_by(sam, lost[0], pat))
    assert lee.results(sent_by(lee, lost[0], sam)) == [("refused", "id_conflict")]
