"""The packet, the games and the sheet, as a phone takes them along."""

import json
from datetime import UTC, datetime, timedelta

from sqlalchemy import text, update

from tests.cast import FIGHT, GOALIES_PENALTY, START, log
from webapp.calls.ruled import ruled
from webapp.rules.check import check
from webapp.rules.history import history_after
from webapp.store import Assignment, Competition, Game, db
from webapp.store.packet import earlier_carries
from webapp.store.whole_log import entries


def test_a_packet_has_all_that_the_rules_need_offline(pat):
    packet = pat.get("/api/v1/games/game2/packet").json
    file = {**packet["game_file"], "calls": []}
    assert check(file, packet["rulebook"], packet["words"]) == []
    assert ruled([], file, packet["rulebook"]) == (pat.sheet("game2"), {}, [])
    assert [earlier["game"] for earlier in packet["earlier"]] == ["game1"]
    assert {one["name"]: (one["duty"], one["head"]) for one in packet["officials"]} == {
        "Pat": ("referee", True),
        "Sam": ("scorekeeper", False),
    }


def test_a_packet_tells_nothing_of_people_who_are_not_in_its_game(pat, season):
    hogs_fight = FIGHT | {"team": "HOG", "player": "HOG2"}
    first, second, third = season.games
    log(first, [START, GOALIES_PENALTY, hogs_fight, FIGHT])
    log(second, [START, GOALIES_PENALTY, {"type": "sign_off", "by": "Pat"}])
    everything = [one["carry"] for one in earlier_carries(db.session.get_one(Game, third.id))]
    assert {"HOG2"} <= {one.get("player") for one in everything[0]["suspensions"]}
    assert (list(everything[0]["teams"]), everything[1]["served"]) == (["BEA", "HOG"], ["HOG2"])
    db.session.rollback()

    packet = pat.get("/api/v1/games/game3/packet").json
    told = json.dumps([packet["earlier"], packet["suspended"], packet["game_file"]["history"]])
    assert "HOG" not in told
    assert [one["carry"].keys() for one in packet["earlier"][:2]] == [carry.keys() for carry in everything]
    history = packet["game_file"]["history"]
    assert history == history_after([one["carry"] for one in packet["earlier"]])
    assert history["players"]["BEA3"]["suspended_games_left"] == 1
    assert (history["goalies"]["G1"], list(history["teams"])) == ({"penalties": 2}, ["BEA"])


def test_what_a_packet_leaves_out_changes_no_ruling(pat, season):
    first, second, third = season.games
    log(first, [START, GOALIES_PENALTY, FIGHT | {"team": "HOG", "player": "HOG2"}, FIGHT])
    log(second, [START, GOALIES_PENALTY])
    calls = [START, GOALIES_PENALTY | {"team": "FOX"}, FIGHT | {"team": "FOX", "player": "FOX3"}]
    goal = {"type": "goal", "period": 1, "clock": "03:00", "team": "BEA", "scorer": "BEA3", "goalie": "G2"}
    log(third, [*calls, goal])
    whole = history_after([one["carry"] for one in earlier_carries(db.session.get_one(Game, third.id))])
    db.session.rollback()
    packet = pat.get("/api/v1/games/game3/packet").json
    assert whole != packet["game_file"]["history"]
    logged = entries("game3")
    db.session.rollback()
    sheets = [
        ruled(logged, packet["game_file"] | {"calls": [], "history": history}, packet["rulebook"]).sheet
        for history in (whole, packet["game_file"]["history"])
    ]
    assert {"goalie_disqualified", "ineligible"} <= {one["code"] for one in sheets[0]["rulings"]}
    assert sheets[0] == sheets[1] == pat.sheet("game3")


def test_the_first_packet_locks_the_rulebook(pat, season):
    assert season.competition.locked_at is None
    db.session.rollback()
    pat.get("/api/v1/games")
    assert db.session.get_one(Competition, season.competition.id).locked_at is None
    db.session.rollback()
    pat.get("/api/v1/games/game1/packet")
    locked = db.session.get_one(Competition, season.competition.id).locked_at
    assert locked is not None
    db.session.rollback()
    pat.get("/api/v1/games/game2/packet")
    assert db.session.get_one(Competition, season.competition.id).locked_at == locked


