"""The demo fills an empty database, and no other."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.conftest import SECRET
from webapp.app import create_app
from webapp.cli import main
from webapp.settings import Settings
from webapp.store import Competition, Game, GameSheet, RosterSpot, TournamentGoalie, db
from webapp.store.office import awaiting
from webapp.store.packet import game_file


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    """`rinkside` with a database of its own, and that database's URL."""
    url = f"sqlite:///{Path(tmp_path_factory.mktemp('demo')) / 'demo.sqlite'}"
    environment = {"DATABASE_URL": url, "RINKSIDE_SECRET_KEY": SECRET, "RINKSIDE_HTTPS": ""}

    def run(*words):
        return CliRunner().invoke(main, words, env=environment)

    run.filled = run("demo", "--password", "a demo password")
    run.url = url
    return run


@pytest.fixture
def filled(command):
    app = create_app(Settings(SECRET, command.url))
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def test_prints_the_accounts_as_a_table(command):
    assert command.filled.exit_code == 0, command.filled.output
    lines = command.filled.output.splitlines()
    assert lines[0].split()[:3] == ["username", "role", "password"]
    assert [line.split()[:2] for line in lines[1:]] == [
        ["pat", "referee"],
        ["sam", "scorekeeper"],
        ["casey", "captain"],
        ["drew", "captain"],
        ["lee", "director"],
    ]
    assert all("a demo password" in line for line in lines[1:])


def test_refuses_a_database_in_use(command):
    again = command("demo", "--password", "a demo password")
    assert again.exit_code == 2
    assert "This database is in use" in again.output


def test_refuses_a_short_password(command):
    refused = command("demo", "--password", "short")
    assert refused.exit_code == 2
    assert "5 characters" in refused.output


def test_is_a_half_sheet_tournament(filled):
    assert db.session.scalars(db.select(Competition)).one().rulebook["slug"] == "half-sheet-3v3"
    assert db.session.query(RosterSpot).count() == 8 * 4
    assert db.session.query(TournamentGoalie).count() == 4
    sheets = db.session.scalars(db.select(GameSheet)).all()
    assert [sheet.sheet["status"] for sheet in sheets] == ["signed_off", "signed_off"]


def test_has_a_goalie_at_two_penalties_before_the_next_game(filled):
    following = db.session.scalars(db.select(Game).filter_by(status="scheduled").order_by(Game.starts_at_utc))
    assert game_file(following.first())["history"]["goalies"]["G1"]["penalties"] == 2


def test_has_something_for_the_director(filled):
    organisation = db.session.scalars(db.select(Competition)).one().organisation_id
    assert [issued.code for issued in awaiting([organisation])] == ["team_disqualified"]
