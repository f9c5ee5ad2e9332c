"""Whether a field's value is of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .faults import Faults, is_count, shown, step
from .shapes import NEW_PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .people import People
    from .typed import Call, Json

LONGEST_ID = 100
LONGEST_TEXT = 2000


def check_fields(
    given: Json,
    shape: Json,
    at: str,
    check_one: Callable[[object, Json, str, Json], None],
    faults: Faults,
    needed: list[str] | None = None,
) -> None:
    """Unknown fields, missing ones, and each given one by `check_one(value, field, at, given)`.

    Most fields of a log are ids, and right: those pass at once. `needed`: `required(shape)`, where at hand.
    """
    for name in sorted(given):
        field, value = shape.get(name), given[name]
        if field is None:
            faults.add(step(at, name), "fault.unknown_field", allowed=sorted(shape))
        elif field["kind"] != "id" or not isinstance(value, str) or not 0 < len(value) <= LONGEST_ID:
            check_one(value, field, at + "/" + name, given)
    for name in required(shape) if needed is None else needed:
        if name not in given:
            faults.add(step(at, name), "fault.missing")


def required(shape: Json) -> list[str]:
    """The fields that may not be left out, in order."""
    return sorted([name for name in shape if not shape[name].get("optional")])


def check_object(value: object, shape: Json, at: str, people: People, faults: Faults) -> bool:
    """Check an object of simple fields; whether it is an object at all."""
    if not isinstance(value, dict):
        faults.add(at, "fault.no_object", value=shown(value))
        return False

    def check_one(entry: object, field: Json, here: str, given: Json) -> None:
        check_value(entry, field, here, given, people, faults)

    check_fields(value, shape, at, check_one, faults)
    return True


def check_value(value: object, field: Json, at: str, call: Call, people: People, faults: Faults) -> None:
    """Check a value whose kind needs the game's people at most."""
    kind = field["kind"]
    if kind == "id" or kind == "text":
        _check_text(value, LONGEST_ID if kind == "id" else LONGEST_TEXT, at, faults)
    elif kind == "bool":
        if value is not True and value is not False:
            faults.add(at, "fault.no_bool", value=shown(value))
    elif kind == "enum":
        _check_enum(value, field["values"], at, faults)
    elif kind == "count":
        if not is_count(value):
            faults.add(at, "fault.no_count", value=shown(value))
    elif kind == "clock":
        if not is_clock(value):
            faults.add(at, "fault.no_clock", value=shown(value))
    elif kind == "new_player":
        check_object(value, NEW_PLAYER, at, people, faults)
    else:
        people.check_person(value, field, at, call, faults)


def _check_text(value: object, limit: int, at: str, faults: Faults) -> None:
    if not isinstance(value, str):
        faults.add(at, "fault.no_text", value=shown(value))
    elif not value:
        faults.add(at, "fault.empty_text")
    elif len(value) > limit:
        faults.add(at, "fault.long_text", limit=limit)


def _check_enum(value: object, allowed: list[Any], at: str, faults: Faults) -> None:
    if allowed == [True]:
        if value is not True:
            faults.add(at, "fault.only_true", value=shown(value))
    elif not isinstance(value, str) or value not in allowed:
        faults.add(at, "fault.no_enum", value=shown(value), allowed=allowed)


def is_clock(value: object) -> bool:
    """Whether it is `MM:SS`, of two digits each, with fewer than 60 seconds."""
    if not isinstance(value, str) or len(value) != 5 or value[2] != ":":
        return False
    for place in [0, 1, 3, 4]:
        if value[place] not in "0123456789":
            return False
    return value[3] < "6"
