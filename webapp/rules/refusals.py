"""Ejected players who will not leave: the captain answers, then the bench, then the team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ejections import suspend_player
from .forfeits import forfeit
from .ladders import at_step, climb, counted_here, next_step
from .play import Play
from .time_served import give_bench_minor
from .warned import give_warning

if TYPE_CHECKING:
    from .typed import Call, Clause, Json


def rule_on_refusal(play: Play, call: Call) -> None:
    """Rule on the first, the second and the third refusal by ejected players of a team in the game."""
    for clause in play.book.of("refusal"):
        if call["player"] not in play.ejected:
            continue
        refusals = play.refusals.setdefault(call["team"], [])
        refusals.append(call["id"])
        because = list(refusals)
        if len(refusals) == 1:
            _warn_captain(play, clause, call)
        elif len(refusals) == 2:
            give_bench_minor(play, clause, because, call["team"])
        elif len(refusals) == 3:
            forfeit(play, clause, because, call["team"], 0)
            _suspend_captain(play, clause, because, call)


def _warn_captain(play: Play, clause: Clause, call: Call) -> None:
    captain = play.captain_of(call["team"])
    warned: Json = {"player": captain} if captain is not None else {"bench": True}
    give_warning(play, clause, call["id"], call["team"], warned, "refusal")


def _suspend_captain(play: Play, clause: Clause, because: list[str], call: Call) -> None:
    """The captain takes a step of the ladder, and a hearing decides whether it stays at that.

    Nothing else makes it a step: where the suspension is overridden, none is counted.
    """
    captain = play.captain_of(call["team"])
    if captain is None:
        return
    for ladder in play.book.of("ladder"):
        if ladder["counter"] == clause["captain_climbs"]:
            counter = ladder["counter"]
            stepped = at_step(ladder, next_step(play, counter, captain))
            stepped["clause"] = clause["clause"]
            stepped["review"] = True
            rests_on = play.log.in_order(counted_here(play, counter, captain) + because)
            if suspend_player(play, stepped, rests_on, "player", captain, "@reason.refusal"):
                climb(play, counter, captain, call["id"])
