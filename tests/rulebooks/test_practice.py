"""The games to practise on: one of every rulebook, as the rules and the phone take a game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from webapp.calls.answer_schema import ANSWER_SCHEMAS
from webapp.rulebooks.practice import practice
from webapp.rulebooks.reader import slugs
from webapp.rulebooks.words import languages
from webapp.rules.adjudicate import adjudicate
from webapp.rules.check import check

WHEN_AND_WHERE = {"starts_at", "starts_local", "timezone", "rink"}


@pytest.mark.parametrize("slug", slugs())
def test_every_rulebook_has_a_game_that_its_rules_take(slug: str) -> None:
    packet = practice(slug)["packet"]
    game = packet["game_file"] | {"calls": []}
    assert check(game, packet["rulebook"], packet["words"]) == []
    start = {"id": "c1", "type": "period_start", "period": 1, "device": "d", "n": 1, "hlc": "0"}
    sheet = adjudicate(game | {"calls": [start]}, packet["rulebook"], packet["words"], packet["made_from"])
    assert sheet["score"] == {"RED": 0, "BLU": 0}


@pytest.mark.parametrize("slug", slugs())
def test_it_is_a_packet_but_for_when_and_where(slug: str) -> None:
    assert set(practice(slug)["packet"]) | WHEN_AND_WHERE == set(ANSWER_SCHEMAS["Packet"]["properties"])


def test_it_is_made_with_nothing_installed() -> None:
    made = subprocess.run(
        [sys.executable, "-S", "-m", "webapp.rulebooks.practice"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    games: dict[str, Any] = json.loads(made.stdout)
    assert list(games) == languages()
    assert list(games["en"]) == list(slugs())
