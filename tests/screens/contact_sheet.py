"""`python -m tests.screens.contact_sheet [FOLDER]`: every screen as people see it, to be looked at.

Each at three widths and on its side, in both themes, in FOLDER (`test-results/screens`) as pictures of
their own and, by theme and width, side by side on one sheet. Prints what is wider than the screen, what axe
finds, at one width, and what was never opened; 1 where there is any of it.
"""

from __future__ import annotations

import html
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.accessible import as_shown
from tests.browser import ARGUMENTS, chromium
from tests.screens.conftest import ROOT, served
from tests.screens.every_screen import screens
from tests.screens.what_there_is import app_screens, opened, sheets

WIDTHS = {360: 760, 390: 844, 820: 1180, 844: 390}
"""And how high: a small phone, a phone, a tablet, a phone on its side as a scorekeeper has it."""
THEMES = ("dark", "light")
FOR_AXE = 390
COLUMNS = 6
PATIENCE_MS = 120_000
"""Of a busy machine: nothing is asked here of how soon a screen is there."""


def photograph(browser: Browser, folder: Path, kept: Path) -> list[str]:
    """Take all the pictures, each time of games that nobody has begun; what is wrong, a line each."""
    wrong = []
    left = app_screens() | sheets()
    for theme in THEMES:
        for width, height in WIDTHS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=theme,
                has_touch=True,
                service_workers="block",
            )
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
            taken = []
            database = kept / f"{theme}-{width}"
            database.mkdir()
            with served(database) as address:
                for name, page in screens(context, address, database / "rinkside.sqlite"):
                    picture = folder / f"{theme}-{width}-{name}.png"
                    page.screenshot(path=picture, animations="disabled", full_page=True)
                    taken.append(picture)
                    left -= opened(page.url)
                    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                        wrong.append(f"wider than the screen: {picture.stem}")
                    if width == FOR_AXE:
                        wrong += [f"axe: {picture.stem}: {line}" for line in as_shown(page)]
                context.close()
            _lay_out(browser, taken, folder / f"{theme}-{width}.png", width)
            print(f"{theme}, {width} px: {len(taken)} screens", flush=True)
    return wrong + [f"never opened: {name}" for name in sorted(left)]


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
    page.screenshot(path=sheet, full_page=True, timeout=PATIENCE_MS)
    page.close()


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        wrong = photograph(browser, folder, Path(kept))
        browser.close()
    for line in wrong:
        print(line)
    print(f"look at {folder}/*.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "test-results" / "screens"))
