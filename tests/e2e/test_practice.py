"""Practice: a game of any rulebook on the phone alone. No account, no network, nothing leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Request, expect

from tests.accessible import faults
from tests.e2e.games_by_touch import AtABigRink
from tests.e2e.referee import Referee
from webapp.rulebooks.reader import load, slugs

pytestmark = pytest.mark.e2e

DATABASES = "indexedDB.databases().then((all) => all.map(({ name }) => name).sort())"
CALLS_OF_REAL_GAMES = """() => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const all = opening.result.transaction('calls').objectStore('calls').getAll();
        all.onsuccess = () => { opening.result.close(); done(all.result.length); };
    };
})"""


def begin(official: Referee, slug: str) -> None:
    row = official.page.get_by_role("region", name=load(slug)["name"])
    official.tap(row.get_by_role("button", name=re.compile("Begin")))
    official.wait_for_the_rules()


def test_somebody_without_an_account_practises_offline_from_a_cold_start(handset, product):
    newcomer = Referee(handset("a newcomer's"))
    asked: list[str] = []
    newcomer.handset.context.on("request", lambda one: asked.append(path_of(one)))
    newcomer.open_app()
    newcomer.tap(newcomer.page.get_by_role("link", name="Practise without an account"))
    expect(newcomer.page.get_by_role("heading", name="Practice")).to_be_visible()
    newcomer.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")

    product.stop()
    newcomer.handset.kill()
    newcomer.handset.switch_on()
    newcomer.handset.context.on("request", lambda one: asked.append(path_of(one)))
    newcomer.handset.offline()
    newcomer.open_app()
    newcomer.tap(newcomer.page.get_by_role("link", name="Practise without an account"))
    begin(newcomer, "half-sheet-3v3")
    newcomer.begin_period(1)
    newcomer.goal("Reds", 9)
    expect(newcomer.page.locator(".board__score")).to_have_text(["1", "0"])
    newcomer.tap(newcomer.log.first)
    expect(newcomer.sheet).to_contain_text("Practice: on this phone alone")
    newcomer.close()

    newcomer.handset.kill()
    newcomer.handset.switch_on()
    newcomer.handset.offline()
    newcomer.open_app("?practice")
    row = newcomer.page.get_by_role("region", name=load("half-sheet-3v3")["name"])
    expect(row).to_contain_text(re.compile(r"[3-9] calls"))
    newcomer.tap(row.get_by_role("button", name="Go on"))
    newcomer.wait_for_the_rules()
    expect(newcomer.page.locator(".board__score")).to_have_text(["1", "0"])
    newcomer.back_to_games()
    again = row.get_by_role("button", name="Begin anew")
    newcomer.tap(again)
    expect(row.get_by_role("alertdialog")).to_contain_text("calls of this practice game would be gone")
    assert faults(newcomer.page) == []
    expect(row.get_by_role("button", name="Not now")).to_be_focused()
    newcomer.page.keyboard.press("Enter")
    expect(again).to_be_focused()
    expect(row).to_contain_text(re.compile(r"[3-9] calls"))
    newcomer.tap(again)
    newcomer.tap(row.get_by_role("button", name="Wipe it"))
    newcomer.wait_for_the_rules()
    expect(newcomer.page.locator(".board__score")).to_have_text(["0", "0"])
    expect(newcomer.log).to_have_count(0)
    assert [path for path in asked if path.startswith("/api/")] == []


def path_of(request: Request) -> str:
    return "/" + request.url.split("/", 3)[3]


def test_who_was_ticked_off_in_a_game_is_here_again_in_one_begun_anew(handset):
    newcomer = Referee(handset("a newcomer's"))
    newcomer.open_app("?practice")
    begin(newcomer, "no-check-league")
    first = newcomer.sheet.get_by_role("checkbox").first

    def check_the_roster() -> None:
        newcomer.tap(newcomer.page.get_by_role("button", name=re.compile("^Roster check")).first)
        expect(first).to_be_visible()

    check_the_roster()
    newcomer.tap(first)
    expect(first).not_to_be_checked()
    newcomer.close()
    newcomer.back_to_games()
    row = newcomer.page.get_by_role("region", name=load("no-check-league")["name"])
    newcomer.tap(row.get_by_role("button", name="Begin"))
    newcomer.wait_for_the_rules()
    check_the_roster()
    expect(first).to_be_checked()


@pytest.mark.proof(1)
@pytest.mark.parametrize("slug", slugs())
def test_a_game_of_every_rulebook_can_be_practised(handset, slug):
    newcomer = AtABigRink(handset("a newcomer's"))
    newcomer.open_app("?practice")
    begin(newcomer, slug)
    newcomer.begin_period(1)
    newcomer.goal("Blues", 11)
    expect(newcomer.page.locator(".board__score")).to_have_text(["0", "1"])


def test_a_play_off_is_practised_with_its_overtime_and_a_division_with_its_buzzer(handset):
    newcomer = AtABigRink(handset("a newcomer's"))
    newcomer.open_app("?practice")
    row = newcomer.page.get_by_role("region", name=load("coed-ball")["name"])
    row.get_by_label("Stage").select_option("Play-off")
    begin(newcomer, "coed-ball")
    for _ in (1, 2):
        newcomer.begin()
        newcomer.end_period()
    expect(newcomer.dock.get_by_role("button", name="Begin Overtime")).to_be_visible()
    newcomer.back_to_games()
    expect(row).to_contain_text("Play-off")

    row = newcomer.page.get_by_role("region", name=load("cha-3v3")["name"])
    row.get_by_label("Division").select_option("2010")
    begin(newcomer, "cha-3v3")
    expect(newcomer.page.locator(".empty")).to_contain_text("Nothing logged yet")
    newcomer.begin()
    expect(newcomer.page.locator(".board")).to_contain_text(re.compile(r"change \d"))


def test_what_a_signed_in_official_practises_stays_apart_from_their_games(pat, product):
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    pat.back_to_games()
    asked: list[str] = []
    pat.tap(pat.page.get_by_role("link", name="Practice"))
    expect(pat.page.get_by_role("heading", name="Practice")).to_be_visible()
    pat.handset.context.on("request", lambda one: asked.append(path_of(one)))
    real = pat.page.evaluate(CALLS_OF_REAL_GAMES)
    begin(pat, "half-sheet-3v3")
    pat.begin_period(1)
    pat.goal("Reds", 9)
    pat.page.reload()
    pat.wait_for_the_rules()
    expect(pat.page.locator(".board__score")).to_have_text(["1", "0"])
    assert pat.page.evaluate(CALLS_OF_REAL_GAMES) == real
    assert pat.page.evaluate(DATABASES) == ["rinkside", "rinkside-practice"]
    assert [path for path in asked if path.startswith("/api/")] == []
    assert product.rows("SELECT COUNT(*) FROM logged_call WHERE game_id LIKE 'practice%'") == [(0,)]

    pat.tap(pat.page.get_by_role("link", name="Leave"))
    expect(pat.page.get_by_role("heading", name="My games")).to_be_visible()
    expect(pat.page.get_by_text("Nothing is sent.")).to_have_count(0)
    expect(pat.row("Hogs", "Foxes")).to_be_visible()
    expect(pat.page.get_by_text("not on the server")).to_have_count(0)


def test_every_screen_says_that_it_is_practice_and_axe_finds_nothing(handset, tmp_path):
    newcomer = Referee(handset("a newcomer's"))
    newcomer.open_app("?practice")
    bar = newcomer.page.get_by_text("Practice", exact=True)
    expect(newcomer.page.get_by_role("listitem")).to_have_count(len(slugs()))
    look(newcomer, tmp_path / "list.png")
    begin(newcomer, "cha-3v3")
    expect(bar).to_be_in_viewport()
    look(newcomer, tmp_path / "game.png")
    game = newcomer.page.url.split("#")[1]
    for sheet in ("goal", "penalty", "clock", "more", "sign-off", "sending", "hand-over", "on-the-game"):
        newcomer.page.evaluate(f"location.hash = '{game}/{sheet}'")
        expect(
            newcomer.page.get_by_role("dialog").get_by_text("Practice", exact=True).first
        ).to_be_in_viewport()
        look(newcomer, tmp_path / f"{sheet}.png")


def look(official: Referee, picture) -> None:
    """Nothing for axe on this screen; a picture of it is left for people."""
    official.page.screenshot(path=picture)
    assert faults(official.page) == []
