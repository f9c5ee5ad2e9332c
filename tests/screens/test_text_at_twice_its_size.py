"""Text at 200 % on a phone of 390 px: nothing is cut off, lies over something else or scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser import ARGUMENTS, chromium
from tests.screens.conftest import Phone
from tests.screens.prepared import begin, case_of, files_alone, game, show

pytestmark = pytest.mark.e2e

TWICE = "--blink-settings=defaultFontSize=32"
"""What a reader sets in the browser: lengths in rem, and media queries, go by it."""
FILES = {
    slug: (case_of("player_ejected", slug) or case_of("penalty_due", slug))["game"]
    for slug in ("half-sheet-3v3", "no-check-league")
}
SHEETS = [
    "goal",
    "penalty",
    "scrum",
    "clock",
    "more",
    "roster-check",
    "sign-off",
    "shootout-attempt",
    "summary",
    "tallies",
    "rulebook",
    "timeout",
    "violation",
    "sending",
]
POSSESSIONS = [
    {"id": f"c{n}", "type": "possession", "period": 1, "clock": f"05:{59 - n}", "team": "RED"}
    for n in range(1, 12)
]
LONG = FILES["half-sheet-3v3"] | {"calls": [{"id": "c0", "type": "period_start", "period": 1}, *POSSESSIONS]}
TWICE_LOGGED = case_of("possible_duplicate", "half-sheet-3v3")["game"]
OF_THE_APP = ["games", "sign-out", "readiness", "welcome/ABCD", "join", "practice"]

FAULTS = """() => {
    const faults = [];
    const root = document.querySelector('dialog[open]') ?? document.body;
    const named = (one) => `${one.className || one.tagName}: ${one.textContent.trim().slice(0, 40)}`;
    const sideways = document.documentElement.scrollWidth > innerWidth;
    const shown = [...root.querySelectorAll('*')].filter((one) => one.checkVisibility()
        && one.getBoundingClientRect().width > 1 && !one.closest('.visually-hidden, svg'));
    for (const one of shown.filter((one) => one.textContent.trim())) {
        const style = getComputedStyle(one);
        const wide = one.scrollWidth > one.clientWidth + 1, high = one.scrollHeight > one.clientHeight + 1;
        const cut = ['hidden', 'clip'].includes(style.overflowX) && (wide || high);
        if (cut) faults.push(`cut off: ${named(one)}`);
        if (one.matches('button, .button, .badge, a') && style.display !== 'inline' && (wide || high) && !cut)
            faults.push(`does not fit: ${named(one)}`);
        if (one.matches('.sheet__body, main') && one.scrollWidth > one.clientWidth + 1)
            faults.push(`scrolls sideways: ${named(one)}`);
    }
    const beyond = shown.filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    if (sideways) faults.push(`the page scrolls sideways: ${beyond.slice(-2).map(named)}`);
    const body = root.querySelector('.sheet__body');
    if (body && body.scrollHeight > body.clientHeight + 1 && body.clientHeight < 240)
        faults.push(`${body.clientHeight} px are left to scroll in`);
    const targets = shown.filter((one) => one.matches('button, a.button, input, summary'))
        .filter((one) => !one.closest('.log__new'))
        .filter((one) => getComputedStyle(one.closest('.dock__main') ?? one).position !== 'sticky');
    const boxes = targets.map((one) => [one, one.getBoundingClientRect()]);
    boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
        const scrolled = (x) => x.closest('.sheet__body, .game__middle');
        if (over && scrolled(one) === scrolled(other) && !one.contains(other) && !other.contains(one)
            && !one.closest('.search--top') && !other.closest('.search--top'))
            faults.push(`over each other: ${named(one)} / ${named(other)}`);
    }));
    return faults;
}"""

FOCUSED_IS_COVERED = """() => {
    const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
    const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !document.activeElement.contains(under);
}"""


@contextmanager
def of_twice_its_size(playwright: Playwright, address: str) -> Iterator[Page]:
    """The app on a phone whose text is set to 200 %."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, TWICE])
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block")
    page.set_default_timeout(10_000)
    page.goto(f"{address}/rink/")
    yield page
    browser.close()


