"""What a captain may know: tallies and limits of the own people, what is told, and nothing that waits."""

from datetime import timedelta

import pytest

from tests.cast import FIGHT, FIRST_GAME, GOALIES_PENALTY, MISCONDUCT, START, log
from webapp.store import Competition, IssuedRuling, RosterSpot, db
from webapp.store.ahead import Standing, limits, next_steps, one_away
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
    assert [(one.within, one.penalties) for one in third.so_far] == [("game", 2), ("tournament", 3)]


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
    assert person(bears, "BEA3").so_far[1].penalties == 0


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


COUNT = {"kind": "count", "of": "player", "reaching": 3, "then": "player_ejected", "clause": "5.D.1"}
NOTHING = {"players": {}, "goalies": {}, "teams": {}}


@pytest.mark.parametrize(("within", "count"), [("game", 2), ("season", 5)])
def test_how_far_a_limit_has_come_is_what_the_sheets_say(within, count):
    sheet = {"towards": {"A": {"5.D.1": 2, "9.9": 1}}}
    totals = NOTHING | {"players": {"A": {"5.D.1": 5, "majors": 1}}}
    (limit,) = limits(Standing("A", "A"), {"clauses": [COUNT | {"within": within}]}, sheet, totals)
    assert (limit.count, limit.one_more) == (count, count == 2)


def test_a_limit_of_players_is_none_of_a_goalie_of_no_team():
    book = {"clauses": [COUNT | {"within": "game"}]}
    assert limits(Standing("A", "A", level="10U", in_goal=True), book, None, NOTHING) == []
    assert len(limits(Standing("A", "A", in_goal=True), book, None, NOTHING)) == 1


def test_the_next_match_penalty_suspends_for_longer():
    steps = [{"games": 1}, {"games": 5, "max_games": 10}]
    ladder = {"kind": "ladder", "counter": "match_penalties", "clause": "5.E.1", "steps": steps}
    totals = NOTHING | {"players": {"A": {"match_penalties": 1}}}
    (step,) = next_steps(Standing("A", "A"), {"clauses": [ladder]}, totals)
    assert (step.count, step.step["games"], step.step["max_games"]) == (1, 5, 10)
    assert next_steps(Standing("B", "B"), {"clauses": [ladder]}, totals) == []
    assert next_steps(Standing("A", "A"), {"clauses": [ladder | {"on": False}]}, totals) == []


def test_penalties_have_their_class_and_those_of_other_competitions_are_told_apart(season):
    log(season.games[0], [START, MINOR, MISCONDUCT])
    spring = Competition(
        organisation_id=season.organisation.id,
        name="Spring cup",
        rulebook=season.competition.rulebook,
        rulebook_digest=season.competition.rulebook_digest,
        timezone=season.competition.timezone,
    )
    db.session.add(spring)
    db.session.flush()
    for spot in db.session.scalars(db.select(RosterSpot).filter_by(team_id=season.bears.id)).all():
        fields = {"competition_id": spring.id, "team_id": spot.team_id, "person_id": spot.person_id}
        within = {"organisation_id": spot.organisation_id, "starts_on": spot.starts_on}
        db.session.add(RosterSpot(number=spot.number, **fields, **within))
    season.games[2].competition_id = spring.id
    db.session.flush()
    log(season.games[2], [START, MINOR])
    now = person(standing(season, season.bears), "BEA3").so_far
    here, everywhere = now[1:]
    assert [(name, count) for name, (count, _) in here.classes.items()] == [
        ("game_misconduct", 1),
        ("minor", 1),
    ]
    assert (everywhere.within, everywhere.classes["minor"][0], everywhere.penalties) == ("everywhere", 2, 3)
    assert len(person(standing(season, season.hogs), "HOG1").so_far) == 2


def test_a_running_game_tells_the_teams_own_penalties_and_what_the_next_gives(season):
    log(season.games[0], [START, MINOR])
    bears, hogs = standing(season, season.bears), standing(season, season.hogs)
    assert (bears.period, bears.penalties, hogs.penalties) == ("1", {"1": 1}, {})
    assert [one["gives"] for one in bears.next_penalty] == ["penalty_shot"]
    assert [one["gives"] for one in hogs.next_penalty] == ["possession"]
    assert standing(season, season.bears, after=timedelta(hours=13)).period is None


def test_a_protest_is_told_to_the_team_that_filed_it_alone(season):
    protest = {"type": "protest", "team": "BEA", "by": "BEA1", "reason": "The clock ran on."}
    log(season.games[0], [START, protest])
    (filed,) = standing(season, season.bears).protests
    assert filed.ruling["in_time"]
    assert standing(season, season.hogs).protests == []


def test_a_goalie_who_is_out_of_the_tournament_is_out_of_the_next_game(season):
    log(season.games[0], [START, *[GOALIES_PENALTY] * 3, {"type": "sign_off", "by": "Pat"}])
    assert "G1" in {one.id for one in standing(season, season.hogs).out_of_near}


def test_who_is_suspended_in_the_running_game_is_out_of_the_next_and_not_of_this_one(season):
    log(season.games[0], [START, MISCONDUCT])
    bears = standing(season, season.bears)
    assert bears.out_of_near == []
    assert [one.id for one in bears.out_of_next] == ["BEA3"]
