"""What a game takes with it: rosters as they stand that day, and what earlier games left behind."""

from datetime import date, timedelta

import pytest

from tests.cast import FIGHT, FIRST_GAME, GOALIES_PENALTY, MISCONDUCT, START, log
from webapp.rulebooks.words import words
from webapp.rules.check import check
from webapp.store import Competition, GameSheet, IssuedRuling, RosterSpot, db
from webapp.store.competitions import RulebookLocked
from webapp.store.office import decide
from webapp.store.packet import earlier_carries, game_file


def test_is_a_game_file_without_faults(season):
    game = season.games[0]
    assert check(game_file(game), season.competition.rulebook, words("en")) == []


def test_has_rosters_by_number_and_goalies_of_no_team(season):
    file = game_file(season.games[0])
    assert file["game"] == {"id": "game1", "stage": "round_robin", "home": "HOG", "away": "BEA"}
    assert [player["id"] for player in file["teams"]["HOG"]["players"]] == ["HOG1", "HOG2", "HOG3", "HOG4"]
    assert file["teams"]["HOG"]["players"][0] == {
        "id": "HOG1",
        "number": "1",
        "name": "Hog 1",
        "position": "skater",
        "role": "captain",
    }
    assert file["teams"]["BEA"]["staff"] == [{"id": "BEAC", "name": "Bear coach", "role": "coach"}]
    assert [goalie["id"] for goalie in file["goalies"]] == ["G1", "G2"]


def test_leaves_out_who_left_before_and_who_comes_after(season):
    spots = {spot.person_id: spot for spot in db.session.scalars(db.select(RosterSpot))}
    spots["HOG2"].ends_on = date(2026, 11, 27)
    spots["HOG3"].starts_on = date(2026, 11, 29)
    spots["HOG4"].ends_on = date(2026, 11, 28)
    players = game_file(season.games[0])["teams"]["HOG"]["players"]
    assert [player["id"] for player in players] == ["HOG1", "HOG4"]


def test_lists_earlier_games_in_order_of_scheduled_start_sheet_or_not(season):
    first, second, third = season.games
    log(first, [START])
    second.starts_at_utc = FIRST_GAME - timedelta(hours=1)
    db.session.flush()
    earlier = earlier_carries(third)
    assert [(one["game"], one["carry"] is None, one["upto"]) for one in earlier] == [
        ("game2", True, 0),
        ("game1", False, 1),
    ]
    assert earlier[1]["starts_at"] == "2026-11-28T15:00:00Z"
    assert [one["game"] for one in earlier_carries(first)] == ["game2"]


def test_games_that_start_together_follow_their_sequence(season):
    for game in season.games:
        game.starts_at_utc = FIRST_GAME
    db.session.flush()
    assert [one["game"] for one in earlier_carries(season.games[2])] == ["game1", "game2"]


def test_a_game_called_off_carries_nothing(season):
    season.games[0].status = "postponed"
    db.session.flush()
    assert earlier_carries(season.games[1]) == []


def test_history_sums_the_earlier_carries(season):
    first, second, third = season.games
    log(first, [START, GOALIES_PENALTY])
    log(second, [START, GOALIES_PENALTY])
    assert game_file(second)["history"]["goalies"]["G1"]["penalties"] == 1
    assert game_file(third)["history"]["goalies"]["G1"]["penalties"] == 2


def test_what_a_director_rejects_is_no_longer_carried(season):
    first, _, third = season.games
    log(first, [START, FIGHT])
    before = game_file(third)["history"]
    assert before["teams"]["BEA"]["disqualified"] is True
    assert before["players"]["BEA3"]["suspended_games_left"] == 1
    for issued in db.session.scalars(db.select(IssuedRuling)).all():
        if issued.awaits_confirmation:
            assert decide(issued, False, "Not a fight.", season.accounts["lee"], FIRST_GAME)
    after = game_file(third)["history"]
    assert not after["teams"].get("BEA", {}).get("disqualified")
    assert not after["players"].get("BEA3", {}).get("suspended_games_left")


def test_of_two_suspensions_in_one_game_only_the_rejected_one_is_no_longer_carried(season):
    first, _, third = season.games
    log(first, [START, MISCONDUCT, FIGHT])
    assert game_file(third)["history"]["players"]["BEA3"]["suspended_games_left"] == 2
    waits = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).all()
    (fight,) = [issued for issued in waits if issued.awaits_confirmation]
    assert decide(fight, False, "Not a fight.", season.accounts["lee"], FIRST_GAME)
    assert game_file(third)["history"]["players"]["BEA3"]["suspended_games_left"] == 1


def test_a_rejection_queues_the_later_games_that_rest_on_it(season):
    first, _, third = season.games
    log(first, [START, FIGHT])
    log(third, [START])
    issued = db.session.scalars(db.select(IssuedRuling).filter_by(code="team_disqualified")).one()
    decide(issued, False, "Not a fight.", season.accounts["lee"], FIRST_GAME)
    db.session.commit()
    stale = db.session.scalars(db.select(GameSheet).where(GameSheet.stale_since.is_not(None)))
    assert [sheet.game_id for sheet in stale] == [third.id]


def test_a_rulebook_no_longer_changes_once_a_packet_went_out(season):
    season.competition.rulebook = {**season.competition.rulebook, "name": "Renamed in time"}
    season.competition.lock_rulebook(FIRST_GAME)
    with pytest.raises(RulebookLocked, match="Autumn cup"):
        season.competition.rulebook = {}
    season.competition.lock_rulebook(FIRST_GAME + timedelta(days=1))
    assert season.competition.locked_at == FIRST_GAME


def test_another_competition_of_the_league_carries_nothing_here(season):
    first, second, _ = season.games
    log(first, [START, GOALIES_PENALTY])
    other = Competition(
        organisation_id=season.organisation.id,
        name="Winter cup",
        rulebook=season.competition.rulebook,
        rulebook_digest=season.competition.rulebook_digest,
        timezone=season.competition.timezone,
    )
    db.session.add(other)
    db.session.flush()
    second.competition_id = other.id
    db.session.flush()
    db.session.expire(second)
    assert earlier_carries(second) == []
    assert game_file(second)["history"]["goalies"] == {}
