"""A violation names its team, but for a ball that nobody knows whose it is."""

from __future__ import annotations

import copy
from typing import Any

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.check import check


def faults_of(slug: str, violation: dict[str, Any]) -> list[str]:
    game: dict[str, Any] = copy.deepcopy(
        next(case["game"] for case in CASES if case["game"]["rulebook"] == slug)
    )
    game["calls"] = [{"id": "v1", "type": "violation"} | violation]
    return [fault["at"] for fault in check(game, load(slug), {})]


def test_an_unplayable_ball_may_be_nobodys() -> None:
    assert faults_of("coed-ball", {"kind": "unplayable"}) == []
    assert faults_of("coed-ball", {"kind": "unplayable", "team": "RED"}) == []


def test_every_other_violation_is_somebodys() -> None:
    assert faults_of("coed-ball", {"kind": "goalie_contact"}) == ["/calls/0/team"]
    assert faults_of("coed-ball", {"kind": "out_of_bounds"}) == ["/calls/0/team"]
    assert faults_of("no-check-league", {"kind": "icing"}) == ["/calls/0/team"]
    assert faults_of("no-check-league", {"kind": "icing", "team": "RED"}) == []


def test_a_violation_is_one_that_the_rulebook_names() -> None:
    assert faults_of("no-check-league", {"kind": "offside", "team": "RED"}) == ["/calls/0/kind"]
    assert faults_of("coed-ball", {"kind": "icing", "team": "RED"}) == ["/calls/0/kind"]
