"""A phone: Chromium with a profile that outlives it, a touch screen of 390 by 844; slow on demand."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Error, Page, Playwright

from tests.browser import ARGUMENTS, chromium

SCREEN = {"width": 390, "height": 844}
PATIENCE_MS = 20_000

OPEN_GAME = """
    const seek = (node) => {
        const game = node?.props?.value;
        if (game?.calls && game.sheet && game.packet) return game;
        for (const child of node?.__k ?? []) {
            const found = seek(child);
            if (found) return found;
        }
        return null;
    };
    const game = seek(document.getElementById('app').__k);
"""
HELD_BY_THE_APP = f"""() => {{{OPEN_GAME}
    if (!game || ['starting', 'ruling'].includes(game.ruling.value)) return null;
    return {{
        sheet: game.sheet.value, calls: game.calls.value, ruling: game.ruling.value,
        clock: game.clock.state.value,
    }};
}}"""
KEPT_IN_THE_DATABASE = """(store) => new Promise((done, fail) => {
    const opening = indexedDB.open('rinkside');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
        const all = opening.result.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => { opening.result.close(); done(all.result); };
        all.onerror = () => fail(all.error);
    };
})"""


def held_by(page: Page) -> dict[str, Any]:
    """What the app holds of the open game, its rules having answered: `sheet`, `calls`, `ruling`, `clock`."""
    held: dict[str, Any] = page.wait_for_function(HELD_BY_THE_APP).json_value()
    return held


class Handset:
    """One phone. `errors`: what went wrong in its pages without anybody catching it."""

    def __init__(self, playwright: Playwright, profile: Path, root: str, slowed: int = 1):
        self.camera_sees: Path | None = None  # a video file, from the next time it is switched on
        self.more_arguments: list[str] = []  # of the browser, likewise
        self.home: Path | None = None  # where the browser looks whom to trust, likewise
        self.root = root
        self.errors: list[str] = []
        self._playwright = playwright
        self.profile = profile
        self._slowed = slowed
        self._context: BrowserContext | None = None
        self._devtools: dict[Page, CDPSession] = {}
        self.page: Page = None  # type: ignore[assignment]  # once it is switched on

    @property
    def context(self) -> BrowserContext:
        assert self._context is not None, "the phone is off"
        return self._context

    def switch_on(self) -> Page:
        """Start the browser on this phone's profile, with nothing open yet."""
        self._context = self._playwright.chromium.launch_persistent_context(
            self.profile,
            executable_path=chromium(),
            args=[*ARGUMENTS, *self._camera(), *self.more_arguments],
            env={**os.environ, "HOME": str(self.home)} if self.home else None,
            viewport=SCREEN,
            screen=SCREEN,
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
            color_scheme="dark",
            locale="en-CA",
        )
        self._context.set_default_timeout(PATIENCE_MS)
        self.page = self._ready(self._context.pages[0])
        return self.page

    def _camera(self) -> list[str]:
        if self.camera_sees is None:
            return []
        return [
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={self.camera_sees}",
        ]

    def new_tab(self) -> Page:
        return self._ready(self.context.new_page())

    def _ready(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda said: "Content Security Policy" in said.text and self.errors.append(said.text),
        )
        self._devtools[page] = self.context.new_cdp_session(page)
        self._slow_down(page, self._slowed)
        return page

    def _slow_down(self, page: Page, times: int) -> None:
        self._devtools[page].send("Emulation.setCPUThrottlingRate", {"rate": times})

    def touch(self, what: str, points: list[dict[str, float]]) -> None:
        """A finger's coming ("touchStart") or going ("touchEnd", with no point any more), at its own time."""
        self._devtools[self.page].send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    def kill(self) -> None:
        """End the browser at once, as an empty battery does: nothing is closed, nothing is flushed."""
        os.kill(self._pid(), signal.SIGKILL)
        self.switch_off()

    def switch_off(self) -> None:
        context, self._context = self._context, None
        self._devtools.clear()
        if context is not None:
            with contextlib.suppress(Error):
                context.close()

    def last_look(self) -> None:
        """A picture of the screen, beside the profile: to see where a test stopped."""
        with contextlib.suppress(Error, AssertionError):
            self.context.pages[-1].screenshot(path=f"{self.profile}.png", timeout=2_000)

    def _pid(self) -> int:
        """The browser's process: the one that was started with this profile and is nobody's child process."""
        mine = f"--user-data-dir={self.profile}".encode()
        for status in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = status.read_bytes().split(b"\0")
                if mine in words and not any(word.startswith(b"--type=") for word in words):
                    return int(status.parent.name)
        raise AssertionError("no browser runs on this profile")

    def offline(self, yes: bool = True) -> None:
        """The radio off or on; the server may well be up."""
        self.context.set_offline(yes)

    def held(self) -> dict[str, Any]:
        """As `held_by` the open page."""
        return held_by(self.page)

    def kept(self, store: str) -> list[dict[str, Any]]:
        """What stands in a store of the phone's database."""
        return self.page.evaluate(KEPT_IN_THE_DATABASE, store)

    def log_of(self, game: str) -> list[dict[str, Any]]:
        """The records of a game's calls in the phone's database, in the log's order."""
        records = [record for record in self.kept("calls") if record["game"] == game]
        return sorted(records, key=lambda one: (one["call"]["hlc"], one["call"]["device"], one["call"]["n"]))
