"""Directors are told what an official overrode, and nobody else is."""

import pytest
from sqlalchemy import select

from tests.notices.test_queueing import ever, misconduct, told
from webapp.notices.said import in_full, on_lock_screen
from webapp.store import Person, db
from webapp.store.deliveries import Delivery
from webapp.store.inbox import inbox_of
from webapp.store.notice_wishes import turn_off

REASON = "It was the other Bear, and I saw it."


@pytest.fixture
def penalty(sam):
    """What suspends a Bear, pushed."""
    call = misconduct(sam)
    sam.push(call)
    return call


def override(phone, call, code="player_suspended"):
    return phone.call("override", call=call["id"], code=code, reason=REASON)


def test_an_override_is_told_to_the_directors_once_and_to_nobody_else(pat, penalty, season):
    overrides = override(pat, penalty)
    for pushed in (overrides, overrides, pat.call("note", text="Nothing follows.")):
        pat.push(pushed)
    assert told(season, "lee") == [("override", "BEA3")]
    assert ever(season, "lee", "override") == 1
    for other in ("casey", "pat", "sam", "robin", "max", "kim"):
        assert told(season, other) == [], other
    assert [kind for kind, _ in told(season, "drew")] == ["ejection"], "the team: no longer suspended"


def test_one_that_comes_with_what_it_overrides_is_told_too(pat, season):
    call = misconduct(pat)
    pat.push(call, override(pat, call))
    assert told(season, "lee") == [("override", "BEA3")]


def test_taken_back_it_is_lifted_and_given_again_told_anew(pat, penalty, season):
    overrides = override(pat, penalty)
    pat.push(overrides)
    void = pat.call("void", call=overrides["id"], reason="I was wrong.")
    pat.push(void)
    assert told(season, "lee") == [("lifted", "BEA3")]
    pat.push(pat.call("void", call=void["id"], reason="I was not."))
    assert told(season, "lee") == [("override", "BEA3")]
    assert ever(season, "lee", "override") == 2


def test_what_it_overrode_falls_and_so_does_it(pat, penalty, season):
    pat.push(override(pat, penalty))
    pat.push(pat.call("amend", call=penalty["id"], set={"class": "minor"}))
    assert told(season, "lee") == [("lifted", "BEA3")]


def test_a_wrong_number_put_right_is_told_of_the_right_one(pat, penalty, season):
    pat.push(override(pat, penalty))
    pat.push(pat.call("amend", call=penalty["id"], set={"player": "BEA4"}))
    assert ("override", "BEA4") in told(season, "lee")
    assert ("override", "BEA3") not in told(season, "lee")


def test_of_two_overrides_of_one_ruling_the_first_is_told_of_and_stays(pat, sam, penalty, season):
    pat.push(override(pat, penalty))
    sam.push(override(sam, penalty))
    assert told(season, "lee") == [("override", "BEA3")]
    assert ever(season, "lee", "override") == 1


def test_a_lock_screen_tells_neither_whom_nor_what_nor_why(app, pat, penalty, season):
    pat.push(override(pat, penalty), override(pat, penalty, "player_ejected"))
    names = set(db.session.scalars(select(Person.name)))
    for notice in inbox_of(season.accounts["lee"].id):
        with app.test_request_context():
            shut, opened = on_lock_screen(notice), in_full(notice)
        assert shut.title == "A ruling was overridden"
        assert not [said for said in (*names, REASON, "suspen") if said in f"{shut.title} {shut.body}"]
        assert REASON not in str(notice.values), "texts can be redacted where they are kept"
        assert opened.title == "Bear 3: a ruling was overridden"


@pytest.mark.parametrize("off", [False, True])
def test_it_can_be_turned_off_and_is_in_the_inbox_all_the_same(post, pat, penalty, season, off):
    post.subscribe("lee", "office")
    turn_off(season.accounts["lee"].id, ["override"] if off else [])
    db.session.commit()
    pat.push(override(pat, penalty))
    assert told(season, "lee") == [("override", "BEA3")]
    assert len(db.session.scalars(select(Delivery)).all()) == (0 if off else 1)
