"""A push: every call by itself, the answer after the commit, nothing acknowledged that is not there."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select, text, update

from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Assignment, FreeText, LoggedCall, Membership, RefusedCall, db, intake


def goal(phone, **said):
    return phone.call("goal", **{"team": "HOG", "scorer": "HOG2", "goalie": "G1", "period": 1, **said})


def test_calls_are_stored_in_the_order_of_the_log_and_numbered_without_a_gap(pat):
    calls = [goal(pat) for _ in range(5)]
    told = pat.push(*calls)
    assert [one["seq"] for one in told["results"]] == [1, 2, 3, 4, 5]
    assert [one["call"]["id"] for one in pat.pull()] == [call["id"] for call in calls]
    assert pat.sheet()["score"] == {"HOG": 5, "BEA": 0}


def test_a_batch_is_numbered_in_the_order_in_which_its_calls_were_made(pat):
    first, second, third = goal(pat), goal(pat), goal(pat)
    pat.push(third, first, second)
    assert [one["call"]["id"] for one in pat.pull()] == [call["id"] for call in (first, second, third)]


def test_the_seventh_of_a_hundred_is_malformed_and_the_other_ninety_nine_are_stored(pat):
    calls = [goal(pat) for _ in range(100)]
    calls[6]["clock"] = "7:5"
    told = pat.push(*calls)
    assert [one["result"] for one in told["results"]] == ["accepted"] * 6 + ["refused"] + ["accepted"] * 93
    assert told["results"][6]["code"] == "malformed"
    assert told["results"][6]["says"].startswith("/clock: ")
    assert {one["call"]["id"] for one in pat.pull()} == {call["id"] for call in calls} - {calls[6]["id"]}
    assert told["progress"]["game1"] == {"upto": 100, "missing": []}


@pytest.mark.parametrize(
    "change",
    [
        {"scored_beautifully": True},
        {"team": "FOX"},
        {"scorer": 9},
        {"assists": "HOG1"},
        {"conditions": ["off_tree"]},
        {"period": 4},
        {"period": True},
        {"made_at": "2026-11-28 at three"},
        {"hlc": "yesterday"},
        {"n": 0},
        {"text": "half \ud800"},
    ],
)
def test_a_call_of_the_wrong_shape_is_refused_with_the_place(pat, change):
    told = pat.push({**goal(pat), **change})
    assert [(one["result"], one["code"]) for one in told["results"]] == [("refused", "malformed")]
    assert told["results"][0]["says"]


def test_what_is_no_call_at_all_is_refused_without_an_id(pat):
    told = pat.push(7, "goal", None, [], {"id": {"a": 1}}, goal(pat))
    assert [one["id"] for one in told["results"][:5]] == [None] * 5
    assert told["results"][5]["result"] == "accepted"


def test_a_call_heavier_than_a_call_may_be_is_refused_alone(pat):
    heavy = pat.call("note", text="x" * 40_000)
    assert pat.results(heavy, goal(pat)) == [("refused", "too_large"), ("accepted", None)]


def test_the_same_call_again_is_a_duplicate_with_its_first_seq(pat):
    first, second = goal(pat), goal(pat)
    pat.push(first)
    told = pat.push(first, second, second)
    assert [(one["result"], one["seq"]) for one in told["results"]] == [
        ("duplicate", 1),
        ("accepted", 2),
        ("duplicate", 2),
    ]
    assert len(pat.pull()) == 2


def test_another_call_under_a_known_id_is_refused_and_the_first_stays(pat):
    first = goal(pat)
    pat.push(first)
    forged = {**first, "scorer": "HOG3"}
    assert pat.results(forged) == [("refused", "id_conflict")]
    assert pat.pull()[0]["call"] == first


def test_another_text_under_a_known_id_is_another_call(pat):
    note = pat.call("note", text="He apologised.")
    pat.push(note)
    assert pat.results({**note, "text": "He did not apologise."}) == [("refused", "id_conflict")]
    assert pat.results({**note, "app": "newer", "packet": "sha256:0"}) == [("duplicate", None)]


def test_a_clone_of_a_device_is_told_to_fork_and_its_calls_arrive_under_a_new_id(app, pat):
    clone = Phone(over_wsgi(app), "pat", device=pat.device)
    pat.token = clone.token  # a backup restored on another phone has all that the first one has
    pat.push(goal(pat))
    mine = goal(clone)
    told = clone.push(mine)
    assert (told["results"][0]["code"], told["fork"]) == ("number_conflict", True)
    moved = {**mine, "device": "0190d1c0-0000-7000-8000-00000000000f", "n": 1}
    clone.device = moved["device"]
    assert clone.results(moved) == [("accepted", None)]
    assert clone.results({**moved, "device": pat.device, "n": 9}) == [("duplicate", None)]
    assert len(clone.pull()) == 2


def test_a_clone_makes_the_first_phone_owe_nothing(app, pat, sam):
    clone = Phone(over_wsgi(app), "pat", device=pat.device)
    pat.token = clone.token
    pat.push(goal(pat), heads={"game1": 1})
    clone.push(goal(clone), goal(clone, game="game2"), heads={"game1": 7, "game2": 1})
    assert sam.get("/api/v1/games/game1/calls").json["progress"] == {pat.device: {"upto": 1, "missing": []}}


def test_a_number_conflict_holds_up_nothing_behind_it(app, pat):
    clone = Phone(over_wsgi(app), "pat", device=pat.device)
    pat.token = clone.token
    pat.push(goal(pat), goal(pat))
    mine = [goal(clone), goal(clone), goal(clone)]
    assert [code for _, code in clone.results(*mine)] == ["number_conflict", "number_conflict", None]
    acknowledged = {mine[2]["id"]}
    assert acknowledged <= {one["call"]["id"] for one in clone.pull()}


def test_a_number_taken_in_the_middle_of_a_batch_takes_back_nothing_that_is_answered_for(app, pat, season):
    clone = Phone(over_wsgi(app), "pat", device=pat.device)
    pat.token = clone.token
    _, second = pat.call("note", text="x"), pat.call("note", text="x")
    pat.push(second)
    mine = [clone.call("note", text="y") for _ in range(4)]
    told = clone.push(*mine)["results"]
    assert [one.get("code") for one in told] == [None, "number_conflict", None, None]
    acknowledged = {one["id"] for one in told if one["result"] == "accepted"}
    assert acknowledged == {call["id"] for call in (mine[0], *mine[2:])}
    stored = set(db.session.scalars(select(LoggedCall.id)))
    texts = set(db.session.scalars(select(FreeText.call_id)))
    assert stored == texts == acknowledged | {second["id"]}


def test_nobody_pushes_what_somebody_else_made(pat, sam):
    assert sam.results(goal(pat)) == [("refused", "not_the_author")]
    assert sam.results({**goal(sam), "device": pat.device}) == [("refused", "not_the_author")]
    assert sam.results({**goal(sam), "made_by": pat.account}) == [("refused", "not_the_author")]


def test_who_made_a_call_that_another_logs_is_an_account(app, pat, sam):
    assert pat.results(goal(pat, called_by=sam.account), goal(pat, called_by=pat.account)) == [
        ("accepted", None),
        ("accepted", None),
    ]
    told = pat.push(goal(pat, called_by="the fat one in goal"))["results"]
    assert [(one["result"], one["code"]) for one in told] == [("refused", "malformed")]
    assert told[0]["says"].startswith("/called_by: ")


def test_what_somebody_else_pushed_is_a_duplicate_for_who_pulled_it(pat, sam):
    call = goal(pat)
    pat.push(call)
    assert sam.results(call) == [("duplicate", None)]


def test_a_game_that_does_not_exist_is_refused_and_holds_up_no_other(pat):
    assert pat.results(goal(pat, game="nowhere"), goal(pat)) == [
        ("refused", "unknown_game"),
        ("accepted", None),
    ]


def test_refused_calls_are_kept_raw_as_evidence(pat, season):
    call = {**goal(pat), "clock": "soon"}
    pat.push(call)
    kept = db.session.scalars(select(RefusedCall)).one()
    assert (kept.code, kept.call, kept.game) == ("malformed", call["id"], "game1")
    assert '"soon"' in kept.raw


def test_an_official_who_is_not_on_this_game_may_log_it_and_is_marked(pat, season):
    db.session.execute(
        text("DELETE FROM assignment WHERE account_id = :pat"), {"pat": season.accounts["pat"].id}
    )
    db.session.commit()
    assert pat.results(goal(pat)) == [("accepted", "not_assigned")]
    assert pat.sheet()["score"]["HOG"] == 1
    assert pat.pull()[0]["code"] == "not_assigned"


def test_calls_from_an_ended_assignment_are_held_whenever_they_say_they_were_made(pat, sam, season):
    end(Assignment, ended_at=season.games[0].starts_at_utc - timedelta(days=9), account_id=sam.account)
    call = goal(sam, made_at="2026-01-02T00:00:00Z")
    assert sam.results(call) == [("held", "assignment_ended")]
    assert pat.sheet()["score"]["HOG"] == 0
    assert pat.results(pat.call("admit", calls=[call["id"]])) == [("accepted", None)]
    assert pat.sheet()["score"]["HOG"] == 1


def test_a_role_lost_while_offline_holds_the_calls_and_loses_none(pat, sam, season):
    end(Membership, ends_at=season.games[0].starts_at_utc - timedelta(days=9), account_id=sam.account)
    call = goal(sam)
    assert sam.results(call) == [("held", "not_an_official")]
    assert [(one["counts"], one["code"]) for one in pat.pull()] == [(False, "not_an_official")]
    pat.push(pat.call("admit", calls=[call["id"]]))
    assert [one["counts"] for one in pat.pull()] == [True, True]


def test_who_was_never_an_official_of_the_league_is_not_heard(app, pat):
    casey = Phone(over_wsgi(app), "casey")
    told = casey.push(goal(casey), heads={"game1": 40})
    assert [(one["result"], one["code"]) for one in told["results"]] == [("refused", "unknown_game")]
    assert told["progress"] == {}
    assert pat.pull() == []
    assert pat.get("/api/v1/games/game1/calls").json["progress"] == {}


def test_nobody_locks_a_game_that_is_not_theirs(app, pat, season, monkeypatch):
    locked = []
    real = intake.locked
    monkeypatch.setattr(intake, "locked", lambda ids: locked.append(set(ids)) or real(ids))
    for username in ("casey", "kim"):
        phone = Phone(over_wsgi(app), username)
        phone.push(goal(phone))
    pat.push(goal(pat, game="game2"))
    assert [ids for ids in locked if ids] == [{"game2"}]


@pytest.mark.parametrize(("ahead", "missing"), [(1000, [[2, 1001]]), (1001, [])])
def test_a_head_further_ahead_than_a_phone_can_be_is_not_believed(pat, sam, ahead, missing):
    told = pat.push(goal(pat), heads={"game1": 1 + ahead})
    assert told["progress"] == {"game1": {"upto": 1, "missing": missing}}
    everybodys = sam.get("/api/v1/games/game1/calls").json["progress"]
    assert everybodys[pat.device] == {"upto": 1, "missing": missing}


def test_a_scorekeeper_admits_nothing(pat, sam, season):
    end(Assignment, ended_at=season.games[0].starts_at_utc - timedelta(days=9), account_id=pat.account)
    call = goal(pat)
    pat.push(call)
    assert sam.results(sam.call("admit", calls=[call["id"]])) == [("held", "not_an_official")]
    assert sam.sheet()["score"]["HOG"] == 0


def test_a_director_admits(app, sam, season):
    end(Assignment, ended_at=season.games[0].starts_at_utc - timedelta(days=9), account_id=sam.account)
    lee = Phone(over_wsgi(app), "lee")
    call = goal(sam)
    sam.push(call)
    assert lee.results(lee.call("admit", calls=[call["id"]])) == [("accepted", None)]
    assert lee.sheet()["score"]["HOG"] == 1


def test_a_call_of_a_later_day_waits_for_a_later_server(pat):
    later = pat.call("shouting_match", who=["A. Roe"])
    newer = goal(pat, v=2, spin="left")
    told = pat.results(later, newer, pat.call("admit", calls=[later["id"], newer["id"]]))
    assert told == [("held", "unknown_type"), ("held", "newer_version"), ("accepted", None)]
    assert pat.sheet()["score"]["HOG"] == 0
    assert [one["call"] for one in pat.pull()[:2]] == [later, newer]


def test_a_call_type_of_another_rulebook_is_held(pat):
    water = pat.call("water_break", team="HOG", by="HOG1", situation="other")
    assert pat.results(water) == [("held", "unknown_type")]


def test_what_names_a_call_that_has_not_arrived_counts_as_soon_as_it_has(pat, sam):
    scored = goal(pat)
    taken_back = sam.call("void", call=scored["id"], reason="Wrong team.")
    assert sam.results(taken_back) == [("held", "unknown_target")]
    assert pat.results(scored) == [("accepted", None)]
    assert [one["counts"] for one in pat.pull()] == [True, True]
    assert pat.sheet()["score"]["HOG"] == 0
    told = sam.push(taken_back)["results"][0]
    assert (told["result"], told["seq"], "code" in told) == ("duplicate", 1, False)


def test_a_void_in_one_batch_with_what_it_names_may_stand_before_it(pat):
    scored = goal(pat)
    taken_back = pat.call("void", call=scored["id"], reason="Wrong team.")
    assert pat.results(taken_back, scored) == [("accepted", None), ("accepted", None)]


def test_calls_that_the_sign_off_does_not_cover_are_late_until_admitted(pat, sam):
    known, owed = goal(pat), goal(sam)
    pat.push(known)
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 1}))
    assert pat.sheet()["status"] == "signed_off"
    assert sam.results(owed) == [("held", "late")]
    assert sam.results(sam.call("note", text="Notes are never late.")) == [("accepted", None)]
    assert pat.sheet()["score"]["HOG"] == 1
    assert pat.sheet()["late"] == [owed["id"]], "so that it can be decided on"
    pat.push(pat.call("admit", calls=[owed["id"]]))
    sheet = pat.sheet()
    assert (sheet["score"]["HOG"], sheet["late"]) == (2, [owed["id"]])
    pat.push(pat.call("reject", calls=[owed["id"]]))
    assert pat.sheet()["score"]["HOG"] == 1


def test_a_call_already_here_becomes_late_when_the_sign_off_does_not_cover_it(pat, sam):
    owed = goal(sam)
    assert sam.results(owed) == [("accepted", None)]
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 0}))
    told = sam.push(owed)["results"][0]
    assert (told["result"], told["code"]) == ("duplicate", "late")


def test_heads_tell_what_a_phone_still_owes_and_every_official_sees_it(pat, sam):
    told = pat.push(goal(pat), heads={"game1": 4, "game2": 2})
    assert told["progress"] == {
        "game1": {"upto": 1, "missing": [[2, 4]]},
        "game2": {"upto": 0, "missing": [[1, 2]]},
    }
    page = sam.get("/api/v1/games/game1/calls").json
    assert page["progress"] == {pat.device: {"upto": 1, "missing": [[2, 4]]}}
    pat.push(heads={"game1": 1})
    assert sam.get("/api/v1/games/game1/calls").json["progress"][pat.device]["missing"] == [[2, 4]]


@pytest.mark.parametrize("change", [{"clock": "soon"}, {"hlc": "yesterday"}, {"text": "x" * 40_000}])
def test_a_refused_call_has_arrived_and_is_owed_by_nobody(pat, sam, change):
    told = pat.push({**goal(pat), **change}, goal(pat), heads={"game1": 3})
    assert told["progress"]["game1"] == {"upto": 2, "missing": [[3, 3]]}
    everybodys = sam.get("/api/v1/games/game1/calls").json["progress"]
    assert everybodys[pat.device] == {"upto": 2, "missing": [[3, 3]]}


def test_a_call_that_moved_to_a_new_device_id_after_it_had_arrived_leaves_no_gap_there(pat, sam):
    arrived = goal(pat)
    pat.push(arrived, heads={"game1": 1})
    pat.device, pat.n = "0190d1c0-0000-7000-8000-00000000000f", {}
    moved = {**arrived, "device": pat.device, "n": pat.call("note")["n"]}
    told = pat.push(moved, goal(pat), moved, heads={"game1": 2})
    assert [(one["result"], one["seq"]) for one in told["results"]] == [
        ("duplicate", 1),
        ("accepted", 2),
        ("duplicate", 1),
    ]
    assert told["progress"] == {"game1": {"upto": 2, "missing": []}}
    everybodys = sam.get("/api/v1/games/game1/calls").json["progress"]
    assert everybodys[pat.device] == {"upto": 2, "missing": []}
    first = told["results"][0]
    assert (first["device"], first["n"]) == (arrived["device"], arrived["n"]), "where the log has it"


def test_nobody_closes_the_gaps_of_somebody_elses_phone(pat, sam):
    arrived = goal(pat)
    pat.push(arrived, heads={"game1": 2})
    assert sam.results({**arrived, "n": 2}) == [("duplicate", None)]
    assert sam.results({**goal(sam), "device": pat.device, "n": 2}) == [("refused", "not_the_author")]
    own = goal(sam)
    sam.push(own)
    assert sam.results({**own, "device": pat.device, "n": 2}) == [("duplicate", None)]
    assert sam.get("/api/v1/games/game1/calls").json["progress"][pat.device]["missing"] == [[2, 2]]


def test_free_text_is_not_in_the_log_and_survives_a_pull(pat, sam, season):
    added = pat.call("roster_add", team="HOG", player={"id": "X1", "number": "77", "name": "Jo Quill"})
    note = pat.call("note", text="The coach swore at me.")
    wrong = pat.call("void", call=note["id"], reason="Not the coach.")
    wiser = pat.call(
        "amend", call=added["id"], set={"player": {"id": "X1", "number": "7", "name": "Jo Quill"}}
    )
    unknown = pat.call("shouting_match", who="Jo Quill, the coach")
    assert "refused" not in {result for result, _ in pat.results(added, note, wrong, wiser, unknown)}
    kept = " ".join(json.dumps(body) for body in db.session.scalars(select(LoggedCall.body)))
    assert "coach" not in kept
    assert "Quill" not in kept
    assert [one["call"] for one in sam.pull()] == [added, note, wrong, wiser, unknown]


def test_a_redacted_text_is_gone_and_the_call_is_still_the_same_call(pat, sam, season):
    note = pat.call("note", text="The coach swore at me.")
    pat.push(note)
    db.session.execute(update(FreeText).values(text=None))
    db.session.commit()
    pulled = sam.pull()[0]
    assert (pulled["call"]["text"], pulled["redacted"]) == ("…", ["/text"])
    assert pat.results(note) == [("duplicate", None)]


def end(model, account_id, **when):
    db.session.execute(update(model).where(model.account_id == account_id).values(**when))
    db.session.commit()
