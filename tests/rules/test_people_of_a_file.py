"""Who stands in a game file: genders where a rulebook hangs on them, and every id once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.rules.random_games import CASTS, RULEBOOKS
from webapp.rules.check import check


def faults(game: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["at"], fault["key"]) for fault in check(game, RULEBOOKS[game["rulebook"]], {})]


def without_a_gender(slug: str) -> dict[str, Any]:
    game = copy.deepcopy(CASTS[slug])
    game["teams"]["RED"]["players"][2].pop("gender", None)
    return game


def test_a_gender_is_missing_where_clauses_hang_on_it() -> None:
    assert faults(without_a_gender("coed-ball")) == [("/teams/RED/players/2/gender", "fault.missing")]
    assert faults(without_a_gender("no-check-league")) == []


@pytest.mark.parametrize("known", ["R9", "B5", "RC"])
def test_who_stands_in_the_file_is_not_added_to_a_roster(known: str) -> None:
    added = {"id": "c1", "type": "roster_add", "team": "RED", "player": {"id": known, "number": "50"}}
    game = CASTS["no-check-league"]
    assert faults(game | {"calls": [added]}) == [("/calls/0/player/id", "fault.duplicate_id")]
    added = added | {"player": {"id": "R50", "number": "50"}}
    assert faults(game | {"calls": [added]}) == []
