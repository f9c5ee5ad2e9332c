"""What officials tap: every kind of call that sync treats in a way of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Call = dict[str, Any]
Record = dict[str, Any]

TEAMS = {"HOG": "HOG1", "BEA": "BEA2"}
KINDS = (
    *("goal", "goal", "goal", "penalty", "penalty", "note", "void", "amend", "same_event"),
    *("clock starts", "clock stops", "clock taken", "sign_off", "admit", "reject", "admit"),
)
LOGGED = ("goal", "penalty", "note", "void", "amend", "same_event", "clock", "sign_off", "admit", "reject")
DECISIONS = ("admit", "reject")
CLOCK = {"clock starts": "start", "clock stops": "stop", "clock taken": "set"}


def tapped(kind: str, team: str, known: Sequence[Record], undecided: Callable[[], Sequence[str]]) -> Call:
    """A call of that kind by somebody whose phone shows `known`, and has to decide on `undecided`.

    What there is nothing for becomes a goal.
    """
    shown = sorted(
        (one for one in known if one.get("result") != "refused"), key=lambda one: one["call"]["hlc"]
    )
    goals = [one["id"] for one in shown if one["call"]["type"] == "goal"]
    if kind == "void" and shown:
        return {"type": "void", "call": shown[-1]["id"], "reason": "Wrong team"}
    if kind == "amend" and goals:
        return {"type": "amend", "call": goals[-1], "set": {"team": team, "scorer": TEAMS[team]}}
    if kind == "same_event" and len(goals) > 1:
        return {"type": "same_event", "calls": goals[-2:]}
    if kind in DECISIONS and shown:
        return {"type": kind, "calls": list(undecided())[:2] or [shown[-1]["id"]]}
    if kind in CLOCK:
        return {"type": "clock", "action": CLOCK[kind], "period": 1}
    if kind == "sign_off":
        return {"type": "sign_off", "by": "Pat"}
    if kind == "penalty":
        return {"type": "penalty", "team": team, "player": TEAMS[team], "infraction": "tripping"}
    if kind == "note":
        return {"type": "note", "text": "Seen from the bench."}
    return {"type": "goal", "team": team, "scorer": TEAMS[team]}
