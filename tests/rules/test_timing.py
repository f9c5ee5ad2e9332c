"""Whether time is stopped at whistles, as a sheet says it of its last call."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate

HALF = {"type": "period_start", "period": 2, "clock": "20:00"}


def timing(slug: str, calls: list[dict[str, Any]], **game: str) -> str:
    """Of the sheet of a game of that rulebook with these calls."""
    file = copy.deepcopy(next(case["game"] for case in CASES if case["game"]["rulebook"] == slug))
    file["game"] |= game
    file["calls"] = [{"id": f"c{place}"} | call for place, call in enumerate(calls)]
    said: str = adjudicate(file, load(slug), {}, {})["timing"]
    return said


def goal(clock: str, team: str = "RED") -> dict[str, Any]:
    return {"type": "goal", "period": 2, "clock": clock, "team": team, "scorer": f"{team[0]}9"}


def note(clock: str) -> dict[str, Any]:
    return {"type": "note", "text": "on", "period": 2, "clock": clock}


AHEAD = [HALF, goal("10:00")]
STOPPED = [*AHEAD, note("02:00")]
OVERRIDE = {"type": "override", "call": "c2", "code": "clock", "reason": "the rink closes"}


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ([HALF, note("02:00")], "running"),
        ([*AHEAD, note("02:01")], "running"),
        (STOPPED, "stop"),
        ([*STOPPED, goal("01:50", "BLU")], "running"),
        ([*STOPPED, goal("01:50", "BLU"), goal("01:40")], "stop"),
        ([*STOPPED, goal("01:50"), goal("01:40")], "running"),
        ([*STOPPED, {"type": "clock", "action": "set", "period": 2, "clock": "02:30"}], "running"),
        ([*STOPPED, {"type": "clock", "action": "running_time", "period": 2, "clock": "01:50"}], "running"),
        ([*STOPPED, OVERRIDE], "running"),
        ([*STOPPED, {"type": "period_start", "period": "OT", "clock": "05:00"}], "running"),
    ],
)
def test_the_last_two_minutes_are_stop_time_at_a_lead_of_one_or_two(
    calls: list[dict[str, Any]], said: str
) -> None:
    assert timing("coed-ball", calls) == said


def test_elsewhere_it_is_as_the_schedule_says_until_the_official_has_it_otherwise() -> None:
    begun = {"type": "period_start", "period": 3, "clock": "15:00"}
    runs = {"type": "clock", "action": "running_time", "period": 3, "clock": "14:00"}
    stops = {"type": "clock", "action": "stop_time", "period": 3, "clock": "13:00"}
    found = [
        timing("no-check-league", log, timing="stop")
        for log in ([begun], [begun, runs], [begun, runs, stops])
    ]
    assert found == ["stop", "running", "stop"]
    assert timing("no-check-league", [begun], timing="running") == "running"
