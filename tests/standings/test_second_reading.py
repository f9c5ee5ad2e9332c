"""Random competitions of every rulebook are ranked as a second reading of the documents ranks them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.standings.second_reading import second_reading
from webapp.rulebooks.reader import load, slugs
from webapp.standings.competition_check import check_competition
from webapp.standings.ranking import rank_teams


def competition(slug: str, draw: random.Random) -> dict[str, Any]:
    """Two to six teams, few games and few goals, so that much is level."""
    teams = list("ABCDEF")[: draw.choice([2, 3, 3, 3, 4, 5, 6])]
    made: dict[str, Any] = {"rulebook": slug, "stage": "round_robin", "teams": teams}
    made["games"] = [game(str(number), teams, draw) for number in range(draw.randint(0, 12))]
    if draw.random() < 0.4:
        made["mixed"] = True
    if draw.random() < 0.4:
        made["points_deducted"] = {draw.choice(teams): draw.randint(1, 2)}
    if draw.random() < 0.5:
        made["top"] = draw.sample(teams, draw.randint(0, len(teams)))
    made["coin_tosses"] = tosses(teams, draw)
    return made


def game(name: str, teams: list[str], draw: random.Random) -> dict[str, Any]:
    home, away = draw.sample(teams, 2)
    most = draw.choice([1, 1, 2, 9])
    score = {home: draw.randint(0, most), away: draw.randint(0, most)}
    made: dict[str, Any] = {"id": name, "home": home, "away": away, "score": score}
    if draw.random() < 0.1:
        made["forfeited_by"] = draw.choice([home, away])
    elif score[home] == score[away] and draw.random() < 0.3:
        made["winner"] = draw.choice([home, away])
    if draw.random() < 0.4:
        made["pim"] = {home: 2 * draw.randint(0, 3)}
    scorers = [team for team in (home, away) if score[team]]
    if scorers and draw.random() < 0.5:
        made["first_goal"] = draw.choice(scorers)
    return made


def tosses(teams: list[str], draw: random.Random) -> list[dict[str, Any]]:
    made: dict[tuple[str, ...], dict[str, Any]] = {}
    for _ in range(draw.randint(0, 6)):
        tossing = sorted(draw.sample(teams, draw.randint(2, min(3, len(teams)))))
        made[tuple(tossing)] = {"teams": tossing, "winner": draw.choice(tossing)}
    return list(made.values())


@pytest.mark.parametrize("slug", slugs())
def test_a_second_reading_ranks_alike(slug: str) -> None:
    draw, rulebook, decided = random.Random(slug), load(slug), set()
    for _ in range(900):
        made = competition(slug, draw)
        assert check_competition(made, rulebook) == []
        ranked = rank_teams(made, rulebook)
        rows = [
            (row["rank"], row["team"], row["points"], (row["decided_by"] or {}).get("clause"))
            for row in ranked["ranking"]
        ]
        assert (rows, ranked["undecided"]) == second_reading(made), made
        decided |= {clause for _, _, _, clause in rows}
    steps = {clause["clause"] for clause in rulebook["clauses"] if clause["kind"] == "tie_break"}
    ends = {clause["clause"] for clause in rulebook["clauses"] if clause.get("step") == "director"}
    assert steps - decided <= ends
