"""When a call was made, in seconds of play since the start: periods follow each other at full length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .duplicates import seconds_of
from .overtimes import overtimes_of
from .play import Play

if TYPE_CHECKING:
    from .typed import Call


class GameTime:
    """Tells the time of calls in log order. A call without a clock is at the time of the one before."""

    def __init__(self, play: Play) -> None:
        self._starts: dict[object, int] = {}
        self._lengths: dict[object, int] = {}
        self._period: object = None
        self._now_s = 0
        start = 0
        for period, length in _periods(play):
            self._starts[period] = start
            self._lengths[period] = length
            start += length

    def at(self, call: Call) -> int:
        """The time of the next call of the log. A shoot-out takes none."""
        period = call.get("period", self._period)
        if period not in self._starts:
            return self._now_s
        start, length = self._starts[period], self._lengths[period]
        if period != self._period:
            self._now_s = start
        self._period = period
        if call.get("clock") is not None:
            self._now_s = start + max(0, length - seconds_of(call["clock"]))
        elif call["type"] == "period_end":
            self._now_s = start + length
        return self._now_s


def _periods(play: Play) -> list[tuple[object, int]]:
    """Every period of the rulebook in order, with its full length in seconds."""
    periods: list[tuple[object, int]] = []
    length = 0
    for clause in play.book.of("lengths"):
        if clause["timing"] == play.timing_at_first or not length:
            length = clause["period_s"]
    for clause in play.book.of("game_end"):
        for period in range(1, clause["after_period"] + 1):
            periods.append((period, length))
    for name, clause in overtimes_of(play.book.of("overtime")):
        periods.append((name, clause["period_s"]))
    return periods + [("SO", 0)]
