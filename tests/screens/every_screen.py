"""Every screen by name: pages of each role, the app and its sheets, a game in play, and what stands alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.handset import held_by
from tests.screens.conftest import PASSWORD, ROOT, START_S, Phone, open_game
from tests.screens.test_every_sheet import ABOUT_A_CALL, GAMES, OF_A_CALL_THAT_WAITS, SCREENS
from webapp.rulebooks.reader import load

Screens = Iterator[tuple[str, Page]]

PAGES: dict[str, dict[str, tuple[str, str]]] = {
    "": {"front": ("/", ""), "sign-in": ("/sign-in", ""), "no-such-page": ("/no/such/page", "")},
    "casey": {
        "captain-front": ("/", ""),
        "captain": ("/captain/", ""),
        "inbox": ("/inbox/", ""),
        "inbox-one": ("/inbox/", "main a.row"),
        "inbox-settings": ("/inbox/settings/", ""),
    },
    "lee": {
        "director": ("/director/", ""),
        "director-moves": ("/director/", "main a.button--quiet"),
        "suspensions": ("/director/suspensions", ""),
        "suspension": ("/director/suspensions", "main a.row"),
        "suspend": ("/director/suspensions", "main .page-title a"),
    },
}
"""By who is signed in, and by name: an address, and what is tapped there."""
OF_THE_APP = ("sign-out", "notices", "take", "join", "welcome/ABCD")
OF_THE_GAME = (*SCREENS, "roster-check", "scrum", "summary", "hand-over")
OF_A_CALL = ("call", "stood", "amend", "void", "report")
LOSE = """(lost) => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const tx = opening.result.transaction('settings', 'readwrite');
        const settings = tx.objectStore('settings');
        settings.get('account').onsuccess = ({ target }) => settings.put({ [target.result]: lost }, 'lost');
        tx.oncomplete = () => { opening.result.close(); done(); };
    };
})"""
LOST = {"device": "0" * 32, "game": "g", "label": "Game 1", "calls": 3, "phone": "Android"}
STANDS_ALONE = ("no_network", "not_sent")
FULL_ROSTERS = ("Larks", "Rooks")


def screens(context: BrowserContext, address: str) -> Screens:
    """Each screen once it is there. The server is left with a game in play."""
    page = context.new_page()
    yield from _without_the_app(page, address)
    for who, pages in PAGES.items():
        yield from _pages(page, address, who, pages)
    yield from _of_the_app(page, address)
    yield from _of_games(page, address)
    yield from _in_play(page, address)
    yield from _by_keypad(page, address)
    for who, path in (("casey", "/captain/"), ("lee", "/director/")):
        yield from _pages(page, address, who, {f"{who}-while-it-is-played": (path, "")})
    yield from _practice(page, address)


def _without_the_app(page: Page, address: str) -> Screens:
    assets = json.loads((ROOT / "static" / "dist" / "assets.json").read_text())
    for name in STANDS_ALONE:
        page.goto(f"{address}/static/{assets[f'{name}.html']}")
        yield name.replace("_", "-"), page
    page.route("**/rink-*.js", lambda route: route.abort())
    page.goto(f"{address}/rink/")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    yield "app-not-started", page
    page.unroute("**/rink-*.js")


def _pages(page: Page, address: str, who: str, pages: dict[str, tuple[str, str]]) -> Screens:
    if who:
        page.goto(f"{address}/sign-in")
        _fill_in(page, who)
        page.wait_for_url(lambda url: not url.endswith("/sign-in"))
    for name, (path, link) in pages.items():
        page.goto(address + path)
        if link:
            page.locator(link).first.click()
            page.wait_for_url(lambda url, path=path: not url.endswith(path))
        page.locator("h1").first.wait_for()
        yield name, page
    page.context.clear_cookies()


def _fill_in(page: Page, who: str) -> None:
    page.get_by_label("User name").fill(who)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def _of_the_app(page: Page, address: str) -> Screens:
    page.goto(f"{address}/rink/")
    page.get_by_role("heading", name="Sign in").wait_for()
    yield "app-sign-in", page
    _fill_in(page, "pat")
    page.get_by_role("heading", name="My games").wait_for()
    page.get_by_text("Opens offline").first.wait_for(timeout=START_S * 1000)
    expect(page.get_by_text("Not yet offline")).to_have_count(0, timeout=START_S * 1000)
    yield "games", page
    page.evaluate("location.hash = '#/readiness'")
    expect(page.get_by_text("Looking …")).to_have_count(0, timeout=START_S * 1000)
    yield "readiness", page
    for screen in OF_THE_APP:
        page.evaluate(f"location.hash = '#/{screen}'")
        page.locator("h1, h2").first.wait_for()
        yield screen.replace("/", "-"), page
    page.evaluate("location.hash = '#/game/no-such-game'")
    page.locator(".empty").wait_for()
    yield "no-such-game", page
    heard = {"heard_at": "2026-12-01T15:00:00Z"}
    page.evaluate(LOSE, [LOST | heard | {"here": here} for here in (True, False)])
    page.evaluate("location.hash = '#/games'")
    page.reload()
    page.get_by_role("button", name="See which").click()
    page.get_by_role("button", name="See which").wait_for(state="detached")
    yield "lost", page
    page.evaluate(LOSE, [])


def _of_games(page: Page, address: str) -> Screens:
    """Every sheet of the first rulebook, and of the others the game and what the first does not know."""
    seen: set[str] = set()
    for slug, teams in GAMES.items():
        game = _open(page, address, *teams)
        yield f"{slug}-game", page
        about = {*ABOUT_A_CALL, *OF_A_CALL_THAT_WAITS}
        sheets = [name.replace("_", "-") for name in load(slug)["calls"] if name not in about]
        for sheet in [*sheets, *OF_THE_GAME]:
            if sheet in seen and sheet != "penalty":
                continue
            seen.add(sheet)
            yield from _sheet(page, game, sheet, f"{slug}-{sheet}")


def _open(page: Page, address: str, home: str, away: str) -> str:
    page.goto(f"{address}/rink/#/games")
    page.reload()
    open_game(Phone(page), home, away)
    return page.url.split("#")[1]


def _sheet(page: Page, game: str, sheet: str, name: str) -> Screens:
    page.evaluate(f"location.hash = '{game}/{sheet}'")
    page.get_by_role("dialog").wait_for()
    yield name, page
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def _in_play(page: Page, address: str) -> Screens:
    """A goal, a player out by a third penalty, and all that can be asked of a call."""
    game = _open(page, address, "Hogs", "Foxes")
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
        yield from _sheet(page, game, f"{sheet}/{call}", f"in-play-{sheet}")
    yield from _sheet(page, game, f"override/{call}/{out['code']}", "in-play-override")
    for sheet in ("tallies", "summary", "clock", "penalty-shot", "shootout-attempt", "sign-off"):
        yield from _sheet(page, game, sheet, f"in-play-{sheet}")
    phone.tap("Show captain", within=".flag")
    page.get_by_role("dialog").wait_for()
    yield "show-captain", page
    page.keyboard.press("Escape")


def _by_keypad(page: Page, address: str) -> Screens:
    _open(page, address, *FULL_ROSTERS)
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


def _practice(page: Page, address: str) -> Screens:
    page.goto(f"{address}/rink/?practice")
    page.locator(".practice-row").first.wait_for()
    yield "practice", page
    page.locator(".practice-row button").first.click()
    page.locator(".dock").wait_for()
    page.get_by_text("The rules are starting").wait_for(state="detached")
    yield "practice-game", page
