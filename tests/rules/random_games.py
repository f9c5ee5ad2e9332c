"""Random games of a rulebook, drawn from what it knows: every call type, class, infraction and condition."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from webapp.rulebooks.reader import load, slugs
from webapp.rules.check import check
from webapp.rules.shapes import CALLS, CODES, NOT_AMENDABLE, NOT_SETTABLE, ONE_OF
from webapp.rules.vocabulary import Vocabulary

RULEBOOKS = {slug: load(slug) for slug in slugs()}
CASES = Path(__file__).parent.parent / "cases"
FREQUENT = ("penalty", "penalty", "penalty", "penalty", "goal", "goal", "goal", "shot", "void", "amend")
WANDERS = 0.2
"""How often a call stands in another period than the one being played."""


def _cast(slug: str) -> dict[str, Any]:
    """Teams, goalies and rulebook of the rulebook's first worked case."""
    cases = json.loads((CASES / f"{slug}.json").read_text())
    game: dict[str, Any] = next(case["game"] for case in cases if "game" in case)
    return game | {"calls": []}


CASTS = {slug: _cast(slug) for slug in slugs()}


class Caller:
    """Draws calls that make sense among those logged before them."""

    def __init__(self, draw: DrawFn, game: dict[str, Any]) -> None:
        self.draw = draw
        self.game = game
        self.rulebook = RULEBOOKS[game["rulebook"]]
        self.book = Vocabulary(self.rulebook, None)
        self.teams = sorted(game["teams"])
        self.players = {key: [one["id"] for one in game["teams"][key]["players"]] for key in self.teams}
        self.everybody = [one for key in self.teams for one in self.players[key]]
        self.staff = {key: [one["id"] for one in game["teams"][key]["staff"]] for key in self.teams}
        self.shared = [goalie["id"] for goalie in game["goalies"]]
        self.keepers = self.shared or [
            one["id"]
            for key in self.teams
            for one in game["teams"][key]["players"]
            if one["position"] == "goalie"
        ]
        named = [word for clause in self.rulebook["clauses"] for word in clause.get("infractions", [])]
        self.infractions = [one["infraction"] for one in self.rulebook["infractions"]] + named
        self.types = [kind for kind in FREQUENT if kind in self.book.calls] + list(self.book.calls)
        self.period = 0
        self.left = 600

    def one_of(self, values: Any) -> Any:
        return self.draw(st.sampled_from(list(values)))

    def sometimes(self, chance: float = 0.5) -> bool:
        return self.draw(st.integers(0, 99)) < chance * 100

    def time(self) -> dict[str, Any]:
        """Period and clock: time runs down, and now and then somebody is wrong about it or leaves it out."""
        self.left = max(0, self.left - self.draw(st.integers(0, 60)))
        periods = list(self.book.periods or [1])
        period = self.one_of(periods) if self.sometimes(WANDERS) else periods[max(0, self.period - 1)]
        at = {"period": period, "clock": f"{self.left // 60:02}:{self.left % 60:02}"}
        return {key: at[key] for key in at if not self.sometimes(0.03)}

    def call(self, name: str, before: list[dict[str, Any]], kind: str | None = None) -> dict[str, Any] | None:
        """A call of that id after those logged; none where its type names what is not there yet."""
        kind = kind or self.one_of(self.types)
        if kind == "period_start":
            self.period, self.left = min(self.period + 1, len(self.book.periods or [1])), 600
        if kind == "amend":
            return self._amendment(name, before)
        call: dict[str, Any] = {"id": name, "type": kind} | self.time()
        fields = dict(CALLS[kind])
        if kind in ONE_OF:
            whom = self._offender(kind)
            fields = {
                field: shape
                for field, shape in fields.items()
                if field == whom or field not in ONE_OF[kind]["fields"]
            }
            if whom:
                fields[whom] = fields[whom] | {"optional": False}
                fields["team"] = {"kind": "team"}
        for field in sorted(fields, key=lambda field: field != "team"):
            if fields[field].get("optional") and not self.sometimes(0.3):
                continue
            value = self._value(fields[field], call, before)
            if value is None and not fields[field].get("optional"):
                return None
            if value is not None:
                call[field] = value
        if kind == "violation" and "team" not in call and call["kind"] not in (self.book.teamless or []):
            call["team"] = self.one_of(self.teams)
        return call

    def _offender(self, kind: str) -> str | None:
        fields = [field for field in ONE_OF[kind]["fields"] if field != "goalie" or self.shared]
        if kind == "injury":
            return self.one_of([None, "player"])
        return self.one_of(["player", "player", "player", *fields])

    def _amendment(self, name: str, before: list[dict[str, Any]]) -> dict[str, Any] | None:
        able = [call for call in before if call["type"] not in NOT_AMENDABLE]
        if not able:
            return None
        target = self.one_of(able)
        instead = self.call(target["id"], before[: before.index(target)], target["type"])
        changes = differences(target, instead) if instead else {}
        return {"id": name, "type": "amend", "call": target["id"], "set": changes} if changes else None

    def _value(self, field: dict[str, Any], call: dict[str, Any], before: list[dict[str, Any]]) -> Any:
        kind = field["kind"]
        own = self.players[call["team"]] if "team" in call else self.everybody
        others = [one for key in self.teams if key != call.get("team") for one in self.players[key]]
        named = [one["id"] for one in before if one["type"] in field.get("to", [one["type"]])]
        simple: dict[str, Any] = {
            "team": self.teams,
            "player": others if field.get("of") == "other" else own[:3] + own,
            "goalie": self.keepers,
            "shared_goalie": self.shared,
            "staff": self.staff[call["team"]] if "team" in call else [],
            "call": named[-3:] + named,
            "infraction": self.infractions,
            "class": self.book.classes,
            "violation": self.book.violations,
            "bool": [True, False],
            "enum": field.get("values"),
            "code": CODES,
            "text": ["because"],
            "id": ["a", "b"],
        }
        if kind in simple:
            return self.one_of(simple[kind]) if simple[kind] else None
        if kind == "players":
            return self._some(own, 0)
        if kind == "conditions":
            return self._some(self.book.conditions or [], 0)
        if kind == "calls":
            types = sorted({one["type"] for one in before})
            alike = self.one_of(types) if types else ""
            ids = [one["id"] for one in before if one["type"] == alike]
            return self._some(ids, 1) if ids else None
        if kind == "new_player":
            return {"id": f"new-{call['id']}", "number": "99"}
        return {"d1": self.draw(st.integers(0, 20)), "d2": self.draw(st.integers(0, 20))}

    def _some(self, values: list[str], least: int) -> list[str]:
        chosen: list[str] = self.draw(
            st.lists(st.sampled_from(values), min_size=least, max_size=max(4, least), unique=True)
            if values
            else st.just([])
        )
        return chosen


