"""Teams level on points, parted step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Clause = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Who takes one place: one team, or several that nothing has parted."""

    teams: list[str]
    decided_by: Clause | None
    """The last clause that parted them from others; none where points alone did."""
    waits_for: Clause | None = None
    """The clause that asks for a coin toss or the director; none where one team has the place."""


def steps_for(tied: list[str], clauses: list[Clause]) -> list[Clause]:
    """The steps for so many teams, in order: they hold to the end, however few are left level."""
    size = "two" if len(tied) == 2 else "three_or_more"
    return [clause for clause in clauses if clause["teams"] in ("any", size)]


def part(
    level: list[str],
    steps: list[Clause],
    figure: Callable[[Clause, str], Fraction],
    tosses: list[dict[str, Any]],
    decided_by: Clause | None = None,
) -> Iterator[Place]:
    """The places of teams that are level, the best first; those whom a step leaves level go on at the next.

    `figure`: a team's figure at a step, more being better. A coin toss places its winner, and the rest
    toss again.
    """
    if len(level) == 1 or not steps:
        yield Place(level, decided_by)
        return
    step, later = steps[0], steps[1:]
    if step["step"] == "director":
        yield Place(level, decided_by, waits_for=step)
    elif step["step"] == "coin_toss":
        winner = _winner(level, tosses)
        if winner is None:
            yield Place(level, decided_by, waits_for=step)
        else:
            yield Place([winner], step)
            yield from part([team for team in level if team != winner], steps, figure, tosses, step)
    else:
        figures = {team: figure(step, team) for team in level}
        values = sorted(set(figures.values()), reverse=True)
        for value in values:
            alike = [team for team in level if figures[team] == value]
            yield from part(alike, later, figure, tosses, step if len(values) > 1 else decided_by)


def _winner(level: list[str], tosses: list[dict[str, Any]]) -> str | None:
    """Who won the toss of exactly these teams."""
    for toss in tosses:
        if set(toss["teams"]) == set(level):
            winner: str = toss["winner"]
            return winner
    return None
