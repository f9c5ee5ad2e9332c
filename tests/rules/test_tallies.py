"""What a sheet says of a person and a team so far: penalties by class, each limit, what one more leads to."""

from __future__ import annotations

import copy
from typing import Any

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate


def sheet(slug: str, penalties: list[tuple[str, str]], then: list[Any] | None = None) -> Any:
    """The sheet of a game in which Red's R9 takes these penalties, `(infraction, class)`."""
    game: dict[str, Any] = copy.deepcopy(
        next(case["game"] for case in CASES if case["game"]["rulebook"] == slug)
    )
    game["calls"] = [{"id": "p1", "type": "period_start", "period": 1, "clock": "12:00"}] + [
        {"id": f"c{place}", "type": "penalty", "period": 1, "clock": f"{11 - place:02}:00", "team": "RED"}
        | {"player": "R9", "infraction": infraction, "class": of_class}
        for place, (infraction, of_class) in enumerate(penalties)
    ]
    game["calls"] += [{"id": f"d{place}"} | call for place, call in enumerate(then or [])]
    return adjudicate(game, load(slug), {}, {})


def test_each_class_has_its_penalties_and_seconds() -> None:
    found = sheet("no-check-league", [("tripping", "minor"), ("slashing", "minor"), ("boarding", "major")])
    minors, majors = found["by_class"]["R9"]["minor"], found["by_class"]["R9"]["major"]
    assert (minors["penalties"], majors["penalties"]) == (2, 1)
    assert majors["seconds"] > minors["seconds"] / 2 > 0
    assert minors["seconds"] + majors["seconds"] == found["tallies"]["players"]["R9"]["seconds"]


def test_a_limit_of_majors_counts_no_minors() -> None:
    found = sheet("no-check-league", [("tripping", "minor"), ("boarding", "major")])
    assert found["towards"]["R9"] == {"5.D.1": 2, "5.C.5": 1}


def test_a_limit_of_minors_counts_a_double_minor_twice_and_no_major() -> None:
    found = sheet("cha-3v3", [("tripping", "double_minor"), ("boarding", "major")])
    assert found["towards"]["R9"] == {"5(c)": 2}


def test_the_second_penalty_of_a_period_would_be_a_shot_and_the_first_of_the_next_would_not() -> None:
    assert [one["gives"] for one in sheet("half-sheet-3v3", [])["next_penalty"]["RED"]] == ["possession"]
    after_one = sheet("half-sheet-3v3", [("tripping", "minor")])
    assert after_one["next_penalty"] == {
        "RED": [{"gives": "penalty_shot", "count": 2, "clause": "Penalties 4"}],
        "BLU": [{"gives": "possession", "count": 1, "clause": "Penalties 4"}],
    }
    begun = [{"type": "period_end", "period": 1}, {"type": "period_start", "period": 2, "clock": "06:00"}]
    in_the_next = sheet("half-sheet-3v3", [("tripping", "minor")], then=begun)
    assert in_the_next["period"] == 2
    assert [one["gives"] for one in in_the_next["next_penalty"]["RED"]] == ["possession"]
