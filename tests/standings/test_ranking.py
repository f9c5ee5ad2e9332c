"""Teams are ranked as the worked cases say, each place with the clause that decided it."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import pytest

from tests.standings.competition_cases import CASES, disagreements
from webapp.rulebooks.reader import load, slugs
from webapp.standings.competition_check import check_competition
from webapp.standings.ranking import rank_teams


def ranked(competition: dict[str, Any]) -> dict[str, Any]:
    """The ranking of a competition that must be without faults."""
    named = competition["rulebook"]
    rulebook = load(named) if isinstance(named, str) else named
    assert check_competition(competition, rulebook) == []
    return rank_teams(competition, rulebook)


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert disagreements(case, ranked(case["competition"])) == []


def test_there_are_cases_for_every_rulebook() -> None:
    assert {case["competition"]["rulebook"] for case in CASES} == set(slugs())


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_teams_in_another_order_are_placed_alike(case: dict[str, Any]) -> None:
    """Only teams that share a rank stand in the file's order."""
    competition = copy.deepcopy(case["competition"])
    before = {row["team"]: row for row in ranked(competition)["ranking"]}
    random.Random(3).shuffle(competition["teams"])
    after = ranked(competition)["ranking"]
    assert {row["team"]: row for row in after} == before
    for row, later in itertools.pairwise(after):
        if row["rank"] == later["rank"]:
            places = [competition["teams"].index(one["team"]) for one in (row, later)]
            assert places == sorted(places)


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_ranks_run_and_whoever_shares_one_is_undecided(case: dict[str, Any]) -> None:
    answer = ranked(case["competition"])
    ranks = [row["rank"] for row in answer["ranking"]]
    assert ranks == [ranks.index(rank) + 1 for rank in ranks]
    shared = [
        [row["team"] for row in answer["ranking"] if row["rank"] == rank]
        for rank in sorted(set(ranks))
        if ranks.count(rank) > 1
    ]
    assert [entry["teams"] for entry in answer["undecided"]] == shared


def game(home: str, away: str, score: str, **more: Any) -> dict[str, Any]:
    """A game of `score` "2-1", the home team's goals first."""
    goals = [int(side) for side in score.split("-")]
    return {"home": home, "away": away, "score": dict(zip((home, away), goals, strict=True))} | more


def competition(rulebook: Any, *games: dict[str, Any], **more: Any) -> dict[str, Any]:
    teams = sorted({side for played in games for side in (played["home"], played["away"])})
    numbered = [{"id": str(number)} | played for number, played in enumerate(games, start=1)]
    return {"rulebook": rulebook, "stage": "round_robin", "teams": teams, "games": numbered} | more


def with_ranking(**points: int) -> dict[str, Any]:
    """The half-sheet rulebook with other parameters of its ranking."""
    rulebook = load("half-sheet-3v3")
    clause = next(clause for clause in rulebook["clauses"] if clause["kind"] == "ranking")
    clause.update(points)
    return rulebook


def points_of(answer: dict[str, Any]) -> dict[str, int]:
    return {row["team"]: row["points"] for row in answer["ranking"]}


def test_points_in_overtime_and_in_a_shootout_can_be_told_apart() -> None:
    rulebook = with_ranking(win=5, tie=1, loss=0, overtime_win=4, overtime_loss=1)
    rulebook_of_shootouts = with_ranking(win=5, tie=1, loss=0, shootout_win=3, shootout_loss=2)
    games = [
        game("A", "B", "2-1", winner="A"),
        game("C", "D", "2-2", winner="D"),
        game("E", "F", "2-1"),
        game("G", "H", "2-2"),
    ]
    told = points_of(ranked(competition(rulebook, *games)))
    assert told == {"A": 4, "B": 1, "C": 0, "D": 5, "E": 5, "F": 0, "G": 1, "H": 1}
    told = points_of(ranked(competition(rulebook_of_shootouts, *games)))
    assert told == {"A": 5, "B": 0, "C": 2, "D": 3, "E": 5, "F": 0, "G": 1, "H": 1}


def test_a_forfeit_counts_as_won_in_regulation() -> None:
    rulebook = with_ranking(win=5, shootout_win=3, shootout_loss=2, forfeit_goals=7)
    answer = ranked(competition(rulebook, game("A", "B", "1-1", forfeited_by="A", winner="B")))
    assert points_of(answer) == {"A": 0, "B": 5}
    assert [(row["goals_for"], row["goals_against"]) for row in answer["ranking"]] == [(7, 0), (0, 7)]


