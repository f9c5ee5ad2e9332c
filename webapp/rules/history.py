"""What earlier games carry in: the sum of their sheets' carries, in order of their scheduled starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json


def history_after(carries: list[Any]) -> Json:
    """`{"players", "goalies", "teams"}`, as a game file's `history`, after games with these carries.

    Counters add up, a disqualification stays, a suspension adds its games and a game served takes one.
    """
    history: Json = {"players": {}, "goalies": {}, "teams": {}}
    for carried in carries:
        for served in carried.get("served", []):
            for part in ["players", "goalies"]:
                _serve(history[part].get(served, {}))
        for part in ["players", "goalies", "teams"]:
            for name in carried.get(part, {}):
                _sum(history[part].setdefault(name, {}), carried[part][name])
        for suspension in carried.get("suspensions", []):
            for part, field in [("players", "player"), ("goalies", "goalie")]:
                if suspension.get(field) is not None:
                    person = history[part].setdefault(suspension[field], {})
                    _sum(person, {"suspended_games_left": suspension["games"]})
    return history


def _sum(counters: Json, more: Json) -> None:
    for name in more:
        if more[name] is True or more[name] is False:
            counters[name] = bool(counters.get(name)) or more[name]
        else:
            counters[name] = counters.get(name, 0) + more[name]


def _serve(counters: Json) -> None:
    left = counters.get("suspended_games_left", 0)
    if left > 0:
        counters["suspended_games_left"] = left - 1
