"""A game with other ids: nothing in a sheet may hang on how people and calls are called."""

from __future__ import annotations

import hashlib
from typing import Any

PEOPLE = ("id", "player", "goalie", "staff", "scorer", "shooter", "fouled")
CALLS = ("id", "call", "award", "about")


def renamed(game: dict[str, Any], salt: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The game with every team, person and call called otherwise, and old id by new."""
    old: dict[str, str] = {}

    def new(name: str) -> str:
        fresh = "x" + hashlib.sha256(f"{salt}/{name}".encode()).hexdigest()[:8]
        old[fresh] = name
        return fresh

    ids = set(game["teams"])
    for team in game["teams"].values():
        ids |= {person["id"] for person in team["players"] + team["staff"]}
    ids |= {goalie["id"] for goalie in game["goalies"]} | {call["id"] for call in game["calls"]}
    ids |= {call["player"]["id"] for call in game["calls"] if call["type"] == "roster_add"}
    names = {name: new(name) for name in sorted(ids)}
    return replaced(game, names), old


def replaced(value: Any, names: dict[str, str], key: str = "") -> Any:
    """The value with every id of `names` changed, wherever it stands; free text and enums stay."""
    if isinstance(value, dict):
        return {names.get(name, name): replaced(entry, names, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [replaced(entry, names, key) for entry in value]
    if isinstance(value, str) and key not in ("number", "name", "says"):
        return names.get(value, value)
    return value
