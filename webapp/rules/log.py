"""Which calls count, and as what: voids, amendments, one event logged twice, late calls.

The log is append-only: a correction is a further call. This module reads a log as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import NEVER_LATE, NOT_AMENDABLE, NOT_SETTABLE

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json


ABOUT_THE_LOG = ["void", "amend", "same_event"]
REFERENCES = ["award", "about", "call"]


class Log:
    """A log as it stands.

    `calls`: the calls that count, amended, in order, and `place`: where each stands among them; `standing`:
    those and what was said about the log; `late`: ids of late calls; `overridden`: by the `(call, code)` that
    an official decided otherwise, the id of the override, of several the first; `done`: the `(call, code)`
    that have been done; `reported`: ids of calls that a report stands for.
    """

    def __init__(self, calls: list[Any]) -> None:
        standing = _without_voided(calls)
        self.same = _first_of_event(standing)
        amended = _amended(standing, self.same)
        self.late: list[str] = _late(amended)
        rejected = _rejected(amended, self.late)
        if rejected:  # whatever was logged of the same event beside a rejected call stands in for it
            standing = [call for call in standing if call["id"] not in rejected]
            self.same = _first_of_event(standing)
            amended = _amended(standing, self.same)
        self.calls: list[Json] = []
        self.standing = [call for call in amended if call["id"] not in self.same]
        self.overridden: dict[tuple[str, str], str] = {}
        self.done: set[tuple[str, str]] = set()
        self.reported: set[str] = set()
        for call in self.standing:
            if call["type"] not in ABOUT_THE_LOG:
                self.calls.append(self._naming_the_first(call))
        self.place: dict[str, int] = {}
        for call in self.calls:
            self.place[call["id"]] = len(self.place)
            if call["type"] == "override":
                self.overridden.setdefault((call["call"], call["code"]), call["id"])
            elif call["type"] == "done":
                self.done.add((call["call"], call["code"]))
            elif call["type"] == "report":
                self.reported.add(call["about"])

    def in_order(self, ids: list[str]) -> list[str]:
        """The ids of calls that count, each once, in log order."""
        by_place = {self.place[name]: name for name in ids if name in self.place}
        return [by_place[place] for place in sorted(by_place)]

    def _naming_the_first(self, call: Call) -> Json:
        """The call, meaning the first of an event wherever it names another of it."""
        for field in REFERENCES:
            if call.get(field) in self.same:
                call = dict(call)
                call[field] = self.same[call[field]]
        return call


def _without_voided(calls: list[Any]) -> list[Any]:
    """The calls that no standing void names. A void can be voided: the last word is read first."""
    voided = set()
    for place in range(len(calls) - 1, -1, -1):
        call = calls[place]
        if call["type"] == "void" and call["id"] not in voided:
            voided.add(call["call"])
    return [call for call in calls if call["id"] not in voided]


def _first_of_event(standing: list[Any]) -> Json:
    """For every other call of an event, those that no longer stand among them, the first that stands.

    What is one event with a call is one with whatever that call is one event with, though it was voided.
    """
    event_of: dict[str, list[str]] = {}
    for call in standing:
        if call["type"] == "same_event":
            event: list[str] = []
            for name in call["calls"]:
                event += [other for other in event_of.get(name, [name]) if other not in event]
            for name in event:
                event_of[name] = event
    first: Json = {}
    if event_of:
        for call in reversed(standing):
            for name in event_of.get(call["id"], []):
                first[name] = call["id"]
        for call in standing:
            if first.get(call["id"]) == call["id"]:
                del first[call["id"]]
    return first


def _amended(standing: list[Any], same: Json) -> list[Any]:
    """The calls with their amendments, each in its own place; a later amendment has the last word."""
    changes: Json = {}
    for call in standing:
        if call["type"] == "amend":
            target = same.get(call["call"], call["call"])
            changes.setdefault(target, []).append(call["set"])
    if not changes:
        return standing
    return [amended(call, changes[call["id"]]) if call["id"] in changes else call for call in standing]


def amendments(calls: list[Any]) -> list[tuple[int, str, list[Any]]]:
    """`(place, call, changes)` of every amendment: which call it means, by id, and all that changes it then.

    Those are its own changes after those of the amendments before it that stand, of each field the last.
    """
    if not [call for call in calls if call["type"] == "amend"]:
        return []
    standing = _without_voided(calls)
    same = _first_of_event(standing)
    stands = {call["id"] for call in standing}
    before: dict[str, Json] = {}
    found = []
    for place in range(len(calls)):
        call = calls[place]
        if call["type"] == "amend":
            target = same.get(call["call"], call["call"])
            changes = dict(before.get(target, {}))
            changes.update(call["set"])
            if call["id"] in stands:
                before[target] = changes
            found.append((place, target, [changes]))
    return found


def amended(call: Call, changes: list[Any]) -> Json:
    """A call after `changes`, each `{field: right value}`, null taking a field away."""
    if call["type"] in NOT_AMENDABLE:
        return call
    call = dict(call)
    for change in changes:
        for field in change:
            if field in NOT_SETTABLE:
                continue
            if change[field] is None:
                call.pop(field, None)
            else:
                call[field] = change[field]
    return call


def _late(calls: list[Any]) -> list[Any]:
    """Ids of what happened on the ice and is not covered by the sign-off.

    A phone that has taken another device id since sends what was unsent, its sign-off included, under new
    numbers: what that device numbered before its sign-off is covered, though the heads name the old one.
    """
    signed_at = -1
    for place in range(len(calls)):
        if calls[place]["type"] == "sign_off":
            signed_at = place
            break
    if signed_at < 0:
        return []
    signed = calls[signed_at]
    heads = signed.get("heads")
    late = []
    for place in range(len(calls)):
        call = calls[place]
        if call["type"] in NEVER_LATE:
            continue
        if heads is None or call.get("device") is None or call.get("n") is None:
            is_late = place > signed_at
        else:
            is_late = call["n"] > heads.get(call["device"], 0)
            if call["device"] == signed.get("device") and call["n"] < signed.get("n", 0):
                is_late = False
        if is_late:
            late.append(call["id"])
    return late


def _rejected(calls: list[Any], late: list[Any]) -> set[Any]:
    """Ids of the late calls whose last decision is a rejection."""
    rejected = set()
    for call in calls:
        if call["type"] == "reject":
            for name in call["calls"]:
                if name in late:
                    rejected.add(name)
        elif call["type"] == "admit":
            for name in call["calls"]:
                rejected.discard(name)
    return rejected
