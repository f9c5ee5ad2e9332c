"""When the clock stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from .typed import Call, Clause, Json


def stop_clock(play: Play, call: Call, extra: Json) -> None:
    """Stop the clock at a call that the rulebook stops it for. `extra`: further fields of the ruling."""
    for clause in play.book.of("stoppage"):
        if call["type"] in clause["calls"]:
            _give_stop(play, clause, call, extra)


def _give_stop(play: Play, clause: Clause, call: Call, extra: Json) -> None:
    fields = {"mode": "stop", "reason": call["type"]}
    for name in extra:
        fields[name] = extra[name]
    args = {"reason": "@reason." + call["type"]}
    play.give("clock", clause, [call["id"]], ("clock.stop", args), fields)


def stop_for(play: Play, call: Call) -> None:
    stop_clock(play, call, {})


def rule_on_timeout(play: Play, call: Call) -> None:
    """Allow a time-out, or deny it: one already used, or the puck in the wrong zone.

    A denied one is not used up.
    """
    clause = play.book.the("timeout")
    if clause is None:
        return
    team = call["team"]
    used = play.timeouts.setdefault(team, [])
    who = play.sides.names[team]
    reason = None
    because = [call["id"]]
    if len(used) >= clause["per_game"]:
        reason = "used"
        because = used + because
    elif (
        "zones" in clause
        and not call.get("stoppage")
        and call.get("zone", clause["zones"][0]) not in clause["zones"]
    ):
        reason = "zone"
    if reason is not None:
        args = {"who": who, "limit": clause["per_game"], "zones": clause.get("zones", [])}
        fields = {"team": team, "what": "timeout", "reason": reason}
        if play.give("denied", clause, because, ("denied." + reason, args), fields):
            return
    used.append(call["id"])
    _stop_by(play, clause, call, {"seconds": clause["seconds"]})


def _stop_by(play: Play, clause: Clause, call: Call, extra: Json) -> None:
    """Stop the clock by the clause that allows the call, if it does, and by those that stop it anyway."""
    if clause.get("stops_clock") or clause["kind"] == "water_break":
        _give_stop(play, clause, call, extra)
    stop_clock(play, call, extra)


def rule_on_water_break(play: Play, call: Call) -> None:
    """Allow a water break, or deny it: one that no goalie calls, or in another situation."""
    for clause in play.book.of("water_break"):
        team = call["team"]
        if play.sides.is_goalie(call["by"]) and call["situation"] in clause["situations"]:
            _stop_by(play, clause, call, {})
            continue
        fields = {"team": team, "what": "water_break", "reason": "situation"}
        message = ("denied.situation", {"who": play.sides.names[team]})
        if not play.give("denied", clause, [call["id"]], message, fields):
            _stop_by(play, clause, call, {})
