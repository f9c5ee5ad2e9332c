"""`python -m tests.screens.contact_sheet [FOLDER]`: every screen as people see it, to be looked at.

Each at three widths and on its side, in both themes, in FOLDER (`test-results/screens`) as pictures of
their own and, by theme and width, side by side on one sheet. Prints what is wider than the screen; 1 where
anything is.
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import ARGUMENTS, chromium
from tests.screens.conftest import PASSWORD, ROOT, Phone, open_game, served
from tests.screens.test_every_sheet import ABOUT_A_CALL, GAMES, OF_A_CALL_THAT_WAITS, SCREENS
from webapp.rulebooks.reader import load

WIDTHS = {360: 760, 390: 844, 820: 1180, 844: 390}
"""And how high: a small phone, a phone, a tablet, a phone on its side as a scorekeeper has it."""
THEMES = ("dark", "light")
COLUMNS = 6
OF_THE_APP = ("readiness", "sign-out")
OF_THE_GAME = (*SCREENS, "roster-check", "scrum", "summary", "hand-over")
PAGES = {
    "casey": ("/captain/", "/inbox/", "/inbox/settings/"),
    "lee": ("/director/", "/director/suspensions"),
}


def screens(context: BrowserContext, address: str) -> Iterator[tuple[str, Page]]:
    """Each screen by name, once it is there: the pages of each role, then the app's."""
    page = context.new_page()
    yield "sign-in", _at(page, f"{address}/sign-in")
    for name, paths in PAGES.items():
        _sign_in(page, address, name)
        for path in paths:
            yield path.strip("/").replace("/", "-"), _at(page, address + path)
            first = page.locator("main a[href^='/captain/'], main a[href^='/director/']").first
            if path != "/director/" and first.count():
                first.click()
                yield f"{path.strip('/').replace('/', '-')}-one", page
        context.clear_cookies()
    yield "no-such-page", _at(page, f"{address}/no/such/page")
    yield "app-sign-in", _at(page, f"{address}/rink/")
    page.get_by_label("User name").fill("pat")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="My games").wait_for()
    yield "games", page
    for screen in OF_THE_APP:
        page.evaluate(f"location.hash = '#/{screen}'")
        page.locator("h1, h2").first.wait_for()
        yield screen, page
    yield from _of_games(page, address)


def _of_games(page: Page, address: str) -> Iterator[tuple[str, Page]]:
    """Every sheet of the first rulebook, and of the others the game and what the first does not know."""
    seen: set[str] = set()
    for slug, (home, away) in GAMES.items():
        page.goto(f"{address}/rink/#/games")
        page.reload()
        open_game(Phone(page), home, away)
        yield f"{slug}-game", page
        game = page.url.split("#")[1]
        about = {*ABOUT_A_CALL, *OF_A_CALL_THAT_WAITS}
        sheets = [name.replace("_", "-") for name in load(slug)["calls"] if name not in about]
        for sheet in [*sheets, *OF_THE_GAME]:
            if sheet in seen and sheet != "penalty":
                continue
            seen.add(sheet)
            page.evaluate(f"location.hash = '{game}/{sheet}'")
            page.get_by_role("dialog").wait_for()
            yield f"{slug}-{sheet}", page
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")


def _at(page: Page, url: str) -> Page:
    page.goto(url)
    return page


def _sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/sign-in")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: not url.endswith("/sign-in"))


def photograph(browser: Browser, address: str, folder: Path) -> list[str]:
    """Take all the pictures; what is wider than its screen."""
    too_wide = []
    for theme in THEMES:
        for width, height in WIDTHS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=True,
                service_workers="block",
            )
            context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
            taken = []
            for name, page in screens(context, address):
                picture = folder / f"{theme}-{width}-{name}.png"
                page.screenshot(path=picture, animations="disabled")
                taken.append(picture)
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    too_wide.append(picture.stem)
            context.close()
            _lay_out(browser, taken, folder / f"{theme}-{width}.png", width)
            print(f"{theme}, {width} px: {len(taken)} screens", flush=True)
    return too_wide


def _lay_out(browser: Browser, taken: list[Path], sheet: Path, width: int) -> None:
    """The pictures side by side, each with its name."""
    shown = "".join(
        f"<figure><img src='{one.name}'><figcaption>{html.escape(one.stem)}</figcaption></figure>"
        for one in taken
    )
    style = (
        "body{margin:8px;background:#888;display:grid;gap:8px;font:12px sans-serif;"
        f"grid-template-columns:repeat({COLUMNS},1fr)}}figure{{margin:0}}img{{width:100%}}"
    )
    written = sheet.with_suffix(".html")
    written.write_text(f"<!doctype html><style>{style}</style>{shown}")
    page = browser.new_page(viewport={"width": min(COLUMNS * width // 2, 2_000), "height": 800})
    page.goto(written.as_uri())
    page.screenshot(path=sheet, full_page=True)
    page.close()


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        (Path(kept) / "served").mkdir()
        with served(Path(kept) / "served") as address:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            too_wide = photograph(browser, address, folder)
            browser.close()
    for name in too_wide:
        print(f"wider than the screen: {name}")
    print(f"look at {folder}/*.html")
    return 1 if too_wide else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "test-results" / "screens"))
