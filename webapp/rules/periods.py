"""What a period's start and end bring: whose puck it is, what comes next, when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .overtimes import overtime_after, overtime_in
from .play import Play
from .restarts import give_restart

if TYPE_CHECKING:
    from .typed import Call, Clause, Message


def note_toss(play: Play, call: Call) -> None:
    play.toss = call


def rule_on_period_start(play: Play, call: Call) -> None:
    """The puck goes to the team whose period it is by the toss."""
    play.possession = None
    team = team_to_start(play, call.get("period"))
    toss = play.toss
    for clause in play.book.of("coin_toss"):
        if toss is not None and team is not None:
            give_restart(play, clause, [toss["id"], call["id"]], team, "possession")


def team_to_start(play: Play, period: object) -> str | None:
    """Whose period it is: the toss's winner has the periods it took, the other team the rest of them."""
    toss, clause = play.toss, play.book.the("coin_toss")
    if toss is None or clause is None:
        return None
    other_choice = "period_2" if toss["takes"] == "periods_1_and_3" else "periods_1_and_3"
    winner: str = toss["team"]
    if period in clause[toss["takes"]]:
        return winner
    if period in clause[other_choice]:
        return play.sides.other(winner)
    return None


def rule_on_period_end(play: Play, call: Call) -> None:
    """Another period, a shoot-out, shots still to take, or the end."""
    play.possession = None
    if play.abandoned:
        return
    for clause in play.book.of("game_end"):
        period = call.get("period", play.period)
        last = clause["after_period"]
        overtime = overtime_in(play.book.of("overtime"), period)
        if overtime is not None:
            _end_overtime(play, overtime, call)
        if not isinstance(period, int):
            continue
        if period < last:
            _announce_period(play, call, period + 1)
            continue
        if any_shot_open(play):
            fields = {"what": "penalty_shots", "seconds": None}
            if play.give("next", clause, [call["id"]], ("next.penalty_shots", {}), fields):
                play.over_in = "penalty_shots"
            continue
        _end_regulation(play, clause, call)


def _announce_period(play: Play, call: Call, period: int) -> None:
    clause = play.book.the("break") or play.book.the("lengths") or {"clause": "General"}
    seconds = clause.get("seconds")
    fields = {"what": "period", "seconds": seconds}
    key = "next.period" if seconds is not None else "next.period_now"
    args = {"period": period, "seconds": seconds}
    play.give("next", clause, [call["id"]], (key, args), fields)


def _end_regulation(play: Play, clause: Clause, call: Call) -> None:
    """Not tied: over. Tied: over where a tie stands, otherwise overtime or a shoot-out."""
    decided = leader(play) is not None or play.stage in clause.get("tie_stands_in", [])
    if decided or "tied_otherwise" not in clause:
        _end_game(play, clause, call)
    elif clause["tied_otherwise"] != "overtime" or not _announce_overtime(play, call, None):
        _go_to_shootout(play, clause, call)


def _announce_overtime(play: Play, call: Call, after: object) -> bool:
    """Say which overtime comes after that one, or after regulation (`None`); whether there is one."""
    overtime = overtime_after(play.book.of("overtime"), after)
    if overtime is None:
        return False
    seconds = overtime.get("break_s")
    key = "next.overtime" if seconds is None else "next.overtime_in"
    fields = {"what": "overtime", "seconds": seconds}
    play.give("next", overtime, [call["id"]], (key, {"seconds": seconds}), fields)
    return True


def _end_overtime(play: Play, overtime: Clause, call: Call) -> None:
    """Still tied: the next overtime, or a shoot-out. A goal in sudden death has ended it already."""
    if play.final:
        return
    if leader(play) is not None:
        _end_game(play, overtime, call)
    elif not _announce_overtime(play, call, call.get("period", play.period)):
        _go_to_shootout(play, overtime, call)


def end_by_goal(play: Play, call: Call) -> bool:
    """Whether a goal ends the game: the first one of a sudden-death overtime."""
    overtime = overtime_in(play.book.of("overtime"), play.period)
    if overtime is None or not overtime["sudden_death"] or leader(play) is None:
        return False
    if not play.final:
        _end_game(play, overtime, call)
    return play.final


def _go_to_shootout(play: Play, clause: Clause, call: Call) -> None:
    chooses = team_to_start(play, 2)
    message: Message = ("next.shootout", {})
    if chooses is not None:
        message = ("next.shootout_choice", {"who": play.sides.names[chooses]})
    play.give("next", clause, [call["id"]], message, {"what": "shootout", "seconds": None})
    play.over_in = None


def _end_game(play: Play, clause: Clause, call: Call) -> None:
    play.over_in = None
    fields = {"what": "final", "seconds": None}
    if play.give("next", clause, [call["id"]], ("next.final", {}), fields):
        play.final = True


def any_shot_open(play: Play) -> bool:
    for shot in play.awards:
        if shot["open"]:
            return True
    return False


def finish_when_nothing_is_open(play: Play, call: Call) -> None:
    """The last shot due after the end of play decides what comes next."""
    if play.over_in == "penalty_shots" and not any_shot_open(play):
        for clause in play.book.of("game_end"):
            _end_regulation(play, clause, call)


def leader(play: Play) -> str | None:
    """The team with more goals, or none."""
    home, away = play.sides.teams
    if play.score[home] == play.score[away]:
        return None
    return home if play.score[home] > play.score[away] else away
