"""How the clock runs: running time and its stops, stop time and when it may run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .duplicates import seconds_of
from .play import Play

if TYPE_CHECKING:
    from .typed import Call, Clause


def note_time(play: Play, call: Call) -> None:
    """Note the period, and the time left in it where a call tells; until the next that does, that holds."""
    period = call.get("period")
    if period is not None and period != play.period:
        play.period = period
        play.left_s = None
    if call["type"] == "period_end":
        play.left_s = 0
    if call.get("clock") is not None:
        play.left_s = seconds_of(call["clock"])


def note_timing(play: Play, call: Call) -> None:
    """The official has the clock run, or stop at whistles, from here on."""
    if call["action"] == "running_time":
        play.timing = "running"
    elif call["action"] == "stop_time":
        play.timing = "stop"
    if call["action"] in ["running_time", "stop_time"]:
        play.timing_of_minutes = None


def lead(play: Play) -> int:
    """Goals by which one team leads; 0 in a tie."""
    home, away = play.sides.teams
    return abs(play.score[home] - play.score[away])


def give_clock(play: Play, clause: Clause, call: Call, mode: str, reason: str) -> bool:
    """Say how the clock runs from here on; whether that has effect."""
    fields = {"mode": mode, "reason": reason}
    message = ("clock." + mode, {"reason": "@reason." + reason})
    return play.give("clock", clause, [call["id"]], message, fields)


def stop_running_time(play: Play, call: Call) -> None:
    """Running time stops; near the end of a close game the time lost is given back."""
    for clause in play.book.of("running_time"):
        if play.timing != "running" or call["type"] not in clause["calls"]:
            continue
        restores = (
            play.period == clause["restore_in_period"]
            and play.left_s is not None
            and play.left_s <= clause["restore_in_last_s"]
            and lead(play) <= clause["restore_lead_at_most"]
        )
        give_clock(play, clause, call, "stop", "restore" if restores else "stoppage")


def let_run_at_lead(play: Play, call: Call) -> None:
    """In stop time, once each time the lead comes to that of the clause: the official may have the clock run.

    A lead that falls below it again stops the clock, unless an official decided that it may not run.
    """
    for clause in play.book.of("mercy"):
        if isinstance(play.period, int) and play.period < clause["from_period"]:
            continue
        if play.period is None or "stop" not in [play.timing_at_first, play.timing]:
            continue
        reached = lead(play) >= clause["lead"]
        if reached and not play.lead_told:
            play.may_run = give_clock(play, clause, call, "official_may_run", "lead")
        elif play.may_run and not reached:
            give_clock(play, clause, call, "stop", "lead")
            play.may_run = False
        play.lead_told = reached


# Calls that are about the log and the sheet, not about the game.
NOT_ABOUT_THE_GAME = ["override", "done", "acknowledge"]


def rule_on_last_minutes(play: Play, call: Call, lead_before: int) -> None:
    """The last seconds of a period: stop time or running time, by the lead.

    Told at the first call about the game in which such a lead stands, once, and at each goal that turns what
    held just before it. `lead_before`: the lead before this call.
    """
    for clause in play.book.of("last_minutes"):
        if not _is_in_last_minutes(play, clause) or play.final or call["type"] in NOT_ABOUT_THE_GAME:
            continue
        stopped_before, stopped = _is_stopped(clause, lead_before), _is_stopped(clause, lead(play))
        if stopped_before != stopped:
            _tell_last_minutes(play, clause, call, stopped)
        elif stopped and not play.told_last_minutes:
            _tell_last_minutes(play, clause, call, stopped)


def _tell_last_minutes(play: Play, clause: Clause, call: Call, stopped: bool) -> None:
    play.told_last_minutes = True
    if give_clock(play, clause, call, "stop" if stopped else "run", "last_two_minutes"):
        play.timing_of_minutes = "stop" if stopped else "running"


def timing_now(play: Play) -> str:
    """How the clock runs at the last call: as the last minutes or the official had it last."""
    for clause in play.book.of("last_minutes"):
        if _is_in_last_minutes(play, clause) and play.timing_of_minutes is not None:
            return play.timing_of_minutes
    return play.timing


def _is_in_last_minutes(play: Play, clause: Clause) -> bool:
    return play.period == clause["period"] and play.left_s is not None and play.left_s <= clause["last_s"]


def _is_stopped(clause: Clause, goals: int) -> bool:
    return bool(clause["lead_at_least"] <= goals <= clause["lead_at_most"])
