"""What sort of foul an infraction is: a referee who does not know its name looks for "stick" or "delay"."""

from __future__ import annotations

import csv
import functools
from pathlib import Path

_CATALOGUE = Path(__file__).parent / "infractions.csv"


@functools.cache
def _categories() -> dict[str, str]:
    with _CATALOGUE.open(encoding="utf-8", newline="") as file:
        return {row["infraction"]: row["category"].replace(" ", "_") for row in csv.DictReader(file)}


def by_category(infractions: list[str]) -> dict[str, list[str]]:
    """Those of them that the catalogue knows, by its categories: `{"stick": ["slashing", …], …}`."""
    found: dict[str, list[str]] = {}
    for infraction in infractions:
        if infraction in _categories():
            found.setdefault(_categories()[infraction], []).append(infraction)
    return found
