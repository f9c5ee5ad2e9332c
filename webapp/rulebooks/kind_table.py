"""The clause kinds for whoever writes a rulebook: what each is for, who uses it, what it may be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webapp.rulebooks.reader import load, slugs
from webapp.rules.kinds import KINDS
from webapp.rules.shapes import CONDITIONS

VALUES = {
    "text": "a text",
    "id": "an id",
    "count": "a whole number from 0",
    "ordinal": "a whole number from 1",
    "bool": "true or false",
    "ids": "a list of ids",
    "counts": "a list of whole numbers",
    "seconds_by_class": "seconds by class of penalty, { minor = 120 }",
    "steps": "a list of { games, max_games, rest_of_season, review }, the last three as needed",
}
OF = {
    "infraction": "of the base's infractions or own ones",
    "condition": f"of these or own conditions: {', '.join(CONDITIONS)}",
    "counter": "that a ladder counts under",
}


def users() -> dict[str, list[str]]:
    """By kind, the rulebooks in which a clause of it holds, their base's included."""
    used: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for slug in slugs():
        for kind in {clause["kind"] for clause in load(slug)["clauses"] if clause.get("on", True)}:
            used[kind].append(slug)
    return used


def table() -> Iterator[str]:
    """Kinds by rulebooks: a line each, what the kind is for, and why it is one where one alone has it."""
    width = max(len(kind) for kind in KINDS)
    yield "  ".join(["kind".ljust(width), *slugs(), "what it is for"])
    for kind, used in sorted(users().items()):
        marks = [("x" if slug in used else "-").ljust(len(slug)) for slug in slugs()]
        alone = f" ({used[0]} alone: {KINDS[kind]['alone']})" if len(used) == 1 else ""
        yield "  ".join([kind.ljust(width), *marks, KINDS[kind]["for"] + alone])


def told(kind: str) -> Iterator[str]:
    """What a kind is for, and each parameter that its clauses may be told, those that must be first."""
    yield f"{kind}: {KINDS[kind]['for']}"
    parameters = KINDS[kind]["parameters"]
    width = max(map(len, parameters), default=0)
    for name, parameter in sorted(parameters.items(), key=lambda entry: bool(entry[1].get("optional"))):
        needed = "may be left out" if parameter.get("optional") else "must be there"
        yield f"  {name.ljust(width)}  {needed}: {_value(parameter)}"


def _value(parameter: dict[str, Any]) -> str:
    if "values" in parameter:
        values = ", ".join(parameter["values"])
        return f"one of {values}" if parameter["kind"] == "enum" else f"a list of {values}"
    return " ".join([VALUES[parameter["kind"]], *([OF[parameter["of"]]] if "of" in parameter else [])])
