"""What a captain may know: tallies and limits of the own people, what is told, and nothing that waits."""

from datetime import timedelta

import pytest

from tests.cast import FIGHT, FIRST_GAME, GOALIES_PENALTY, MISCONDUCT, START, log
from webapp.store import IssuedRuling, db
from webapp.store.ahead import Standing, limits, one_away
from webapp.store.my_team import as_it_stands, competitions_of
from webapp.store.office import decide

MINOR = {**FIGHT, "infraction": "hooking", "class": "minor"}


def standing(season, team, after=timedelta(hours=1)):
    return as_it_stands(team, season.competition, FIRST_GAME + after)


def person(standing, id):
    return next(one for one in standing.people if one.id == id)


def test_players_penalties_count_over_the_tournament_and_in_the_running_game(season):
    log(season.games[0], [START, MINOR, {**START, "type": "sign_off", "by": "Pat"}])
    log(season.games[2], [START, MINOR, MINOR])
    third = person(standing(season, season.bears), "BEA3")
    assert (third.penalties, third.penalties_now) == (3, 2)


def test_the_running_game_is_the_latest_that_began_within_half_a_day(season):
    first, second, _ = season.games  # an hour apart, both the Hogs'
    log(first, [START])
    assert standing(season, season.hogs).running.game is first
    log(second, [START])
    assert standing(season, season.hogs).running.game is second
    assert standing(season, season.hogs, after=timedelta(hours=13)).running is None
    assert standing(season, season.bears, after=timedelta(hours=11, minutes=59)).running.game is first


def test_one_more_for_a_goalie_at_two_penalties(season):
    for game in season.games[:2]:
        log(game, [START, GOALIES_PENALTY])
    goalie = person(standing(season, season.hogs), "G1")
    (ahead,) = goalie.one_more
    assert (ahead.count, ahead.limit, ahead.then) == (2, 3, "goalie_disqualified")


def test_no_more_warning_for_a_goalie_who_is_out(season):
    log(season.games[0], [START, GOALIES_PENALTY, GOALIES_PENALTY, GOALIES_PENALTY])
    goalie = person(standing(season, season.hogs), "G1")
    assert goalie.one_more == []
    assert goalie.out == {"goalie_disqualified"}


def test_an_ejection_holds_for_its_game_and_a_suspension_until_served(season):
    first, _, third = season.games
    log(first, [START, MISCONDUCT])
    assert person(standing(season, season.bears), "BEA3").out == {"player_ejected", "player_suspended"}
    log(first, [{"type": "sign_off", "by": "Pat"}], now=FIRST_GAME.replace(minute=30))
    after = standing(season, season.bears)
    assert person(after, "BEA3").out == {"player_suspended"}
    assert person(after, "BEA3").suspended_games == 1
    log(third, [START, {"type": "sign_off", "by": "Pat"}])
    served = standing(season, season.bears)
    assert person(served, "BEA3").out == set()
    assert {issued.code for issued in served.past} == {"player_ejected", "player_suspended"}


def test_what_waits_for_a_director_is_not_told_before(season):
    log(season.games[0], [START, FIGHT])
    before = standing(season, season.bears)
    assert {issued.code for issued in before.told} == {"player_ejected"}
    assert person(before, "BEA3").suspended_games == 0
    for issued in db.session.scalars(db.select(IssuedRuling)).all():
        if issued.awaits_confirmation:
            decide(issued, True, "", season.accounts["lee"], FIRST_GAME)
    after = standing(season, season.bears)
    assert {issued.code for issued in after.told} == {
        "player_ejected",
        "player_suspended",
        "team_disqualified",
    }
    assert person(after, "BEA3").suspended_games == 1


def test_what_was_rejected_is_not_told(season):
    log(season.games[0], [START, FIGHT])
    for issued in db.session.scalars(db.select(IssuedRuling)).all():
        if issued.awaits_confirmation:
            decide(issued, False, "Not a fight.", season.accounts["lee"], FIRST_GAME)
    assert {issued.code for issued in standing(season, season.bears).told} == {"player_ejected"}


def test_what_was_withdrawn_is_not_told(season):
    log(season.games[0], [START, {**MISCONDUCT, "id": "wrong"}])
    voided = {"type": "void", "call": "wrong", "reason": "wrong player"}
    log(season.games[0], [voided], now=FIRST_GAME.replace(minute=30))
    bears = standing(season, season.bears)
    assert bears.told == []
    assert person(bears, "BEA3").penalties == 0


def test_nothing_of_other_teams(season):
    log(season.games[0], [START, MISCONDUCT])
    hogs = standing(season, season.hogs)
    assert hogs.told == []
    assert {one.id for one in hogs.people} == {"HOG1", "HOG2", "HOG3", "HOG4", "HOGC", "G1", "G2"}
    assert {game.game.id for game in hogs.games} == {"game1", "game2"}


def test_competitions_are_those_with_games(season):
    assert competitions_of(season.hogs) == [season.competition]


def ruling(**fields):
    return {"code": "one_away", "clause": "9.9", "of": "player_ejected", "count": 2, "limit": 3, **fields}


@pytest.mark.parametrize(
    ("rulings", "warned"),
    [
        ([ruling(player="A")], True),
        ([ruling(player="B")], False),
        ([ruling(player="A", overridden=True)], False),
        ([ruling(player="A"), {"code": "player_ejected", "player": "A"}], False),
        ([ruling(player="A"), {"code": "player_ejected", "player": "A", "overridden": True}], True),
    ],
)
def test_a_limit_of_any_rulebook_shows_by_its_one_away(rulings, warned):
    sheet = {"rulings": rulings}
    assert bool(one_away(Standing("A", "A"), {"clauses": []}, sheet)) is warned


def test_a_limit_within_a_game_counts_that_game_alone():
    clause = {
        "kind": "count",
        "of": "person",
        "within": "game",
        "reaching": 3,
        "then": "player_ejected",
        "clause": "5.D.1",
    }
    (limit,) = limits(Standing("A", "A", penalties=5, penalties_now=2), {"clauses": [clause]})
    assert (limit.count, limit.one_more) == (2, True)