def differences(call: dict[str, Any], instead: dict[str, Any]) -> dict[str, Any]:
    """What an amendment of `call` sets, so that it says what `instead` does."""
    fields = sorted((set(call) | set(instead)) - set(NOT_SETTABLE))
    return {field: instead.get(field) for field in fields if call.get(field) != instead.get(field)}


def without_faults(game: dict[str, Any]) -> bool:
    return check(game, RULEBOOKS[game["rulebook"]], {}) == []


@st.composite
def games(draw: DrawFn, slug: str, shortest: int = 4, longest: int = 22) -> dict[str, Any]:
    """A game of that rulebook without faults, in canonical order."""
    cast = CASTS[slug]
    game = cast | {"game": cast["game"] | {"stage": draw(st.sampled_from(RULEBOOKS[slug]["stages"]))}}
    caller = Caller(draw, game)
    calls: list[dict[str, Any]] = []
    for place in range(draw(st.integers(shortest, longest))):
        call = caller.call(f"c{place}", calls)
        if call and without_faults(game | {"calls": [*calls, call]}):
            calls.append(call)
    return _on_the_wire(draw, game | {"calls": calls, "history": _history(caller)})


def _history(caller: Caller) -> dict[str, Any]:
    """Somebody with suspended games left, and counts from earlier games."""
    counts = sorted({clause["counter"] for clause in caller.rulebook["clauses"] if "counter" in clause})
    if not caller.sometimes(0.3):
        return {"players": {}, "goalies": {}, "teams": {}}
    who = caller.one_of(caller.everybody)
    left = caller.draw(st.integers(0, 2))
    carried = {name: caller.draw(st.integers(0, 4)) for name in counts}
    goalies = {goalie: {"penalties": caller.draw(st.integers(0, 4))} for goalie in caller.shared}
    return {"players": {who: carried | {"suspended_games_left": left}}, "goalies": goalies, "teams": {}}


def _on_the_wire(draw: DrawFn, game: dict[str, Any]) -> dict[str, Any]:
    """The game with every call numbered by the device that made it, in canonical order as it stands."""
    made = {"d1": 0, "d2": 0}
    calls, ticks = [], 0
    for call in game["calls"]:
        device = draw(st.sampled_from(["d1", "d2"]))
        made[device] += 1
        ticks += draw(st.integers(1, 9000))
        calls.append(call | {"device": device, "n": made[device], "hlc": f"{1796070000000 + ticks:013}-0000"})
    return game | {"calls": calls}
