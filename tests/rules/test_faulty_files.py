"""Where sense stops in a game file: every kind of fault with its JSON pointer, and what is no fault.

`faults.json`: `{"fault", "rulebook", "at"}` with the `calls` of the file, the parts of it that are `set` to
something else, or the one it is `without`.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.check import check

FAULTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "faults.json").read_text())
# A game of each rulebook, with the teams that `faults.json` speaks of.
GAMES: dict[str, Any] = {
    case["game"]["rulebook"]: case["game"]
    for case in CASES
    if case["case"] in ("half-sheet-3v3/general-two-of-three-are-one-event", "cha-3v3/3b-shots-then-the-end")
}


def file_of(row: dict[str, Any]) -> dict[str, Any]:
    game = copy.deepcopy(GAMES[row["rulebook"]]) | {"calls": row.get("calls", [])}
    for pointer, value in row.get("set", {}).items():
        parent, name = parent_of(game, pointer)
        parent[name] = value
    if "without" in row:
        parent, name = parent_of(game, row["without"])
        del parent[name]
    return game


def parent_of(game: Any, pointer: str) -> tuple[Any, Any]:
    """What holds the place of a pointer, and the place's name or number in it."""
    *steps, last = [int(name) if name.isdigit() else name for name in pointer.split("/")[1:]]
    for step in steps:
        game = game[step]
    return game, last


@pytest.mark.parametrize("row", FAULTS, ids=[row["fault"] for row in FAULTS])
def test_every_fault_is_told_with_its_place(row: dict[str, Any]) -> None:
    assert [fault["at"] for fault in check(file_of(row), load(row["rulebook"]), {})] == row["at"]
