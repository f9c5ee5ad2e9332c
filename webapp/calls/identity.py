"""When two rulings are one and the same, so that a change of reasons is not told twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Ruling = TypeVar("Ruling")

_WHO = ("player", "goalie", "staff", "bench", "scorer", "shooter", "team")
_WHAT = ("about", "condition", "infraction", "of", "limit", "what", "award")
LONGEST_SUBJECT = 114  # characters; ` no:99` fits behind it in the table
OVERRIDDEN = "overridden"
"""The code under which it is kept that an official overrode a ruling."""


class Identity(NamedTuple):
    """A ruling's code, whom and what it concerns, and the call that set it off."""

    code: str
    subject: str
    trigger: str


class Comparison(NamedTuple, Generic[Ruling]):
    """What became of the rulings in force: `new` ones, those that are `changed` in what they say, and the
    identities `withdrawn`."""

    new: dict[Identity, Ruling]
    changed: dict[Identity, Ruling]
    withdrawn: set[Identity]


def subject(ruling: Mapping[str, Any]) -> str:
    """Whom a ruling concerns, and of several by one call which: `player:R9 of:player_ejected`."""
    parts = [f"{name}:{ruling[name]}" for name in (*_WHO, *_WHAT) if ruling.get(name)]
    return _short(" ".join(parts) or "game")


def _short(said: str) -> str:
    if len(said) > LONGEST_SUBJECT:
        return said[:49] + "…" + hashlib.sha256(said.encode()).hexdigest()
    return said


def in_force(rulings: Iterable[dict[str, Any]]) -> dict[Identity, dict[str, Any]]:
    """The rulings that have an effect, by identity; an overridden one has none."""
    return _told_apart(
        (Identity(ruling["code"], subject(ruling), ruling["because"][-1]), ruling)
        for ruling in rulings
        if not ruling.get("overridden")
    )


def overridden(rulings: Iterable[dict[str, Any]]) -> dict[Identity, dict[str, Any]]:
    """The rulings that an official overrode, by identity: what set that off is the override."""
    return _told_apart(
        (Identity(OVERRIDDEN, _short(f"{ruling['code']} {subject(ruling)}"), ruling["overridden_by"]), ruling)
        for ruling in rulings
        if ruling.get("overridden")
    )


def _told_apart(found: Iterable[tuple[Identity, dict[str, Any]]]) -> dict[Identity, dict[str, Any]]:
    """By identity; the second shot that one double minor gives is told apart by its number."""
    apart: dict[Identity, dict[str, Any]] = {}
    for first, ruling in found:
        identity, number = first, 1
        while identity in apart:
            number += 1
            identity = first._replace(subject=f"{first.subject} no:{number}")
        apart[identity] = ruling
    return apart


def compared(before: Mapping[Identity, Ruling], now: Mapping[Identity, Ruling]) -> Comparison[Ruling]:
    """What is new, what is the same ruling for other reasons or in other words, what falls away.

    Rulings are told apart as they are handed in, as they are or as they are written.
    """
    return Comparison(
        new={identity: ruling for identity, ruling in now.items() if identity not in before},
        changed={one: ruling for one, ruling in now.items() if one in before and before[one] != ruling},
        withdrawn=before.keys() - now.keys(),
    )
