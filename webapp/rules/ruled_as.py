"""The class that a penalty is ruled as, where that is another than the one logged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .rulebook import Rulebook
    from .typed import Call, Clause

# How heavy a class is, for a clause that only raises. A bench minor is a minor.
WEIGHT = {
    "minor": 1,
    "bench_minor": 1,
    "double_minor": 2,
    "misconduct": 3,
    "major": 4,
    "game_misconduct": 5,
    "major_game_misconduct": 6,
    "match": 7,
}


def speaks_of(clause: Clause, call: Call, penalty_class: str) -> bool:
    """Whether a clause speaks of such a penalty: of its class, its infraction, what was seen of it."""
    if "classes" in clause and penalty_class not in clause["classes"]:
        return False
    if "infractions" in clause and call["infraction"] not in clause["infractions"]:
        return False
    for flag in clause.get("when", []):
        if not call.get(flag):
            return False
    return True


def class_as_ruled(book: Rulebook, call: Call) -> tuple[str, list[Any]]:
    """The class of a penalty as ruled, and the clauses that put its offender out with it.

    A clause that names classes gives those another; any other one only raises. Where the call has that
    class already, a clause that ejects does so all the same.
    """
    logged = book.class_of(call)
    ruled = logged
    speaking = [clause for clause in book.of("ruled_as") if speaks_of(clause, call, logged)]
    for clause in speaking:
        heavier = WEIGHT.get(clause["as"], 0) > WEIGHT.get(ruled, 0)
        if "classes" in clause or heavier:
            ruled = clause["as"]
    return ruled, [clause for clause in speaking if clause.get("ejects") and clause["as"] == ruled]
