"""Penalty shots: who may take which, and what a scored one gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .periods import end_by_goal, finish_when_nothing_is_open
from .play import Play
from .restarts import give_restart

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause, Json


def rule_on_penalty_shot(play: Play, call: Call) -> None:
    """Take the shot of an award, unless this shooter may not: then the award stays open."""
    clause = play.book.the("penalty_shot") or {"clause": "General"}
    shot = _open_shot(play, call)
    reason = _reason_against(play, call, shot)
    because = _award_and_attempt(play, call)
    if reason is not None and _deny_shooter(play, clause, call, shot, reason, because):
        return
    if shot is not None:
        shot["open"] = False
    note_shot_on_goalie(play, call)
    if call["scored"]:
        play.score[call["team"]] += 1
        goes_on = not end_by_goal(play, call) and play.over_in is None
        if goes_on and clause.get("scored_gives_puck_to_penalised"):
            give_restart(play, clause, because, play.sides.other(call["team"]), "possession")
    finish_when_nothing_is_open(play, call)


def _open_shot(play: Play, call: Call) -> Json | None:
    """The first shot of the award that is still to take, by this team."""
    for shot in play.awards:
        if shot["award"] == call["award"] and shot["team"] == call["team"] and shot["open"]:
            return shot
    return None


def _reason_against(play: Play, call: Call, shot: Json | None) -> str | None:
    """The first reason why this one may not shoot now, or none."""
    shooter = call["shooter"]
    if shooter in play.ejected:
        return "ejected"
    if play.is_gone(shooter):
        return "not_present"
    if shot is None:
        return "no_award"
    due = shot["shooter"]
    if due is not None and due != shooter and not play.is_gone(due):
        return "order"
    return None


def _deny_shooter(
    play: Play, clause: Clause, call: Call, shot: Json | None, reason: str, because: list[Any]
) -> bool:
    due = shot["shooter"] if shot is not None else None
    args = {
        "who": play.sides.named(call["shooter"]),
        "expected": play.sides.named(due) if due is not None else "",
    }
    fields = {"team": call["team"], "shooter": call["shooter"], "reason": reason}
    return play.give("shooter_ineligible", clause, because, ("shooter_ineligible." + reason, args), fields)


def _award_and_attempt(play: Play, call: Call) -> list[Any]:
    """The award and the attempt; the attempt alone where the award does not count, or was logged later."""
    place = play.log.place.get(call["award"])
    if place is None or place > play.log.place[call["id"]]:
        return [call["id"]]
    return [call["award"], call["id"]]


def note_shot_on_goalie(play: Play, call: Call) -> None:
    """Have a shot from the spot count for whoever was in net, where goalies are rated by such shots.

    Where no clause rates them penalty shots count, and those of a shoot-out do not.
    """
    counting = ["penalty_shot"]
    for clause in play.book.of("goalie_rating"):
        counting = clause["counts"]
    goalie = play.goalie_against(call)
    if goalie is not None and call["type"] in counting:
        play.shots_on.append({"goalie": goalie, "goal": call["scored"]})


def waive_shot(play: Play, call: Call) -> None:
    """The team does without one shot of the award."""
    for shot in play.awards:
        if shot["award"] == call["award"] and shot["open"]:
            shot["open"] = False
            break
    finish_when_nothing_is_open(play, call)


def still_to_take(play: Play) -> list[Any]:
    """Shots awarded and not yet taken, in order: `[{"team", "shooter", "award"}]`."""
    return [
        {"team": shot["team"], "shooter": shot["shooter"], "award": shot["award"]}
        for shot in play.awards
        if shot["open"]
    ]
