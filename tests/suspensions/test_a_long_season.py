"""A season of the no-check league and the start of the next: after each game, who is out of the coming one.

What a phone takes along, what the captain sees and what the server rules have to say the same each time.
"""

import re

import pytest

from tests.suspensions.league import League
from webapp.calls.ruled import Entry, ruled
from webapp.store import Game, Replay, RosterSpot, db

ALL = ("HOG1", "HOG2", "HOG3", "HOG4")


def penalty(person, infraction, **said):
    about = {"team": person[:3], "player": person, "infraction": infraction, "period": 1}
    return {"type": "penalty", **about, **said}


MAJOR, MATCH = {"class": "major"}, {"class": "match"}


@pytest.fixture
def league(app, season, client_of):
    made = League(app, season, client_of, "no-check-league")
    made.casey = client_of("casey")
    return made


def out_of(league, game, **left):
    """Assert who may not play a game: by packet and by the captain's page, each with the games left.

    The page tells of the game that is next alone.
    """
    packet = league.packet(game)
    suspended: dict[str, int] = {}
    for one in packet["suspended"]:
        suspended[one["player"]] = suspended.get(one["player"], 0) + one["left"]
    assert (league.out(game), suspended) == (left, left)
    page = league.casey.get(f"/captain/{league.season.hogs.id}").text
    if db.session.get_one(Game, game).competition_id == league.season.competition.id:
        named = re.search(r"Out of it:</strong>(.*?)</p>", page, re.S)
        told = re.findall(r"Hog (\d)", named[1]) if named else []
        hogs = {one["id"] for one in packet["game_file"]["teams"].get("HOG", {"players": []})["players"]}
        assert {f"HOG{number}" for number in told} == set(left) & hogs


def on_the_phone(packet, *calls):
    """The sheet that a phone makes of these calls, with a packet that it took along."""
    made = [{"id": f"on the phone {n}", **call} for n, call in enumerate(calls)]
    return ruled([Entry(call) for call in made], packet["game_file"], packet["rulebook"]).sheet


def rulings(sheet, code):
    return [one for one in sheet["rulings"] if one["code"] == code]


def plays(*people):
    return {"type": "attendance", "team": "HOG", "players": list(people)}


def test_a_season_and_the_start_of_the_next(league):
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9"):
        league.game(name)

    # Two majors, and a fight.
    league.play("g1", penalty("HOG3", "slashing", **MAJOR), penalty("HOG3", "hooking", **MAJOR),
                penalty("HOG2", "fighting"), who=ALL)  # fmt: skip
    out_of(league, "g2", HOG2=2, HOG3=2)

    # One that was broken off and never signed off serves nothing; its replay does.
    league.log("g2", plays("HOG1", "HOG4"), {"type": "abandon", "reason": "The lights went out."})
    out_of(league, "g3", HOG2=2, HOG3=2)
    db.session.add(Replay(game_id="g3", of_id="g2", organisation_id=league.season.organisation.id))
    db.session.commit()
    league.play("g3", who=("HOG1", "HOG4"))
    out_of(league, "g4", HOG2=1, HOG3=1)

    # A suspended player plays: the game is forfeited, and serves nothing for him.
    league.play("g4", who=("HOG1", "HOG2", "HOG4"))
    assert league.ineligible("g4") == ["HOG2"]
    [forfeit] = rulings(league.pat.sheet("g4"), "game_forfeited")
    assert (forfeit["team"], forfeit["clause"], forfeit["points_deducted"]) == ("HOG", "5.E.5", 2)
    out_of(league, "g5", HOG2=1)

    # A game that is put off serves nothing on its day, and does when it is played.
    moved = db.session.get_one(Game, "g5")
    last = db.session.get_one(Game, "g9")
    moved.status = "postponed"
    db.session.commit()
    out_of(league, "g6", HOG2=1)
    league.play("g6", who=("HOG1", "HOG3", "HOG4"))
    out_of(league, "g7")
    moved.status, moved.starts_at_utc, moved.sequence = "scheduled", last.starts_at_utc, 900
    moved.starts_local = last.starts_local
    db.session.commit()

    # A second match penalty of the season, and a hearing that lengthens it.
    league.play("g7", penalty("HOG2", "slashing", **MATCH), who=ALL)
    assert [one.terms.games for one in league.records("HOG2")] == [2, 5]
    out_of(league, "g8", HOG2=5)
    league.play("g8", penalty("HOG4", "checking_from_behind"), who=("HOG1", "HOG3", "HOG4"))
    league.decide("HOG2", "extend", 6, "hearing")
    out_of(league, "g9", HOG2=5, HOG4=2)

    # The other team did not come: 12.D has it as played, and so it serves.
    league.log("g9", plays("HOG1", "HOG3"),
               {"type": "abandon", "reason": "The Bears did not come.", "forfeited_by": "BEA"},
               {"type": "sign_off", "by": "Pat"})  # fmt: skip
    out_of(league, "g5", HOG2=4, HOG4=1)
    league.play("g5", who=("HOG1", "HOG3"))

    # Playoffs count, and an appeal lifts.
    playoff = league.game("p1", stage="playoff")
    out_of(league, playoff, HOG2=3)
    league.play(playoff, penalty("HOG3", "fighting"), who=("HOG1", "HOG3", "HOG4"))
    final = league.game("p2", stage="final")
    out_of(league, final, HOG2=2, HOG3=2)
    league.decide("HOG3", "overturn", occasion="appeal")
    out_of(league, final, HOG2=2)
    league.play(final, who=("HOG1", "HOG3", "HOG4"))
    assert league.ineligible(final) == []

    # Traded for the next season, he serves what is left with the new team.
    opens = league.next_season()
    spot = db.session.scalars(db.select(RosterSpot).filter_by(person_id="HOG2", competition_id=opens)).one()
    spot.team_id, spot.number = league.season.foxes.id, "92"
    db.session.commit()
    hogs = league.game("n1", "HOG", "BEA", competition=opens)
    foxes = league.game("n2", "FOX", "BEA", competition=opens)
    assert league.out(hogs) == {}
    out_of(league, foxes, HOG2=1)
    league.play(hogs)
    out_of(league, foxes, HOG2=1)
    league.play(foxes, who=("FOX1",))
    then = league.game("n3", "FOX", "HOG", competition=opens)
    out_of(league, then)
    assert league.stands("HOG2") == [("served", 2, 0), ("served", 6, 0)]
    assert league.stands("HOG3") == [("served", 2, 0), ("lifted", 0, 0)]
    assert league.stands("HOG4") == [("served", 2, 0)]


