"""Where goals are disallowed, and what a good one gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .periods import end_by_goal
from .play import Play
from .restarts import ask_for_penalty, penalties_due_after, restart_after

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json


GENERAL = "Base: goals"


def rule_on_goal(play: Play, call: Call) -> None:
    """Judge a goal by what the referee saw of it; ask where the log suggests what nobody tapped."""
    voiding = _voiding(play, call)
    disallowed = False
    if voiding:
        disallowed = _disallow(play, call, voiding)
    _ask_for_penalties(play, call)
    if disallowed:
        return
    clause = _allowing(play, call)
    who = {"who": play.sides.named(call["scorer"])}
    fields = {"team": call["team"], "scorer": call["scorer"]}
    if not play.give("goal_allowed", clause, [call["id"]], ("goal_allowed", who), fields):
        return
    possession, play.possession = play.possession, None
    play.score[call["team"]] += 1
    play.goals_by[call["id"]] = call["team"]
    goalie = play.goalie_against(call)
    if goalie is not None:
        play.shots_on.append({"goalie": goalie, "goal": True})
    if possession is not None and possession["team"] != call["team"]:
        _ask_who_attacked(play, call, possession)
    if not end_by_goal(play, call):
        restart_after(play, call, "goal")


def _voiding(play: Play, call: Call) -> list[Any]:
    """`(condition, clause)` for everything the referee saw that voids the goal, in the call's order."""
    found = []
    for condition in call.get("conditions", []):
        clause = _clause_on(play, condition)
        if clause is not None and clause["voids"]:
            found.append((condition, clause))
    return found


def _clause_on(play: Play, condition: str) -> Json | None:
    """The clause on a condition: a local one before the base's."""
    for clause in play.book.of("goal_condition"):
        if condition in clause["conditions"]:
            found: Json = clause
            return found
    return None


def _disallow(play: Play, call: Call, voiding: list[Any]) -> bool:
    """Disallow by each voiding clause, the first that the call names being the weightier."""
    conditions = [condition for condition, _ in voiding]
    args = {
        "who": play.sides.named(call["scorer"]),
        "conditions": [play.book.condition_name(condition) for condition in conditions],
    }
    fields = {"team": call["team"], "scorer": call["scorer"], "conditions": conditions}
    stands = True
    for local in [True, False]:
        for _, clause in voiding:
            if bool(clause.get("base")) != local:
                stands = play.give("goal_disallowed", clause, [call["id"]], ("goal_disallowed", args), fields)
    return stands


def _ask_for_penalties(play: Play, call: Call) -> None:
    for condition in call.get("conditions", []):
        clause = _clause_on(play, condition)
        if clause is not None and "penalty_due" in clause:
            ask_for_penalty(play, clause, call)
    penalties_due_after(play, call)


def _allowing(play: Play, call: Call) -> Json | str:
    """The local clause on a condition that was seen and does not void, or the base in general."""
    for condition in call.get("conditions", []):
        clause = _clause_on(play, condition)
        if clause is not None and not clause["voids"] and not clause.get("base"):
            return clause
    return GENERAL


def _ask_who_attacked(play: Play, call: Call, possession: Call) -> None:
    """The other team had the last possession logged: only the referee saw who was attacking.

    Not asked where the referee tapped the condition, and overrode what follows.
    """
    for clause in play.book.of("attacking_team"):
        condition = clause["condition"]
        if condition in call.get("conditions", []):
            continue
        args = {"who": play.sides.names[call["team"]]}
        fields = {"about": call["id"], "condition": condition}
        because = [possession["id"], call["id"]]
        play.give("question", clause, because, ("question." + condition, args), fields)


def note_possession(play: Play, call: Call) -> None:
    play.possession = call


def note_save(play: Play, call: Call) -> None:
    play.shots_on.append({"goalie": call["goalie"], "goal": False})
