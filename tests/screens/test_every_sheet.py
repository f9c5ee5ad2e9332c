"""Every type of call has its sheet, and axe finds nothing on any of them, dark or light."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.accessible import faults
from tests.screens.conftest import Phone, open_game
from tests.screens.leagues import LEAGUES
from webapp.rulebooks.reader import load

pytestmark = pytest.mark.e2e

WORDS = json.loads((Path(__file__).parents[2] / "static" / "src" / "words" / "en.json").read_text())
SCREENS = ["clock", "more", "sending", "on-the-game", "late", "tallies", "rulebook"]
# These are about one call, and are reached from that call or its flag.
ABOUT_A_CALL = [
    "amend",
    "void",
    "done",
    "override",
    "waive",
    "same_event",
    "period_start",
    "period_end",
    "clock",
]
# Said of a call that waits, and offered where one does: test_calls_in_doubt.py.
OF_A_CALL_THAT_WAITS = ["admit", "reject"]


def test_every_call_type_can_be_reached_and_axe_finds_nothing(phone: Phone) -> None:
    phone.page.evaluate("localStorage.setItem('theme', 'dark')")
    phone.page.reload()
    assert faults(phone.page) == []
    open_game(phone, "Hogs", "Herons")
    types = [name for name in load("half-sheet-3v3")["calls"] if name not in ABOUT_A_CALL]
    game = phone.page.url.split("#")[1]
    for sheet in [*SCREENS, *(name.replace("_", "-") for name in types)]:
        phone.page.evaluate(f"location.hash = '{game}/{sheet}'")
        dialog = phone.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        expect(dialog).not_to_contain_text(WORDS["call.unknown"])
        assert (sheet, faults(phone.page)) == (sheet, [])
        phone.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


@pytest.mark.proof(1)
@pytest.mark.parametrize("slug", sorted(LEAGUES))
def test_every_call_type_of_the_other_rulebooks_has_its_sheet(phone: Phone, slug: str) -> None:
    (home, away), *_ = LEAGUES[slug]
    open_game(phone, home, away)
    game = phone.page.url.split("#")[1]
    for sheet in [name.replace("_", "-") for name in load(slug)["calls"] if name not in ABOUT_A_CALL]:
        phone.page.evaluate(f"location.hash = '{game}/{sheet}'")
        dialog = phone.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        expect(dialog).not_to_contain_text(WORDS["call.unknown"])
        assert (sheet, phone.faults()) == (sheet, [])
        phone.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


GAMES = {"half-sheet-3v3": ("Hogs", "Herons")} | {slug: teams for slug, (teams, *_) in LEAGUES.items()}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_more_and_the_dock_name_every_call_type(phone: Phone, slug: str) -> None:
    open_game(phone, *GAMES[slug])
    known = [name for name in load(slug)["calls"] if name not in ABOUT_A_CALL + OF_A_CALL_THAT_WAITS]
    dock = phone.page.locator(".dock").inner_text()
    phone.tap("More")
    offered = dock + phone.page.get_by_role("dialog").inner_text()
    assert [name for name in known if WORDS[f"type.{name}"] not in offered.replace("\n", " ")] == []
