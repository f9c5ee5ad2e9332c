"""Rankings worked out a second time from the documents alone, without rulebook files or engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Step = tuple[str, Callable[[str], Any] | str]
Row = tuple[int, str, int, str | None]


class Table:
    """The games of a competition as they are recorded: a forfeit is 3-0."""

    def __init__(self, competition: dict[str, Any]) -> None:
        self.competition = competition
        self.games = [_recorded(game) for game in competition["games"]]

    def points(self, team: str, among: list[str]) -> int:
        own = self._of(team, among)
        return sum(2 if game["won_by"] == team else 1 for game in own if game["won_by"] in (team, None))

    def wins(self, team: str, among: list[str]) -> int:
        return sum(game["won_by"] == team for game in self._of(team, among))

    def goals(self, team: str, among: list[str], most: int | None = None) -> tuple[int, int]:
        """For and against; a win by more than `most` is one by `most`."""
        scored, let_in = 0, 0
        for game in self._of(team, among):
            own, other = game["score"][team], game["score"][game["other"][team]]
            if most is not None:
                own, other = min(own, other + most), min(other, own + most)
            scored, let_in = scored + own, let_in + other
        return scored, let_in

    def average(self, team: str, among: list[str], most: int | None = None) -> Fraction:
        scored, let_in = self.goals(team, among, most)
        return Fraction(scored, scored + let_in) if scored + let_in else Fraction(0)

    def minutes(self, team: str) -> int:
        return sum(game["pim"].get(team, 0) for game in self._of(team, self.competition["teams"]))

    def scored_first(self, team: str, other: str) -> bool:
        met = self._of(team, [team, other])
        return bool(met) and met[0]["first_goal"] == team

    def wins_against(self, team: str, others: list[str]) -> int:
        own = self._of(team, self.competition["teams"])
        return sum(game["won_by"] == team and game["other"][team] in others for game in own)

    def _of(self, team: str, among: list[str]) -> list[dict[str, Any]]:
        return [game for game in self.games if team in game["other"] and set(game["other"]) <= set(among)]


def _recorded(game: dict[str, Any]) -> dict[str, Any]:
    home, away, loser = game["home"], game["away"], game.get("forfeited_by")
    other = {home: away, away: home}
    score = game["score"] if loser is None else {loser: 0, other[loser]: 3}
    won_by = game.get("winner") if score[home] == score[away] else max(score, key=lambda side: score[side])
    return {
        "other": other,
        "score": score,
        "won_by": won_by,
        "pim": game.get("pim", {}),
        "first_goal": game.get("first_goal"),
    }


def first_two(table: Table, tied: list[str]) -> list[str]:
    """The first two of those not tied: as they were given, or by points where that leaves no doubt."""
    competition = table.competition
    rest = [team for team in competition.get("top", competition["teams"]) if team not in tied]
    if "top" in competition or len(rest) < 3:
        return rest[:2]
    off = competition.get("points_deducted", {})
    points = {team: table.points(team, competition["teams"]) - off.get(team, 0) for team in rest}
    rest.sort(key=lambda team: -points[team])
    return [] if points[rest[1]] == points[rest[2]] else rest[:2]


def steps_of(table: Table, tied: list[str]) -> list[Step]:
    """The steps between these teams, in order, by each document; the last says who decides."""
    everybody = table.competition["teams"]
    if table.competition["rulebook"] == "half-sheet-3v3":
        return [("Standings", "director")]
    if table.competition["rulebook"] == "coed-ball":
        scored = lambda team: table.goals(team, everybody)[0]  # noqa: E731
        return [("Game Structure 9", scored), ("Game Structure 9", "director")]
    if table.competition["rulebook"] == "no-check-league":
        top = first_two(table, tied)
        return [
            ("12.C.1", lambda team: table.wins(team, everybody)),
            ("12.C.2", lambda team: table.points(team, tied)),
            ("12.C.3", lambda team: table.goals(team, tied)[0] - table.goals(team, tied)[1]),
            ("12.C.4", lambda team: table.wins_against(team, top)),
            ("12.C", "director"),
        ]
    if len(tied) > 2:
        return [
            ("9.0", lambda team: table.points(team, tied)),
            ("9.1", lambda team: table.wins(team, tied)),
            ("9.2", lambda team: table.average(team, everybody)),
            ("9.3", lambda team: -table.goals(team, everybody)[1]),
            ("9.4", lambda team: table.goals(team, everybody)[0]),
            ("9.5", lambda team: -table.minutes(team)),
            ("9.6", "coin_toss"),
        ]
    most = 5 if table.competition.get("mixed") else None
    return [
        ("8.1", lambda team: table.points(team, tied)),
        ("8.2", lambda team: table.wins(team, everybody)),
        ("8.3", lambda team: table.average(team, everybody, most)),
        ("8.4", lambda team: -table.goals(team, everybody, most)[1]),
        ("8.5", lambda team: table.goals(team, everybody, most)[0]),
        ("8.6", lambda team: -table.minutes(team)),
        ("8.7", lambda team: table.scored_first(team, tied[tied[0] == team])),
        ("8.8", "coin_toss"),
    ]


def second_reading(competition: dict[str, Any]) -> tuple[list[Row], list[dict[str, Any]]]:
    """`(rank, team, points, clause that decided it)` row by row, and what is undecided."""
    table, teams = Table(competition), competition["teams"]
    off = competition.get("points_deducted", {})
    points = {team: table.points(team, teams) - off.get(team, 0) for team in teams}
    rows: list[Row] = []
    undecided: list[dict[str, Any]] = []

    def place(level: list[str], steps: list[Step], decided_by: str | None) -> None:
        clause, figure = steps[0]
        if len(level) > 1 and callable(figure):
            values = sorted({figure(team) for team in level}, reverse=True)
            for value in values:
                alike = [team for team in level if figure(team) == value]
                place(alike, steps[1:], clause if len(values) > 1 else decided_by)
            return
        tosses = competition.get("coin_tosses", []) if figure == "coin_toss" else []
        won = [toss["winner"] for toss in tosses if sorted(toss["teams"]) == sorted(level)]
        if len(level) > 1 and won:
            place(won, steps, clause)
            place([team for team in level if team not in won], steps, clause)
            return
        rank = len(rows) + 1
        rows.extend((rank, team, points[team], decided_by) for team in level)
        if len(level) > 1:
            undecided.append({"teams": level, "clause": clause, "needs": figure})

    for value in sorted(set(points.values()), reverse=True):
        tied = [team for team in teams if points[team] == value]
        place(tied, steps_of(table, tied), None)
    return rows, undecided
