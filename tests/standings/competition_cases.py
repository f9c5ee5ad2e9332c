"""The worked cases on rankings, and how one is compared with the ranking that the rules make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.rules.comparing import part_of

CASES = [
    case
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text())
    if "competition" in case
]


def disagreements(case: dict[str, Any], ranked: dict[str, Any]) -> list[str]:
    """What a case asks for and the ranking does not hold: its rows in their order, and who is undecided."""
    return [
        f"{key}: expected {case[asked]}, is {ranked[key]}"
        for asked, key in (("expect", "ranking"), ("undecided", "undecided"))
        if asked in case and not part_of(case[asked], ranked[key])
    ]
