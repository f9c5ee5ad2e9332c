"""Whether a rulebook makes sense: every clause of a known kind, told what that kind may be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .faults import Faults, is_count, shown, step
from .kinds import KINDS
from .parameters import FLAG, ID, ID_OPTIONAL, SOME_CLASSES, SOME_STAGES, TEXT
from .shapes import CALLS, CLASSES, CONDITIONS, TIMINGS

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json

# Of these a rulebook has one clause of its own: the first is asked, and a further one would never be.
_ONCE = [
    "break",
    "coin_toss",
    "forfeit",
    "game_end",
    "inbounding",
    "penalty_minutes",
    "penalty_shot",
    "ranking",
    "shootout",
    "shootout_repeat",
    "sudden_death",
    "timeout",
]

_CLAUSE = {
    "kind": {"kind": "enum", "values": sorted(KINDS)},
    "clause": TEXT,
    "says": TEXT,
    "reading": {"kind": "text", "optional": True},
    "base": FLAG,
}

_INFRACTION = {
    "infraction": ID,
    "name": TEXT,
    "class": {"kind": "enum", "values": CLASSES},
    "abbreviation": ID_OPTIONAL,
    "rule": {"kind": "text", "optional": True},
    "divisions": {"kind": "ids", "optional": True},
    "common": FLAG,
}

_RULEBOOK = {
    "slug": ID,
    "name": TEXT,
    "base": ID_OPTIONAL,
    "digest": ID_OPTIONAL,
    "timing": {"kind": "enum", "values": TIMINGS},
    "goalies": {"kind": "enum", "values": ["shared", "team"]},
    "asks_fouled": {"kind": "bool"},
    "calls": {"kind": "ids", "values": sorted(CALLS)},
    "stages": SOME_STAGES,
    "classes": SOME_CLASSES,
}


def check_rulebook(rulebook: object, at: str, faults: Faults) -> None:
    """Add every fault of a rulebook as JSON: unknown keys, missing ones, values of another kind."""
    if not isinstance(rulebook, dict):
        faults.add(at, "fault.no_object", value=shown(rulebook))
        return
    header = dict(
        [(key, rulebook[key]) for key in rulebook if key not in ("clauses", "infractions", "screen")]
    )
    _check_parameters(header, _RULEBOOK, at, faults, ["clauses", "infractions", "screen"])
    known = _known_in(rulebook)
    met: list[str] = []
    for name in ["infractions", "clauses"]:
        entries = rulebook.get(name)
        if not isinstance(entries, list):
            faults.add(step(at, name), "fault.no_list", value=shown(entries))
            continue
        for place in range(len(entries)):
            here = step(step(at, name), place)
            if name == "infractions":
                _check_infraction(entries[place], here, faults)
            else:
                _check_clause(entries[place], here, known, faults)
                _check_once(entries[place], here, met, faults)


def _check_once(clause: object, at: str, met: list[str], faults: Faults) -> None:
    """Tell a second clause of a kind that a rulebook has once; `met`: those so far."""
    if isinstance(clause, dict) and clause.get("kind") in _ONCE and not clause.get("base"):
        if clause["kind"] in met:
            faults.add(step(at, "kind"), "fault.second_of_kind", value=shown(clause["kind"]))
        met.append(clause["kind"])


def _known_in(rulebook: Json) -> Json:
    """What its clauses may name, by what a parameter is `of`: infractions, goal conditions, counters."""
    return {
        "infraction": _ids(rulebook.get("infractions"), None, "infraction"),
        "condition": CONDITIONS + _ids(rulebook.get("clauses"), "condition", "condition"),
        "counter": _ids(rulebook.get("clauses"), "ladder", "counter"),
    }


def _ids(entries: object, kind: str | None, name: str) -> list[str]:
    """The ids that entries of that kind, or of any, have under a name."""
    found: list[str] = []
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and (kind is None or entry.get("kind") == kind):
            value = entry.get(name)
            if isinstance(value, str) and value not in found:
                found.append(value)
    return found


def _check_infraction(infraction: object, at: str, faults: Faults) -> None:
    if isinstance(infraction, dict):
        _check_parameters(infraction, _INFRACTION, at, faults, [])
    else:
        faults.add(at, "fault.no_object", value=shown(infraction))


def _check_clause(clause: object, at: str, known: Json, faults: Faults) -> None:
    """Add every fault of one clause block."""
    if not isinstance(clause, dict):
        faults.add(at, "fault.no_object", value=shown(clause))
        return
    kind = clause.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        faults.add(step(at, "kind"), "fault.unknown_kind", value=shown(kind), allowed=sorted(KINDS))
        return
    parameters = dict(_CLAUSE)
    own = KINDS[kind]["parameters"]
    for name in own:
        parameters[name] = own[name]
    _check_parameters(clause, parameters, at, faults, [])
    if clause.get("of") == "player" and clause.get("then") == "goalie_disqualified":
        faults.add(step(at, "then"), "fault.no_enum", value=shown(clause["then"]), allowed=["player_ejected"])
    for name in sorted(own):
        if name in clause and "of" in own[name]:
            _check_known(clause[name], own[name]["of"], step(at, name), known, faults)


def _check_parameters(given: Json, parameters: Json, at: str, faults: Faults, also: list[Any]) -> None:
    for name in sorted(given):
        if name in parameters:
            _check_parameter(given[name], parameters[name], step(at, name), faults)
        elif name not in also:
            faults.add(step(at, name), "fault.unknown_key", allowed=sorted(list(parameters) + also))
    for name in sorted(parameters):
        if name not in given and not parameters[name].get("optional"):
            allowed = parameters[name].get("values")
            if allowed is None:
                faults.add(step(at, name), "fault.missing")
            else:
                faults.add(step(at, name), "fault.missing_one_of", allowed=allowed)


def _check_known(value: object, of: str, at: str, known: Json, faults: Faults) -> None:
    """An id, or a list of them, that the rulebook must know; whatever is no text was told already."""
    if isinstance(value, list):
        for place in range(len(value)):
            _check_known(value[place], of, step(at, place), known, faults)
    elif isinstance(value, str) and value and value not in known[of]:
        if of == "infraction":
            faults.add(at, "fault.unknown_infraction", value=shown(value))
        else:
            faults.add(at, "fault.no_enum", value=shown(value), allowed=known[of])


def _check_parameter(value: object, parameter: Json, at: str, faults: Faults) -> None:
    kind = parameter["kind"]
    if kind == "count":
        if not is_count(value):
            faults.add(at, "fault.no_count", value=shown(value))
    elif kind == "ordinal":
        if not is_count(value) or value == 0:
            faults.add(at, "fault.no_ordinal", value=shown(value))
    elif kind == "bool":
        if value is not True and value is not False:
            faults.add(at, "fault.no_bool", value=shown(value))
    elif kind == "seconds_by_class":
        _check_seconds(value, at, faults)
    elif kind == "steps":
        _check_steps(value, at, faults)
    elif kind == "counts" or kind == "ids":
        _check_list(value, parameter, at, faults)
    elif not isinstance(value, str):
        faults.add(at, "fault.no_text", value=shown(value))
    elif not value:
        faults.add(at, "fault.empty_text")
    elif kind == "enum" and value not in parameter["values"]:
        faults.add(at, "fault.no_enum", value=shown(value), allowed=parameter["values"])


def _check_seconds(value: object, at: str, faults: Faults) -> None:
    if not isinstance(value, dict):
        faults.add(at, "fault.no_object", value=shown(value))
        return
    for name in sorted(value):
        if name not in CLASSES:
            faults.add(step(at, name), "fault.unknown_key", allowed=CLASSES)
        elif not is_count(value[name]):
            faults.add(step(at, name), "fault.no_count", value=shown(value[name]))


_STEP = {
    "games": {"kind": "count"},
    "max_games": {"kind": "count", "optional": True},
    "rest_of_season": FLAG,
    "review": FLAG,
}


def _check_steps(value: object, at: str, faults: Faults) -> None:
    if not isinstance(value, list):
        faults.add(at, "fault.no_list", value=shown(value))
        return
    if not value:
        faults.add(at, "fault.empty")
    for place in range(len(value)):
        if isinstance(value[place], dict):
            _check_parameters(value[place], _STEP, step(at, place), faults, [])
        else:
            faults.add(step(at, place), "fault.no_object", value=shown(value[place]))


def _check_list(value: object, parameter: Json, at: str, faults: Faults) -> None:
    if not isinstance(value, list):
        faults.add(at, "fault.no_list", value=shown(value))
        return
    one = {"kind": "count"} if parameter["kind"] == "counts" else {"kind": "id"}
    if "values" in parameter:
        one = {"kind": "enum", "values": parameter["values"]}
    if not value and not parameter.get("may_be_empty"):
        faults.add(at, "fault.empty")
    for place in range(len(value)):
        _check_parameter(value[place], one, step(at, place), faults)
