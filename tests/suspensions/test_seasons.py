"""Seasons by real pushes, under each rulebook: who is out of which game, and what directors change."""

from datetime import UTC, date, datetime

import pytest

from tests.suspensions.league import League
from webapp.store import Game, Replay, RosterSpot, db
from webapp.store.my_team import as_it_stands


def penalty(person, infraction, **said):
    return {
        "type": "penalty",
        "team": person[:3],
        "player": person,
        "infraction": infraction,
        "period": 1,
        **said,
    }


@pytest.fixture
def no_check(app, season, client_of):
    return League(app, season, client_of, "no-check-league")


def captains_page(league, person):
    """`(games left, out of the next game)` as the captain of the Hogs sees a person."""
    db.session.rollback()
    team = as_it_stands(league.season.hogs, league.season.competition, datetime.now(UTC))
    one = next(one for one in team.people if one.id == person)
    return one.suspended_games, one.out_of_near


def test_a_season_of_the_no_check_league(no_check):
    league = no_check
    fight = penalty("HOG2", "fighting")
    majors = [penalty("HOG3", "slashing", **{"class": "major"}) for _ in range(2)]
    for name in ("g1", "g2", "g3", "g4", "g5"):
        league.game(name)

    league.play("g1", fight, *majors, who=("HOG1", "HOG2", "HOG3"))
    assert league.stands("HOG2") == [("in_force", 0, 2)]
    assert league.stands("HOG3") == [("in_force", 0, 2)]
    assert league.out("g2") == {"HOG2": 2, "HOG3": 2}

    league.play("g2", who=("HOG1",))
    assert league.out("g3") == {"HOG2": 1, "HOG3": 1}
    assert captains_page(league, "HOG2") == (1, True)

    league.play("g3", who=("HOG1", "HOG2"))  # HOG2 plays all the same
    assert league.ineligible("g3") == ["HOG2"]
    forfeits = [one for one in league.pat.sheet("g3")["rulings"] if one["code"] == "game_forfeited"]
    assert [(one["team"], one["points_deducted"]) for one in forfeits] == [("HOG", 2)]
    assert league.out("g4") == {"HOG2": 1}
    assert league.stands("HOG3") == [("served", 2, 0)]
    assert captains_page(league, "HOG3") == (0, False)

    db.session.get_one(Game, "g4").status = "postponed"
    db.session.commit()
    assert league.out("g5") == {"HOG2": 1}
    league.play("g5")
    assert league.stands("HOG2") == [("served", 2, 0)]

    second = league.game("g6")
    league.play(second, penalty("HOG2", "slashing", **{"class": "match"}), who=("HOG1", "HOG2"))
    assert [(one.terms.games, one.terms.max_games) for one in league.records("HOG2")] == [(2, None), (5, 10)]
    playoff, final = league.game("p1", stage="playoff"), league.game("p2", stage="final")
    league.play(playoff)
    league.decide("HOG2", "extend", 6, "hearing")
    assert league.out(final) == {"HOG2": 5}
    league.play(final)

    other = league.next_season()
    opening = league.game("n1", competition=other)
    assert league.out(opening) == {"HOG2": 4}
    league.play(opening, who=("HOG1", "HOG2"))
    assert league.ineligible(opening) == ["HOG2"]
    league.decide("HOG2", "reduce", 3, "appeal")
    n2, n3 = league.game("n2", competition=other), league.game("n3", competition=other)
    assert league.out(n2) == {"HOG2": 1}
    league.play(n2)
    assert league.out(n3) == {}
    assert league.stands("HOG2") == [("served", 2, 0), ("served", 3, 0)]


def test_an_appeal_that_overturns_lifts_what_followed(no_check):
    league = no_check
    for name in ("g1", "g2", "g3"):
        league.game(name)
    league.play("g1", penalty("HOG2", "fighting"), who=("HOG2",))
    league.play("g2", who=("HOG1", "HOG2"))
    assert league.ineligible("g2") == ["HOG2"]
    league.decide("HOG2", "overturn", occasion="appeal")
    assert league.stands("HOG2") == [("lifted", 0, 0)]
    assert league.out("g3") == {}
    assert league.ineligible("g2") == [], "the later game was ruled on again"


