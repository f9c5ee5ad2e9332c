"""Screens that people seldom come to: what waits for a word, what is not kept, a game that is over.

Games of the worked cases, on a phone without a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Page

from tests.e2e.test_storage_fails import BLOCKED, FULL
from tests.screens.conftest import Phone
from tests.screens.in_play import closes, over_it
from tests.screens.prepared import begin, case_called, case_of, files_alone, lay, show

Screens = Iterator[tuple[str, Page]]

STATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "late": ("half-sheet-3v3/penalties-4-a-late-third", ("late", "sending", "call/c7")),
    "shoot-out": ("half-sheet-3v3/game-format-4-shoot-out-still-open", ("shootout-attempt",)),
    "shoot-out-won": ("no-check-league/12.B-whole-playoff-game", ("shootout-attempt", "clock", "tallies")),
    "signed-off": (
        "half-sheet-3v3/game-format-4-whole-playoff-with-shoot-out",
        ("sign-off", "summary", "clock", "more"),
    ),
    "overridden": ("half-sheet-3v3/game-format-4-overridden-turn-counts", ("summary",)),
    "bench-minor": ("no-check-league/2.E-roster-discrepancy-declared-or-not", ("bench-penalty/BLU",)),
    "abandoned": ("half-sheet-3v3/general-abandoned-and-forfeited", ("sign-off",)),
}
"""By name: a case, and the sheets that are opened over its game."""
ASKS_FOR_AN_ACT = ("penalty_due", "report_required", "question", "possible_duplicate", "ineligible")
"""Rulings whose flags have buttons that others have not."""
HALF = {"id": "h1", "type": "penalty", "period": 1, "infraction": "roughing", "coincident": "a"}
SIGNED_OUT = """(put_back) => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const tx = opening.result.transaction(['identities', 'settings'], 'readwrite');
        const identities = tx.objectStore('identities');
        identities.openCursor().onsuccess = ({ target: { result } }) => {
            if (!result) return;
            result.update({ ...result.value, token: null, username: 'pat', ...(put_back && { put_back }) });
            result.continue();
        };
        if (put_back !== null) tx.objectStore('settings').put(null, 'account');
        tx.oncomplete = () => { opening.result.close(); done(); };
    };
})"""
"""The token is taken from the official here; `put_back`: whether their log was lost; null: they stay."""


def seldom_seen(context: BrowserContext) -> Screens:
    page = context.new_page()
    with files_alone() as address:
        begin(page, address, "first", case_called(STATES["late"][0]))
        for name, (case, sheets) in STATES.items():
            show(page, name, case_called(case))
            yield name, page
            for sheet in sheets:
                yield from over_it(page, f"/game/{name}", sheet, f"{name}-{sheet}".replace("/", "-"))
        for code in ASKS_FOR_AN_ACT:
            show(page, code, case_of(code)["game"])
            yield code.replace("_", "-"), page
            if code == "report_required":
                yield from over_it(page, f"/game/{code}", "report", "report-required-report")
        yield from _one_half(page)
        yield from _not_saved(page)
        yield from _signed_out(page, address)
    page.close()
    yield from _nothing_kept(context)


def _one_half(page: Page) -> Screens:
    """One of a coincident pair, and the sheet that asks for the other."""
    before = case_of("penalty_shot", "half-sheet-3v3")["game"]
    team = before["game"]["home"]
    player = before["teams"][team]["players"][0]["id"]
    start = {"id": "h0", "type": "period_start", "period": 1}
    show(page, "one-half", before | {"calls": [start, HALF | {"team": team, "player": player}]})
    yield "one-half", page
    yield from over_it(page, "/game/one-half", "other-half/h1", "other-half")


def _not_saved(page: Page) -> Screens:
    page.evaluate(FULL)
    phone = Phone(page)
    phone.tap("Freeze")
    phone.touch(page.locator("dialog .button--team").first)
    page.locator("dialog").get_by_role("alert").first.wait_for()
    yield "not-saved-asked", page
    closes(page)
    page.locator(".not-saved").wait_for()
    yield "not-saved", page


def _signed_out(page: Page, address: str) -> Screens:
    lay(page, "waits", case_called(STATES["shoot-out"][0]), outbox=1)
    page.evaluate("sessionStorage.clear()")
    for state, name in ((None, "signed-out"), (False, "others-wait"), (True, "put-back")):
        page.evaluate(SIGNED_OUT, state)
        page.goto(f"{address}/rink/#/game/waits")
        page.reload()
        page.get_by_role("button", name=re.compile("^Sign in")).first.wait_for()
        yield name, page
        if state is None:
            page.evaluate("location.hash = '#/games'")
            page.get_by_role("heading", name="My games").wait_for()
            yield "games-signed-out", page


def _nothing_kept(context: BrowserContext) -> Screens:
    page = context.new_page()
    page.add_init_script(BLOCKED)
    with files_alone() as address:
        page.goto(f"{address}/rink/")
        page.get_by_role("alert").wait_for()
        yield "nothing-kept", page
    page.close()
