"""A courier beside the server, a process of its own: started again when it dies, ended with the server."""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

WAITS_S, WAITS_MOST_S = 1.0, 60.0
"""Before it is started again, twice as long each time, until one has run for the most of them."""
ENDS_WITHIN_S = 30.0
"""What is on its way is sent or given back by then, see ANSWERS_WITHIN_S of `notices/posting.py`."""


class CourierBeside:
    """The process of `command`, which whoever made this looks after once a second or so.

    `clock`: seconds that only ever grow.
    """

    def __init__(self, command: Sequence[str], clock: Callable[[], float] = time.monotonic):
        self._command, self._clock = command, clock
        self._running: subprocess.Popen[bytes] | None = None
        self._waits_s, self._due, self._since = WAITS_S, clock(), clock()

    def note_end(self) -> None:
        """Say that it has ended by itself, where it has, and when another one is due."""
        if self._running is None or self._running.poll() is None:
            return
        now = self._clock()
        if now - self._since >= WAITS_MOST_S:
            self._waits_s = WAITS_S
        log.error(
            "the courier (pid %d) has ended: %d; another one starts in %d s",
            self._running.pid,
            self._running.returncode,  # minus the signal's number where one has killed it
            self._waits_s,
        )
        self._running, self._due = None, now + self._waits_s
        self._waits_s = min(2 * self._waits_s, WAITS_MOST_S)

    def keep_up(self) -> None:
        """Start it where none runs and one is due."""
        self.note_end()
        if self._running is None and self._clock() >= self._due:
            self._since = self._clock()
            # Ctrl-C in a terminal is the server's to hear, and to pass on when it has ended its workers.
            self._running = subprocess.Popen(self._command, process_group=0)  # noqa: S603

    def end(self, within_s: float = ENDS_WITHIN_S) -> None:
        """Have it finish what is on its way; one that does not in time is killed: its claims run out."""
        if self._running is None:
            return
        self._running.terminate()
        try:
            self._running.wait(within_s)
        except subprocess.TimeoutExpired:
            log.error("the courier (pid %d) did not end in %d s: it is killed", self._running.pid, within_s)
            self._running.kill()
            self._running.wait()
        self._running = None
