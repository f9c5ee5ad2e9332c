"""A newer engine leaves games alone that are signed off; what it would change waits for a director."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.newer_engine import comes, everything_is_said_otherwise, goals_count_twice, nobody_is_disqualified
from webapp import officiating
from webapp.calls import engine
from webapp.store import EngineDecision, GameSheet, IssuedRuling, db
from webapp.store.engine_decisions import held_in, to_decide_on
from webapp.store.to_rule_on import FailedRuling, next_to_rule_on

NOW = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def kept(game="game1"):
    db.session.rollback()
    return db.session.get_one(GameSheet, game)


def signed_off(pat, *calls, game="game1"):
    """Log a game and sign it off; what its sheet says then."""
    pat.push(*calls)
    pat.push(pat.call("sign_off", game, by="Pat", heads={pat.device: pat.n[game]}))
    sheet = kept(game)
    assert (sheet.sheet["status"], sheet.revision, sheet.otherwise) == ("signed_off", 1, None)
    return sheet.sheet


def goal(phone, game="game1"):
    return phone.call("goal", game, team="HOG", scorer="HOG2", goalie="G1", period=1)


def goalie_penalty(phone, game, team):
    return phone.call("penalty", game, team=team, goalie="G1", infraction="delay_of_game", period=1)


def waiting(season):
    db.session.rollback()
    return [one.game.id for one in to_decide_on([season.organisation.id]).listed]


def decide(season, act, otherwise=None, game="game1"):
    otherwise = otherwise or kept(game).otherwise
    done = officiating.decide_on_engine(game, otherwise, act, "Looked at.", season.accounts["lee"], NOW)
    officiating.work_off(NOW)
    return done


def test_an_engine_is_known_by_its_sources():
    assert engine.digest() == engine.digest.__wrapped__()
    assert engine.digest().startswith("sha256:")


def test_another_source_is_another_engine(tmp_path, monkeypatch):
    monkeypatch.setattr("webapp.rules.__file__", str(tmp_path / "__init__.py"))
    found = set()
    for name, source in (("a.py", ""), ("a.py", "1"), ("b.py", "1"), ("a.py", "2")):
        (tmp_path / name).write_text(source)
        found.add(engine.digest.__wrapped__())
    assert len(found) == 4


def test_one_that_says_the_same_takes_the_game_over_by_itself(pat, season, monkeypatch):
    before = signed_off(pat, goal(pat))
    comes(monkeypatch, everything_is_said_otherwise)
    assert officiating.work_off(NOW) == 1
    sheet = kept()
    assert (sheet.engine, sheet.revision, sheet.sheet["score"]) == (engine.digest(), 1, before["score"])
    assert (next_to_rule_on(NOW), waiting(season)) == (None, [])


def test_what_it_says_otherwise_waits_for_a_director(pat, season, monkeypatch):
    before = signed_off(pat, goal(pat))
    comes(monkeypatch, goals_count_twice)
    assert officiating.work_off(NOW) == 1
    assert (kept().sheet, kept().revision) == (before, 1)
    assert (waiting(season), next_to_rule_on(NOW)) == (["game1"], None)
    assert to_decide_on([season.elsewhere.id]).listed == []


def test_phones_are_told_of_a_game_that_stands_as_older_rules_made_it(pat, season, monkeypatch):
    def told():
        return pat.get("/api/v1/games/game1/calls").json.get("older_rules")

    signed_off(pat, goal(pat))
    assert told() is None
    comes(monkeypatch, goals_count_twice)
    officiating.work_off(NOW)
    assert told() is True
    assert decide(season, "take")
    assert told() is None


def test_games_that_are_not_signed_off_go_by_the_newer_at_once(pat, season, monkeypatch):
    pat.push(goal(pat))
    comes(monkeypatch, goals_count_twice)
    assert officiating.work_off(NOW) == 0
    pat.push(pat.call("note", text="Go on."))
    assert (kept().sheet["score"]["HOG"], waiting(season)) == (2, [])


def test_a_late_call_that_is_admitted_changes_nothing_until_the_newer_is_taken(pat, sam, season, monkeypatch):
    before = signed_off(pat, goal(pat))
    comes(monkeypatch, goals_count_twice)
    late = goal(sam)
    assert sam.results(late) == [("held", "late")]
    assert (kept().sheet, kept().undecided) == (before, 1)
    assert pat.results(pat.call("admit", calls=[late["id"]])) == [("accepted", None)]
    assert (kept().sheet, kept().revision, kept().undecided) == (before, 1, 0)
    assert pat.get("/api/v1/games/game1/calls").json["waiting"] == {}
    assert held_in(["game1"]) == {"game1"}
    [one] = to_decide_on([season.organisation.id]).listed
    assert (one.now["score"]["HOG"], one.then["score"]["HOG"]) == (1, 4)
    assert decide(season, "take")
    assert (kept().sheet["score"]["HOG"], kept().revision, kept().otherwise) == (4, 2, None)
    assert (waiting(season), held_in(["game1"])) == ([], set())


def test_a_late_call_counts_where_the_newer_says_the_same_of_the_log_without_it(
    pat, sam, season, monkeypatch
):
    signed_off(pat, goal(pat))
    comes(monkeypatch)
    late = goal(sam)
    sam.push(late)
    pat.push(pat.call("admit", calls=[late["id"]]))
    assert (kept().sheet["score"]["HOG"], kept().revision, waiting(season)) == (2, 2, [])


@pytest.fixture
def third_penalty(pat):
    """Game 2, signed off, in which G1 got a third penalty; its calls of game 1, and its sheet."""
    first = goalie_penalty(pat, "game1", "HOG")
    pat.push(first, goalie_penalty(pat, "game1", "BEA"))
    sheet = signed_off(pat, goalie_penalty(pat, "game2", "FOX"), game="game2")
    assert "goalie_disqualified" in {one["code"] for one in sheet["rulings"]}
    return first, sheet


def disqualified():
    db.session.rollback()
    return db.session.query(IssuedRuling).filter_by(code="goalie_disqualified", withdrawn_at=None).count()


def test_a_changed_history_changes_nothing_until_the_newer_is_taken(pat, season, third_penalty, monkeypatch):
    first, before = third_penalty
    comes(monkeypatch, nobody_is_disqualified)
    assert officiating.work_off(NOW) == 1
    pat.push(pat.call("void", "game1", call=first["id"], reason="It was the other goalie."))
    assert (kept("game2").sheet, disqualified(), waiting(season)) == (before, 1, ["game2"])
    assert kept("game2").stale_since is None
    assert decide(season, "take", game="game2")
    assert (disqualified(), kept("game2").revision) == (0, 2)


def test_a_changed_history_is_followed_where_the_newer_was_seen_to_say_the_same(
    pat, season, third_penalty, monkeypatch
):
    comes(monkeypatch)
    assert officiating.work_off(NOW) == 1
    pat.push(pat.call("void", "game1", call=third_penalty[0]["id"], reason="It was the other goalie."))
    assert (disqualified(), waiting(season), kept("game2").revision) == (0, [], 2)


def test_a_history_that_changed_before_they_were_compared_waits_for_a_director(
    pat, season, third_penalty, monkeypatch
):
    comes(monkeypatch)
    pat.push(pat.call("void", "game1", call=third_penalty[0]["id"], reason="It was the other goalie."))
    assert (disqualified(), waiting(season)) == (1, ["game2"])


def test_what_is_taken_reaches_later_games(pat, season, monkeypatch):
    signed_off(pat, goalie_penalty(pat, "game1", "HOG"), goalie_penalty(pat, "game1", "BEA"))
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    assert disqualified() == 1

    def counts_none(sheet):
        sheet["carry"]["goalies"] = {}

    comes(monkeypatch, counts_none)
    officiating.work_off(NOW)
    assert disqualified() == 1
    assert decide(season, "take")
    assert disqualified() == 0


def test_one_that_is_left_stays_and_comes_back_when_there_is_something_else_to_say(
    pat, sam, season, monkeypatch
):
    before = signed_off(pat, goal(pat))
    comes(monkeypatch, goals_count_twice)
    officiating.work_off(NOW)
    assert decide(season, "leave")
    assert (kept().sheet, waiting(season), held_in(["game1"])) == (before, [], {"game1"})
    late = goal(sam)
    sam.push(late)
    assert waiting(season) == []
    pat.push(pat.call("admit", calls=[late["id"]]))
    assert waiting(season) == ["game1"]
    row = db.session.query(EngineDecision).one()
    assert (row.act, row.reason, row.decided_by.username) == ("leave", "Looked at.", "lee")


def test_a_still_newer_one_that_agrees_again_ends_it(pat, season, monkeypatch):
    signed_off(pat, goal(pat))
    with monkeypatch.context() as between:
        comes(between, goals_count_twice)
        officiating.work_off(NOW)
        assert waiting(season) == ["game1"]
    assert waiting(season) == [], "it is to be compared again first"
    officiating.work_off(NOW)
    assert (kept().otherwise, kept().revision, kept().engine) == (None, 1, engine.digest())


def test_what_was_not_shown_is_not_decided_on(pat, season, monkeypatch):
    before = signed_off(pat, goal(pat))
    comes(monkeypatch, goals_count_twice)
    officiating.work_off(NOW)
    assert not decide(season, "take", otherwise="sha256:something-else")
    assert (kept().sheet, db.session.query(EngineDecision).count()) == (before, 0)


def test_one_that_fails_on_a_signed_off_game_leaves_it_and_is_tried_again(pat, season, monkeypatch):
    before = signed_off(pat, goal(pat))

    def fails(sheet):
        raise LookupError

    with monkeypatch.context() as between:
        comes(between, fails)
        assert officiating.work_off(NOW) == 0
        assert (next_to_rule_on(NOW), kept().sheet) == (None, before)
    comes(monkeypatch)
    assert officiating.work_off(NOW + timedelta(hours=1)) == 1
    assert (kept().sheet["score"], db.session.query(FailedRuling).count()) == (before["score"], 0)


@pytest.mark.parametrize(("signed", "score"), [(True, 1), (False, 2)])
def test_a_game_that_was_broken_off_stays_once_it_is_signed_off(pat, season, monkeypatch, signed, score):
    pat.push(goal(pat), pat.call("abandon", reason="The lights went out."))
    if signed:
        pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 2}))
    assert kept().sheet["status"] == "abandoned"
    comes(monkeypatch, goals_count_twice)
    assert officiating.work_off(NOW) == 1
    assert (kept().sheet["score"]["HOG"], next_to_rule_on(NOW)) == (score, None)
