"""Screens of a game in play: what is asked of a call and before one, and a big roster by its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.e2e.handset import held_by
from tests.screens.conftest import START_S, Phone

Screens = Iterator[tuple[str, Page]]

OF_A_CALL = ("call", "stood", "amend", "void", "report")
FULL_ROSTERS = ("Larks", "Rooks")
DRAWN = "() => [...document.querySelectorAll('dialog canvas')].every(({ width }) => width !== 300)"
"""A canvas is 300 wide until something is drawn on it."""


def over_it(page: Page, game: str, sheet: str, name: str) -> Screens:
    """A sheet over a game that is open; `game`: its address, from `/game/` on."""
    opens(page, game, sheet)
    yield name, page
    closes(page)


def opens(page: Page, game: str, sheet: str) -> None:
    page.evaluate(f"location.hash = '{game}/{sheet}'")
    page.get_by_role("dialog").wait_for()
    page.wait_for_function(DRAWN)


def closes(page: Page) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def in_play(page: Page, game: str) -> Screens:
    """A goal, a goalie out by a third penalty, and all that can be asked of a call; nobody has begun it."""
    phone = Phone(page)
    phone.tap(re.compile("^Begin"))
    phone.tap("Goal")
    phone.choose("Check the goal …")
    phone.choose(re.compile("^14"))
    yield "goal-checked", page
    phone.choose("Log it")
    phone.penalty("9")
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    yield "penalty-what-for", page
    phone.choose("Tripping")
    page.get_by_role("dialog").wait_for(state="detached")
    phone.tap("Penalty")
    yield "penalty-one-more", page
    phone.choose(re.compile("^Gale Hutchins"))
    yield "penalty-which-goalie", page
    phone.choose("Hogs")
    phone.choose("Slashing")
    page.get_by_role("alertdialog").wait_for()
    yield "penalty-asks", page
    phone.tap("Log it", within=".ask")
    page.get_by_role("dialog").wait_for(state="detached")
    expect(page.get_by_role("button", name="All sent")).to_be_visible(timeout=START_S * 1000)
    yield "in-play", page
    held = held_by(page)
    out = next(one for one in held["sheet"]["rulings"] if one["code"] == "goalie_disqualified")
    call = out["because"][-1]
    for sheet in OF_A_CALL:
        yield from over_it(page, game, f"{sheet}/{call}", f"in-play-{sheet}")
    yield from over_it(page, game, f"override/{call}/{out['code']}", "in-play-override")
    for sheet in ("tallies", "summary", "clock", "penalty-shot", "shootout-attempt", "sign-off"):
        yield from over_it(page, game, sheet, f"in-play-{sheet}")
    phone.tap("Show captain", within=".flag")
    page.get_by_role("dialog").wait_for()
    yield "card", page
    closes(page)
    yield from _asked(page, game)


def _asked(page: Page, game: str) -> Screens:
    """What is asked before a period or the log is closed, and what takes more than one step."""
    phone = Phone(page)
    for sheet, button in (("clock", "End period"), ("sign-off", "Sign off and close the log")):
        opens(page, game, sheet)
        phone.choose(button)
        page.get_by_role("alertdialog").wait_for()
        yield f"in-play-{sheet}-asks", page
        phone.tap("Not now", within=".ask")
        closes(page)
    yield from over_it(page, game, "report", "in-play-report-about-what")
    opens(page, game, "on-the-game")
    phone.choose("Let a substitute join")
    page.locator("dialog .qr").wait_for()
    yield "on-the-game-code", page
    closes(page)
    phone.several("Hooking")
    phone.choose(re.compile("^9"))
    phone.choose(re.compile("^3"))
    yield "scrum-on-whom", page
    closes(page)
    opens(page, game, "timeout")
    phone.choose("Hogs")
    phone.touch(page.locator("dialog .sheet__foot .button--main"))
    page.get_by_role("dialog").wait_for(state="detached")
    yield "in-play-time-out", page


def by_keypad(page: Page) -> Screens:
    """A penalty, typed; the game of full rosters is open."""
    phone = Phone(page)
    phone.tap("Penalty")
    phone.choose(FULL_ROSTERS[0])
    yield "penalty-full-roster", page
    phone.choose(re.compile("other"))
    yield "penalty-other-number", page
    phone.choose("Type the number …")
    phone.choose("2")
    yield "keypad", page
    phone.choose("0")
    phone.choose("9")
    phone.choose("9")
    yield "keypad-nobody", page
