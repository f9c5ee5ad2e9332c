"""Whether the calls of a log make sense: by the table of shapes, the game's people and the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .faults import Faults, is_count, plain, shown, step
from .log import amended, amendments
from .people import People
from .shapes import CALLS, CODES, COMMON, NOT_AMENDABLE, NOT_SETTABLE, ONE_OF, WIRE
from .values import check_fields, check_value, required
from .vocabulary import Vocabulary, is_period

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json


# Kinds of field that neither rulebook nor log has a say in.
OF_ANY_GAME = ["id", "count", "clock", "enum", "team", "player", "goalie", "bool", "text", "players"]


class CallCheck:
    """Checks the calls of one log against the table of shapes, the game's people and the rulebook."""

    def __init__(self, people: People, book: Vocabulary, faults: Faults) -> None:
        self.people = people
        self.book = book
        self.faults = faults
        self.types: dict[str, str] = {}
        self.calls: dict[str, Json] = {}
        self._shapes: dict[str, tuple[Json, list[str]]] = {}

    def learn(self, calls: list[Any]) -> None:
        """Know these calls by id, and the players whom they add to a roster."""
        for call in calls:
            if not isinstance(call, dict) or not isinstance(call.get("id"), str):
                continue
            if call["id"] not in self.calls:
                self.calls[call["id"]] = call
                if isinstance(call.get("type"), str):
                    self.types[call["id"]] = call["type"]
            if call.get("type") == "roster_add":
                self.people.learn_player(call)

    def check_log(self, calls: list[Any]) -> None:
        """Check every call, then what the amendments make of those they name."""
        self.learn(calls)
        places: Json = {}
        sound: list[int] = []
        for place in range(len(calls)):
            at = step("/calls", place)
            call = calls[place]
            before = len(self.faults.found)
            self.check_call(call, at)
            if isinstance(call, dict) and isinstance(call.get("id"), str):
                first = places.setdefault(call["id"], self.people.place_of(call["id"]) or at)
                if first != at:
                    self.faults.add(
                        step(at, "id"), "fault.duplicate_id", value=shown(call["id"]), first=first
                    )
            if len(self.faults.found) == before:
                sound.append(place)
        named = {calls[place]["id"] for place in sound}
        for place, target, changes in amendments([calls[place] for place in sound]):
            if target in named:
                self.check_amendment(target, changes, step("/calls", sound[place]))

    def check_call(self, call: object, at: str) -> None:
        """Check one call's own fields."""
        if not isinstance(call, dict):
            self.faults.add(at, "fault.no_object", value=shown(call))
            return
        call_type = call.get("type")
        if not isinstance(call_type, str) or call_type not in self.book.calls:
            key = "fault.missing" if call_type is None else "fault.unknown_type"
            self.faults.add(step(at, "type"), key, value=shown(call_type), allowed=self.book.calls)
            return
        before = len(self.faults.found)
        shape, needed = self._shape(call_type)
        check_fields(call, shape, at, self._value, self.faults, needed)
        if len(self.faults.found) == before:
            self._check_whole(call, call_type, at)

    def _shape(self, call_type: str) -> tuple[Json, list[str]]:
        """Every field that a call of that type may have, and those that it must."""
        if call_type not in self._shapes:
            shape = dict(CALLS[call_type])
            for extra in [COMMON, WIRE]:
                for field in extra:
                    shape[field] = extra[field]
            self._shapes[call_type] = (shape, required(shape))
        return self._shapes[call_type]

    def _check_whole(self, call: Call, call_type: str, at: str) -> None:
        """What no single field shows: one offender, a known team, the target's type."""
        rule = ONE_OF.get(call_type)
        if rule is not None:
            given = [field for field in rule["fields"] if field in call]
            if rule["least"] == 1 and len(given) != 1:
                self.faults.add(at, "fault.one_of", given=len(given), allowed=rule["fields"])
                return
            if len(given) > 1:
                self.faults.add(at, "fault.at_most_one_of", given=len(given), allowed=rule["fields"])
                return
            if "team" not in call and ("bench" in given or ("goalie" in given and call_type == "penalty")):
                self.faults.add(step(at, "team"), "fault.team_needed")
        if call_type == "violation" and "team" not in call:
            if self.book.teamless is not None and call["kind"] not in self.book.teamless:
                self.faults.add(step(at, "team"), "fault.team_needed")
        if call_type == "attendance" and not self.book.goalies_as_captains:
            captains = call.get("captains", [])
            for place in range(len(captains)):
                if captains[place] in self.people.own_goalies:
                    here = step(step(at, "captains"), place)
                    self.faults.add(here, "fault.goalie_captain", value=shown(captains[place]))
        if call_type == "roster_add":
            first = self.people.place_of(call["player"]["id"])
            if first is not None:
                here = step(step(at, "player"), "id")
                self.faults.add(here, "fault.duplicate_id", value=shown(call["player"]["id"]), first=first)
        if call_type == "amend":
            self._check_settable(call, at)
        elif call_type == "same_event":
            self._check_one_type(call, at)

    def _check_settable(self, call: Call, at: str) -> None:
        target = self.types.get(call["call"])
        if target is None:
            return
        if target in NOT_AMENDABLE:
            self.faults.add(
                step(at, "call"), "fault.not_amendable", value=shown(call["call"]), type=plain(target)
            )
            return
        shape = CALLS[target] if target in CALLS else {}
        for field in sorted(call["set"]):
            here = step(step(at, "set"), field)
            if field in NOT_SETTABLE:
                self.faults.add(here, "fault.not_settable")
            elif field not in shape and field not in COMMON:
                self.faults.add(
                    here, "fault.unknown_field", allowed=sorted(list(shape) + ["period", "clock"])
                )

    def check_amendment(self, call_id: str, changes: list[Any], at: str) -> None:
        """What an amendment makes of the call that it means must make sense; see `amendments`."""
        target = self.calls.get(call_id)
        if target is None or target.get("type") in NOT_AMENDABLE:
            return
        found = Faults(self.faults.words)
        outer, self.faults = self.faults, found
        self.check_call(amended(target, changes), "")
        self.faults = outer
        for fault in found.found:
            here = step(at, "set") + fault["at"]
            outer.found.append(
                {"at": here, "key": fault["key"], "args": fault["args"], "says": fault["says"]}
            )

    def _check_one_type(self, call: Call, at: str) -> None:
        first = self.types.get(call["calls"][0])
        for place in range(1, len(call["calls"])):
            name = call["calls"][place]
            if self.types.get(name) != first:
                here = step(step(at, "calls"), place)
                args = {
                    "value": shown(name),
                    "type": plain(str(self.types.get(name))),
                    "first": plain(str(first)),
                }
                self.faults.add(
                    here, "fault.mixed_types", value=args["value"], type=args["type"], first=args["first"]
                )

    def _value(self, value: object, field: Json, at: str, call: Call) -> None:
        """Check one field's value: what depends on rulebook or log here, the rest by `values`."""
        kind = field["kind"]
        if kind in OF_ANY_GAME:
            check_value(value, field, at, call, self.people, self.faults)
        elif kind == "period":
            if self.book.periods is None:
                return
            if not is_period(value) or value not in self.book.periods:
                self.faults.add(at, "fault.no_period", value=shown(value), allowed=self.book.periods)
        elif kind == "class":
            if not isinstance(value, str) or value not in self.book.classes:
                self.faults.add(at, "fault.no_enum", value=shown(value), allowed=self.book.classes)
        elif kind == "infraction":
            if not isinstance(value, str) or (
                self.book.infractions is not None and value not in self.book.infractions
            ):
                self.faults.add(at, "fault.unknown_infraction", value=shown(value))
        elif kind == "violation":
            self._known(value, self.book.violations, "fault.unknown_violation", at)
        elif kind == "conditions":
            for place in range(self._list(value, at)):
                self._known(value[place], self.book.conditions, "fault.unknown_condition", step(at, place))  # type: ignore[index]
        elif kind == "code":
            if value not in CODES:
                self.faults.add(at, "fault.no_enum", value=shown(value), allowed=CODES)
        elif kind == "call":
            self._call(value, field.get("to"), at, call)
        elif kind == "calls":
            count = self._list(value, at)
            for place in range(count):
                self._call(value[place], None, step(at, place), call)  # type: ignore[index]
            if count == 0 and isinstance(value, list):
                self.faults.add(at, "fault.empty")
        elif kind == "fields":
            if not isinstance(value, dict):
                self.faults.add(at, "fault.no_object", value=shown(value))
            elif not value:
                self.faults.add(at, "fault.empty")
        elif kind == "heads":
            self._heads(value, at)
        else:
            check_value(value, field, at, call, self.people, self.faults)

    def _known(self, value: object, allowed: list[Any] | None, key: str, at: str) -> None:
        if not isinstance(value, str) or (allowed is not None and value not in allowed):
            self.faults.add(at, key, value=shown(value), allowed=allowed or [])

    def _list(self, value: object, at: str) -> int:
        """The length of a list without repetitions, or 0 with the fault told."""
        if not isinstance(value, list):
            self.faults.add(at, "fault.no_list", value=shown(value))
            return 0
        for place in range(len(value)):
            if value[place] in value[:place]:
                self.faults.add(step(at, place), "fault.twice", value=shown(value[place]))
        return len(value)

    def _call(self, value: object, to: list[Any] | None, at: str, call: Call) -> None:
        if not isinstance(value, str) or value not in self.calls:
            self.faults.add(at, "fault.no_call", value=shown(value))
        elif value == call.get("id"):
            self.faults.add(at, "fault.call_itself")
        elif to is not None and self.types.get(value) not in to:
            self.faults.add(
                at, "fault.no_target", value=shown(value), type=plain(str(self.types.get(value))), allowed=to
            )

    def _heads(self, value: object, at: str) -> None:
        if not isinstance(value, dict):
            self.faults.add(at, "fault.no_object", value=shown(value))
            return
        for device in sorted(value):
            if not is_count(value[device]):
                self.faults.add(step(at, device), "fault.no_count", value=shown(value[device]))
