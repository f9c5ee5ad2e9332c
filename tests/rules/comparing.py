"""How a worked case is compared with a sheet: what is given must be there, and equal."""

from __future__ import annotations

from typing import Any

WHOLE = (
    "score",
    "winner",
    "status",
    "box",
    "tallies",
    "penalty_shots",
    "late",
    "carry",
    "shootout",
    "undecided",
)


def part_of(expected: Any, actual: Any) -> bool:
    """Dictionaries on the keys given, lists of one length element by element, the rest equal."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            key in actual and part_of(value, actual[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and len(expected) == len(actual)
            and all(part_of(one, other) for one, other in zip(expected, actual, strict=True))
        )
    return type(expected) is type(actual) and expected == actual


def disagreements(case: dict[str, Any], sheet: dict[str, Any]) -> list[str]:
    """What a case asks for and the sheet does not hold, or rules out and the sheet does."""
    rulings = sheet["rulings"]
    found = [
        f"expected {wanted}"
        for wanted in case.get("expect", [])
        if not any(part_of(wanted, ruling) for ruling in rulings)
    ]
    found += [
        f"not expected {unwanted}: {ruling}"
        for unwanted in case.get("absent", [])
        for ruling in rulings
        if part_of(unwanted, ruling)
    ]
    found += [
        f"{key}: expected {case[key]}, is {sheet.get(key)}"
        for key in WHOLE
        if key in case and not part_of(case[key], sheet.get(key))
    ]
    return found
