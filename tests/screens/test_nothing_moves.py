"""Nothing moves under a thumb while the list of games comes up."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.screens.conftest import Phone

pytestmark = pytest.mark.e2e

LATE_MS = 300

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


def late(route: Route) -> None:
    """A part that comes once the screen without it has been painted."""
    route.request.frame.wait_for_timeout(LATE_MS)
    route.continue_()


def test_no_game_in_the_list_moves(phone: Phone) -> None:
    phone.page.get_by_text("Opens offline").first.wait_for()
    phone.page.add_init_script(f"({WATCH})()")
    phone.page.route("**/lazy-*", late)
    phone.page.reload()
    phone.page.get_by_role("link", name="Notices on this phone").wait_for()
    assert moved(phone.page) == []
