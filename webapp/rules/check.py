"""Whether a game file, or one call, makes sense: every fault at once, with its place and what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .call_check import CallCheck
from .faults import Faults, shown, step
from .log import amendments
from .people import People
from .rulebook_check import check_rulebook
from .shapes import GAME, GAME_FILE
from .values import check_object
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json

MOST_CALLS = 5000


def check(game: object, rulebook: Json | None, words: Json) -> list[Json]:
    """Every fault of a game file, in the order of the file; none: it can be adjudicated.

    `rulebook`: the whole rulebook that the file names or holds; none where that could not be found.
    """
    faults = Faults(words)
    if not isinstance(game, dict):
        faults.add("", "fault.no_object", value=shown(game))
        return faults.found
    for name in sorted(game):
        if name not in GAME_FILE:
            faults.add(step("", name), "fault.unknown_field", allowed=GAME_FILE)
    for name in ["game", "teams", "calls"]:
        if name not in game:
            faults.add(step("", name), "fault.missing")
    if isinstance(game.get("rulebook"), dict):
        before = len(faults.found)
        check_rulebook(game["rulebook"], "/rulebook", faults)
        if len(faults.found) > before:
            rulebook = None
    book = Vocabulary(rulebook, _division(game))
    people = People(game, faults)
    if book.asks_gender:
        _check_genders(game.get("teams"), faults)
    if "game" in game:
        _check_game(game["game"], people, book, faults)
    if "history" in game:
        people.check_history(game["history"], faults)
    calls = game.get("calls")
    if "calls" in game and not isinstance(calls, list):
        faults.add("/calls", "fault.no_list", value=shown(calls))
    elif isinstance(calls, list) and len(calls) > MOST_CALLS:
        faults.add("/calls", "fault.too_long", limit=MOST_CALLS)
    elif isinstance(calls, list):
        CallCheck(people, book, faults).check_log(calls)
    return faults.found


def check_call(call: object, others: list[Any], game: Json, rulebook: Json, words: Json) -> list[Json]:
    """Every fault of one call among the others of its log; pointers start at the call: `/player`.

    `others`: the log's other calls that count, which are not checked. `game`: the game file, its `calls`
    left aside.
    """
    faults = Faults(words)
    ignored = Faults(words)
    people = People(game, ignored)
    checker = CallCheck(people, Vocabulary(rulebook, _division(game)), faults)
    checker.learn(others)
    if isinstance(call, dict):
        checker.learn([call])
    checker.check_call(call, "")
    if not faults.found and isinstance(call, dict) and call["type"] == "amend":
        _, target, changes = amendments(others + [call])[-1]
        checker.check_amendment(target, changes, "")
    return faults.found


def _division(game: Json) -> object:
    meta = game.get("game")
    return meta.get("division") if isinstance(meta, dict) else None


def _check_genders(teams: object, faults: Faults) -> None:
    """Every player's gender is given where clauses of the rulebook hang on it."""
    if not isinstance(teams, dict):
        return
    for key in sorted(teams):
        players = teams[key].get("players") if isinstance(teams[key], dict) else None
        if not isinstance(players, list):
            continue
        for place in range(len(players)):
            if isinstance(players[place], dict) and "gender" not in players[place]:
                at = step(step(step("/teams", key), "players"), place)
                faults.add(step(at, "gender"), "fault.missing")


def _check_game(game: object, people: People, book: Vocabulary, faults: Faults) -> None:
    if not check_object(game, GAME, "/game", people, faults) or not isinstance(game, dict):
        return
    if game.get("home") == game.get("away") and "home" in game:
        faults.add("/game/away", "fault.same_team", value=shown(game["away"]))
    stage = game.get("stage")
    if book.stages is not None and isinstance(stage, str) and stage in GAME["stage"]["values"]:
        if stage not in book.stages:
            faults.add("/game/stage", "fault.no_enum", value=shown(stage), allowed=book.stages)
