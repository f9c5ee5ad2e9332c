"""The captain's page: Casey sees the Hogs, Drew the Bears, and neither what is the other's."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.cast import FIGHT, GOALIES_PENALTY, MISCONDUCT, SINCE, START, log
from webapp.notices.queueing import of_schedule
from webapp.store import Membership, db

GOAL = {"type": "goal", "period": 1, "clock": "03:00", "team": "HOG", "scorer": "HOG2", "goalie": "G1"}


@pytest.fixture
def season(season):
    """The season, its first game beginning now."""
    season.games[0].starts_at_utc = datetime.now(UTC)
    return season


def page(client_of, who):
    return client_of(who).get("/captain/", follow_redirects=True).text


def test_names_the_players_and_the_goalies(client_of):
    text = page(client_of, "casey")
    assert all(name in text for name in ("Hog 1", "Hog 4", "Goalie 1", "Goalie 2"))


def test_says_whom_one_more_puts_out(client_of, season):
    log(season.games[0], [START, GOALIES_PENALTY, GOALIES_PENALTY])
    text = page(client_of, "casey")
    assert "One more and out of the tournament." in text
    assert "2 of 3" in text


def test_shows_the_running_score_from_the_own_side(client_of, season):
    log(season.games[0], [START, GOAL])
    assert "1–0" in page(client_of, "casey")
    assert "0–1" in page(client_of, "drew")


def test_shows_who_is_suspended_to_the_own_team_alone(client_of, season):
    log(season.games[0], [START, MISCONDUCT])
    assert "1 game left" in page(client_of, "drew")
    hogs = page(client_of, "casey")
    assert "Suspended" not in hogs
    assert "Bear 3" not in hogs


def test_does_not_tell_what_waits_for_the_director(client_of, season):
    log(season.games[0], [START, FIGHT])
    text = page(client_of, "drew")
    assert "Out of this game" in text
    assert "Suspended" not in text
    assert "Out of the tournament" not in text


@pytest.mark.parametrize("role", ["coach", "manager"])
def test_coach_and_manager_see_the_same(client_of, season, role):
    season.accounts["casey"].memberships[0].role = role
    db.session.commit()
    assert "Hog 1" in page(client_of, "casey")


def test_a_captain_of_two_teams_chooses(client_of, season):
    casey = season.accounts["casey"]
    db.session.add(
        Membership(
            account_id=casey.id,
            organisation_id=season.organisation.id,
            role="coach",
            team_id=season.foxes.id,
            starts_at=SINCE,
        )
    )
    db.session.commit()
    text = page(client_of, "casey")
    assert f'href="/captain/{season.hogs.id}"' in text
    assert f'href="/captain/{season.foxes.id}"' in text


def test_a_name_is_text(client_of, season):
    from webapp.store import Person

    db.session.get(Person, "HOG1").name = "<b>Bold</b>"
    db.session.commit()
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page(client_of, "casey")


def test_a_team_without_games_says_so(client_of, season):
    for game in season.games:
        game.home_id, game.away_id = season.bears.id, season.foxes.id
    db.session.commit()
    assert "No games yet." in page(client_of, "casey")


def test_starts_are_on_the_rinks_wall(client_of):
    text = page(client_of, "casey")
    assert "Sat 28 Nov, 10:00\N{NARROW NO-BREAK SPACE}AM EST" in text  # 15:00 UTC in Toronto


def test_says_how_late_the_next_game_is(client_of, season):
    of_schedule(season.games[1], datetime.now(UTC), late_minutes=20)
    db.session.commit()
    assert "20 minutes late" in page(client_of, "casey")
    assert "minutes late" not in page(client_of, "drew")


def test_says_of_a_next_game_whose_start_is_past_that_nothing_was_heard_of_it(client_of, season):
    unheard = "it has not begun yet"
    season.games[1].starts_at_utc = datetime.now(UTC) - timedelta(minutes=1)
    db.session.commit()
    assert unheard in page(client_of, "casey")
    of_schedule(season.games[1], datetime.now(UTC), late_minutes=20)
    db.session.commit()
    assert unheard not in page(client_of, "casey")


def test_says_of_a_clause_of_the_base_that_it_is_a_general_rule(client_of, season):
    log(season.games[0], [START, {**MISCONDUCT, "class": "match"}])
    text = page(client_of, "drew")
    assert "General rules: match" in text
    assert "Base:" not in text


def test_a_protest_shows_with_its_reason_to_the_team_that_filed_it(client_of, season):
    protest = {"type": "protest", "team": "BEA", "by": "BEA1", "reason": "The clock ran on."}
    log(season.games[0], [START, protest])
    bears, hogs = page(client_of, "drew"), page(client_of, "casey")
    assert "Filed in time" in bears
    assert "The clock ran on." in bears
    assert "Filed in time" not in hogs
    assert "The clock ran on." not in hogs


def test_shows_penalties_by_class_and_what_the_teams_next_one_gives(client_of, season):
    log(season.games[0], [START, {**MISCONDUCT, "class": "minor"}, MISCONDUCT])
    text = page(client_of, "drew")
    assert "1 game misconduct, 1 minor" in text
    assert "Our penalties in period 1:" in text
    assert "The next penalty gives the other team a penalty shot." in text
    assert "1 minor" not in page(client_of, "casey")
