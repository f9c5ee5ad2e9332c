"""Two organisations in one installation: neither can tell that the other's games exist."""

import pytest

from tests.simulated_phone import Phone, over_wsgi


@pytest.mark.parametrize("path", ["packet", "calls", "sheet"])
def test_another_leagues_game_is_as_good_as_not_there(kim, path):
    theirs = kim.get(f"/api/v1/games/game1/{path}")
    nowhere = kim.get(f"/api/v1/games/nowhere/{path}")
    assert (theirs.status, theirs.body) == (404, nowhere.body)
    assert kim.get(f"/api/v1/games/Xgame1/{path}").status == 200


def test_a_push_to_another_leagues_game_is_refused_as_to_no_game(kim, pat):
    call = kim.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    theirs, nowhere = kim.push(call, {**call, "game": "nowhere", "n": 2})["results"]
    assert theirs["code"] == nowhere["code"] == "unknown_game"
    assert theirs["says"] == nowhere["says"]
    assert pat.pull() == []


def test_heads_of_another_leagues_game_are_not_answered_and_leave_no_trace(kim, pat):
    told = kim.push(heads={"game1": 9, "nowhere": 3, "Xgame1": 1})
    assert list(told["progress"]) == ["Xgame1"]
    assert pat.get("/api/v1/games/game1/calls").json["progress"] == {}


def test_a_person_of_another_league_cannot_be_named_in_a_call(kim):
    call = kim.call("goal", "Xgame1", team="HOG", scorer="HOG2", goalie="XG1")
    assert kim.results(call) == [("held", "unknown_target")]


def test_my_games_are_my_leagues(app, pat, kim):
    assert {game["id"] for game in pat.get("/api/v1/games").json["games"]} >= {"game1", "game2", "game3"}
    for username in ("kim", "robin"):
        games = Phone(over_wsgi(app), username).get("/api/v1/games").json["games"]
        assert all(game["id"].startswith("Xgame") for game in games)


def test_a_captain_has_no_games_to_officiate_and_sees_no_packet(app):
    casey = Phone(over_wsgi(app), "casey")
    assert casey.get("/api/v1/games").json["games"] == []
    assert casey.get("/api/v1/games/game1/packet").status == 404
    assert casey.get("/api/v1/games/game1/calls").status == 404
