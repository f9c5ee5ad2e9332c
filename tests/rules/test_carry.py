"""What a game carries on is what its rulings say, field by field, and the next game knows it."""

from __future__ import annotations

from typing import Any

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate
from webapp.rules.history import history_after

HALF_SHEET: dict[str, Any] = next(c["game"] for c in CASES if c["game"]["rulebook"] == "half-sheet-3v3")
CHA: dict[str, Any] = next(c["game"] for c in CASES if c["game"]["rulebook"] == "cha-3v3")


def sheet_of(game: dict[str, Any], *calls: dict[str, Any], history: Any = None) -> dict[str, Any]:
    numbered = [{"id": f"c{place}", **call} for place, call in enumerate(calls, start=1)]
    file = game | {"calls": numbered, "history": history or {}}
    return adjudicate(file, load(game["rulebook"]), {}, {})


def test_a_suspension_is_carried_with_the_fields_of_its_ruling() -> None:
    penalty = {"type": "penalty", "team": "RED", "player": "R9", "infraction": "spitting"}
    assert sheet_of(HALF_SHEET, penalty)["carry"]["suspensions"] == [
        {
            "team": "RED",
            "player": "R9",
            "games": 1,
            "max_games": None,
            "indefinite": True,
            "review": True,
            "confirm": "director",
        }
    ]


def test_a_goalies_bench_minor_is_carried_by_nobody() -> None:
    penalty = {"type": "penalty", "team": "RED", "goalie": "G1", "infraction": "delay_of_game"}
    minor = sheet_of(HALF_SHEET, penalty | {"class": "minor"})
    bench_minor = sheet_of(HALF_SHEET, penalty | {"class": "bench_minor"})
    assert minor["carry"]["goalies"] == {"G1": {"penalties": 1}}
    assert bench_minor["carry"]["goalies"] == {}


def test_a_teams_own_goalie_has_the_penalties_of_earlier_games_in_the_tally() -> None:
    goalie = next(p["id"] for p in CHA["teams"]["RED"]["players"] if p["position"] == "goalie")
    penalty = {"type": "penalty", "team": "RED", "player": goalie, "infraction": "slashing"}
    first = sheet_of(CHA, penalty)
    second = sheet_of(CHA, penalty, history=history_after([first["carry"]]))
    assert second["tallies"]["goalies"][goalie]["penalties"] == 2


def test_a_goalies_suspension_lasts_until_a_game_without_them() -> None:
    penalty = {
        "type": "penalty",
        "team": "RED",
        "goalie": "G1",
        "infraction": "slashing",
        "class": "game_misconduct",
    }
    end = {"type": "period_end", "period": 3}
    in_net = {"type": "goalie_in", "goalie": "G1"}
    first = sheet_of(HALF_SHEET, penalty, end)["carry"]
    history = history_after([first])
    assert history["goalies"]["G1"]["suspended_games_left"] == 1
    played = sheet_of(HALF_SHEET, in_net, end, history=history)
    assert [ruling["reason"] for ruling in played["rulings"] if ruling["code"] == "ineligible"] == [
        "suspended"
    ]
    stayed_away = sheet_of(HALF_SHEET, end, history=history)["carry"]
    assert (played["carry"]["served"], stayed_away["served"]) == ([], ["G1"])
    assert history_after([first, stayed_away])["goalies"]["G1"]["suspended_games_left"] == 0
