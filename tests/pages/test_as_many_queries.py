"""A league that grows asks the database no more often for a page: only for more at a time."""

from contextlib import contextmanager
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event

from tests.cast import START, log
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Assignment, Game, Person, RosterSpot, Team, TournamentGoalie, db


@contextmanager
def statements():
    """The statements sent to the database meanwhile."""
    seen = []

    def note(connection, cursor, statement, *_):
        seen.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield seen
    event.remove(db.engine, "before_cursor_execute", note)


@pytest.fixture
def asks(app, client_of, season):
    """`asks(what)`: how many statements it takes to answer with that page."""
    pat, casey, lee = Phone(over_wsgi(app), "pat"), client_of("casey"), client_of("lee")

    def ask(what):
        with statements() as seen:
            if what == "games":
                assert pat.get("/api/v1/games").status == 200
            else:
                path = {"captain": f"/captain/{season.hogs.id}", "director": "/director/"}[what]
                assert (lee if what == "director" else casey).get(path).status_code == 200
        return len(seen)

    return ask


@pytest.mark.parametrize("what", ["games", "captain", "director"])
def test_ten_more_games_people_and_goalies_take_as_many_statements(asks, season, what):
    first = season.games[0]
    log(first, [START])
    first.starts_at_utc, first.starts_local = datetime.now(UTC), today(first)
    db.session.commit()
    few = asks(what)
    grow(season)
    assert asks(what) == few


def today(game):
    """This minute on the rink's wall."""
    return datetime.now(ZoneInfo(game.timezone)).strftime("%Y-%m-%dT%H:%M")


def grow(season):
    """Ten more games of Pat's today against teams of their own, ten more Hogs and ten more goalies."""
    within = {"organisation_id": season.organisation.id}
    first = season.games[0]
    for number in range(10):
        team = Team(key=f"T{number}", name=f"Team {number}", colour="grey", **within)
        people = [Person(name=f"{kind} {number}", **within) for kind in ("New Hog", "New goalie")]
        db.session.add_all([team, *people])
        db.session.flush()
        on = {"competition_id": season.competition.id, **within}
        game = Game(
            home_id=season.hogs.id,
            away_id=team.id,
            rink_id=first.rink_id,
            label=f"Game {10 + number}",
            sequence=10 + number,
            stage="round_robin",
            starts_at_utc=datetime.now(UTC),
            starts_local=today(first),
            timezone=first.timezone,
            **on,
        )
        spot = RosterSpot(
            team_id=season.hogs.id,
            person_id=people[0].id,
            number=str(50 + number),
            position="skater",
            starts_on=date(2026, 1, 1),
            **on,
        )
        db.session.add_all([game, spot, TournamentGoalie(person_id=people[1].id, level="10U", **on)])
        db.session.flush()
        pat = season.accounts["pat"]
        db.session.add(
            Assignment(game_id=game.id, account_id=pat.id, duty="referee", assigned_at=first.starts_at_utc)
        )
    db.session.commit()
