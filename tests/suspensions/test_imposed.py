"""Suspensions that a director gives without a game's ruling: for games, a season, a day, or till decided."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.conftest import token_in
from tests.suspensions.league import League
from webapp.store import Appeal, Competition, ImposedDecision, ImposedSuspension, db
from webapp.store.my_team import as_it_stands

TABLES = ("imposed_suspension", "imposed_decision", "appeal")


@pytest.fixture
def league(app, season, client_of):
    return League(app, season, client_of, "no-check-league")


@pytest.fixture
def tournament(app, season, client_of):
    return League(app, season, client_of, "half-sheet-3v3")


def suspend(league, person, games=2, status=302, team="hogs", **form):
    """By the page; `team`: the cast's, or none for a goalie of no team."""
    team_id = getattr(league.season, team).id if team else ""
    url = f"/director/competitions/{league.season.competition.id}/suspensions/new"
    form = {"lasts": "games", "games": games, "clause": "8.A", "reason": "Warned at half season.", **form}
    form |= {"person": f"{team_id}/{person}", "csrf_token": token_in(league.lee, url)}
    answer = league.lee.post(url, data=form)
    assert answer.status_code == status, answer.text
    answer.close()
    return answer


def appeal(league, person, status=302):
    url = f"/director/suspensions/{league.records(person)[-1].id}"
    form = {"filed_by": "player", "filed_on": "2027-01-05", "grounds": "It was somebody else."}
    answer = league.lee.post(f"{url}/appeals", data={**form, "csrf_token": token_in(league.lee, url)})
    assert answer.status_code == status, answer.text
    answer.close()


def told(league, game):
    return {
        one.get("player") or one.get("goalie") or one["staff"]: one
        for one in league.packet(game)["suspended"]
    }


def test_it_holds_from_the_next_game_on_and_is_served_like_any_other(league, client_of):
    for name in ("g1", "g2", "g3"):
        league.game(name)
    suspend(league, "HOG2")
    assert league.out("g1") == {"HOG2": 2}
    league.play("g1", who=("HOG1", "HOG2"))
    assert league.ineligible("g1") == ["HOG2"]
    [forfeit] = [one for one in league.pat.sheet("g1")["rulings"] if one["code"] == "game_forfeited"]
    assert (forfeit["team"], forfeit["points_deducted"]) == ("HOG", 2)
    league.play("g2")
    assert (league.out("g3"), league.stands("HOG2")) == ({"HOG2": 1}, [("in_force", 1, 1)])
    page = client_of("casey").get(f"/captain/{league.season.hogs.id}").text
    assert "1 of 2 games served" in page
    assert "§ 8.A" in page
    assert "Warned at half season." not in page, "directors alone read the reason"


def test_a_game_with_a_sheet_already_is_ruled_on_again(league):
    league.game("g1")
    league.log("g1", {"type": "attendance", "team": "HOG", "players": ["HOG1", "HOG2"]})
    assert league.ineligible("g1") == []
    suspend(league, "HOG2")
    assert league.ineligible("g1") == ["HOG2"]
    league.decide("HOG2", "overturn", occasion="appeal")
    assert (league.ineligible("g1"), league.out("g1")) == ([], {})


def test_who_is_banned_till_an_appeal_is_decided_stays_out_of_the_next_season(league):
    league.game("g1")
    suspend(league, "HOG2", 0, lasts="indefinite")
    league.play("g1")
    opening = league.game("n1", competition=league.next_season())
    assert league.out(opening) == {"HOG2": 1}
    assert told(league, opening)["HOG2"]["open_ended"]
    appeal(league, "HOG2")
    assert league.out(opening) == {"HOG2": 1}, "it holds until it is decided"
    assert league.records("HOG2")[0].given.appealed
    appeal(league, "HOG2", status=409)
    league.decide("HOG2", "reduce", 1, "appeal")
    assert league.records("HOG2")[0].given.appealed is None
    assert (league.out(opening), league.stands("HOG2")) == ({}, [("served", 1, 0)])
    page = league.lee.get(f"/director/suspensions/{league.records('HOG2')[0].id}").text
    for said in (
        "Appeal filed by the player on 5 Jan 2027",
        "It was somebody else.",
        "Appeal: shorter, 1 game",
    ):
        assert said in page


def test_an_appeal_against_what_a_game_gave_is_noted_with_it(league):
    league.game("g1")
    league.game("g2")
    fight = {"type": "penalty", "team": "HOG", "player": "HOG2", "infraction": "fighting", "period": 1}
    league.play("g1", fight, who=("HOG2",))
    appeal(league, "HOG2")
    competition = f"/director/competitions/{league.season.competition.id}/suspensions"
    assert "Appeal to decide" in league.lee.get(competition).text
    league.decide("HOG2", "uphold", occasion="appeal")
    assert "Appeal to decide" not in league.lee.get(competition).text
    appeal(league, "HOG2")
    league.decide("HOG2", "overturn", occasion="appeal")
    appeal(league, "HOG2", status=409)
    assert (league.stands("HOG2"), league.out("g2")) == ([("lifted", 0, 0)], {})


def test_the_rest_of_the_season_ends_with_it(league):
    for name in ("g1", "g2"):
        league.game(name)
    suspend(league, "HOG2", 1, lasts="season")
    league.play("g1")
    assert league.out("g2") == {"HOG2": 1}
    opening = league.game("n1", competition=league.next_season())
    assert league.out(opening) == {}
    league.play("g2")
    assert league.stands("HOG2")[0][0] == "served"


