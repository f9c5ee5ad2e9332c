"""A rulebook's clauses by kind, ready to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause, Json


def _weight(clause: Clause) -> int:
    """The weightier first: a local clause that names infractions, any other local one, the base's."""
    if clause.get("base"):
        return 2
    return 0 if "infractions" in clause else 1


class Rulebook:
    """Clauses by kind, the weightier first, in the document's order otherwise."""

    def __init__(self, rulebook: Json, division: str | None) -> None:
        self.division = division
        self.slug: str = rulebook["slug"]
        self._by_kind: dict[str, list[Json]] = {}
        weighed: list[list[Json]] = [[], [], []]
        for clause in rulebook["clauses"]:
            if plays_in(division, clause) and clause.get("on", True):
                weighed[_weight(clause)].append(clause)
        for clauses in weighed:
            for clause in clauses:
                self._by_kind.setdefault(clause["kind"], []).append(clause)
        self._classes: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for divisional in [False, True]:  # what a division says itself stands in place of the rest
            for entry in rulebook["infractions"]:
                if ("divisions" in entry) == divisional and plays_in(division, entry):
                    self._classes[entry["infraction"]] = entry["class"]
                    self._names[entry["infraction"]] = entry["name"]

    def of(self, kind: str) -> list[Any]:
        """Every clause of that kind."""
        return self._by_kind.get(kind, [])

    def the(self, kind: str) -> Json | None:
        """The clause of a kind that a rulebook has once, or none."""
        found = self._by_kind.get(kind)
        return found[0] if found else None

    def class_of(self, call: Call) -> str:
        """The class of a penalty as logged or, left out, the rulebook's own for that infraction."""
        given: str | None = call.get("class")
        return given if given is not None else self._classes[call["infraction"]]

    def condition_name(self, condition: str) -> str:
        """A goal condition as the rulebook calls its own, or a key of words."""
        for clause in self.of("condition"):
            if clause["condition"] == condition:
                name: str = clause["name"]
                return name
        return "@condition." + condition

    def infraction_name(self, infraction: str) -> str:
        """An infraction as the rulebook calls it, or, where it has none, a key of words."""
        return self._names.get(infraction, "@infraction." + infraction)


def plays_in(division: str | None, entry: Json) -> bool:
    """Whether a clause or an infraction holds in a game's division: in every one, or in those it names."""
    return "divisions" not in entry or division in entry["divisions"]


def penalties_in(penalty_class: str) -> int:
    """How many penalties a class is: a double minor is two minors."""
    return 2 if penalty_class == "double_minor" else 1
