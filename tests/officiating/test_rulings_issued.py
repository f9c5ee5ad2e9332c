"""Rulings are issued once, withdrawn once, and kept together with the calls that they rest on."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from webapp.store import Game, GameSheet, IssuedRuling, db, rulings


def issued(code, game="game1"):
    """Every ruling of a code ever issued, `(subject, trigger, stands)` in order of issue."""
    db.session.rollback()
    rows = db.session.scalars(
        select(IssuedRuling).filter_by(code=code, game_id=game).order_by(IssuedRuling.id)
    )
    return [(row.subject, row.trigger, row.withdrawn_at is None) for row in rows]


def foul(phone, **said):
    return phone.call(
        "penalty", **{"team": "BEA", "player": "BEA3", "infraction": "tripping", "period": 1, **said}
    )


def test_a_ruling_that_stays_is_issued_once_however_often_the_log_is_ruled_on(pat, season):
    fight = foul(pat, infraction="fighting")
    for call in (fight, fight, pat.call("note", text="x"), foul(pat)):
        pat.push(call)
    assert issued("team_disqualified") == [("team:BEA", fight["id"], True)]


def test_taking_the_trigger_back_withdraws_and_putting_it_back_issues_anew(pat, season):
    fight = foul(pat, infraction="fighting")
    taken_back = pat.call("void", call=fight["id"], reason="A hug.")
    pat.push(fight)
    pat.push(taken_back)
    assert issued("team_disqualified") == [("team:BEA", fight["id"], False)]
    pat.push(pat.call("void", call=taken_back["id"], reason="No hug."))
    assert [stands for _, _, stands in issued("team_disqualified")] == [False, True]


def test_an_overridden_ruling_is_withdrawn_and_stays_on_the_sheet(pat, season):
    fight = foul(pat, infraction="fighting")
    pat.push(fight)
    pat.push(pat.call("override", call=fight["id"], code="team_disqualified", reason="Both fell."))
    assert [stands for _, _, stands in issued("team_disqualified")] == [False]
    on_sheet = [one for one in pat.sheet()["rulings"] if one["code"] == "team_disqualified"]
    assert [one["overridden"] for one in on_sheet] == [True]


def test_other_reasons_for_one_ruling_bring_its_row_up_to_date_and_issue_nothing(pat, season):
    pat.push(foul(pat))
    second = foul(pat, fouled="HOG2")
    pat.push(second)
    before = issued("penalty_shot")
    assert len(before) == 1
    pat.push(pat.call("done", call=second["id"], code="penalty_shot"))
    assert issued("penalty_shot") == before
    row = db.session.scalars(select(IssuedRuling).filter_by(code="penalty_shot")).one()
    assert row.ruling["done"] is True


def test_what_is_ruled_as_before_is_no_news_and_writes_nothing(pat, season):
    pat.push(foul(pat))
    pat.push(foul(pat, fouled="HOG2"))
    game, sheet = db.session.get_one(Game, "game1"), db.session.get_one(GameSheet, "game1").sheet
    assert rulings.issue(game, sheet, datetime.now(UTC)) == ({}, {}, set())


def test_two_shots_of_one_double_minor_are_both_issued(pat, season):
    pat.push(foul(pat), foul(pat, **{"class": "double_minor"}))
    assert [stands for _, _, stands in issued("penalty_shot")] == [True, True]


def test_the_sheet_has_a_revision_once_signed_off_and_another_where_it_says_something_else(pat, season):
    def revision():
        db.session.rollback()
        return db.session.get_one(GameSheet, "game1").revision

    pat.push(foul(pat), foul(pat))
    assert revision() == 0
    pat.push(pat.call("sign_off", by="Pat"))
    assert revision() == 1
    pat.push(pat.call("note", text="Nothing follows."))
    assert revision() == 1
    late = foul(pat)
    assert pat.results(late) == [("held", "late")]
    assert revision() == 1, "it only waits"
    pat.push(pat.call("admit", calls=[late["id"]]))
    assert revision() == 2
    pat.push(pat.call("reject", calls=[late["id"]]))
    assert revision() == 3
    assert pat.push()["sheets"] == {}
    again = pat.push(heads={"game1": 8})["sheets"]["game1"]
    assert again.startswith("3-sha256:"), "it says what the first said, and is another"


def test_the_schedule_follows_the_log_to_the_sign_off_and_back(pat, season):
    def status():
        db.session.rollback()
        return db.session.get_one(Game, "game1").status

    assert status() == "scheduled"
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    assert status() == "in_play"
    signed = pat.call("sign_off", by="Pat")
    pat.push(signed)
    assert status() == "signed_off"
    pat.push(pat.call("void", call=signed["id"], reason="One more shift."))
    assert status() == "in_play"


def test_the_answer_names_the_sheet_that_the_server_has(pat):
    told = pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    assert told["sheets"]["game1"].startswith("0-sha256:")
    assert pat.push(heads={"game1": 1})["sheets"] == told["sheets"]


def test_the_log_itself_cannot_be_changed(pat, season):
    pat.push(foul(pat))
    for statement in ("UPDATE logged_call SET n = 7", "DELETE FROM logged_call"):
        with pytest.raises(DBAPIError, match="append-only"):
            db.session.execute(text(statement))
        db.session.rollback()


def test_calls_are_kept_even_where_the_rules_fail_on_the_log_and_ruled_on_once_they_no_longer_do(pat, season):
    rulebook = season.competition.rulebook
    season.competition.rulebook = {field: value for field, value in rulebook.items() if field != "digest"}
    db.session.commit()
    call = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    told = pat.push(call)
    assert (told["results"][0]["result"], told["results"][0]["seq"]) == ("accepted", 1)
    assert told["sheets"] == {}, "the rules have failed on it"
    season.competition.rulebook = rulebook
    db.session.commit()
    assert pat.push(call)["results"][0]["result"] == "duplicate"
    assert [one["call"] for one in pat.pull()] == [call]
    assert pat.sheet()["score"]["HOG"] == 1
