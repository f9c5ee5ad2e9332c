"""The product with its demo, served as anybody would serve it, and a phone in Pat's hand."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessible import as_shown
from tests.browser import ARGUMENTS, chromium
from tests.e2e.product import kill
from tests.made_once import made_once

ROOT = Path(__file__).parents[2]
PASSWORD = "for tests alone"
START_S = 60
RINKSIDE = [sys.executable, "-c", "from webapp.cli import main; main()"]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    return {"executable_path": chromium(), "args": ARGUMENTS}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the product listens, with the demo in its database: each file has its own, its games to come."""
    with served(tmp_path_factory.mktemp("served")) as address:
        yield address


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server with the demo in a database of its own."""
    build()
    shutil.copy(made_once(folder, "leagues.sqlite", fill), folder / "rinkside.sqlite")
    environment = environment_of(folder / "rinkside.sqlite")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [*RINKSIDE, "serve", "--port", str(port)], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        kill(server.pid)
        server.wait()


def build() -> None:
    """Where nothing is built, as in a fresh clone: one process builds, the others wait for it."""
    static = os.open(ROOT / "static", os.O_RDONLY)
    try:
        fcntl.flock(static, fcntl.LOCK_EX)
        if not (ROOT / "static" / "dist" / "rink.html").exists():
            environment = os.environ | {"PYTHON": sys.executable}
            subprocess.run(["node", "build.mjs"], cwd=ROOT, check=True, env=environment)
    finally:
        os.close(static)


def fill(database: Path) -> None:
    """The demo, and a game of each other rulebook."""
    for command in (["migrate"], ["demo", "--password", PASSWORD]):
        run([*RINKSIDE, *command], database)
    run([sys.executable, "-m", "tests.screens.leagues"], database)


def run(command: list[str], database: Path) -> None:
    subprocess.run(command, cwd=ROOT, env=environment_of(database), check=True, capture_output=True)


def environment_of(database: Path) -> dict[str, str]:
    return os.environ | {
        "RINKSIDE_INSTANCE": str(database.parent),
        "DATABASE_URL": f"sqlite:///{database}",
    }


def _wait_for(url: str) -> None:
    """Until the server answers."""
    until = time.monotonic() + START_S
    while True:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@dataclass
class Phone:
    """A page at a phone's size. Every `tap` is counted."""

    page: Page
    taps: int = field(default=0)

    def tap(self, name: str | re.Pattern[str], within: str = ".dock") -> None:
        """Tap the button of that name: in the dock, or in what `within` selects."""
        self.taps += 1
        exact = isinstance(name, str)
        self.touch(self.page.locator(within).get_by_role("button", name=name, exact=exact).first)

    def touch(self, what: Locator) -> None:
        """Tap as an honest thumb does: what is there, uncovered, and takes taps."""
        self.settled(what)
        what.tap()

    def settled(self, what: Locator) -> None:
        what.tap(trial=True)
        self.page.wait_for_function("() => !('settling' in document.documentElement.dataset)")

    def choose(self, name: str | re.Pattern[str]) -> None:
        """Tap a button of the open sheet."""
        self.tap(name, within="dialog")

    def penalty(self, number: str) -> None:
        """Log a penalty for hooking, and wait until its sheet is gone."""
        self.tap("Penalty")
        self.choose(re.compile(f"^{number}"))
        self.choose("Hooking")
        expect(self.page.locator("dialog")).to_have_count(0)

    def begin(self) -> None:
        """Begin the first period."""
        self.tap(re.compile("^Begin"))
        expect(self.log()).to_have_count(1)

    def several(self, infraction: str) -> Locator:
        """The sheet of several penalties at once, for that one."""
        self.tap("Penalty")
        self.choose("Several penalties at once …")
        self.choose(infraction)
        return self.page.locator("dialog")

    def end_period(self) -> None:
        """In the clock's sheet, with time left, which is asked about; the sheet closes."""
        self.choose("End period")
        self.tap("End period", within=".ask")
        expect(self.page.locator("dialog")).to_have_count(0)

    def flags(self) -> Locator:
        return self.page.locator(".flag")

    def log(self) -> Locator:
        return self.page.locator(".log__row")

    def faults(self) -> list[str]:
        """What axe finds on the screen as it is."""
        return as_shown(self.page)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Phone]:
    """Pat's phone, signed in, at the list of games."""
    with signed_in(browser, address) as phone:
        yield phone


@contextmanager
def signed_in(browser: Browser, address: str, first: str = "") -> Iterator[Phone]:
    """Pat's phone. `first`: a script that each page runs before its own."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    context.add_init_script(first)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{address}/rink/")
    page.get_by_label("User name").fill("pat")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    page.get_by_role("heading", name="My games").wait_for()
    yield Phone(page)
    context.close()


def open_game(phone: Phone, home: str, away: str) -> None:
    """Open the game of these two, and wait until the rules have answered once."""
    row = phone.page.get_by_role("link").filter(has_text=home).filter(has_text=away)
    row.filter(has_text="Opens offline").first.tap(timeout=START_S * 1000)  # once packets and rules are here
    phone.page.get_by_text("The rules are starting").wait_for(state="detached")
    phone.page.locator(".dock").wait_for()
