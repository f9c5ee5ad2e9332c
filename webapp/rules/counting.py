"""Which calls of a log count: a function of the set of calls, whatever order they arrived in.

A call waits where it was held by itself, where it is late, or where it names what does not count or
does not exist. Those that were held or are late count once an `admit` names them; those that name
something missing count as soon as it is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .adjudicate import adjudicate
from .call_check import CallCheck
from .faults import Faults
from .log import Log, amendments
from .malformed import ByItself
from .people import People
from .shapes import CALLS
from .undecided import undecided
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from .typed import Call, Json

DECISIONS = ["admit", "reject"]
# What such a call may say hangs on the calls that it names.
ABOUT_CALLS = ["amend", "same_event", "admit", "reject", "roster_add"]
# By type of call: the fields that name another call, a team or a person.
NAMES = ["call", "team", "player", "players", "goalie", "shared_goalie", "staff"]
NAMING: dict[str, list[str]] = {}
for _type in sorted(CALLS):
    NAMING[_type] = [field for field in sorted(CALLS[_type]) if CALLS[_type][field]["kind"] in NAMES]


def rule_on_log(
    calls: list[Call], held: Json, game: Json, rulebook: Json, words: Json, made_from: Json
) -> Json:
    """`{"sheet", "waiting", "undecided", "counting"}` of everything that a log holds.

    `calls` in canonical order, each well shaped unless held. `held`: id to reason of those held by
    themselves. The sheet is ruled on from the calls that count, their ids in `counting`; its `late` names
    late calls that wait, too.
    """
    result = counted(calls, held, game, rulebook)
    file = dict(game)
    file["calls"] = result["calls"]
    sheet = adjudicate(file, rulebook, words, made_from)
    sheet["late"] = result["late"]
    counting = [call["id"] for call in result["calls"]]
    return {
        "sheet": sheet,
        "waiting": result["waiting"],
        "undecided": result["undecided"],
        "counting": counting,
    }


def counted(calls: list[Call], held: Json, game: Json, rulebook: Json) -> Json:
    """What counts, why the others wait, who waits for a word, and what is late.

    `{"calls", "waiting", "undecided", "late"}`: calls, reasons by id, and ids.

    A decision may rest on another (an `admit` that was itself held), so this goes round until nothing
    changes, at most once for each call.
    """
    strange = _not_understood(calls, held, game, rulebook)
    decisions: Json = {}
    given: Json = {}
    for _round in range(len(calls) + 1):
        given = _given(calls, held, strange, decisions, game, rulebook)
        again = _decisions(given["calls"])
        if again == decisions:
            break
        decisions = again
    known = [call for call in calls if call["id"] not in strange]
    given["undecided"] = undecided(known, given["waiting"], decisions)
    return given


def _not_understood(calls: list[Call], held: Json, game: Json, rulebook: Json) -> set[str]:
    """Ids of the calls that nobody here can read, whatever they were held for.

    Nothing but their wire may be looked at, and nobody's word makes them count.
    """
    if not held:
        return set()
    by_itself = ByItself(game, rulebook)
    return {call["id"] for call in calls if call["id"] in held and not by_itself.understands(call)}


def _given(
    calls: list[Call], held: Json, strange: set[str], decisions: Json, game: Json, rulebook: Json
) -> Json:
    """What counts if these are the decisions."""
    waiting: Json = {}
    late: set[str] = set()
    for call in calls:
        name = call["id"]
        if name in held and (name in strange or decisions.get(name) != "admit"):
            waiting[name] = held[name]
    while True:
        standing = [call for call in calls if call["id"] not in waiting]
        before = len(waiting)
        for name in _with_what_names(_senseless(standing, game, rulebook), standing):
            waiting[name] = held.get(name, "unknown_target")
        if len(waiting) == before:
            for name in Log(standing).late:
                late.add(name)
                if decisions.get(name) != "admit":
                    waiting[name] = "late"
        if len(waiting) == before:
            in_order = [call["id"] for call in calls if call["id"] in late]
            return {"calls": standing, "waiting": waiting, "late": in_order}


def _senseless(calls: list[Call], game: Json, rulebook: Json) -> set[str]:
    """Ids of the calls that make no sense among the others.

    Each call is well shaped by itself, so only what names another call or a person is looked at.
    Decisions are about calls that wait, too: those are stood in for, and only decisions may name them.
    """
    present = {call["id"] for call in calls}
    absent = sorted(_decided_on(calls) - present)
    faults = Faults({})
    people = People(game, faults)
    check = CallCheck(people, Vocabulary(rulebook, game["game"].get("division")), faults)
    check.learn([{"id": name, "type": "note", "text": "waits"} for name in absent] + calls)
    senseless = set()
    for call in calls:
        stood_in = absent and call["type"] not in DECISIONS and _named(call) & set(absent)
        before = len(faults.found)
        if not stood_in and _may_name_nothing(call, check, faults):
            check.check_call(call, "")
        if stood_in or len(faults.found) > before:
            senseless.add(call["id"])
    if not senseless:
        senseless = _senseless_amendments(calls, check, faults)
    return senseless


def _with_what_names(missing: set[str], calls: list[Call]) -> set[str]:
    """These ids, and those of the calls that name one of them, directly or by way of another.

    At once, for a chain is as long as whoever logs it likes. Only decisions may name what waits.
    """
    if not missing:
        return missing
    named_by: dict[str, list[str]] = {}
    for call in calls:
        if call["type"] not in DECISIONS:
            for name in _named(call):
                named_by.setdefault(name, []).append(call["id"])
    found = set(missing)
    to_follow = sorted(missing)
    while to_follow:
        for name in named_by.get(to_follow.pop(), []):
            if name not in found:
                found.add(name)
                to_follow.append(name)
    return found


def _may_name_nothing(call: Call, check: CallCheck, faults: Faults) -> bool:
    """Whether a call has to be looked at whole: it is about other calls, or names what is not known."""
    if call["type"] in ABOUT_CALLS:
        return True
    shape = CALLS[call["type"]]
    before = len(faults.found)
    for field in NAMING[call["type"]]:
        if field not in call:
            continue
        if shape[field]["kind"] == "call":
            allowed = shape[field].get("to")
            named = check.types.get(call[field])
            if named is None or call[field] == call["id"] or (allowed and named not in allowed):
                return True
        else:
            check.people.check_person(call[field], shape[field], "", call, faults)
    return len(faults.found) > before


def _senseless_amendments(calls: list[Call], check: CallCheck, faults: Faults) -> set[str]:
    """Ids of the amendments that make nothing sensible of what they name."""
    senseless = set()
    for place, target, changes in amendments(calls):
        count = len(faults.found)
        check.check_amendment(target, changes, "")
        if len(faults.found) > count:
            senseless.add(calls[place]["id"])
    return senseless


def _decided_on(calls: list[Call]) -> set[str]:
    """Ids that decisions name, or are amended to name."""
    decisions = {call["id"] for call in calls if call["type"] in DECISIONS}
    named: set[str] = set()
    for call in calls:
        if call["id"] in decisions:
            named |= _named(call)
        elif call["type"] == "amend" and call["call"] in decisions:
            instead = call["set"].get("calls")
            if isinstance(instead, list):
                named |= {name for name in instead if isinstance(name, str)}
    return named


def _named(call: Call) -> set[str]:
    """Ids of the calls that a call names."""
    names: set[str] = set()
    shape = CALLS.get(call["type"], {})
    for field in shape:
        if field in call and shape[field]["kind"] == "call":
            names.add(call[field])
        elif field in call and shape[field]["kind"] == "calls":
            names |= set(call[field])
    return names


def _decisions(calls: list[Call]) -> Json:
    """By call, the last decision on it that stands."""
    decisions: Json = {}
    if not [call for call in calls if call["type"] in DECISIONS]:
        return decisions
    for call in Log(calls).calls:
        if call["type"] in DECISIONS:
            for name in call["calls"]:
                decisions[name] = call["type"]
    return decisions
