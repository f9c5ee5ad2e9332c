"""Who may be named captain: a goalie only where the rulebook lets one."""

from __future__ import annotations

import copy
from typing import Any

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.check import check


def named(slug: str, captains: list[str]) -> list[str]:
    """Places of the faults of a game in which Red names these captains."""
    game: dict[str, Any] = copy.deepcopy(
        next(case["game"] for case in CASES if case["game"]["rulebook"] == slug)
    )
    game["calls"] = [
        {"id": "a1", "type": "attendance", "team": "RED", "players": ["R4", "R1"], "captains": captains}
    ]
    return [fault["at"] for fault in check(game, load(slug), {})]


def test_a_goalie_is_neither_captain_nor_alternate_in_the_no_check_league() -> None:
    assert named("no-check-league", ["R4", "R1"]) == ["/calls/0/captains/1"]
    assert named("no-check-league", ["R4"]) == []


def test_a_goalie_may_be_captain_elsewhere() -> None:
    assert named("coed-ball", ["R1"]) == []
