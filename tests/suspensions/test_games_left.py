"""Games served and left, by what was given and decided: any season, and what leagues argue about."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.suspensions.games_left import (
    Decision,
    Game,
    Suspension,
    Terms,
    counts,
    left_before,
    served,
    terms_at,
)

FIRST = datetime(2026, 10, 1, 20, 0, tzinfo=UTC)
WEEK = timedelta(days=7)


def game(week: int, **said) -> Game:
    start = FIRST + week * WEEK
    said = {"competition": "season", "teams": frozenset({"RED"}), "member_of": frozenset({"RED"}), **said}
    return Game((start, week, f"g{week}"), start, start.date(), **said)


def suspension(week: int = 0, games: int = 2, **said) -> Suspension:
    terms = Terms(
        games,
        **{
            name: said.pop(name)
            for name in ("indefinite", "rest_of_season", "until", "review", "max_games")
            if name in said
        },
    )
    start = FIRST + week * WEEK
    return Suspension(
        said.pop("id", f"s{week}"),
        (start, week, f"g{week}"),
        "season",
        said.pop("team", "RED"),
        terms,
        **said,
    )


def decision(after_week: int, act: str, games=None, occasion="office", until=None) -> Decision:
    return Decision(FIRST + after_week * WEEK + timedelta(days=1), occasion, act, games, until)


def out_of(weeks, suspensions, played=()):
    """The weeks whose games the person may not play."""
    games = [game(week, played=week in played) for week in weeks]
    return [week for week, one in zip(weeks, games, strict=True) if left_before(one, suspensions, games)]


def test_two_games_keep_out_of_two():
    assert out_of(range(6), [suspension(0, 2)]) == [1, 2]


def test_the_game_that_gave_it_serves_nothing():
    assert served([suspension(3)], [game(3)]) == {"s3": 0}


def test_a_game_played_all_the_same_serves_nothing():
    assert out_of(range(6), [suspension(0, 2)], played={1}) == [1, 2, 3]


def test_several_run_one_after_another():
    two = [suspension(0, 2), suspension(0, 1, id="second")]
    assert out_of(range(6), two) == [1, 2, 3]
    assert served(two, [game(1), game(2)]) == {"s0": 2, "second": 0}


def test_an_indefinite_one_lasts_until_a_hearing():
    asked = suspension(0, 1, indefinite=True, review=True)
    assert out_of(range(5), [asked]) == [1, 2, 3, 4]
    heard = replace(asked, decisions=(decision(3, "uphold", occasion="hearing"),))
    assert out_of(range(6), [heard]) == [1, 2, 3]
    assert not terms_at(heard).review


def test_a_hearing_that_lengthens_holds_from_then_on():
    heard = suspension(0, 2, review=True, decisions=(decision(4, "extend", 4, "hearing"),))
    assert out_of(range(9), [heard]) == [1, 2, 5, 6]


def test_what_was_shortened_ends_at_once_and_gives_its_games_to_the_next():
    cut = suspension(0, 5, decisions=(decision(3, "reduce", 1),))
    assert out_of(range(8), [cut]) == [1, 2, 3]
    assert served([cut, suspension(0, 2, id="next")], [game(week) for week in range(1, 4)]) == {
        "s0": 1,
        "next": 2,
    }


def test_what_was_overturned_has_never_held():
    assert out_of(range(4), [suspension(0, 2, decisions=(decision(2, "overturn", occasion="appeal"),))]) == []


def test_what_was_overturned_and_is_set_again_holds_from_then_on():
    words = (decision(1, "overturn"), decision(3, "extend", 3))
    assert out_of(range(8), [suspension(0, 2, decisions=words)]) == [1, 4, 5]


def test_a_ruling_that_fell_is_not_brought_back_by_a_decision():
    assert out_of(range(4), [suspension(0, 2, lifted=True, decisions=(decision(0, "extend", 3),))]) == []


def test_games_and_a_date_both_have_to_be_over():
    until = (FIRST + 4 * WEEK).date()
    assert out_of(range(6), [suspension(0, 1, until=until)]) == [1, 2, 3]
    assert out_of(range(6), [suspension(0, 4, until=until)]) == [1, 2, 3, 4]


def test_the_rest_of_the_season_is_that_of_the_competition():
    banned = suspension(0, 2, rest_of_season=True)
    later = game(9, competition="next season")
    season = [game(week) for week in range(5)]
    assert out_of(range(5), [banned]) == [1, 2, 3, 4]
    assert left_before(later, [banned], season) == {}
    longer = suspension(0, 15, rest_of_season=True)
    assert left_before(later, [longer], season)["s0"].left == 11
    assert counts([banned], season, date(2027, 1, 1))["s0"].left == 1
    assert counts([replace(banned, season_over=True)], season, date(2027, 1, 1))["s0"].left == 0


def test_a_second_teams_game_serves_nothing_while_they_are_with_the_first():
    other = game(1, teams=frozenset({"BLU"}), member_of=frozenset({"RED", "BLU"}))
    assert served([suspension()], [other]) == {"s0": 0}
    assert left_before(other, [suspension()], [])["s0"].left == 2, "and they are out of it"


def test_who_was_traded_serves_it_with_the_new_team():
    assert served([suspension()], [game(1, teams=frozenset({"BLU"}), member_of=frozenset({"BLU"}))]) == {
        "s0": 1
    }


def test_a_goalie_of_no_team_serves_it_in_games_of_such_goalies():
    shared, of_a_team = game(1, teams=frozenset(), member_of=frozenset()), game(2)
    assert served([suspension(team=None)], [shared, of_a_team]) == {"s0": 1}


def test_what_is_decided_while_a_game_is_on_does_not_hold_for_it():
    begun = game(2)
    late = suspension(0, 1, decisions=(decision(2, "extend", 3),))
    assert left_before(begun, [late], [game(1)]) == {}
    assert left_before(replace(begun, known_at=FIRST + 3 * WEEK), [late], [game(1)])["s0"].left == 2


a_decision = st.builds(
    decision,
    st.integers(0, 12),
    st.sampled_from(["uphold", "extend", "reduce", "overturn"]),
    st.integers(0, 6),
    st.sampled_from(["hearing", "appeal", "office"]),
    st.none() | st.dates(date(2026, 10, 1), date(2027, 1, 1)),
)


@st.composite
def a_season(draw):
    weeks = draw(st.lists(st.integers(1, 12), unique=True))
    games = [game(week, played=draw(st.booleans())) for week in weeks]
    suspensions = [
        suspension(
            draw(st.integers(0, 8)),
            draw(st.integers(0, 4)),
            id=f"s{place}",
            indefinite=draw(st.booleans()),
            decisions=tuple(sorted(draw(st.lists(a_decision, max_size=3)), key=lambda one: one.at)),
        )
        for place in range(draw(st.integers(1, 3)))
    ]
    return suspensions, games


@given(a_season())
def test_a_game_serves_one_suspension_at_most_and_a_game_played_none(season):
    suspensions, games = season
    total = sum(served(suspensions, games).values())
    assert total <= sum(not one.played for one in games)
    assert served(suspensions, [replace(one, played=True) for one in games]) == dict.fromkeys(
        (one.id for one in suspensions), 0
    )


@given(a_season(), st.randoms())
def test_the_order_in_which_games_are_looked_at_changes_nothing(season, chance):
    suspensions, games = season
    mixed = list(games)
    chance.shuffle(mixed)
    assert served(suspensions, mixed) == served(suspensions, games)


@given(a_season())
def test_no_more_is_served_than_is_to_serve_unless_it_has_no_end(season):
    suspensions, games = season
    for one in suspensions:
        terms, done = terms_at(one), served(suspensions, games)[one.id]
        assert done <= terms.games or terms.indefinite or terms.until
        assert not (terms.overturned and done)


@given(a_season(), st.data())
def test_one_game_more_without_the_person_leaves_no_more_to_serve(season, data):
    suspensions, games = season
    more = game(data.draw(st.integers(13, 20)))
    today = date(2026, 10, 1)
    before, after = counts(suspensions, games, today), counts(suspensions, [*games, more], today)
    assert sum(one.left for one in after.values()) <= sum(one.left for one in before.values())


@given(a_season())
def test_who_sits_out_every_game_comes_back(season):
    suspensions, _ = season
    certain = [replace(one, terms=replace(one.terms, indefinite=False), decisions=()) for one in suspensions]
    sat_out = [game(week) for week in range(1, 40)]
    total = sum(one.terms.games for one in certain)
    assert left_before(game(40), certain, sat_out) == {}
    assert sum(served(certain, sat_out).values()) == total


@pytest.mark.parametrize("played", [False, True])
def test_a_game_is_left_until_it_is_over_without_the_person(played):
    assert left_before(game(2), [suspension(0, 1)], [game(1, played=played)]).keys() == (
        {"s0"} if played else set()
    )