def test_a_hearing_that_lengthens_does_not_make_a_forfeit_of_what_was_played_before_it(no_check):
    league = no_check
    for name in ("g1", "g2", "g3", "g4"):
        league.game(name)
    league.play("g1", penalty("HOG2", "slashing", **{"class": "match"}, injury=True), who=("HOG2",))
    league.play("g2")
    league.play("g3", who=("HOG2",))
    assert league.stands("HOG2") == [("hearing", 1, 0)]
    league.decide("HOG2", "extend", 3, "hearing")
    assert league.ineligible("g3") == []
    assert league.out("g4") == {"HOG2": 2}


def test_a_call_that_is_taken_back_lifts_the_suspension_and_one_that_comes_back_brings_the_decision_back(
    no_check,
):
    league = no_check
    for name in ("g1", "g2"):
        league.game(name)
    fight = league.pat.call(
        "penalty", "g1", **{k: v for k, v in penalty("HOG2", "fighting").items() if k != "type"}
    )
    league.pat.push(fight)
    assert league.stands("HOG2") == [("provisional", 0, 2)]
    league.decide("HOG2", "extend", 4)
    void = league.pat.call("void", "g1", call=fight["id"], reason="Not HOG2.")
    league.pat.push(void)
    assert league.stands("HOG2") == [("lifted", 0, 0)]
    assert league.out("g2") == {}
    league.pat.push(league.pat.call("void", "g1", call=void["id"], reason="It was."))
    assert league.stands("HOG2") == [("provisional", 0, 4)]
    assert league.out("g2") == {"HOG2": 4}


def test_an_amended_call_changes_the_suspension(no_check):
    league = no_check
    for name in ("g1", "g2"):
        league.game(name)
    fight = league.pat.call(
        "penalty", "g1", **{k: v for k, v in penalty("HOG2", "fighting").items() if k != "type"}
    )
    league.pat.push(fight)
    league.pat.push(
        league.pat.call(
            "amend", "g1", call=fight["id"], set={"infraction": "slashing", "class": "game_misconduct"}
        )
    )
    assert league.out("g2") == {"HOG2": 1}
    league.pat.push(
        league.pat.call("override", "g1", call=fight["id"], code="player_suspended", reason="No.")
    )
    assert league.out("g2") == {}
    assert league.stands("HOG2") == [("lifted", 0, 0)]


def test_a_replayed_game_serves_nothing_and_its_replay_does(no_check):
    league = no_check
    for name in ("g1", "g2", "g2 again", "g3"):
        league.game(name)
    league.play("g1", penalty("HOG2", "fighting"), who=("HOG2",))
    league.log(
        "g2",
        {"type": "note", "text": "x"},
        {"type": "abandon", "reason": "Fog."},
        {"type": "sign_off", "by": "Pat"},
    )
    assert league.out("g3") == {"HOG2": 1}, "one that was broken off and signed off is over"
    db.session.add(Replay(game_id="g2 again", of_id="g2", organisation_id=league.season.organisation.id))
    db.session.commit()
    assert league.out("g3") == {"HOG2": 2}
    league.play("g2 again")
    assert league.out("g3") == {"HOG2": 1}


def test_who_is_traded_serves_it_with_the_new_team(no_check):
    league = no_check
    league.game("g1")
    league.play("g1", penalty("HOG2", "fighting"), who=("HOG2",))
    spot = db.session.scalars(db.select(RosterSpot).filter_by(person_id="HOG2")).one()
    spot.ends_on = date(2027, 1, 1)
    db.session.add(
        RosterSpot(
            organisation_id=spot.organisation_id,
            competition_id=spot.competition_id,
            team_id=league.season.foxes.id,
            person_id="HOG2",
            number="92",
            starts_on=date(2027, 1, 2),
        )
    )
    db.session.commit()
    league.weeks = 20
    for name, home, away in (
        ("f1", "FOX", "BEA"),
        ("h1", "HOG", "BEA"),
        ("f2", "FOX", "BEA"),
        ("f3", "FOX", "HOG"),
    ):
        league.game(name, home, away)
    assert league.out("f1") == {"HOG2": 2}
    league.play("f1", who=("FOX1",))
    league.play("h1")
    assert league.out("f2") == {"HOG2": 1}
    league.play("f2", who=("FOX1",))
    assert league.out("f3") == {}


