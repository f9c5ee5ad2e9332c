"""Every worked case holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.comparing import disagreements
from webapp.rulebooks.reader import load, slugs
from webapp.rules.adjudicate import adjudicate
from webapp.rules.check import check

CASES = [
    case
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text())
    if "game" in case
]


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    rulebook = load(case["game"]["rulebook"])
    assert check(case["game"], rulebook, {}) == []
    sheet = adjudicate(case["game"], rulebook, {}, {})
    assert disagreements(case, sheet) == []


def test_there_are_cases_for_every_rulebook() -> None:
    assert {case["game"]["rulebook"] for case in CASES} == set(slugs())
