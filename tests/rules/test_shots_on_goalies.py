"""Which shots from the spot count for a goalie is the rulebook's to say: a director can read it otherwise."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate

CASE = "half-sheet-3v3/goalie-competition-penalty-shots-count"
GAME: dict[str, Any] = next(case["game"] for case in CASES if case["case"] == CASE)


@pytest.mark.parametrize(
    ("counts", "shots", "goals"),
    [
        (["penalty_shot"], {"G1": 3, "G2": 1}, {"G1": 2, "G2": 0}),
        (["shootout_attempt"], {"G1": 3, "G2": 0}, {"G1": 2, "G2": 0}),
        (["penalty_shot", "shootout_attempt"], {"G1": 4, "G2": 1}, {"G1": 3, "G2": 0}),
    ],
)
def test_what_counts_is_a_parameter(counts: list[str], shots: dict[str, int], goals: dict[str, int]) -> None:
    rulebook = copy.deepcopy(load("half-sheet-3v3"))
    for clause in rulebook["clauses"]:
        if clause["kind"] == "goalie_rating":
            clause["counts"] = counts
    tallies = adjudicate(GAME, rulebook, {}, {})["tallies"]["goalies"]
    assert {goalie: tally["shots"] for goalie, tally in tallies.items()} == shots
    assert {goalie: tally["goals"] for goalie, tally in tallies.items()} == goals
