"""Pages of logs as they are told: made once for all phones that pull them, for a log only grows."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_BYTES = 32 * 1024 * 1024
"""Of all that a process remembers. Those pages that were asked for last stay."""
BESIDE_A_PAGE = 1000
"""Bytes that a page takes beside its own: what it hangs on, and its place here."""


class Remembered:
    """Pages by all that they hang on, told in a few words, so that none can be out of date."""

    def __init__(self, most_bytes: int = MOST_BYTES):
        self._most, self._bytes = most_bytes, 0
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._guard = threading.Lock()

    def page(self, hangs_on: Hashable, make: Callable[[], bytes]) -> bytes:
        """The page, made where it is not here."""
        with self._guard:
            page = self._pages.get(hangs_on)
            if page is not None:
                self._pages.move_to_end(hangs_on)
                return page
        page = make()
        with self._guard:
            before = self._pages.pop(hangs_on, None)
            self._bytes += _taken_by(page) - _taken_by(before)
            self._pages[hangs_on] = page
            while self._bytes > self._most:
                self._bytes -= _taken_by(self._pages.popitem(last=False)[1])
        return page


def _taken_by(page: bytes | None) -> int:
    return 0 if page is None else len(page) + BESIDE_A_PAGE
