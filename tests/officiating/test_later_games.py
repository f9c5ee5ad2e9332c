"""What a game leaves behind reaches the later games of its competition, by a queue and not in the push."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from sqlalchemy import select, text, update

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp import officiating
from webapp.store import Competition, GameSheet, IssuedRuling, db
from webapp.store.to_rule_on import LONGEST_WAIT, FailedRuling, next_to_rule_on

NOW = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def goalie_penalty(phone, game, team):
    return phone.call("penalty", game, team=team, goalie="G1", infraction="delay_of_game", period=1)


def disqualified(phone, game):
    return [one for one in phone.sheet(game)["rulings"] if one["code"] == "goalie_disqualified"]


def test_two_penalties_in_an_earlier_game_make_the_third_in_a_later_one_a_disqualification(pat):
    pat.push(goalie_penalty(pat, "game1", "HOG"), goalie_penalty(pat, "game1", "BEA"))
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    assert len(disqualified(pat, "game2")) == 1


def test_an_earlier_game_that_arrives_late_changes_the_later_game_after_the_push(pat):
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    assert disqualified(pat, "game2") == []
    pat.push(goalie_penalty(pat, "game1", "HOG"), goalie_penalty(pat, "game1", "BEA"))
    assert len(disqualified(pat, "game2")) == 1


def test_a_call_taken_back_in_an_earlier_game_withdraws_what_followed_in_the_later_one(pat, season):
    first = goalie_penalty(pat, "game1", "HOG")
    pat.push(first, goalie_penalty(pat, "game1", "BEA"))
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    pat.push(pat.call("void", "game1", call=first["id"], reason="It was the other goalie."))
    assert disqualified(pat, "game2") == []
    row = db.session.scalars(select(IssuedRuling).filter_by(code="goalie_disqualified")).one()
    assert row.withdrawn_at is not None


def test_in_one_push_the_earlier_game_is_ruled_on_before_the_later(pat):
    pat.push(
        goalie_penalty(pat, "game2", "FOX"),
        goalie_penalty(pat, "game1", "HOG"),
        goalie_penalty(pat, "game1", "BEA"),
    )
    assert len(disqualified(pat, "game2")) == 1


def test_the_queue_stops_where_a_carry_comes_out_unchanged(pat, season):
    for game in ("game1", "game2", "game3"):
        pat.push(pat.call("note", game, text="It begins."))
    stale("game2")
    assert officiating.work_off(NOW) == 1
    assert next_to_rule_on(NOW) is None


def test_what_the_queue_could_not_finish_the_next_push_finishes(pat, season):
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    stale("game2")
    pat.push(pat.call("note", "game3", text="Another game."))
    assert next_to_rule_on(NOW) is None


def test_a_game_on_which_the_rules_fail_holds_up_no_other_league(app, pat, season):
    kim = Phone(over_wsgi(app), "kim")
    kim.push(kim.call("note", "Xgame1", text="It begins."))
    pat.push(goalie_penalty(pat, "game2", "FOX"))
    swap_the_rulebook(season.elsewhere, broken(season.competition.rulebook))
    stale("Xgame1")
    stale("game2")
    assert officiating.work_off(NOW) == 1
    assert next_to_rule_on(NOW) is None, "nobody tries again at once"
    assert next_to_rule_on(NOW + LONGEST_WAIT) == "Xgame1", "it stays queued"
    db.session.rollback()


def test_a_sheet_that_fell_behind_its_log_is_made_good_by_the_queue(pat, season):
    pat.push(pat.call("note", text="It begins."))
    rulebook = season.competition.rulebook
    swap_the_rulebook(season.organisation, broken(rulebook))
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    assert pat.sheet()["score"]["HOG"] == 0
    swap_the_rulebook(season.organisation, rulebook)
    assert officiating.work_off(datetime.now(UTC) + LONGEST_WAIT) == 1
    assert pat.sheet()["score"]["HOG"] == 1
    assert db.session.query(FailedRuling).count() == 0


def test_a_game_whose_first_push_the_rules_fail_on_is_ruled_on_by_the_queue_and_pulled_until_then(
    pat, season
):
    rulebook = season.competition.rulebook
    goal = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    held = pat.call("goal", v=99)
    swap_the_rulebook(season.organisation, broken(rulebook))
    pat.push(goal, held)
    swap_the_rulebook(season.organisation, {one: rulebook[one] for one in rulebook if one != "calls"})
    told = pat.get("/api/v1/games/game1/calls").json
    assert [one["call"] for one in told["calls"]] == [goal, held]
    assert (told["waiting"], told["not_ruled_on"]) == ({held["id"]: "newer_version"}, True)
    swap_the_rulebook(season.organisation, rulebook)
    assert officiating.work_off(datetime.now(UTC) + LONGEST_WAIT) == 1
    assert pat.sheet()["score"]["HOG"] == 1
    assert "not_ruled_on" not in pat.get("/api/v1/games/game1/calls").json


def test_a_game_on_which_the_rules_fail_again_and_again_is_tried_less_and_less_often(pat, season, caplog):
    pat.push(pat.call("note", text="It begins."))
    swap_the_rulebook(season.organisation, broken(season.competition.rulebook))
    stale("game1")
    for minute in range(8 * 60):
        officiating.work_off(NOW + timedelta(minutes=minute))
    tries = [one for one in caplog.records if one.levelname == "ERROR"]
    assert len(tries) == len([0, 1, 3, 7, 15, 31, *range(63, 8 * 60, 60)])


def test_of_many_who_work_the_queue_off_one_rules_on_a_game(app, pat, season):
    pat.push(pat.call("note", text="It begins."))
    stale("game1")
    at_once = Barrier(6)

    def work_off(_one):
        with app.app_context():
            at_once.wait()
            return officiating.work_off(NOW)

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(work_off, range(6))) == 1


def test_where_pushes_wait_the_queue_is_left_to_the_last_of_them(app, pat, season):
    pat.push(pat.call("note", "game2", text="It begins."))
    stale("game2")
    assert officiating.work_off(NOW, leave=lambda: True) == 0
    assert next_to_rule_on(NOW) == "game2"
    pushes = app.extensions["pushes"]
    app.extensions["pushes"] = NotTheLast(pushes)
    pat.push(pat.call("note", "game3", text="Another waits."))
    assert next_to_rule_on(NOW) == "game2"
    app.extensions["pushes"] = pushes
    pat.push(pat.call("note", "game3", text="The last one."))
    assert next_to_rule_on(NOW) is None


@pytest.mark.database("sqlite")
def test_who_asks_whether_a_game_waits_is_held_up_by_nobody_who_writes(app, pat, season, caplog):
    pat.push(pat.call("note", "game2", text="It begins."))
    db.session.commit()
    with sqlite3.connect(db.engine.url.database, isolation_level=None) as another:
        another.execute("BEGIN IMMEDIATE")
        assert officiating.work_off(NOW) == 0
        another.execute("ROLLBACK")
    assert not caplog.records, "it waited for the writer, in vain"


def test_a_push_that_is_refused_goes_on_with_what_was_left_to_it(app, pat, sam, season, monkeypatch):
    pat.push(pat.call("note", "game2", text="It begins."))
    stale("game2")
    assert officiating.work_off(NOW, leave=lambda: True) == 0, "sam's push waits"
    assert sam.post("/api/v1/sync", {**sam.batch([]), "device": pat.device}).status == 403
    assert next_to_rule_on(NOW) is None
    stale("game2")
    with monkeypatch.context() as patched:
        patched.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
        patched.setattr(officiating, "take_in_together", fails)
        assert sam.post("/api/v1/sync", sam.batch([])).status == 500
    assert next_to_rule_on(NOW) is None


def fails(*_asked):
    raise RuntimeError("a bug of ours")


class NotTheLast:
    """Pushes, of which another is not done yet."""

    def __init__(self, pushes):
        self.do, self.asked_to_go_on = pushes.do, pushes.asked_to_go_on

    def leave(self):
        return True


def test_what_another_has_ruled_on_until_it_is_locked_is_left_alone(pat, season):
    pat.push(pat.call("note", text="It begins."))
    assert officiating.rule_on_one("game1", NOW) is False


def test_a_rejected_ruling_is_gone_from_the_later_game_without_a_further_push(client_of, pat, season):
    pat.push(pat.call("penalty", team="HOG", player="HOG3", infraction="fighting", **{"class": "match"}))
    pat.push(pat.call("attendance", "game2", team="HOG", players=["HOG1", "HOG2", "HOG3"]))
    assert ineligible(pat, "game2")
    lee = client_of("lee")
    for issued in db.session.scalars(select(IssuedRuling).filter_by(game_id="game1")).all():
        if issued.awaits_confirmation:
            form = {"decision": "reject", "reason": "A hug.", "csrf_token": token_in(lee, "/sign-in")}
            with lee.post(f"/director/rulings/{issued.id}", data=form) as answer:
                assert answer.status_code == 302
    assert not ineligible(pat, "game2")


def test_nothing_is_carried_into_an_earlier_game(pat, season):
    pat.push(goalie_penalty(pat, "game1", "HOG"))
    before = db.session.get_one(GameSheet, "game1").etag
    db.session.rollback()
    pat.push(goalie_penalty(pat, "game2", "FOX"), goalie_penalty(pat, "game2", "HOG"))
    assert db.session.get_one(GameSheet, "game1").etag == before
    earlier = pat.get("/api/v1/games/game1/packet").json["earlier"]
    assert earlier == []


def test_nothing_is_carried_into_another_league(app, pat, season, monkeypatch):
    kim = Phone(over_wsgi(app), "kim")
    kim.push(kim.call("note", "Xgame1", text="It begins."), kim.call("note", "Xgame2", text="It begins."))
    pat.push(pat.call("note", "game2", text="It begins."))
    ruled_on = []
    rule_on = officiating.rule_on
    monkeypatch.setattr(
        officiating, "rule_on", lambda at, now: ruled_on.append(at.game.id) or rule_on(at, now)
    )
    pat.push(goalie_penalty(pat, "game1", "HOG"), goalie_penalty(pat, "game1", "BEA"))
    assert ruled_on == ["game1", "game2"]
    earlier = kim.get("/api/v1/games/Xgame2/packet").json["earlier"]
    assert [one["game"] for one in earlier] == ["Xgame1"]


def test_a_packet_tells_what_earlier_games_carry_and_up_to_which_call_it_is_known(pat):
    pat.push(goalie_penalty(pat, "game1", "HOG"))
    earlier = pat.get("/api/v1/games/game2/packet").json["earlier"]
    assert [(one["game"], one["upto"]) for one in earlier] == [("game1", 1)]
    assert earlier[0]["carry"]["goalies"] == {"G1": {"penalties": 1}}
    assert earlier[0]["known_at"]


def ineligible(phone, game):
    return [one for one in phone.sheet(game)["rulings"] if one["code"] == "ineligible"]


def broken(rulebook):
    """A rulebook on which the rules fail."""
    return {field: value for field, value in rulebook.items() if field != "digest"}


def swap_the_rulebook(organisation, rulebook):
    """Give an organisation's competition another rulebook, past the lock that play has put on it."""
    db.session.execute(
        update(Competition).where(Competition.organisation_id == organisation.id).values(rulebook=rulebook)
    )
    db.session.commit()


def stale(game):
    db.session.rollback()
    db.session.execute(
        text("UPDATE game_sheet SET stale_since = '2026-11-28 19:00:00' WHERE game_id = :game"),
        {"game": game},
    )
    db.session.commit()