def test_play_locks_the_rulebook_where_no_packet_has(pat, season):
    def locked():
        db.session.rollback()
        return db.session.get_one(Competition, season.competition.id).locked_at is not None

    pat.push(pat.call("attendance", team="HOG", players=["HOG1", "HOG2"]))
    assert not locked()
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    assert locked()


def test_a_packet_that_the_phone_has_is_not_sent_again_until_it_changes(pat, season):
    first = pat.get("/api/v1/games/game1/packet")
    known = {"If-None-Match": first.headers["ETag"]}
    assert pat.get("/api/v1/games/game1/packet", **known).status == 304
    pat.push(pat.call("note", text="A call is no part of the packet."))
    assert pat.get("/api/v1/games/game1/packet", **known).status == 304
    db.session.execute(text("UPDATE person SET name = 'Hog One' WHERE id = 'HOG1'"))
    db.session.commit()
    again = pat.get("/api/v1/games/game1/packet", **known)
    assert (again.status, again.json["digest"] == first.json["digest"]) == (200, False)


def test_the_cursor_of_a_packet_says_how_far_to_pull(pat):
    pat.push(pat.call("note", text="x"), pat.call("note", text="y"))
    packet = pat.get("/api/v1/games/game1/packet").json
    assert packet["cursor"] == pat.pull()[-1]["seq"] == 2


def test_a_sheet_that_the_phone_has_is_not_sent_again_until_it_changes(pat):
    first = pat.get("/api/v1/games/game1/sheet")
    known = {"If-None-Match": first.headers["ETag"]}
    assert pat.get("/api/v1/games/game1/sheet", **known).status == 304
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    assert pat.get("/api/v1/games/game1/sheet", **known).json["score"] == {"HOG": 1, "BEA": 0}


def test_my_games_say_where_when_who_and_how_it_stands(pat, season):
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1"))
    games = {game["id"]: game for game in pat.get("/api/v1/games").json["games"]}
    assert games["game1"] == {
        "id": "game1",
        "label": "Game 1",
        "competition": "Autumn cup",
        "stage": "round_robin",
        "home": {"key": "HOG", "name": "Hogs", "colour": season.hogs.colour},
        "away": {"key": "BEA", "name": "Bears", "colour": season.bears.colour},
        "starts_at": "2026-11-28T15:00:00Z",
        "starts_local": "2026-11-28T10:00",
        "timezone": "America/Toronto",
        "rink": "Main rink",
        "status": "in_play",
        "duty": "referee",
        "head": True,
        "score": {"HOG": 1, "BEA": 0},
    }


def test_todays_games_come_first_then_those_to_come_then_the_latest_that_were(pat, season):
    for game, days in zip(season.games, (-2, +2, 0), strict=True):
        game.starts_at_utc = datetime.now(UTC) + timedelta(days=days)
    db.session.commit()
    assert [game["id"] for game in pat.get("/api/v1/games").json["games"]] == ["game3", "game2", "game1"]


def test_an_official_taken_off_a_game_is_not_listed_on_it(pat, sam, season):
    db.session.execute(
        update(Assignment)
        .where(Assignment.account_id == sam.account, Assignment.game_id == "game1")
        .values(ended_at=season.games[0].starts_at_utc)
    )
    db.session.commit()
    packet = pat.get("/api/v1/games/game1/packet").json
    assert [one["name"] for one in packet["officials"]] == ["Pat"]


def test_what_is_under_api_answers_in_json_and_is_never_stored(pat):
    for method, path, status in (
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/v1/sync", 405),
        ("DELETE", "/api/v1/games", 405),
        ("GET", "/api/v1/games", 200),
        ("GET", "/api/v1/openapi.json", 200),
    ):
        answer = pat.send(method, path, pat.signed, None)
        assert (answer.status, answer.headers["Content-Type"]) == (status, "application/json"), path
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json
        if status == 405:
            assert answer.headers["Allow"]
