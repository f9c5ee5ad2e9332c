"""The figures by which teams level on points are compared, exact and such that more is better."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from webapp.standings.results import Result


def figure(
    clause: dict[str, Any], own: list[Result], tied: list[str], others: list[list[str]], mixed: bool
) -> Fraction:
    """The figure at one tie-break step of the team whose results are `own`.

    `tied`: all teams that were level on points at first. `others`: the rest, the best first, level by level.
    """
    if clause.get("among") == "tied":
        own = [result for result in own if result.other in tied]
    if "against_top" in clause:
        top = _first(clause["against_top"], others)
        own = [result for result in own if result.other in top]
    most = clause.get("mixed_win_by_at_most") if mixed else None
    return Fraction(FIGURES[clause["step"]](own, most))


def _first(count: int, levels: list[list[str]]) -> list[str]:
    """The first so many teams, fewer where there are no more; none where a level leaves open who they are."""
    first: list[str] = []
    for level in levels:
        if len(first) + len(level) > count:
            return first if len(first) == count else []
        first += level
    return first


def _points(own: list[Result], _most: int | None) -> int:
    return sum(result.points for result in own)


def _wins(own: list[Result], _most: int | None) -> int:
    return sum(result.outcome == "win" for result in own)


def _goal_average(own: list[Result], most: int | None) -> Fraction:
    """Goals for by all goals, for and against; nothing by nothing is nothing."""
    scored, all_goals = _goals_for(own, most), _goals_for(own, most) + _goals_let_in(own, most)
    return Fraction(scored, all_goals) if all_goals else Fraction(0)


def _goal_difference(own: list[Result], most: int | None) -> int:
    return _goals_for(own, most) - _goals_let_in(own, most)


def _goals_against(own: list[Result], most: int | None) -> int:
    """Fewer are better."""
    return -_goals_let_in(own, most)


def _goals_for(own: list[Result], most: int | None) -> int:
    return sum(_counted(result.goals_for, result.goals_against, most) for result in own)


def _goals_let_in(own: list[Result], most: int | None) -> int:
    return sum(_counted(result.goals_against, result.goals_for, most) for result in own)


def _counted(goals: int, others: int, most: int | None) -> int:
    """A winner's goals where a win counts by `most` at the most: 8-1 by five is 6-1, for both teams."""
    return goals if most is None else min(goals, others + most)


def _penalty_minutes(own: list[Result], _most: int | None) -> int:
    """Fewer are better."""
    return -sum(result.penalty_minutes for result in own)


def _first_goal(own: list[Result], _most: int | None) -> int:
    """Against how many opponents the team scored first in the first game between the two."""
    first_games: dict[str, Result] = {}
    for result in own:
        first_games.setdefault(result.other, result)
    return sum(result.scored_first for result in first_games.values())


FIGURES: dict[str, Callable[[list[Result], int | None], int | Fraction]] = {
    "points": _points,
    "wins": _wins,
    "goal_average": _goal_average,
    "goal_difference": _goal_difference,
    "goals_against": _goals_against,
    "goals_for": _goals_for,
    "penalty_minutes": _penalty_minutes,
    "first_goal": _first_goal,
}
