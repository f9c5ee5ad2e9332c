"""Every screen by name: pages of each role, the app and its sheets, a game in play, and what stands alone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.screens.conftest import PASSWORD, ROOT, START_S, Phone, open_game
from tests.screens.in_play import FULL_ROSTERS, by_keypad, in_play, over_it
from tests.screens.seldom_seen import seldom_seen
from tests.screens.test_every_sheet import ABOUT_A_CALL, GAMES, OF_A_CALL_THAT_WAITS, SCREENS
from tests.screens.what_there_is import route_of
from webapp.rulebooks.reader import load

Screens = Iterator[tuple[str, Page]]

Pages = dict[str, tuple[str, tuple[str, ...], str | None]]

PAGES: dict[str, Pages] = {
    "": {
        "front": ("/", (), "front.home"),
        "sign-in": ("/sign-in", (), "sign_in.page"),
        "sign-in-refused": ("/sign-in", ("main form .button",), "sign_in.page"),
        "no-such-page": ("/no/such/page", (), None),
    },
    "casey": {
        "captain-front": ("/", (), "captain.team"),
        "captain": ("/captain/", (), "captain.team"),
        "inbox": ("/inbox/", (), "inbox.all"),
        "inbox-one": ("/inbox/", ("main a.row",), "inbox.one"),
        "inbox-settings": ("/inbox/settings/", (), "notice_settings.page"),
    },
    "lee": {
        "director": ("/director/", (), "director.today"),
        "director-moves": ("/director/", ("main a.button--quiet",), "moving.page"),
        "suspensions": ("/director/suspensions", (), "suspensions.those_of"),
        "suspension": ("/director/suspensions", ("main a.row",), "suspensions.one"),
        "suspend": ("/director/suspensions", ("main .page-title a",), "imposing.page"),
        "suspend-refused": (
            "/director/suspensions",
            ("main .page-title a", "main form .button"),
            "imposing.page",
        ),
    },
}
"""By who is signed in, and by name: an address, what is tapped there, and the route that is come to."""
OF_SEVERAL: dict[str, Pages] = {
    "casey": {"captain-teams": ("/captain/", (), "captain.teams")},
    "lee": {"suspensions-competitions": ("/director/suspensions", (), "suspensions.competitions")},
}
"""Of whoever has another team, or directs another league."""
ANOTHER = """INSERT INTO membership (id, account_id, organisation_id, role, team_id, starts_at)
    SELECT 'another ' || :role, account.id, team.organisation_id, :role,
        CASE :role WHEN 'captain' THEN team.id END, membership.starts_at
    FROM team, account JOIN membership ON account_id = account.id
    WHERE username = :who AND team.name = :team LIMIT 1"""
OF_THE_APP = ("sign-out", "notices", "take", "join", "welcome/ABCD")
OF_THE_GAME = (*SCREENS, "roster-check", "scrum", "summary", "hand-over", "clock-call")
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


def screens(context: BrowserContext, address: str, database: Path) -> Screens:
    """Each screen once it is there. The server, whose database that is, is left with a game in play."""
    page = context.new_page()
    yield from _without_the_app(page, address)
    for who, pages in PAGES.items():
        yield from _pages(page, address, who, pages)
    yield from _of_the_app(page, address)
    yield from _of_games(page, address)
    yield from in_play(page, _open(page, address, "Hogs", "Foxes"))
    _open(page, address, *FULL_ROSTERS)
    yield from by_keypad(page)
    for who, path, route in (("casey", "/captain/", "captain.team"), ("lee", "/director/", "director.today")):
        yield from _pages(page, address, who, {f"{who}-while-it-is-played": (path, (), route)})
    _give_another(database)
    for who, pages in OF_SEVERAL.items():
        yield from _pages(page, address, who, pages)
    yield from seldom_seen(context)
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


def _give_another(database: Path) -> None:
    with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
        for who, role in (("casey", "captain"), ("lee", "director")):
            connection.execute(ANOTHER, {"who": who, "role": role, "team": FULL_ROSTERS[0]})


def _pages(page: Page, address: str, who: str, pages: Pages) -> Screens:
    if who:
        page.goto(f"{address}/sign-in")
        _fill_in(page, who)
        page.wait_for_url(lambda url: not url.endswith("/sign-in"))
    for name, (path, taps, route) in pages.items():
        page.goto(address + path)
        for tapped in taps:
            page.evaluate("for (const form of document.forms) form.noValidate = true")
            page.locator(tapped).first.click()
            page.wait_for_load_state()
        page.wait_for_url(lambda url, route=route: route_of(url) == route)
        page.locator("h1").first.wait_for()
        yield name, page
    page.context.clear_cookies()


def _fill_in(page: Page, who: str) -> None:
    page.get_by_label("User name").fill(who)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def _of_the_app(page: Page, address: str) -> Screens:
    page.goto(f"{address}/rink/#/sign-in")
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
            yield from over_it(page, game, sheet, f"{slug}-{sheet}")


def _open(page: Page, address: str, home: str, away: str) -> str:
    page.goto(f"{address}/rink/#/games")
    page.reload()
    open_game(Phone(page), home, away)
    return page.url.split("#")[1]


def _practice(page: Page, address: str) -> Screens:
    page.goto(f"{address}/rink/?practice")
    page.locator(".practice-row").first.wait_for()
    yield "practice", page
    page.locator(".practice-row button").first.click()
    page.locator(".dock").wait_for()
    page.get_by_text("The rules are starting").wait_for(state="detached")
    yield "practice-game", page