def test_a_range_holds_for_its_least_until_a_hearing_makes_it_longer(league):
    for name in ("g1", "g2", "g3"):
        league.game(name)
    suspend(league, "HOG2", 1, max_games=10, review="y")
    one = told(league, "g1")["HOG2"]
    assert (one["games"], one["max_games"], one["left"], one["provisional"]) == (1, 10, 1, False)
    league.play("g1")
    assert (league.stands("HOG2"), league.out("g2")) == ([("hearing", 1, 0)], {})
    league.decide("HOG2", "extend", 3, "hearing")
    assert (league.stands("HOG2"), league.out("g2")) == ([("in_force", 1, 2)], {"HOG2": 2})


def test_several_in_a_row_are_served_one_after_another(league):
    for name in ("g1", "g2", "g3", "g4"):
        league.game(name)
    fight = {"type": "penalty", "team": "HOG", "player": "HOG2", "infraction": "fighting", "period": 1}
    suspend(league, "HOG2", 1)
    league.play("g1", fight, who=("HOG2",))  # plays, though suspended, and fights
    assert league.out("g2") == {"HOG2": 3}
    league.play("g2")
    assert league.stands("HOG2") == [("served", 1, 0), ("in_force", 0, 2)]
    league.play("g3")
    suspend(league, "HOG2", 1)
    assert league.out("g4") == {"HOG2": 2}


def test_a_day_of_return_beside_no_game_at_all(league):
    for name in ("g1", "g2"):
        league.game(name)
    until = date(2027, 2, 20)
    suspend(league, "HOG2", 0, until=until.isoformat())
    days = {game: date.fromisoformat(league.packet(game)["starts_local"][:10]) for game in ("g1", "g2")}
    assert days["g1"] < until <= days["g2"]
    assert (league.out("g1"), league.out("g2")) == ({"HOG2": 1}, {})


def test_staff_serve_it_too_and_make_no_forfeit(league):
    for name in ("g1", "g2"):
        league.game(name)
    suspend(league, "HOGC", 1)
    assert told(league, "g1")["HOGC"]["left"] == 1
    league.play("g1")
    assert league.stands("HOGC") == [("served", 1, 0)]
    assert "HOGC" not in told(league, "g2")


def test_a_goalie_of_no_team_serves_it_in_games_that_others_stand_in(tournament):
    for name in ("g1", "g2"):
        tournament.game(name, stage="round_robin")
    suspend(tournament, "G1", 1, team="")
    assert tournament.out("g1") == {"G1": 1}
    tournament.play("g1", {"type": "goalie_in", "goalie": "G2"})
    assert (tournament.out("g2"), tournament.stands("G1")) == ({}, [("served", 1, 0)])


@pytest.mark.parametrize(
    "form",
    [
        {"games": 0},
        {"games": 3, "max_games": 3},
        {"games": -1},
        {"games": ""},
        {"until": "2020-01-01"},
        {"reason": " "},
        {"reason": "x" * 501},
        {"clause": "x" * 41},
        {"lasts": "for good"},
        {"team": "bears"},
        {"person": "BEA1"},
    ],
)
def test_what_makes_no_sense_is_said_and_nothing_is_kept(league, form):
    suspend(league, **({"person": "HOG2", "status": 422} | form))
    assert db.session.scalars(db.select(ImposedSuspension)).all() == []


def test_nobody_of_another_league_is_suspended_or_seen(league, client_of):
    league.game("g1")
    suspend(league, "HOG2")
    elsewhere = db.session.scalars(
        db.select(Competition).filter_by(organisation_id=league.season.elsewhere.id)
    ).one()
    theirs = f"/director/competitions/{elsewhere.id}/suspensions/new"
    form = {"csrf_token": token_in(league.lee, "/sign-in"), "person": "x"}
    assert league.lee.post(theirs, data=form).status_code == 404
    robin = client_of("robin")
    assert robin.get(f"/director/suspensions/{league.records('HOG2')[0].id}").status_code == 404
    assert "Hog 2" in league.lee.get(theirs.replace(elsewhere.id, league.season.competition.id)).text
    assert "Hog 2" in robin.get(theirs).text, "their own Hog 2"
    assert "XHOG2" not in league.lee.get(theirs.replace(elsewhere.id, league.season.competition.id)).text


@pytest.fixture
def all_of_them(league):
    league.game("g1")
    suspend(league, "HOG2")
    appeal(league, "HOG2")
    league.decide("HOG2", "extend", 3, "appeal")
    assert [
        len(db.session.scalars(db.select(of)).all()) for of in (ImposedSuspension, ImposedDecision, Appeal)
    ] == [1] * 3


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", ["UPDATE {} SET organisation_id = 'x'", "DELETE FROM {}"])
def test_refuses_to_be_changed(all_of_them, table, change):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(change.format(table)))


def test_two_directors_at_once_do_not_both_decide(league):
    league.game("g1")
    suspend(league, "HOG2")
    url = f"/director/suspensions/{league.records('HOG2')[0].id}"
    form = {"csrf_token": token_in(league.lee, url), "occasion": "office", "reason": "x", "after": 0}
    answers = [league.lee.post(url, data={**form, "act": act, "games": 5}) for act in ("extend", "overturn")]
    assert [answer.status_code for answer in answers] == [302, 409]
    for answer in answers:
        answer.close()
    assert league.out("g1") == {"HOG2": 5}


def test_the_captain_is_told_who_is_out_of_the_next_game(league):
    league.game("g1")
    suspend(league, "HOG2", 1)
    team = as_it_stands(league.season.hogs, league.season.competition, datetime.now(UTC) + timedelta(0))
    assert [one.id for one in team.out_of_near] == ["HOG2"]
    assert db.session.query(ImposedSuspension).one().imposed_by.username == "lee"
