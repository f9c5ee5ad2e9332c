"""In a language that nobody speaks, nothing on any screen is English but names, clauses and times."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from playwright.sync_api import Browser, Page

from tests.e2e.handset import held_by
from tests.e2e.product import Product
from tests.screens.conftest import PASSWORD, fill
from tests.screens.prepared import LAY, PAT, RULED, case_of, cases, files_alone, packet, record
from tests.screens.pseudo import LANGUAGE, said, speaking, spoken
from webapp.rulebooks.practice import TEAMS
from webapp.rulebooks.reader import load, slugs
from webapp.rules.shapes import CODES

pytestmark = pytest.mark.e2e

READ = """() => {
    const found = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown = (one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.closest('script, style, noscript');
    for (let text = walk.nextNode(); text; text = walk.nextNode())
        if (shown(text.parentElement)) found.push(text.data);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const one of document.querySelectorAll(`[${name}]`))
            if (shown(one)) found.push(one.getAttribute(name));
    return found;
}"""
WORD = re.compile(r"[A-Za-z]{2,}")
NO_WORD = re.compile(r"\b(?:[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f]{10})\b")
"""A digest of a game, the id of a build."""
APP = ["games", "sign-out", "readiness", "notices", "welcome/ABCD", "join", "take", "lost", "practice"]
SHEETS = [
    *("clock", "more", "sending", "on-the-game", "late", "tallies", "rulebook", "roster-check", "scrum"),
    *("summary", "hand-over"),
]
PAGES = {
    "casey": ["/", "/captain/", "/inbox/", "/inbox/settings/"],
    "lee": ["/director/", "/director/suspensions"],
    "pat": ["/", "/inbox/"],
}
STAY_AS_THEY_ARE = "Rinkside MM SS EST EDT HNE HAE Toronto PM AM QR OK"
"""The product's name, what is typed into a clock, a time zone's letters and city."""


class Reader:
    """Notes words that are neither in that language nor data."""

    def __init__(self, page: Page, data: str):
        self.page = page
        self.data = set(WORD.findall(f"{data} {STAY_AS_THEY_ARE}"))
        self.found: dict[str, list[str]] = {}

    def read(self, screen: str) -> None:
        for text in self.page.evaluate(READ):
            if foreign := [word for word in WORD.findall(NO_WORD.sub("", text)) if word not in self.data]:
                self.found.setdefault(" ".join(text.split()), []).append(f"{screen}: {foreign}")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return speaking(tmp_path_factory.mktemp("speaking"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block", locale="fr-CA"
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page
    context.close()


def test_the_app_says_nothing_but_from_catalogues_rulings_included(page: Page, files: Path) -> None:
    states = {code: case_of(code)["game"] for code in CODES}
    states |= {
        case["game"]["rulebook"]: case["game"]
        for case in cases()
        if case["game"]["rulebook"] in tuple(slugs())
    }
    typed = _typed([*states.values(), *({"name": name} for name, _colour in TEAMS.values())])
    reader = Reader(page, f"{PAT['name']} {typed} {_clauses()} {_dates()}")
    with files_alone(files / "static/dist") as address:
        page.goto(f"{address}/rink/")
        page.get_by_role("heading").first.wait_for()
        reader.read("sign-in")
        for place, (state, file) in enumerate(states.items()):
            _show(page, address, f"{place}", file, first=not place)
            reader.read(state)
            held = [ruling for ruling in _rulings(page) if ruling["code"] == state]
            about = [f"call/{ruling['because'][-1]}" for ruling in held[:1]]
            sheets = (
                [*SHEETS, *(name.replace("_", "-") for name in load(state)["calls"])]
                if state in slugs()
                else []
            )
            for sheet in [*about, *sheets]:
                page.evaluate(f"location.hash = '#/game/{place}/{sheet}'")
                page.locator("dialog .sheet__body").wait_for()
                reader.read(f"{state} {sheet}")
                page.keyboard.press("Escape")
                page.get_by_role("dialog").wait_for(state="detached")
        for screen in APP:
            page.evaluate(f"location.hash = '#/{screen}'")
            page.locator("#app h1, #app h2").first.wait_for()
            reader.read(screen)
        page.goto(f"{address}/rink/?practice")
        page.locator(".practice-row").first.wait_for()
        reader.read("games to practise on")
    assert reader.found == {}, "\n".join(f"{text}: {where[0]}" for text, where in reader.found.items())


def test_what_stands_where_there_is_no_app_says_nothing_but_from_a_catalogue(
    page: Page, files: Path, browser: Browser
) -> None:
    dist = files / "static/dist"
    assets = json.loads((dist / "assets.json").read_text())
    reader = Reader(page, "")
    with files_alone(dist) as address:
        for name in ("no_network", "not_sent"):
            page.goto(f"{address}/static/{assets[f'{name}.html']}")
            page.wait_for_function("(lang) => document.documentElement.lang === lang", arg=LANGUAGE)
            reader.read(name)
        page.route("**/rink-*.js", lambda route: route.abort())
        page.goto(f"{address}/rink/")
        page.locator(".not-started h1").wait_for()
        reader.read("not started")
        without = browser.new_context(java_script_enabled=False)
        unscripted = without.new_page()
        unscripted.goto(f"{address}/rink/")
        told = unscripted.locator(f"noscript [lang={LANGUAGE}]").inner_text()
        without.close()
    assert reader.found == {}
    assert said("needs JavaScript") in told
    assert WORD.findall(told) == []


def test_pages_say_nothing_but_from_catalogues(page: Page, files: Path, tmp_path: Path) -> None:
    database = tmp_path / "rinkside.sqlite"
    filled = tmp_path / "filled" / "rinkside.sqlite"
    filled.parent.mkdir()
    fill(filled)
    shutil.copy(filled, database)
    product = Product(files, database)
    product.change("UPDATE account SET language = ?", LANGUAGE)
    names = [
        name
        for table in ("person", "team", "rink", "competition", "organisation")
        for (name,) in product.rows(f"SELECT name FROM {table}")
    ]
    names += [text for row in product.rows("SELECT display_name, username FROM account") for text in row]
    names += [label for (label,) in product.rows("SELECT label FROM game")]
    reader = Reader(page, f"{' '.join(names)} {_clauses()} {_dates()}")
    product.start()
    try:
        for path in ("/", "/sign-in", "/no/such/page"):
            page.goto(product.root + path)
            reader.read(path)
        for who, paths in PAGES.items():
            page.goto(f"{product.root}/sign-in")
            page.locator("input[name=username]").fill(who)
            page.locator("input[name=password]").fill(PASSWORD)
            page.locator("main form button").first.click()
            page.wait_for_url(lambda url: not url.endswith("/sign-in"))
            for path in paths:
                page.goto(product.root + path)
                reader.read(f"{who} {path}")
                first = page.locator(
                    "main a[href^='/captain/'], main a[href^='/director/'], main a[href^='/inbox/']"
                ).first
                if first.count():
                    page.goto(product.root + first.get_attribute("href"))
                    reader.read(f"{who} {page.url.removeprefix(product.root)}")
            page.context.clear_cookies()
    finally:
        product.stop()
    assert reader.found == {}, "\n".join(f"{text}: {where[0]}" for text, where in reader.found.items())


def _show(page: Page, address: str, game: str, file: dict[str, Any], first: bool) -> None:
    kept = packet(game, file, load(file["rulebook"]))
    kept["packet"]["rulebook"] = spoken(kept["packet"]["rulebook"])
    kept["packet"]["words"] = {key: said(text) for key, text in kept["packet"]["words"].items()}
    records = [record(game, call, place) for place, call in enumerate(file["calls"])]
    page.evaluate(LAY, {"identity": PAT | {"language": LANGUAGE}, "packet": kept, "records": records})
    page.evaluate(f"location.hash = '#/game/{game}'")
    if first:
        page.reload()
    page.wait_for_function(RULED, arg={"game": game, "calls": len(file["calls"])})


def _rulings(page: Page) -> list[dict[str, Any]]:
    rulings: list[dict[str, Any]] = held_by(page)["sheet"]["rulings"]
    return rulings


def _typed(value: Any) -> str:
    """Names of game files, and what officials typed."""
    if isinstance(value, list):
        return " ".join(map(_typed, value))
    if not isinstance(value, dict):
        return ""
    own = [str(value[key]) for key in ("name", "text", "description", "level", "reason") if key in value]
    return " ".join([*own, *map(_typed, value.values())])


def _clauses() -> str:
    return " ".join(clause["clause"] for slug in slugs() for clause in load(slug)["clauses"])


def _dates() -> str:
    """Months and days, short and long, as they are written in that language."""
    locale = Locale(LANGUAGE)
    names = [
        named
        for of in (locale.months, locale.days)
        for width in of["format"].values()
        for named in width.values()
    ]
    return " ".join(map(str, names))
