"""Every ruling is told on some screen, and axe finds nothing there, dark or light."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import faults
from tests.e2e.handset import held_by
from tests.screens.prepared import case_of, phone_with, show
from webapp.rules.shapes import CODES

pytestmark = pytest.mark.e2e

STATES = {code: case_of(code) for code in CODES}
"""By ruling code, a case whose log brings it."""
FIRST = case_of("goal_allowed", "half-sheet-3v3")["game"]


@pytest.fixture(scope="module")
def app(browser: Browser) -> Iterator[Page]:
    """Pat's phone with one game on it."""
    with phone_with(browser, "first", FIRST) as page:
        yield page


def test_no_ruling_is_without_a_state() -> None:
    assert [code for code, case in STATES.items() if case is None] == []


def test_a_game_is_no_higher_than_the_screen_whatever_is_read_in_it(app: Page) -> None:
    show(app, "listed", STATES["possible_duplicate"]["game"])
    middle = app.locator(".game__middle")
    assert middle.evaluate("(it) => it.scrollHeight > it.clientHeight"), "there is more than has room"
    assert app.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.proof(6)
@pytest.mark.parametrize("code", CODES)
def test_a_ruling_is_told_with_its_call_and_axe_finds_nothing(app: Page, code: str) -> None:
    show(app, f"g-{code}", STATES[code]["game"])
    rulings = held_by(app)["sheet"]["rulings"]
    ruling = next(one for one in rulings if one["code"] == code)
    found = {"game": faults(app)}
    app.evaluate(f"location.hash = '#/game/g-{code}/call/{ruling['because'][-1]}'")
    sheet = app.get_by_role("dialog")
    expect(sheet).to_contain_text(ruling["says"])
    found["call"] = faults(app)
    app.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert found == {"game": [], "call": []}
