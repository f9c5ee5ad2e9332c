"""What each game gave each of its two teams: points, goals, penalty minutes, the first goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """One game as it stands for one of its teams; a forfeited one as it is recorded, not as it was played."""

    team: str
    other: str
    outcome: str
    """`win`, `loss` or `tie`."""
    points: int
    goals_for: int
    goals_against: int
    penalty_minutes: int
    scored_first: bool


def results(competition: dict[str, Any], ranking: dict[str, Any]) -> dict[str, list[Result]]:
    """Every team's results in the order of the file; `ranking` is the rulebook's clause on points."""
    by_team: dict[str, list[Result]] = {team: [] for team in competition["teams"]}
    for game in competition["games"]:
        for result in _of_game(game, ranking):
            by_team[result.team].append(result)
    return by_team


def _of_game(game: dict[str, Any], ranking: dict[str, Any]) -> Iterator[Result]:
    home, away = game["home"], game["away"]
    winner = won_outright(game) or game.get("winner")
    score = _recorded(game, winner, ranking)
    for team, other in ((home, away), (away, home)):
        outcome = "tie" if winner is None else "win" if winner == team else "loss"
        yield Result(
            team=team,
            other=other,
            outcome=outcome,
            points=_points(game, outcome, ranking),
            goals_for=score[team],
            goals_against=score[other],
            penalty_minutes=game.get("pim", {}).get(team, 0),
            scored_first=game.get("first_goal") == team,
        )


def won_outright(game: dict[str, Any]) -> str | None:
    """Who won by a forfeit or by the score; none where the score is level."""
    home, away = str(game["home"]), str(game["away"])
    if game.get("forfeited_by") is not None:
        return away if game["forfeited_by"] == home else home
    if game["score"][home] == game["score"][away]:
        return None
    return home if game["score"][home] > game["score"][away] else away


def _recorded(game: dict[str, Any], winner: str | None, ranking: dict[str, Any]) -> dict[str, int]:
    """Goals by team: of a forfeited game so many for the other team and none against it."""
    if game.get("forfeited_by") is None:
        score: dict[str, int] = game["score"]
        return score
    return {side: ranking["forfeit_goals"] if side == winner else 0 for side in (game["home"], game["away"])}


def _points(game: dict[str, Any], outcome: str, ranking: dict[str, Any]) -> int:
    """Points for an outcome, overtime's or a shoot-out's own where the rulebook has them.

    A game that names its `winner` was decided after regulation: level in `score` by a shoot-out,
    otherwise in overtime. A forfeit was not.
    """
    points: int = ranking.get(outcome, 0)
    if game.get("winner") is None or game.get("forfeited_by") is not None:
        return points
    level = game["score"][game["home"]] == game["score"][game["away"]]
    late: int = ranking.get(f"{'shootout' if level else 'overtime'}_{outcome}", points)
    return late
