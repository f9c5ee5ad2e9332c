"""Two organisations in one installation: keys may repeat across them, rows may not point across."""

from datetime import date

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from webapp.store import Game, Membership, Person, RosterSpot, Team, TournamentGoalie, db


def theirs(season, table):
    return db.session.scalars(select(table).filter_by(organisation_id=season.elsewhere.id)).first()


def test_both_have_a_team_of_one_key(season):
    hogs = db.session.scalars(select(Team).filter_by(key="HOG")).all()
    assert {team.organisation_id for team in hogs} == {season.organisation.id, season.elsewhere.id}


def test_one_has_a_key_once(season):
    db.session.add(Team(organisation_id=season.organisation.id, key="HOG", name="Hogs too", colour="red"))
    with pytest.raises(IntegrityError, match=r"team\.key|team_organisation_id_key"):
        db.session.flush()


def test_a_person_cannot_play_for_a_team_elsewhere(season):
    db.session.add(
        RosterSpot(
            organisation_id=season.organisation.id,
            competition_id=season.competition.id,
            team_id=season.hogs.id,
            person_id=theirs(season, Person).id,
            number="9",
            starts_on=date(2026, 1, 1),
        )
    )
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        db.session.flush()


def test_a_goalie_cannot_stand_in_a_tournament_elsewhere(season):
    db.session.add(
        TournamentGoalie(
            organisation_id=season.elsewhere.id,
            competition_id=season.competition.id,
            person_id=theirs(season, Person).id,
            level="10U",
        )
    )
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        db.session.flush()


def test_a_game_cannot_have_a_team_from_elsewhere(season):
    season.games[0].away_id = theirs(season, Team).id
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        db.session.flush()


def test_nobody_captains_a_team_elsewhere(season):
    membership = season.accounts["casey"].memberships[0]
    db.session.add(
        Membership(
            account_id=membership.account_id,
            organisation_id=season.organisation.id,
            role="captain",
            team_id=theirs(season, Team).id,
            starts_at=membership.starts_at,
        )
    )
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        db.session.flush()


@pytest.mark.parametrize(("role", "has_team"), [("captain", False), ("director", True), ("referee", True)])
def test_a_team_role_names_a_team_and_no_other_does(season, role, has_team):
    membership = season.accounts["pat"].memberships[0]
    membership.role = role
    membership.team_id = season.hogs.id if has_team else None
    with pytest.raises(IntegrityError, match="team_roles_name_a_team"):
        db.session.flush()


def test_a_game_is_between_two_teams(season):
    season.games[0].away_id = season.games[0].home_id
    with pytest.raises(IntegrityError, match="two_teams"):
        db.session.flush()


def test_the_other_league_has_games_of_its_own(season):
    assert theirs(season, Game).id not in {game.id for game in season.games}
