"""Text at 200 % on a phone of 390 px: nothing is cut off, lies over something else or scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Playwright

from tests.browser import ARGUMENTS, chromium
from tests.screens.prepared import begin, case_of, files_alone, show

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
        .filter((one) => !one.closest('.log__new'));
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


def test_every_screen_can_be_read_with_text_of_twice_its_size(playwright: Playwright) -> None:
    found = {}
    with files_alone() as address:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, TWICE])
        page = browser.new_page(
            viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
        )
        page.set_default_timeout(10_000)
        page.goto(f"{address}/rink/")
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
        for screen in OF_THE_APP:
            page.evaluate(f"location.hash = '#/{screen}'")
            page.locator("#app h1, #app h2").first.wait_for()
            found[screen] = page.evaluate(FAULTS)
        browser.close()
    assert {where: faults for where, faults in found.items() if faults} == {}
