"""The phones of the faults: the app's TypeScript in Node or in Chromium, ended and started at any moment."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
from abc import ABC, abstractmethod
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from pathlib import Path
from typing import Any

from tests.browser import ARGUMENTS, chromium
from tests.faults.network import Network

ANSWERS_WITHIN_S = 40
QUIET = (
    "--headless=new",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-extensions",
    "--no-default-browser-check",
    "--disable-breakpad",
    "--disable-popup-blocking",
    "--mute-audio",
    "--password-store=basic",
)

Said = dict[str, Any]


class PhoneGone(Exception):
    """The phone was ended before it answered."""


class Phone(ABC):
    """One phone and its storage. `real`: on a real IndexedDB."""

    real = False

    def __init__(self, name: str, network: Network, folder: Path):
        self.name = name
        self.network = network
        self.storage = folder / name
        self.jumped_ms = 0
        self.official = ""  # username
        self.guest = ""  # name of the substitute who has joined on it by a code
        self.account = ""
        self._pending: dict[int, Future[Said]] = {}
        self._asked = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def line(self) -> Any:
        return self.network.lines[self.name]

    @property
    def on(self) -> bool:
        return self._process is not None

    def switch_on(self, game: str) -> Said:
        """A cold start on what the storage holds."""
        self._launch(game)
        self.ask("jump", ms=self.jumped_ms)
        return self.ask("start", game=game, loop=self.real)

    def begin(self, do: str, **said: Any) -> Future[Said]:
        """Give a command and do not wait."""
        self._asked += 1
        future: Future[Said] = Future()
        self._pending[self._asked] = future
        self._give({"seq": self._asked, "do": do, **said})
        return future

    def ask(self, do: str, **said: Any) -> Said:
        """Give a command and wait for its answer. Raises PhoneGone; a phone that never answers ends all."""
        try:
            return self.begin(do, **said).result(ANSWERS_WITHIN_S)
        except Late:
            raise AssertionError(f"{self.name} does not answer to {do!r}") from None

    def kill(self) -> None:
        """`kill -9` of all its processes at once."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        pending, self._pending = self._pending, {}
        for future in pending.values():
            if not future.done():
                future.set_exception(PhoneGone())

    def wipe(self) -> None:
        """Take everything that it kept. It is off then."""
        self.kill()
        if self.storage.is_dir():
            shutil.rmtree(self.storage, ignore_errors=True)
        self.storage.unlink(missing_ok=True)

    def take_copy_of(self, other: Phone) -> None:
        """Get another phone's storage, as from its backup. Both are off then."""
        self.wipe()
        other.kill()
        if other.storage.is_dir():
            shutil.copytree(other.storage, self.storage, ignore=shutil.ignore_patterns("Singleton*"))
        elif other.storage.exists():
            shutil.copy(other.storage, self.storage)

    def _answered(self, said: Said) -> None:
        future = self._pending.pop(said.pop("seq"), None)
        if future is not None:
            future.set_result(said)

    @abstractmethod
    def _launch(self, game: str) -> None: ...

    @abstractmethod
    def _give(self, command: dict[str, Any]) -> None: ...


class NodePhone(Phone):
    """The phone's code in Node; its storage is a file."""

    def _launch(self, game: str) -> None:
        here, bundle = Path(__file__).parent, self.network.bundle / "node.mjs"
        command = [
            "node",
            str(here / "node_phone.mjs"),
            str(bundle),
            self.name,
            self.network.root,
            str(self.storage),
        ]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, cwd=here
        )
        self._process = process
        threading.Thread(target=self._read, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if process is self._process and line.endswith(b"\n"):
                self._answered(json.loads(line))

    def _give(self, command: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            self._process.stdin.flush()


class ChromiumPhone(Phone):
    """The phone's code in Chromium, with a profile that outlives it; `tabs` of them sync at the same time."""

    real = True

    def __init__(self, name: str, network: Network, folder: Path, tabs: int = 1):
        super().__init__(name, network, folder)
        self.tabs = tabs
        self._runs = 0
        self._run = ""

    def _launch(self, game: str) -> None:
        self._runs += 1
        self._run = f"{self.name}-{self._runs}"
        self.network.said[self._run] = self._answered
        page = f"{self.network.root}/page?phone={self.name}&run={self._run}&game={game}&tabs={self.tabs}"
        command = [chromium(), *ARGUMENTS, *QUIET, f"--user-data-dir={self.storage}", page]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        self.network.said.pop(self._run, None)
        super().kill()

    def lose_database(self) -> None:
        """`kill -9`, and the browser throws the site's IndexedDB away, as it does with a torn one.

        Storage buckets' databases are files of their own.
        """
        self.kill()
        shutil.rmtree(self.storage / "Default" / "IndexedDB")

    def _give(self, command: dict[str, Any]) -> None:
        self.network.command(self._run, command)