def test_points_taken_off_can_leave_less_than_none() -> None:
    answer = ranked(competition("cha-3v3", game("A", "B", "0-1"), points_deducted={"A": 2}))
    assert points_of(answer) == {"A": -2, "B": 2}


def test_a_team_without_games_is_ranked() -> None:
    answer = ranked(competition("cha-3v3", game("A", "B", "0-1"), teams=["A", "B", "C"]))
    assert [row["team"] for row in answer["ranking"]] == ["B", "C", "A"]
    assert answer["ranking"][1]["played"] == 0
    assert answer["ranking"][1]["decided_by"]["clause"] == "8.4"


def test_nobody_is_ranked_where_nobody_plays() -> None:
    assert ranked(competition("cha-3v3")) == {"ranking": [], "undecided": []}


def test_averages_are_exact() -> None:
    """Two averages that no floating-point number tells apart."""
    many = 10**17
    answer = ranked(
        competition(
            "cha-3v3",
            game("A", "C", f"{many}-1"),
            game("B", "D", f"{many + 1}-1"),
        )
    )
    assert [row["team"] for row in answer["ranking"][:2]] == ["B", "A"]
    assert answer["ranking"][0]["decided_by"]["clause"] == "8.3"


def test_a_place_is_told_with_the_words_of_its_clause() -> None:
    answer = ranked(competition("cha-3v3", game("A", "B", "1-1"), points_deducted={"B": 1}))
    assert [row["decided_by"] for row in answer["ranking"]] == [None, None]
    answer = ranked(competition("cha-3v3", game("A", "B", "1-0"), points_deducted={"A": 2}))
    clause = next(clause for clause in load("cha-3v3")["clauses"] if clause["clause"] == "8.1")
    assert answer["ranking"][0]["decided_by"] == {"clause": "8.1", "says": clause["says"]}


def test_a_rulebook_whose_steps_end_leaves_it_to_the_director() -> None:
    rulebook = load("cha-3v3")
    rulebook["clauses"] = [clause for clause in rulebook["clauses"] if clause.get("step") != "coin_toss"]
    answer = ranked(competition(rulebook, game("A", "B", "0-0")))
    assert answer["undecided"] == [{"teams": ["A", "B"], "clause": "General", "needs": "director"}]


FINE = competition(
    "cha-3v3",
    game("A", "B", "2-1", pim={"A": 2}, first_goal="B", forfeited_by=None, winner=None),
    game("B", "C", "1-1", winner="C"),
    mixed=True,
    top=["A"],
    coin_tosses=[{"teams": ["A", "B"], "winner": "A"}],
    points_deducted={"C": 1},
    teams=["A", "B", "C", "E"],
)