def test_goal_penalty_and_clock_are_in_view_wherever_a_long_log_is_read(playwright: Playwright) -> None:
    with files_alone() as address, of_twice_its_size(playwright, address) as page:
        begin(page, address, "long", LONG)
        buttons = [page.get_by_role("button", name=name, exact=True) for name in ("Goal", "Penalty")]
        buttons.append(page.locator(".dock__start"))
        expect(page.locator(".log__row")).to_have_count(len(LONG["calls"]))
        for where in ("0", "document.querySelector('.log').offsetTop"):
            page.evaluate(f"() => scrollTo(0, {where})")
            for button in buttons:
                expect(button).to_be_in_viewport(ratio=1)
                button.tap(trial=True)  # nothing lies over it
        last = page.get_by_role("button", name="Undo")
        last.focus()
        for _ in range(3):  # what comes next is not left under them
            page.keyboard.press("Tab")
            assert page.evaluate(FOCUSED_IS_COVERED) is False
        page.evaluate("document.querySelector('.log').scrollTo(0, 200)")
        page.locator(".dock__team").first.click()
        expect(page.locator(".log__row")).to_have_count(len(LONG["calls"]) + 1)
        page.wait_for_function("() => document.querySelector('.log').scrollTop === 0")
        undo_px = page.evaluate("document.querySelector('.last').getBoundingClientRect().bottom + scrollY")
    assert undo_px < 3 * 844, "below a log of any length"


def test_every_screen_can_be_read_with_text_of_twice_its_size(playwright: Playwright) -> None:
    found = {}
    with files_alone() as address, of_twice_its_size(playwright, address) as page:
        page.get_by_role("heading").first.wait_for()
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        found["sign-in"] = page.evaluate(FAULTS)
        for place, (slug, file) in enumerate(FILES.items()):
            (show(page, slug, file) if place else begin(page, address, slug, file))
            found[slug] = page.evaluate(FAULTS)
            for sheet in SHEETS if not place else SHEETS[:3]:
                page.evaluate(f"location.hash = '#/game/{slug}/{sheet}'")
                page.get_by_role("dialog").locator(".sheet__body > *").first.wait_for()
                found[f"{slug} {sheet}"] = page.evaluate(FAULTS)
                page.keyboard.press("Escape")
                page.get_by_role("dialog").wait_for(state="detached")
        show(page, "twice", TWICE_LOGGED)
        page.get_by_role("button", name="It happened twice").wait_for()
        found["logged twice"] = page.evaluate(FAULTS)
        for screen in OF_THE_APP:
            page.evaluate(f"location.hash = '#/{screen}'")
            page.locator("#app h1, #app h2").first.wait_for()
            found[screen] = page.evaluate(FAULTS)
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_a_penalty_is_called_and_a_shoot_out_begun_with_text_of_twice_its_size(
    playwright: Playwright,
) -> None:
    played = [
        {"type": f"period_{what}", "period": period} for period in (1, 2, 3) for what in ("start", "end")
    ]
    with files_alone() as address, of_twice_its_size(playwright, address) as page:
        begin(page, address, "tied", game(*played))
        expect(page.locator(".dock__whole")).to_have_text("Shoot-out")
        assert page.evaluate(FAULTS) == []
        show(page, "penalty", game({"type": "period_start"}, rulebook="no-check-league"))
        phone = Phone(page)
        phone.settled(phone.page.locator(".dock__penalty"))
        page.locator(".dock__penalty").click()
        phone.settled(page.locator("dialog .number").first)
        page.locator("dialog .number").first.click()
        title = page.locator("dialog .sheet__title")
        expect(title).to_have_text("Penalty on #4 Hogs")
        assert title.evaluate(
            "(title) => title.clientHeight < 4 * parseFloat(getComputedStyle(title).fontSize)"
        )
        phone.settled(page.get_by_role("button", name="Class: As the rulebook says"))
        page.get_by_role("button", name="Class: As the rulebook says").click()
        expect(page.get_by_role("button", name="Match penalty", exact=True)).to_be_visible()
        assert page.evaluate(FAULTS) == []
