"""Two who change at once who is out: whoever comes second knows what the first has done."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from tests.conftest import token_in
from tests.suspensions.league import League
from webapp import officiating
from webapp.calls.envelope import SyncRequest, read_request
from webapp.store import Account, Game, db, new_id
from webapp.store.demo_logs import as_pushed
from webapp.store.rulings import suspensions_changed
from webapp.store.to_rule_on import waits

FIGHT = {"type": "penalty", "team": "HOG", "player": "HOG2", "infraction": "fighting", "period": 1}
NOW = datetime(2027, 3, 1, tzinfo=UTC)
PLAYS = {"type": "attendance", "team": "HOG", "players": ["HOG1", "HOG2"]}


@pytest.fixture
def league(app, season, client_of):
    return League(app, season, client_of, "no-check-league")


@contextmanager
def taken_in_but_not_committed(game, call):
    """A push with one call, done but for its commit, which comes at the end."""
    account, now = db.session.scalars(db.select(Account).filter_by(username="sam")).one(), datetime.now(UTC)
    body = as_pushed([call], db.session.get_one(Game, game), account, new_id(), now)
    push = officiating.Push(read_request(body, SyncRequest), account)
    games = officiating.opened([push], now)
    officiating.store(push, games, now)
    officiating.rule_on(games[game], now)
    yield
    db.session.commit()


def until_done_or_waiting(app, one):
    """Return once what runs in another thread is done, or waits for a lock."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with app.app_context():
        while not one.done() and not db.session.scalar(text(waiting)):
            db.session.rollback()
            time.sleep(0.01)


@pytest.mark.database("postgresql")
@pytest.mark.parametrize("first", ["g1", "o1"])
def test_a_suspension_reaches_the_first_sheet_of_another_competitions_game_that_is_made_meanwhile(
    app, league, first
):
    league.game("g1")
    league.game("o1", competition=league.next_season())
    calls = {"g1": FIGHT, "o1": PLAYS}
    second = "o1" if first == "g1" else "g1"
    with ThreadPoolExecutor(1) as threads:
        with taken_in_but_not_committed(first, calls.pop(first)):
            pushed = threads.submit(league.log, second, calls[second])
            until_done_or_waiting(app, pushed)
        pushed.result(timeout=60)
    db.session.rollback()
    officiating.work_off(datetime.now(UTC))
    assert league.ineligible("o1") == ["HOG2"]


@pytest.mark.database("postgresql")
def test_nothing_is_decided_on_a_suspension_that_is_withdrawn_at_that_moment(app, league):
    league.game("g1")
    fight = league.pat.call(FIGHT["type"], "g1", **{k: v for k, v in FIGHT.items() if k != "type"})
    league.pat.push(fight)
    [record] = league.records("HOG2")
    url = f"/director/suspensions/{record.id}"
    form = {"csrf_token": token_in(league.lee, url), "occasion": "office", "act": "uphold", "reason": "x"}
    void = {"type": "void", "call": fight["id"], "reason": "Not HOG2."}
    with ThreadPoolExecutor(1) as threads:
        with taken_in_but_not_committed("g1", void):
            answer = threads.submit(lambda: league.lee.post(url, data=form).status_code)
            until_done_or_waiting(app, answer)
        assert answer.result(timeout=60) == 409
    assert league.records("HOG2")[0].decisions == []


def test_of_two_games_that_start_together_only_the_later_is_ruled_on_again_for_the_other(league):
    other = league.next_season()
    games = [db.session.get_one(Game, league.game(name)) for name in ("g1", "g2")]
    games[1].starts_at_utc, games[1].competition_id = games[0].starts_at_utc, other
    db.session.commit()
    for game in games:
        league.log(game.id, PLAYS)
    suspensions_changed(games[1], ["HOG2"], NOW)
    assert [waits(game.id) for game in games] == [False, False]
    suspensions_changed(games[0], ["HOG2"], NOW)
    assert [waits(game.id) for game in games] == [False, True]