def test_a_phone_without_a_network_shows_what_it_knew_and_the_server_rules_by_what_is_known_since(league):
    for name in ("g1", "g2"):
        league.game(name)
    before = league.packet("g2")
    league.play("g1", penalty("HOG2", "fighting"), who=ALL)
    since = league.packet("g2")
    log = [plays("HOG1", "HOG2"), {"type": "sign_off", "by": "Pat"}]
    assert (before["suspended"], [one["left"] for one in since["suspended"]]) == ([], [2])
    assert rulings(on_the_phone(before, *log), "ineligible") == []
    warned = on_the_phone(since, *log)
    assert [one["player"] for one in rulings(warned, "ineligible")] == ["HOG2"]
    league.log("g2", *log)
    told = league.pat.sheet("g2")
    for code in ("ineligible", "game_forfeited"):
        same = [{key: one[key] for key in ("code", "team", "clause")} for one in rulings(told, code)]
        assert same == [
            {key: one[key] for key in ("code", "team", "clause")} for one in rulings(warned, code)
        ]
    assert rulings(told, "game_forfeited")


def test_a_phone_that_has_not_heard_of_an_appeal_warns_and_the_server_forfeits_nothing(league):
    for name in ("g1", "g2"):
        league.game(name)
    league.play("g1", penalty("HOG2", "fighting"), who=ALL)
    before = league.packet("g2")
    league.decide("HOG2", "overturn", occasion="appeal")
    log = [plays("HOG1", "HOG2"), {"type": "sign_off", "by": "Pat"}]
    assert rulings(on_the_phone(before, *log), "game_forfeited")
    league.log("g2", *log)
    assert (league.ineligible("g2"), rulings(league.pat.sheet("g2"), "game_forfeited")) == ([], [])


def test_who_plays_for_another_team_in_another_league_meanwhile_serves_nothing_there(league):
    other = league.next_season("The other league")
    spot = db.session.scalars(db.select(RosterSpot).filter_by(person_id="HOG2", competition_id=other)).one()
    spot.team_id, spot.number = league.season.foxes.id, "92"
    db.session.commit()
    league.game("g1")
    league.game("o1", "FOX", "BEA", competition=other)
    league.game("g2")
    league.play("g1", penalty("HOG2", "fighting"), who=ALL)
    out_of(league, "o1", HOG2=2)
    league.play("o1", who=("FOX1",))
    out_of(league, "g2", HOG2=2)
    league.play("g2")
    assert league.stands("HOG2") == [("in_force", 1, 1)]


def test_the_captain_is_told_how_many_games_are_left(league):
    for name in ("g1", "g2", "g3"):
        league.game(name)
    league.play("g1", penalty("HOG2", "fighting"), who=ALL)
    told = [re.findall(r"(\d of \d games) served", page(league))]
    league.play("g2")
    told.append(re.findall(r"(\d of \d games) served", page(league)))
    league.play("g3")
    told.append(re.findall(r"(\d of \d games) served", page(league)))
    assert told == [["0 of 2 games"], ["1 of 2 games"], ["2 of 2 games"]]


def page(league):
    return league.casey.get(f"/captain/{league.season.hogs.id}").text
