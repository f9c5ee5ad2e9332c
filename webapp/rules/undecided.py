"""Which calls wait for the word of a head referee or director."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .typed import Call, Json

# Reasons to wait that an `admit` takes away.
FOR_A_WORD = ["late", "not_an_official", "assignment_ended"]


def undecided(calls: list[Call], waiting: Json, decisions: Json) -> list[str]:
    """Ids of the calls that wait to be admitted or rejected, in order.

    A decision waits for nobody, nor does a call that was rejected, or that its own author has taken back
    meanwhile. `calls`: those that are well shaped, whether or not they count; `waiting`: by id, why a call
    does not count; `decisions`: by id, what was decided.
    """
    taken_back = _taken_back_by_their_authors(calls)
    return [
        call["id"]
        for call in calls
        if waiting.get(call["id"]) in FOR_A_WORD
        and call["id"] not in decisions
        and call["id"] not in taken_back
        and call["type"] not in ("admit", "reject")
    ]


def _taken_back_by_their_authors(calls: list[Call]) -> set[str]:
    """Ids of the calls that a void by the same author names; a void itself may be taken back by anybody.

    The last word is read first. Such a void waits with what it names, so that no log tells of it.
    """
    authors = {call["id"]: call.get("made_by") for call in calls}
    voids = {call["id"] for call in calls if call["type"] == "void"}
    taken_back: set[str] = set()
    for call in reversed(calls):
        if call["type"] == "void" and call["id"] not in taken_back:
            named = call["call"]
            if named in voids or (named in authors and authors[named] == call.get("made_by")):
                taken_back.add(named)
    return taken_back
