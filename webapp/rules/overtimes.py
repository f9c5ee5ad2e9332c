"""The overtimes of a rulebook, in the order in which they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause


def overtimes_of(clauses: list[Any]) -> list[tuple[str, Clause]]:
    """`("OT", clause)`, `("OT2", clause)`, …: a clause of the kind `overtime` is one period or several."""
    periods: list[tuple[str, Clause]] = []
    for clause in clauses:
        if clause["kind"] == "overtime":
            for _period in range(clause.get("periods", 1)):
                number = len(periods) + 1
                periods.append(("OT" if number == 1 else "OT" + str(number), clause))
    return periods


def overtime_after(clauses: list[Any], period: object) -> Clause | None:
    """The clause of the overtime that follows; the first after any other period, none after the last."""
    overtimes = overtimes_of(clauses)
    for place in range(len(overtimes)):
        if overtimes[place][0] == period:
            return overtimes[place + 1][1] if place + 1 < len(overtimes) else None
    return overtimes[0][1] if overtimes else None


def overtime_in(clauses: list[Any], period: object) -> Clause | None:
    """The clause of an overtime; none of any other period."""
    for name, clause in overtimes_of(clauses):
        if name == period:
            return clause
    return None
