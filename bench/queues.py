"""What phones have queued after a long time without a network: calls as officials log them, in batches."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

BATCH = 100
PERIODS = 3
PERIOD_S = 360
FIRST_TICK_MS = 1_796_070_000_000
A_CALL_EVERY_MS = 4_000
OF_PLAY = ("possession", "shot", "goal", "shot", "kicked", "penalty", "goalie_freeze", "shot", "correction")

Call = dict[str, Any]


@dataclass
class Queue:
    """A phone, the game that it is on, and the calls that it holds, none of them sent."""

    game: str
    account: str
    device: str = field(default_factory=lambda: str(uuid.uuid4()))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    calls: list[Call] = field(default_factory=list)

    def batches(self) -> list[list[Call]]:
        return [self.calls[first : first + BATCH] for first in range(0, len(self.calls), BATCH)]


def fill(queue: Queue, file: dict[str, Any], many: int, place: int) -> None:
    """Log so many calls in a game, saves, goals, penalties, corrections of one's own, over all its periods.

    `file` is the game file; `place` tells this phone from the others on the game: the first begins and ends
    the periods, and each is at another point of the same round of events.
    """
    first = place == 0
    log = [_attendance(file, team) for team in sorted(file["teams"])] if first else []
    kinds = cycle(OF_PLAY)
    for _turn in range(place):
        next(kinds)
    for period in range(1, PERIODS + 1):
        upto = many * period // PERIODS
        if first:
            log.append({"type": "period_start", "period": period, "clock": "06:00"})
        began, last = len(log), upto - first
        while len(log) < last:
            left = PERIOD_S - 1 - (len(log) - began) * (PERIOD_S - 1) // max(last - began, 1)
            at = {"period": period, "clock": f"{left // 60:02}:{left % 60:02}"}
            kind = next(kinds)
            if kind == "correction" and (not log or log[-1]["type"] != "shot"):
                kind = "shot"
            log.append(_seen(kind, file, len(log) + place, at["clock"]) | at)
        if first:
            log.append({"type": "period_end", "period": period, "clock": "00:00"})
    for n, call in enumerate(log, start=1):
        queue.calls.append(_as_sent(call, queue, n, place))


def _as_sent(call: Call, queue: Queue, n: int, place: int) -> Call:
    """A call with what a phone adds to it. A correction is of this phone's own last call."""
    ms = FIRST_TICK_MS + n * A_CALL_EVERY_MS + place
    own = {"call": queue.calls[-1]["id"]} if call["type"] == "amend" else {}
    chance = 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return {
        "id": str(uuid.UUID(int=ms << 80 | chance)),
        **call,
        **own,
        "game": queue.game,
        "device": queue.device,
        "n": n,
        "hlc": f"{ms:013}-0000",
        "made_at": "2026-11-28T15:00:00.000Z",
        "made_by": queue.account,
        "v": 1,
        "app": "bench",
    }


def _attendance(file: dict[str, Any], team: str) -> Call:
    return {"type": "attendance", "team": team, "players": _skaters(file, team)}


def _skaters(file: dict[str, Any], team: str) -> list[str]:
    return [player["id"] for player in file["teams"][team]["players"]]


def _seen(kind: str, file: dict[str, Any], turn: int, clock: str) -> Call:
    sides = sorted(file["teams"])
    team, other = sides[turn % 2], sides[1 - turn % 2]
    own, others = _skaters(file, team), _skaters(file, other)
    who, whom, goalie = own[turn // 2 % len(own)], others[turn // 3 % len(others)], file["goalies"][0]["id"]
    seen: dict[str, Call] = {
        "possession": {"type": "possession", "team": team},
        "shot": {"type": "shot", "team": team, "goalie": goalie},
        "goal": {"type": "goal", "team": team, "scorer": who, "goalie": goalie},
        "kicked": {"type": "goal", "team": team, "scorer": who, "conditions": ["kicked"]},
        "penalty": {"type": "penalty", "team": team, "player": who, "infraction": "tripping", "fouled": whom},
        "goalie_freeze": {"type": "goalie_freeze", "team": team},
        "correction": {"type": "amend", "set": {"clock": clock}},
    }
    return seen[kind]
