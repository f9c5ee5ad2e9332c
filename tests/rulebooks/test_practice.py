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


def test_each_stage_and_division_can_be_played_by_as_many_as_a_team_may_have() -> None:
    games = {slug: practice(slug) for slug in slugs()}
    assert games["cha-3v3"]["divisions"] == ["2010", "2011"]
    for game in games.values():
        file = game["packet"]["game_file"] | {"calls": []}
        rulebook, words = game["packet"]["rulebook"], game["packet"]["words"]
        for division in [None, *game["divisions"]]:
            for stage in game["stages"]:
                played = file["game"] | {"stage": stage} | ({"division": division} if division else {})
                assert check(file | {"game": played}, rulebook, words) == []
    teams = {slug: game["packet"]["game_file"]["teams"]["RED"]["players"] for slug, game in games.items()}
    skaters = {slug: sum(one["position"] == "skater" for one in players) for slug, players in teams.items()}
    assert skaters == {"cha-3v3": 11, "coed-ball": 16, "half-sheet-3v3": 4, "no-check-league": 16}


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