@pytest.mark.parametrize(
    ("path", "value", "places"),
    [
        ([], [], [""]),
        ([], {}, ["/games", "/stage", "/teams"]),
        (["colour"], "red", ["/colour"]),
        (["stage"], "spring", ["/stage"]),
        (["stage"], None, ["/stage"]),
        (["mixed"], 1, ["/mixed"]),
        (["teams", 3], "A", ["/teams/3"]),
        (["teams", 3], "", ["/teams/3"]),
        (["teams", 3], 7, ["/teams/3"]),
        (["games"], {}, ["/games"]),
        (["games", 0], [], ["/games/0"]),
        (
            ["games", 0, "home"],
            "D",
            ["/games/0/home", "/games/0/pim/A", "/games/0/score/A", "/games/0/score/D"],
        ),
        (["games", 0, "away"], "A", ["/games/0/away", "/games/0/score/B", "/games/0/first_goal"]),
        (["games", 0, "id"], "2", ["/games/1/id"]),
        (["games", 0, "id"], "", ["/games/0/id"]),
        (["games", 0, "id"], 1, ["/games/0/id"]),
        (["games", 0, "goals"], 3, ["/games/0/goals"]),
        (["games", 0, "score"], {"A": 1}, ["/games/0/score/B"]),
        (["games", 0, "score"], [2, 1], ["/games/0/score"]),
        (["games", 0, "score", "A"], -1, ["/games/0/score/A"]),
        (["games", 0, "score", "A"], True, ["/games/0/score/A"]),
        (["games", 0, "score", "A"], 1.5, ["/games/0/score/A"]),
        (["games", 0, "score", "C"], 1, ["/games/0/score/C"]),
        (["games", 0, "score", "B"], 0, ["/games/0/first_goal"]),
        (["games", 0, "pim", "C"], 2, ["/games/0/pim/C"]),
        (["games", 0, "pim", "A"], "2", ["/games/0/pim/A"]),
        (["games", 0, "first_goal"], "C", ["/games/0/first_goal"]),
        (["games", 0, "forfeited_by"], "C", ["/games/0/forfeited_by"]),
        (["games", 0, "winner"], "C", ["/games/0/winner"]),
        (["games", 0, "winner"], "B", ["/games/0/winner"]),
        (["games", 1, "forfeited_by"], "C", ["/games/1/winner"]),
        (["top", 0], "D", ["/top/0"]),
        (["top"], ["A", "A"], ["/top/1"]),
        (["top"], {"A": 1}, ["/top"]),
        (["coin_tosses"], {}, ["/coin_tosses"]),
        (["coin_tosses", 0, "teams"], ["A"], ["/coin_tosses/0/teams"]),
        (["coin_tosses", 0, "teams"], ["A", "A"], ["/coin_tosses/0/teams/1"]),
        (["coin_tosses", 0, "teams"], ["A", "D"], ["/coin_tosses/0/teams/1"]),
        (["coin_tosses", 0, "winner"], "C", ["/coin_tosses/0/winner"]),
        (["coin_tosses", 0, "lost"], "B", ["/coin_tosses/0/lost"]),
        (["coin_tosses"], [{"teams": ["A", "B"], "winner": "A"}] * 2, ["/coin_tosses/1/teams"]),
        (["points_deducted"], 2, ["/points_deducted"]),
        (["points_deducted", "C"], -1, ["/points_deducted/C"]),
        (["points_deducted", "D/E"], 1, ["/points_deducted/D~1E"]),
    ],
)
def test_a_faulty_competition_is_told_with_its_places(path: list[Any], value: Any, places: list[str]) -> None:
    faulty: Any = copy.deepcopy(FINE)
    assert check_competition(faulty, load("cha-3v3")) == []
    if path:
        within = faulty
        for part in path[:-1]:
            within = within[part]
        within[path[-1]] = value
    else:
        faulty = value
    found = [fault["at"] for fault in check_competition(faulty, load("cha-3v3"))]
    assert sorted(found) == sorted(places)


def test_no_team_is_known_where_teams_are_no_list() -> None:
    found = [fault["at"] for fault in check_competition(FINE | {"teams": "ABC"}, load("cha-3v3"))]
    assert {"/teams", "/games/0/home", "/games/1/away", "/top/0", "/points_deducted/C"} <= set(found)


def test_more_teams_or_games_than_anybody_plays_are_told() -> None:
    faulty = competition("cha-3v3") | {"teams": [f"T{number}" for number in range(201)]}
    assert [fault["at"] for fault in check_competition(faulty, load("cha-3v3"))] == ["/teams"]
    faulty = FINE | {"games": FINE["games"] * 3000}
    assert [fault["at"] for fault in check_competition(faulty, load("cha-3v3"))] == ["/games"]


def test_a_game_of_a_team_with_itself_is_told() -> None:
    faulty = competition("cha-3v3", {"home": "A", "away": "A", "score": {"A": 1}})
    assert [fault["at"] for fault in check_competition(faulty, load("cha-3v3"))] == ["/games/0/away"]
    faulty["games"][0]["score"] = {"A": 1, "B": 2}  # and all else that is wrong with it
    found = [fault["at"] for fault in check_competition(faulty, load("cha-3v3"))]
    assert found == ["/games/0/score/B", "/games/0/away"]


def test_a_rulebook_without_a_ranking_cannot_rank() -> None:
    rulebook = load("cha-3v3")
    rulebook["clauses"] = [clause for clause in rulebook["clauses"] if clause["kind"] != "ranking"]
    assert [fault["at"] for fault in check_competition(FINE, rulebook)] == ["/rulebook"]


def test_a_stage_that_the_rulebook_does_not_know_is_told() -> None:
    rulebook = load("cha-3v3")
    rulebook["stages"] = ["season"]
    assert [fault["at"] for fault in check_competition(FINE, rulebook)] == ["/stage"]
