"""Games of a wanted length under any rulebook, as an official's phone would log them, for benchmarks."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import Any

from webapp.rulebooks.reader import load
from webapp.rules.vocabulary import Vocabulary

CASES = Path(__file__).parent.parent / "tests" / "cases"
PERIOD_S = 600


def game_of(slug: str, calls: int) -> dict[str, Any]:
    """A game with that many calls, on the wire: saves, goals, penalties, shots, corrections by one device."""
    cases = json.loads((CASES / f"{slug}.json").read_text())
    game: dict[str, Any] = next(case["game"] for case in cases if "game" in case)
    known = Vocabulary(load(slug), None)
    log: list[dict[str, Any]] = [
        {"type": "attendance", "team": team, "players": _skaters(game, team)}
        for team in sorted(game["teams"])
    ]
    periods = [period for period in known.periods or [] if isinstance(period, int)]
    for period in periods:
        log += _period(game, known, period, (calls - len(log)) // (len(periods) + 1 - period), len(log))
    log = [*log[: calls - 1], {"type": "period_end", "period": periods[-1], "clock": "00:00"}]
    return game | {"calls": [_as_sent(call, place) for place, call in enumerate(log, start=1)]}


def _as_sent(call: dict[str, Any], place: int) -> dict[str, Any]:
    """A call with what a phone adds to it."""
    return call | {
        "id": f"c{place}",
        "device": "0199f3a2-7c10-7b3e-9d42-5f0c6a1b2c3d",
        "n": place,
        "hlc": f"{1796070000000 + place * 4000:013}-0000",
        "made_at": "2026-11-28T15:00:00Z",
        "made_by": "a17",
        "v": 1,
    }


def _skaters(game: dict[str, Any], team: str) -> list[str]:
    return [player["id"] for player in game["teams"][team]["players"] if player["position"] == "skater"]


def _goalie(game: dict[str, Any], team: str) -> str:
    """Who is in net for a team: its own, or the one whom both share."""
    own = [player["id"] for player in game["teams"][team]["players"] if player["position"] == "goalie"]
    goalie: str = own[0] if own else game["goalies"][0]["id"]
    return goalie


def _period(
    game: dict[str, Any], known: Vocabulary, period: int, calls: int, before: int
) -> list[dict[str, Any]]:
    """So many calls of one period, the clock running down; `before` it the log holds that many."""
    log: list[dict[str, Any]] = [{"type": "period_start", "period": period, "clock": "10:00"}]
    sides = sorted(game["teams"])
    kinds = cycle(
        ["possession", "shot", "goal", "shot", "kicked", "penalty", "goalie_freeze", "shot", "correction"]
    )
    while len(log) < calls - 1:
        turn = len(log)
        team, other = sides[turn % 2], sides[1 - turn % 2]
        own, others = _skaters(game, team), _skaters(game, other)
        who, whom = own[turn % len(own)], others[turn % len(others)]
        left = PERIOD_S - turn * PERIOD_S // max(calls, 1)
        at = {"period": period, "clock": f"{left // 60:02}:{left % 60:02}"}
        kind = next(kinds)
        if kind == "possession" and kind not in known.calls:
            continue
        seen: dict[str, dict[str, Any]] = {
            "possession": {"type": "possession", "team": team},
            "shot": {"type": "shot", "team": team, "goalie": _goalie(game, other)},
            "goal": {"type": "goal", "team": team, "scorer": who, "assists": [own[(turn + 1) % len(own)]]},
            "kicked": {"type": "goal", "team": team, "scorer": who, "conditions": ["kicked"]},
            "penalty": {
                "type": "penalty",
                "team": team,
                "player": who,
                "infraction": "tripping",
                "fouled": whom,
            },
            "goalie_freeze": {"type": "goalie_freeze", "team": team},
            "correction": {"type": "amend", "call": f"c{before + turn}", "set": {"clock": at["clock"]}},
        }
        log.append(seen[kind] | at)
    return [*log, {"type": "period_end", "period": period, "clock": "00:00"}]
