"""What a rulebook lets a call say: its call types, classes, infractions, conditions, violations, periods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .faults import is_count
from .overtimes import overtimes_of
from .rulebook import plays_in
from .shapes import CALLS, CLASSES

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json


# Clauses that tell players apart by gender.
TELL_GENDERS = ["women", "shootout_quota"]


class Vocabulary:
    """What a rulebook lets a call say. Without a rulebook everything may be said that any one knows."""

    def __init__(self, rulebook: Json | None, division: object) -> None:
        self.calls = sorted(CALLS) if rulebook is None else rulebook["calls"]
        self.infractions = None if rulebook is None else _infractions(rulebook, division)
        self.conditions = None if rulebook is None else _named(rulebook, "goal_condition", "conditions")
        self.violations = None if rulebook is None else _violations(rulebook)
        self.teamless = None if rulebook is None else _teamless(rulebook)
        self.goalies_as_captains = rulebook is None or _goalies_as_captains(rulebook)
        self.classes = CLASSES if rulebook is None else rulebook["classes"]
        self.stages = None if rulebook is None else rulebook["stages"]
        self.periods = None if rulebook is None else periods_of(rulebook)
        self.asks_gender = rulebook is not None and asks_gender(rulebook)
        self.shared_goalies = rulebook is not None and rulebook["goalies"] == "shared"


def periods_of(rulebook: Json) -> list[Any]:
    """Every period of a rulebook in order: `1`, `2`, `3`, `"OT"`, `"OT2"`, `"SO"`."""
    periods: list[Any] = []
    for clause in rulebook["clauses"]:
        if clause["kind"] == "game_end":
            periods = list(range(1, clause["after_period"] + 1))
    periods += [name for name, _ in overtimes_of(rulebook["clauses"])]
    for clause in rulebook["clauses"]:
        if clause["kind"] == "shootout":
            periods.append("SO")
    return periods


def is_period(value: object) -> bool:
    return isinstance(value, str) or (is_count(value) and value != 0)


def _infractions(rulebook: Json, division: object) -> set[Any]:
    """The infractions that a game of that division knows."""
    known = division if isinstance(division, str) else None
    return {entry["infraction"] for entry in rulebook["infractions"] if plays_in(known, entry)}


def _violations(rulebook: Json) -> list[Any]:
    kinds = _named(rulebook, "restart", "kinds")
    return sorted(kinds + [kind for kind in _named(rulebook, "penalty_due", "kinds") if kind not in kinds])


def _teamless(rulebook: Json) -> list[Any]:
    """The violations that a rulebook has a clause for where nobody knows by whom."""
    return [
        kind
        for clause in rulebook["clauses"]
        if clause["kind"] == "restart" and clause.get("team_known") is False
        for kind in clause.get("kinds", [])
    ]


def _goalies_as_captains(rulebook: Json) -> bool:
    for clause in rulebook["clauses"]:
        if clause["kind"] == "captain" and not clause["goalies"]:
            return False
    return True


def asks_gender(rulebook: Json) -> bool:
    """Whether a clause tells players apart by gender."""
    for clause in rulebook["clauses"]:
        if clause["kind"] in TELL_GENDERS:
            return True
    return False


def _named(rulebook: Json, kind: str, parameter: str) -> list[Any]:
    named: list[Any] = []
    for clause in rulebook["clauses"]:
        if clause["kind"] == kind:
            for word in clause.get(parameter, []):
                if word not in named:
                    named.append(word)
    return sorted(named)
