"""A league may count a player's penalties over its tournament; what one game counts the next one knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rulebooks.test_base_limits import DOUBLE, MAJOR, MINOR, sheet, told
from webapp.rulebooks.reader import FOLDER, FaultyRulebook, read
from webapp.rules.history import history_after

COUNT = """
[[count]]
clause   = "9.9"
says     = "A player's fourth minor of the tournament ends that game and the next."
of       = "player"
within   = "tournament"
classes  = ["minor", "double_minor"]
reaching = 4
then     = "player_ejected"
games    = 1
"""


def league(folder: Path, count: str) -> dict[str, Any]:
    path = folder / "league.toml"
    path.write_text((FOLDER / "half-sheet-3v3.toml").read_text() + count)
    return read(path)


def test_the_fourth_of_three_games(tmp_path: Path) -> None:
    rulebook = league(tmp_path, COUNT)
    first = sheet(rulebook, MINOR, MAJOR)
    assert first["carry"]["players"] == {"P2": {"9.9": 1}}
    second = sheet(rulebook, DOUBLE, history=history_after([first["carry"]]))
    assert [one["count"] for one in second["rulings"] if one["code"] == "one_away"] == [3]
    before = history_after([first["carry"], second["carry"]])
    assert before["players"] == {"P2": {"9.9": 3}}
    assert told(rulebook, MAJOR, MINOR, history=before) == [
        ("player_ejected", "9.9", 1, None),
        ("player_suspended", "9.9", 1, 1),
    ]


def test_a_player_is_no_goalie_to_disqualify(tmp_path: Path) -> None:
    with pytest.raises(FaultyRulebook) as faulty:
        league(tmp_path, COUNT.replace("player_ejected", "goalie_disqualified"))
    assert faulty.value.faults == [
        'league.toml 9.9: then: "goalie_disqualified" is not allowed; allowed: player_ejected'
    ]
