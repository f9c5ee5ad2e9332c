"""Canonical order: the order in which calls were made, whatever order they arrive in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

COUNTERS = 10_000
LAST_MILLISECOND = 10**13 - 1


def place(call: Mapping[str, Any]) -> tuple[str, str, int]:
    """Where a call stands in its game's log: (`hlc`, `device`, `n`).

    `hlc` is thirteen digits of milliseconds, a dash and a counter of four, so that it sorts as text.
    The game clock has no say: a clock set back must not reorder what was already ruled.
    """
    return (call["hlc"], call["device"], call["n"])


def in_order(calls: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls in canonical order."""
    return sorted(calls, key=place)


def after(last: str, now_ms: int) -> str | None:
    """The stamp of a call made now that follows `last` (`""`: nothing); none where none is left."""
    if not last or int(last[:13]) < now_ms:
        return f"{now_ms:013}-0000"
    milliseconds, counter = divmod(int(last[:13]) * COUNTERS + int(last[14:]) + 1, COUNTERS)
    return None if milliseconds > LAST_MILLISECOND else f"{milliseconds:013}-{counter:04}"
