"""A push service that fails is left alone for a while, so that it does not hold up the others."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

FAILURES_MOST = 5
"""In a row, after which a lane is shut."""
FIRST_SHUT, LONGEST_SHUT = timedelta(seconds=5), timedelta(minutes=5)


@dataclass
class Circuit:
    """How it goes in one lane. After a time shut one message tries; its answer opens or shuts it again."""

    failures: int = 0
    shuts: int = 0
    shut_until: datetime | None = None
    trying: bool = False


class Circuits:
    """One circuit a lane, as one courier has seen it."""

    def __init__(self) -> None:
        self._lanes: dict[str, Circuit] = {}

    def shut(self, now: datetime) -> set[str]:
        """The lanes that nothing is to be claimed of now."""
        return {
            lane
            for lane, one in self._lanes.items()
            if one.trying or (one.shut_until is not None and now < one.shut_until)
        }

    def trial(self, now: datetime) -> set[str]:
        """The lanes that one message may try."""
        return {
            lane
            for lane, one in self._lanes.items()
            if one.shut_until is not None and now >= one.shut_until and not one.trying
        }

    def tries(self, lanes: Collection[str]) -> None:
        """Note that something is on its way in these lanes; where they were shut, it is the trial."""
        for lane in lanes:
            if lane in self._lanes and self._lanes[lane].shut_until is not None:
                self._lanes[lane].trying = True

    def heard(self, lane: str, ill: bool, now: datetime) -> None:
        """Note how it went."""
        one = self._lanes.setdefault(lane, Circuit())
        if not ill:
            self._lanes[lane] = Circuit()
            return
        one.failures += 1
        if one.trying or (one.failures >= FAILURES_MOST and one.shut_until is None):
            most = min(FIRST_SHUT * 2 ** min(one.shuts, 10), LONGEST_SHUT)
            one.shut_until = now + most * random.uniform(0.5, 1)  # noqa: S311
            one.shuts, one.trying = one.shuts + 1, False
