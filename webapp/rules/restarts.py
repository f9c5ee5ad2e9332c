"""How play resumes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause


def give_restart(play: Play, clause: Clause, because: list[Any], team: str | None, how: str) -> None:
    """Give the restart of a clause to `team` (none: a face-off). A possession logged before it is over."""
    where = clause.get("where")
    retag = bool(clause.get("retag"))
    seconds, feet = _room(play, clause, how)
    fields = {"team": team, "how": how, "where": where, "retag": retag, "seconds": seconds, "feet": feet}
    args = {
        "who": play.sides.names[team] if team is not None else "",
        "where": "@where." + where if where is not None else "",
        "seconds": seconds if seconds is not None else "",
        "feet": feet if feet is not None else "",
    }
    if play.give("restart", clause, because, (_message(how, where, seconds, retag), args), fields):
        play.possession = None


def _room(play: Play, clause: Clause, how: str) -> tuple[int | None, int | None]:
    """Seconds to put it in play, and feet that the other team stays away."""
    seconds, feet = clause.get("seconds"), clause.get("feet")
    inbounding = play.book.the("inbounding")
    if how == "inbound" and inbounding is not None:
        if seconds is None:
            seconds = inbounding["seconds"]
        if feet is None:
            feet = inbounding["feet_at_" + play.venue]
    return seconds, feet


def _message(how: str, where: str | None, seconds: int | None, retag: bool) -> str:
    if how == "inbound":
        return "restart.inbound"
    if how != "possession":
        return "restart." + how if where is None else "restart." + how + "_where"
    if retag:
        return "restart.retag"
    if seconds is not None:
        return "restart.clear" if where is None else "restart.seconds"
    return "restart.possession" if where is None else "restart.possession_where"


def restart_after(play: Play, call: Call, after: str) -> None:
    """Give every restart that the rulebook names after such a call: `goal`, `goalie_freeze`, `violation`."""
    for clause in play.book.of("restart"):
        if clause["after"] == after and _speaks_of(clause, call):
            give_restart(play, clause, [call["id"]], _team_to(play, clause, call.get("team")), clause["how"])


def _speaks_of(clause: Clause, call: Call) -> bool:
    """Whether a clause speaks of such a call that is no penalty: of its kind, its team, the crease."""
    if "kinds" in clause and call.get("kind") not in clause["kinds"]:
        return False
    if call.get("exception") is not None and call["exception"] in clause.get("exceptions", []):
        return False
    if "team_known" in clause and clause["team_known"] != ("team" in call):
        return False
    if "conditions" in clause and not _share(clause["conditions"], call.get("conditions", [])):
        return False
    return "in_crease" not in clause or bool(clause["in_crease"] == call.get("in_crease", True))


def _team_to(play: Play, clause: Clause, team: str | None) -> str | None:
    """The team that a clause gives the puck to, by the call's own; none: a face-off."""
    to = clause.get("to")
    if to is None or team is None:
        return None
    return team if to == "own" else play.sides.other(team)


def _share(some: list[Any], others: list[Any]) -> bool:
    return bool([entry for entry in some if entry in others])


def restart_after_penalty(play: Play, penalty: Penalty) -> None:
    """Give the restarts after a penalty; one with a label may be one of a pair, and has none by itself."""
    for clause in play.book.of("delayed"):
        if _speaks_of_penalty(clause, penalty):
            message = ("delayed", {"who": play.sides.names[penalty.team]})
            play.give("delayed", clause, [penalty.id], message, {"team": penalty.team})
    for clause in play.book.of("restart"):
        if clause["after"] != "penalty" or not _speaks_of_penalty(clause, penalty):
            continue
        if penalty.call.get("coincident") is not None and not clause.get("coincident"):
            continue
        give_restart(play, clause, [penalty.id], _team_to(play, clause, penalty.team), clause["how"])


def _speaks_of_penalty(clause: Clause, penalty: Penalty) -> bool:
    """Whether a clause speaks of such a penalty; where it asks who had the ball, that must have been said."""
    if penalty.call["infraction"] in clause.get("not_infractions", []):
        return False
    if "in_possession" in clause and clause["in_possession"] != penalty.call.get("in_possession"):
        return False
    return penalty.is_of(clause)


def restart_after_period_start(play: Play, call: Call) -> None:
    """How a period begins; a shoot-out begins with a shot."""
    if call.get("period") != "SO":
        restart_after(play, call, "period_start")


def rule_on_violation(play: Play, call: Call) -> None:
    """How play resumes after a breach that is no penalty, and what the referee may penalise of it."""
    restart_after(play, call, "violation")
    penalties_due_after(play, call)


def penalties_due_after(play: Play, call: Call) -> None:
    """Ask for the penalties that a call other than a penalty suggests."""
    for clause in play.book.of("penalty_due"):
        if clause["after"] == call["type"] and _speaks_of(clause, call):
            ask_for_penalty(play, clause, call)


def ask_for_penalty(play: Play, clause: Clause, call: Call) -> None:
    """What was logged is also a foul: the referee is asked to log the penalty."""
    infraction = clause["infraction"] if "infraction" in clause else clause["penalty_due"]
    args = {"who": play.sides.names[call["team"]], "infraction": play.book.infraction_name(infraction)}
    fields = {"team": call["team"], "infraction": infraction}
    play.give("penalty_due", clause, [call["id"]], ("penalty_due", args), fields)


def restart_after_freeze(play: Play, call: Call) -> None:
    """A goalie who holds the puck ends whatever possession was logged."""
    play.possession = None
    restart_after(play, call, "goalie_freeze")
    penalties_due_after(play, call)
