"""Suspensions that grow with every such penalty of a person in the season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ejections import eject, suspend_player, why_of
from .play import Penalty, Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause


def next_step(play: Play, counter: str, person: str) -> int:
    """Which one the next under `counter` is for a person, earlier games included: 1 for the first."""
    return play.sides.player_before(person, counter) + len(counted_here(play, counter, person)) + 1


def counted_here(play: Play, counter: str, person: str) -> list[str]:
    """Ids of this game's calls that count under `counter` for a person."""
    return play.counted.get(counter, {}).get(person, [])


def climb(play: Play, counter: str, person: str, call_id: str) -> None:
    """Count one more under `counter` for a person: that call."""
    play.counted.setdefault(counter, {}).setdefault(person, []).append(call_id)


def rule_on_ladders(play: Play, penalty: Penalty) -> bool:
    """Take a step of each ladder that speaks of this penalty; whether its offender is out by it."""
    out = False
    if penalty.person is None:
        return out
    for clause in play.book.of("ladder"):
        if not penalty.is_of(clause):
            continue
        why = why_of(play, clause, penalty)
        if clause.get("ejects"):
            out = eject(play, clause, [penalty.id], penalty.field, penalty.person, why) or out
        if penalty.field == "player":
            stepped = at_step(clause, next_step(play, clause["counter"], penalty.person))
            because = counted_here(play, clause["counter"], penalty.person) + [penalty.id]
            if stepped["games"] > 0:
                suspend_player(play, stepped, because, penalty.field, penalty.person, why)
            climb(play, clause["counter"], penalty.person, penalty.id)
    return out


def at_step(clause: Clause, nth: int) -> Clause:
    """A ladder's clause with what its `nth` step says; the last one holds for all later ones."""
    steps = clause["steps"]
    step = steps[min(nth, len(steps)) - 1]
    stepped = dict(clause)
    for name in step:
        stepped[name] = step[name]
    return stepped


def ask_for_hearings(play: Play, penalty: Penalty) -> None:
    """Send a penalty's suspension to a hearing where a clause says so."""
    for clause in play.book.of("hearing"):
        if penalty.person is not None and penalty.is_of(clause):
            play.rulings.ask_for_hearing(penalty.id, penalty.person, clause)


def ask_for_class(play: Play, penalty: Penalty) -> None:
    """The infraction is of a class by itself and was logged with another: the referee is asked, no more."""
    for clause in play.book.of("asks_class"):
        if penalty.is_of(clause) and penalty.penalty_class != clause["class"]:
            what = clause["class"] + "_penalty"
            args: dict[str, Any] = {"infraction": play.book.infraction_name(penalty.call["infraction"])}
            fields = {"about": penalty.id, "what": what}
            play.give("question", clause, [penalty.id], ("question." + what, args), fields)
