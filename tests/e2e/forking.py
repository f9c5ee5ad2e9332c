"""Servers that start at once: what they import is imported once, and each is a fork of that.

`python forking.py`, in a published folder, reads orders from its input, a line of JSON each: `environment`,
`arguments` of the command, `said`, a file for what it says. It answers with the process id of each.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

TAKE_LONGEST = ("webapp.cli", "webapp.serving", "gunicorn.workers.gthread")


class Forking:
    """The product's command in a published folder, imported once."""

    def __init__(self, folder: Path):
        self._process = subprocess.Popen(
            [sys.executable, __file__], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def start(self, arguments: list[str], environment: dict[str, str], said: Path) -> Forked:
        """Run the command with these arguments, and with this environment alone."""
        order = {"arguments": arguments, "environment": environment, "said": str(said)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()))

    def end(self) -> None:
        """What was started is ended by whoever started it."""
        self._process.communicate()


class Forked:
    """A process, whoever started it."""

    def __init__(self, pid: int):
        self.pid = pid
        self._handle = None  # of one that has ended already
        with contextlib.suppress(ProcessLookupError):
            self._handle = os.pidfd_open(pid)

    def poll(self) -> bool | None:
        """True once it has ended."""
        return self.wait(0) or None

    def wait(self, at_most_s: float | None = None) -> bool:
        """Whether it ends in that time."""
        return self._handle is None or bool(select.select([self._handle], [], [], at_most_s)[0])

    def __del__(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


def main() -> None:
    sys.path[0] = os.getcwd()
    for name in TAKE_LONGEST:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system sees to those that have ended
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become(order)
        print(pid, flush=True)


def _become(order: dict) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(source, target)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["rinkside", *order["arguments"]]
    importlib.import_module("webapp.cli").main()
    sys.exit()


if __name__ == "__main__":
    main()
