"""How goalies are ranked: save percentage less goals-against average (half-sheet, Goalie Competition)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from webapp.rules.faults import Faults, is_count, shown, step

FIELDS = ("games", "goals", "id", "level", "shots")


def check_goalies(totals: object) -> list[dict[str, Any]]:
    """Every fault of a file of goalie totals, with its place."""
    faults = Faults({})
    if not isinstance(totals, dict):
        faults.add("", "fault.no_object", value=shown(totals))
        return faults.found
    for name in sorted(totals):
        if name != "goalies":
            faults.add(step("", name), "fault.unknown_field", allowed=["goalies"])
    goalies = totals.get("goalies")
    if "goalies" not in totals:
        faults.add("/goalies", "fault.missing")
    elif not isinstance(goalies, list):
        faults.add("/goalies", "fault.no_list", value=shown(goalies))
    else:
        seen: dict[str, str] = {}
        for place, goalie in enumerate(goalies):
            _check_goalie(goalie, step("/goalies", place), seen, faults)
    return faults.found


def _check_goalie(goalie: object, at: str, seen: dict[str, str], faults: Faults) -> None:
    if not isinstance(goalie, dict):
        faults.add(at, "fault.no_object", value=shown(goalie))
        return
    for name in sorted(set(goalie) | set(FIELDS)):
        here = step(at, name)
        if name not in FIELDS:
            faults.add(here, "fault.unknown_field", allowed=list(FIELDS))
        elif name not in goalie:
            faults.add(here, "fault.missing")
        elif name in ("id", "level"):
            if not isinstance(goalie[name], str):
                faults.add(here, "fault.no_text", value=shown(goalie[name]))
            elif not goalie[name]:
                faults.add(here, "fault.empty_text")
        elif not is_count(goalie[name]):
            faults.add(here, "fault.no_count", value=shown(goalie[name]))
    called, shots, goals = goalie.get("id"), goalie.get("shots"), goalie.get("goals")
    if isinstance(called, str) and called in seen:
        faults.add(step(at, "id"), "fault.duplicate_id", value=shown(called), first=seen[called])
    elif isinstance(called, str):
        seen[called] = at
    if is_count(goals) and is_count(shots) and goals > shots:
        faults.add(step(at, "goals"), "fault.more_goals", value=goals, limit=shots)


def rank_goalies(totals: dict[str, Any]) -> dict[str, Any]:
    """`{"ranking": {level: [{"rank", "id", "save_percentage", "goals_against_average", "rating"}]}}`.

    Percent, goals a game, and their difference, each to two decimals. Equal ratings share a rank; who
    has faced no shot or played no game has no rating and is ranked last.
    """
    levels: dict[str, list[dict[str, Any]]] = {}
    for goalie in totals["goalies"]:
        levels.setdefault(goalie["level"], []).append(_rated(goalie))
    return {"ranking": {level: _ranked(levels[level]) for level in sorted(levels)}}


def _rated(goalie: dict[str, Any]) -> dict[str, Any]:
    games, shots, goals = goalie["games"], goalie["shots"], goalie["goals"]
    percentage = Fraction(100 * (shots - goals), shots) if shots else None
    average = Fraction(goals, games) if games else None
    rating = percentage - average if percentage is not None and average is not None else None
    return {
        "id": goalie["id"],
        "save_percentage": _hundredths(percentage),
        "goals_against_average": _hundredths(average),
        "rating": _hundredths(rating),
    }


def _hundredths(figure: Fraction | None) -> float | None:
    """To two decimals, a half going up."""
    if figure is None:
        return None
    exact = Decimal(figure.numerator) / Decimal(figure.denominator)
    return float(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _ranked(rated: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ordered = sorted(rated, key=lambda goalie: (goalie["rating"] is None, -(goalie["rating"] or 0)))
    ranking: list[dict[str, Any]] = []
    for place, goalie in enumerate(ordered, start=1):
        level_with_last = ranking and ranking[-1]["rating"] == goalie["rating"]
        ranking.append({"rank": ranking[-1]["rank"] if level_with_last else place} | goalie)
    return ranking
