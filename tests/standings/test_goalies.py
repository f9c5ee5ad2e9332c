"""Goalies are ranked as the worked cases say, and faulty totals are told place by place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.comparing import part_of
from webapp.standings.goalies import check_goalies, rank_goalies

CASES = [
    case
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text())
    if "goalies" in case and "game" not in case
]


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert check_goalies(case["goalies"]) == []
    ranking = rank_goalies(case["goalies"])["ranking"]
    for level, rows in case["expect"].items():
        assert part_of(rows, ranking[level]), ranking[level]


def test_who_has_no_rating_shares_the_last_rank() -> None:
    totals = {
        "goalies": [
            {"id": "A", "level": "10U", "games": 1, "shots": 0, "goals": 0},
            {"id": "B", "level": "10U", "games": 0, "shots": 0, "goals": 0},
            {"id": "C", "level": "10U", "games": 1, "shots": 4, "goals": 4},
        ]
    }
    rows = rank_goalies(totals)["ranking"]["10U"]
    assert [(row["id"], row["rank"], row["rating"]) for row in rows] == [
        ("C", 1, -4.0),
        ("A", 2, None),
        ("B", 2, None),
    ]


def test_a_half_of_a_hundredth_goes_up() -> None:
    rows = rank_goalies({"goalies": [{"id": "A", "level": "10U", "games": 1, "shots": 80, "goals": 1}]})
    assert rows["ranking"]["10U"][0]["save_percentage"] == 98.75
    rows = rank_goalies({"goalies": [{"id": "A", "level": "10U", "games": 8, "shots": 8, "goals": 1}]})
    assert rows["ranking"]["10U"][0]["goals_against_average"] == 0.13


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ([], [""]),
        ({}, ["/goalies"]),
        ({"goalies": {}, "more": 1}, ["/more", "/goalies"]),
        ({"goalies": [7]}, ["/goalies/0"]),
        (
            {"goalies": [{"id": "A", "level": "", "games": True, "shots": -1, "saves": 1}]},
            [
                "/goalies/0/games",
                "/goalies/0/goals",
                "/goalies/0/level",
                "/goalies/0/saves",
                "/goalies/0/shots",
            ],
        ),
        ({"goalies": [{"id": "A", "level": "x", "games": 1, "shots": 1, "goals": 2}]}, ["/goalies/0/goals"]),
        ({"goalies": [{"id": "A", "level": "x", "games": 1, "shots": 1, "goals": 1}] * 2}, ["/goalies/1/id"]),
        (
            {
                "goalies": [
                    {"id": "A", "level": "x", "games": 1, "shots": 1, "goals": 1},
                    {"id": "A", "games": 1, "shots": 1, "goals": 2},
                ]
            },
            ["/goalies/1/level", "/goalies/1/id", "/goalies/1/goals"],
        ),
    ],
)
def test_faulty_totals_are_told_with_their_places(totals: object, places: list[str]) -> None:
    assert [fault["at"] for fault in check_goalies(totals)] == places
