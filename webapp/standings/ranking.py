"""How a competition's teams are ranked: points, then the rulebook's tie-break steps in their order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from webapp.standings.figures import figure
from webapp.standings.results import Result, results
from webapp.standings.tie_breaks import Clause, Place, part, steps_for


def rank_teams(competition: dict[str, Any], rulebook: dict[str, Any]) -> dict[str, Any]:
    """`{"ranking": [row], "undecided": [{"teams", "clause", "needs"}]}` of a competition without faults.

    Ranks run 1, 2, 2, 4; teams that share one stand in the order of the file's `teams`.
    """
    clauses = rulebook["clauses"]
    points_clause = next(clause for clause in clauses if clause["kind"] == "ranking")
    tie_breaks = [clause for clause in clauses if clause["kind"] == "tie_break"]
    played = results(competition, points_clause)
    deducted = competition.get("points_deducted", {})
    points = {
        team: sum(result.points for result in own) - deducted.get(team, 0) for team, own in played.items()
    }
    ranking: list[dict[str, Any]] = []
    undecided: list[dict[str, Any]] = []
    for place in _places(points, tie_breaks, played, competition):
        rank = len(ranking) + 1
        for team in place.teams:
            row = {"rank": rank, "team": team, "points": points[team]} | _record(played[team])
            ranking.append(row | {"decided_by": _told(place.decided_by)})
        if len(place.teams) > 1:
            undecided.append(_undecided(place))
    return {"ranking": ranking, "undecided": undecided}


def _places(
    points: dict[str, int],
    tie_breaks: list[Clause],
    played: dict[str, list[Result]],
    competition: dict[str, Any],
) -> Iterator[Place]:
    """Every place, from the first to the last."""
    for value in sorted(set(points.values()), reverse=True):
        tied = [team for team in competition["teams"] if points[team] == value]

        others = _in_order(points, tied, competition)

        def figure_of(
            step: Clause, team: str, tied: list[str] = tied, others: list[list[str]] = others
        ) -> Fraction:
            return figure(step, played[team], tied, others, bool(competition.get("mixed")))

        yield from part(tied, steps_for(tied, tie_breaks), figure_of, competition.get("coin_tosses", []))


def _in_order(points: dict[str, int], tied: list[str], competition: dict[str, Any]) -> list[list[str]]:
    """The teams that are not among the tied, the best first: as `top` has them, else level by level."""
    if "top" in competition:
        return [[team] for team in competition["top"] if team not in tied]
    levels = sorted({value for team, value in points.items() if team not in tied}, reverse=True)
    return [[team for team in points if points[team] == value] for value in levels]


def _record(own: list[Result]) -> dict[str, int]:
    return {
        "played": len(own),
        "wins": sum(result.outcome == "win" for result in own),
        "losses": sum(result.outcome == "loss" for result in own),
        "ties": sum(result.outcome == "tie" for result in own),
        "goals_for": sum(result.goals_for for result in own),
        "goals_against": sum(result.goals_against for result in own),
        "pim": sum(result.penalty_minutes for result in own),
    }


def _told(clause: Clause | None) -> dict[str, str] | None:
    return None if clause is None else {"clause": clause["clause"], "says": clause["says"]}


def _undecided(place: Place) -> dict[str, Any]:
    """Who shares a place and what would part them; a rulebook whose steps end leaves it to the director."""
    if place.waits_for is None:
        return {"teams": place.teams, "clause": "General", "needs": "director"}
    return {"teams": place.teams, "clause": place.waits_for["clause"], "needs": place.waits_for["step"]}
