"""A director's word: asked for once, written down with who and why."""

from datetime import datetime, timedelta

import pytest

from tests.cast import FIGHT, FIRST_GAME, START, log
from webapp.store import IssuedRuling, db
from webapp.store.office import awaiting, decide, decided, games_today
from webapp.store.schedule import rink_day


def waiting(season):
    return awaiting([season.organisation.id])


def test_what_ends_somebodys_tournament_waits(season):
    log(season.games[0], [START, FIGHT])
    assert {issued.code for issued in waiting(season)} == {"team_disqualified", "player_suspended"}
    assert awaiting([season.elsewhere.id]) == []


def test_is_decided_once(season):
    log(season.games[0], [START, FIGHT])
    issued = waiting(season)[0]
    assert decide(issued, True, "Seen by both of us.", season.accounts["lee"], FIRST_GAME)
    assert not decide(issued, False, "On second thoughts.", season.accounts["lee"], FIRST_GAME)
    assert (issued.confirmed_at, issued.rejected_at) == (FIRST_GAME, None)
    assert decided([season.organisation.id]) == [issued]
    assert (issued.decided_by.username, issued.decision_reason) == ("lee", "Seen by both of us.")
    assert decided([season.elsewhere.id]) == []


def test_what_was_withdrawn_is_not_decided(season):
    log(season.games[0], [START, FIGHT])
    issued = db.session.scalars(db.select(IssuedRuling).filter_by(code="team_disqualified")).one()
    issued.withdrawn_at = FIRST_GAME
    db.session.flush()
    assert not decide(issued, True, "", season.accounts["lee"], FIRST_GAME)
    assert issued not in waiting(season)


@pytest.mark.parametrize(
    ("hours", "shown"),
    [
        (9, ["game1", "game2"]),  # seven in the evening
        (14.5, ["game1", "game2"]),  # half past midnight: the evening goes on
        (17.9, ["game1", "game2"]),
        (18.1, ["game3"]),
    ],
)
def test_todays_games_are_an_evenings_until_four_in_the_morning(season, hours, shown):
    _, late, next_day = season.games
    late.starts_at_utc = FIRST_GAME + timedelta(hours=14, minutes=30)
    next_day.starts_at_utc = FIRST_GAME + timedelta(hours=24)
    db.session.flush()
    today = games_today([season.organisation.id], FIRST_GAME + timedelta(hours=hours))
    assert [game.id for game, _ in today] == shown


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-08T07:59Z", "2026-03-07"),  # 3:59 in daylight time
        ("2026-03-08T08:01Z", "2026-03-08"),
        ("2026-11-01T08:59Z", "2026-10-31"),  # 3:59 in standard time
        ("2026-11-01T09:01Z", "2026-11-01"),
    ],
)
def test_a_rinks_night_ends_at_four_by_the_wall_also_where_the_clocks_change(moment, day):
    assert rink_day(datetime.fromisoformat(moment), "America/Toronto").isoformat() == day
