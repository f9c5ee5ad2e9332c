"""The engine's door on the phone: JSON text in, JSON text out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .adjudicate import adjudicate
from .check import check, check_call
from .counting import rule_on_log
from .history import history_after

if TYPE_CHECKING:
    from .typed import Json


# The rulebook and the words of the last request that brought any: read once, not at every tap.
_KEPT: Json = {"rulebook": None, "words": {}}


def answer(text: str) -> str:
    """Answer one request.

    `{"do": "check", "game", "rulebook", "words"}`: faults; `"check_call"` with `call`, `others`;
    `"adjudicate"` with `made_from`: a sheet; `"rule_on_log"` with `calls`, `held`, `made_from`: what
    counts, too; `"history"` with `carries`: a game file's history. A request without `rulebook` and
    `words` means those of the last that had them.
    Gives `{"ok": …}`.
    """
    request = json.loads(text)
    if "rulebook" in request:
        _KEPT["rulebook"] = request["rulebook"]
        _KEPT["words"] = request.get("words") or {}
    return json.dumps({"ok": _done(request, _KEPT["rulebook"], _KEPT["words"])})


def _done(request: Json, rulebook: Json, words: Json) -> object:
    wanted = request["do"]
    if wanted == "history":
        return history_after(request["carries"])
    if wanted == "check":
        return check(request["game"], rulebook, words)
    if wanted == "check_call":
        return check_call(request["call"], request["others"], request["game"], rulebook, words)
    made_from = request.get("made_from") or {}
    if wanted == "rule_on_log":
        held = request.get("held") or {}
        return rule_on_log(request["calls"], held, request["game"], rulebook, words, made_from)
    return adjudicate(request["game"], rulebook, words, made_from)
