"""The journal of taps, kept outside the phones: what was tapped, what a phone called saved, what was wiped.

One JSON line each, flushed at once: `tapped` before a phone hears of it, `saved` once the phone has said so.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Tap:
    """A tap: its call's id, the phone and the official; `device` and `n` once it was said to be saved."""

    id: str
    phone: str
    account: str
    mark: str
    saved: bool = False
    device: str = ""
    n: int = 0
    gone: bool = False
    """No storage that could send it holds it any more, nor the server: a wipe took it."""


class Journal:
    """Taps of one example, by id, and a file that keeps those of all."""

    def __init__(self, file: Path):
        self._file = file.open("a")
        self._lock = threading.Lock()
        self.taps: dict[str, Tap] = {}

    def begin(self, example: int) -> None:
        self.taps = {}
        self.write(example=example)

    def tapped(self, tap: Tap) -> None:
        with self._lock:
            self.taps[tap.id] = tap
        self.write(tapped=tap.id, phone=tap.phone, mark=tap.mark)

    def saved(self, call_id: str, device: str, n: int) -> None:
        with self._lock:
            tap = self.taps[call_id]
            tap.saved, tap.device, tap.n = True, device, n
        self.write(saved=call_id, device=device, n=n)

    def gone(self, tap: Tap) -> None:
        tap.gone = True
        self.write(gone=tap.id)

    def write(self, **line: Any) -> None:
        with self._lock:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