def test_a_return_date_beside_the_games(no_check):
    league = no_check
    for name in ("g1", "g2", "g3"):
        league.game(name)
    league.play("g1", penalty("HOG2", "slashing", **{"class": "game_misconduct"}), who=("HOG2",))
    until = db.session.get_one(Game, "g3").starts_local[:10]
    league.decide("HOG2", "extend", 1, until=until)
    assert league.out("g2") == {"HOG2": 1}
    assert [one["until"] for one in league.packet("g2")["suspended"]] == [until]
    league.play("g2")
    assert league.out("g3") == {}, "back on that day"


def test_the_half_sheet_tournament(app, season, client_of):
    league = League(app, season, client_of, "half-sheet-3v3")
    for name in ("g1", "g2", "g3"):
        league.game(name, stage="round_robin")
    goalie = {
        "type": "penalty",
        "team": "HOG",
        "goalie": "G1",
        "infraction": "slashing",
        "class": "game_misconduct",
        "period": 1,
    }
    league.log(
        "g1", goalie, penalty("BEA3", "spearing", **{"class": "match"}), {"type": "sign_off", "by": "Pat"}
    )
    assert league.stands("G1") == [("in_force", 0, 1)]
    assert league.stands("BEA3") == [("to_confirm", 0, 1)]
    league.confirm("BEA3")
    assert league.stands("BEA3") == [("in_force", 0, 1)]
    assert league.out("g2") == {"BEA3": 1, "G1": 1}
    league.play("g2", {"type": "goalie_in", "goalie": "G2"})
    assert league.stands("G1") == [("served", 1, 0)]
    assert league.out("g3") == {"BEA3": 1}, "until a hearing"
    league.decide("BEA3", "uphold", occasion="hearing")
    assert league.out("g3") == {}
    assert league.stands("BEA3") == [("served", 1, 0)]


def test_the_co_ed_tournament(app, season, client_of):
    league = League(app, season, client_of, "coed-ball")
    for name in ("g1", "g2", "g3"):
        league.game(name, stage="seeding")
    league.play("g1", penalty("HOG2", "verbal_abuse"), penalty("HOG3", "fighting"), who=("HOG2", "HOG3"))
    (severe,) = league.records("HOG2")
    assert (severe.terms.games, severe.terms.max_games, severe.waits_for_hearing) == (1, 5, True)
    assert league.stands("HOG3") == [("to_confirm", 0, 1)]
    league.play("g2")
    assert league.stands("HOG2") == [("hearing", 1, 0)]
    assert league.out("g3") == {"HOG3": 1}
    league.confirm("HOG3", "reject")
    assert league.out("g3") == {}
    assert league.stands("HOG3") == [("lifted", 0, 0)]
    league.decide("HOG2", "extend", 3, "hearing")
    assert league.out("g3") == {"HOG2": 2}


def test_the_cha_tournament_with_staff(app, season, client_of):
    league = League(app, season, client_of, "cha-3v3")
    for name in ("g1", "g2", "g3"):
        league.game(name, stage="round_robin")
    coach = {"type": "ejection", "team": "HOG", "staff": "HOGC", "reason": "unsportsmanlike_conduct"}
    league.play("g1", penalty("HOG2", "slashing", **{"class": "major"}), coach, who=("HOG2",))
    assert league.stands("HOG2") == [("to_confirm", 0, 1)]
    assert league.stands("HOGC") == [("in_force", 0, 2)]
    league.confirm("HOG2")
    told = {one.get("player") or one["staff"]: one for one in league.packet("g2")["suspended"]}
    assert (told["HOGC"]["served"], told["HOGC"]["left"]) == (0, 2)
    assert told["HOG2"]["open_ended"]
    league.play("g2")
    assert league.stands("HOGC") == [("in_force", 1, 1)]
    league.play("g3")
    assert league.stands("HOGC") == [("hearing", 2, 0)]
    assert league.stands("HOG2") == [("in_force", 2, 1)]
