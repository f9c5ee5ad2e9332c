"""The rules asked about a log as the server holds it: what counts, and the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from webapp.calls.digest import sha256
from webapp.rulebooks.words import words
from webapp.rules.counting import counted, rule_on_log

KEPT_IN = "en"
"""The language of kept sheets. Every sentence can be made again from its message, in any other."""


class Entry(NamedTuple):
    """A call of the log and, where it was held by itself, why."""

    call: dict[str, Any]
    held: str | None = None


class Ruled(NamedTuple):
    """What the rules make of a log.

    `waiting`: by id of a call that does not count, why; `undecided`: ids of those that wait for a word.
    """

    sheet: dict[str, Any]
    waiting: dict[str, str]
    undecided: list[str]


def ruled(entries: Sequence[Entry], file: Mapping[str, Any], rulebook: Mapping[str, Any]) -> Ruled:
    """The sheet of a log, and which of its calls do not count.

    `entries` in canonical order; `file` is the game file, its calls left aside.
    """
    made = rule_on_log(
        *_apart(entries), dict(file), dict(rulebook), words(KEPT_IN), made_from(file, rulebook)
    )
    return Ruled(made["sheet"], made["waiting"], made["undecided"])


class Waiting(NamedTuple):
    """By id of a call that does not count, why; and the ids of those that wait for a word, in order."""

    reasons: dict[str, str]
    undecided: list[str]


def waiting(entries: Sequence[Entry], file: Mapping[str, Any], rulebook: Mapping[str, Any]) -> Waiting:
    """What of a log does not count. Nothing is ruled on."""
    found = counted(*_apart(entries), dict(file), dict(rulebook))
    return Waiting(found["waiting"], found["undecided"])


def made_from(file: Mapping[str, Any], rulebook: Mapping[str, Any]) -> dict[str, str]:
    """Digests of rulebook and roster; the engine adds its version. A phone gets them in the packet."""
    roster = {part: file[part] for part in ("game", "teams", "goalies") if part in file}
    return {"rulebook": rulebook["digest"], "roster": sha256(roster)}


def _apart(entries: Sequence[Entry]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    return [call for call, _ in entries], {call["id"]: held for call, held in entries if held is not None}
