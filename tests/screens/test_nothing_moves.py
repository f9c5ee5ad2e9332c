"""Nothing moves under a thumb while a screen comes up, from a cold start of the app."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.screens.conftest import open_game, signed_in

pytestmark = pytest.mark.e2e

WATCH = """() => {
    window.moved = [];
    const told = (list) => moved.push(...list.getEntries().filter((one) => !one.hadRecentInput)
        .flatMap(({ sources }) => sources).filter(({ node }) => node?.isConnected)
        .map(({ node, previousRect, currentRect }) =>
            `${node.className || node.nodeName}: ${previousRect.y} to ${currentRect.y}`));
    new PerformanceObserver(told).observe({ type: 'layout-shift', buffered: true });
}"""


def moved(page: Page) -> list[str]:
    """What has moved that nobody had touched, since the page was begun."""
    seen: list[str] = page.evaluate("() => moved")
    return seen


def test_no_game_in_the_list_and_nothing_on_the_game_screen_moves(browser: Browser, address: str) -> None:
    with signed_in(browser, address, f"({WATCH})()") as phone:
        open_game(phone, "Hogs", "Foxes")
        phone.page.reload()
        phone.page.locator(".dock").wait_for()
        phone.page.get_by_text("The rules are starting").wait_for(state="detached")
        assert moved(phone.page) == []
        phone.page.goto(f"{address}/rink/#/games")
        phone.page.reload()
        phone.page.get_by_text("Ready for the rink").or_(phone.page.get_by_text("Not ready")).wait_for()
        phone.page.get_by_text("Opens offline").first.wait_for()
        assert moved(phone.page) == []
