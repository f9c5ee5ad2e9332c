"""How often a phone may ask. An honest one never meets the limit: it waits between tries that fail."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

AT_ONCE = 600
"""Requests: a phone that was offline for a weekend, and whose every batch is halved down to single calls."""
EACH_SECOND = 10
MOST_DEVICES = 10_000  # remembered; who has not asked for longest is forgotten, and starts afresh


class Pace:
    """Requests that each device has left: they come back with time, by a clock that nobody sets.

    A process keeps its own, so that a limit costs no write. With several, a device has more.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._turn = threading.Lock()

    def wait(self, device: str) -> int:
        """Take one request; 0, or the seconds until there is one again."""
        now = self._clock()
        with self._turn:
            left, since = self._left.pop(device, (float(AT_ONCE), now))
            left = min(float(AT_ONCE), left + (now - since) * EACH_SECOND)
            allowed = left >= 1
            self._left[device] = (left - 1 if allowed else left, now)
            if len(self._left) > MOST_DEVICES:
                self._left.popitem(last=False)
        return 0 if allowed else 1 + int((1 - left) / EACH_SECOND)
