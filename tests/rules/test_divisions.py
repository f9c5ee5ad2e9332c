"""What holds in some divisions alone: known there, a fault elsewhere, and in place of what the base says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate
from webapp.rules.check import check

CASE = next(
    case for case in CASES if case["case"] == "cha-3v3/4-in-2011-late-release-and-too-many-are-minors"
)


def of_division(division: str | None) -> dict[str, Any]:
    game: dict[str, Any] = CASE["game"] | {"game": CASE["game"]["game"] | {"division": division}}
    if division is None:
        del game["game"]["division"]
    return game


@pytest.mark.parametrize(("division", "places"), [("2010", []), ("2011", []), ("2012", [1]), (None, [1])])
def test_a_late_release_is_a_fault_where_nobody_changes_on_a_buzzer(
    division: str | None, places: list[int]
) -> None:
    faults = check(of_division(division), load("cha-3v3"), {})
    assert [fault["at"] for fault in faults] == [f"/calls/{place}/infraction" for place in places]


@pytest.mark.parametrize(("division", "penalties"), [("2011", 1), ("2012", None), (None, None)])
def test_too_many_players_is_the_players_minor_in_those_divisions_alone(
    division: str | None, penalties: int | None
) -> None:
    game = of_division(division)
    game["calls"] = [call for call in game["calls"] if call.get("infraction") != "late_release"]
    tallies = adjudicate(game, load("cha-3v3"), {}, {})["tallies"]
    assert tallies["players"].get("R14", {}).get("penalties") == penalties
    assert tallies["teams"]["RED"]["penalties"] == 1
