"""A new build, published while a game is on, waits for a quiet moment; what was logged before it arrives."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from tests.e2e.product import Product, publish_another_build
from tests.e2e.referee import Referee

pytestmark = pytest.mark.e2e

NEXT = "b2b2b2b2b2"
OFFERED = f"A new version is here: {NEXT}. No game is open"
FOUND = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((go) => setTimeout(go, 50));
}"""
TAPPED_AND_GONE_ON = """(game) => {
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'Update').click();
    location.hash = `#/game/${game}`;
}"""


@pytest.fixture
def product(published, tournament, port, tmp_path):
    """The product with files of its own, for they change."""
    folder = shutil.copytree(published, tmp_path / "own")
    database = tmp_path / "rinkside.sqlite"
    shutil.copy(tournament, database)
    product = Product(folder, database, port)
    product.start()
    yield product
    product.stop()


def publish_next(product):
    product.stop()
    publish_another_build(product.folder, NEXT)
    product.start()


def test_a_game_goes_on_with_the_build_it_began_with_until_somebody_taps_update(product, pat):
    first = build_of(pat)
    pat.begin_period(1)
    pat.page.evaluate("window.sameAsBefore = true")
    publish_next(product)
    pat.page.evaluate(FOUND)

    pat.possession("Hogs")
    pat.goal("Hogs", 9)
    assert pat.page.evaluate("window.sameAsBefore"), "nothing was loaded anew"
    assert build_of(pat) == first
    expect(pat.page.get_by_text("A new version")).to_have_count(0)

    pat.back_to_games()
    expect(pat.page.get_by_text(OFFERED)).to_be_visible()
    expect(pat.page.get_by_text(f"Version {first} · protocol 1")).to_be_visible()
    with pat.page.expect_navigation():
        pat.tap(pat.page.get_by_role("button", name="Update"))
    assert build_of(pat) == NEXT
    expect(pat.page.get_by_text(f"Version {NEXT} · protocol 1")).to_be_visible()
    pat.open_game("Hogs", "Foxes")
    assert pat.score == [1, 0]


def test_an_open_sheet_stays_when_another_tab_takes_the_new_build(product, pat):
    game, first = product.game("Game 3"), build_of(pat)
    pat.begin_period(1)
    pat.tap(pat.button("Goal"))
    pat.tap(pat.sheet.get_by_role("button", name="Check the goal"))
    pat.page.evaluate("window.sameAsBefore = true")
    sheet = pat.sheet.inner_text()

    publish_next(product)
    tab = Referee(pat.handset)
    with_the_game, pat.handset.page = pat.handset.page, pat.handset.new_tab()
    tab.open_app()
    tab.page.evaluate(FOUND)
    with tab.page.expect_navigation():
        tab.tap(tab.page.get_by_role("button", name="Update"))
    assert build_of(tab) == NEXT

    pat.handset.page = with_the_game
    pat.page.bring_to_front()
    assert pat.page.evaluate("window.sameAsBefore"), "nothing was loaded anew"
    assert (build_of(pat), pat.sheet.inner_text()) == (first, sheet)
    pat.tap(pat.number("Hogs", 9))
    pat.log_it()
    assert pat.score == [1, 0]
    pat.wait_until_all_is_sent()
    expect(pat.page.get_by_text("Another tab has changed")).to_have_count(0)
    pat.back_to_games()
    expect(pat.page.get_by_text(f"Another tab has changed to version {NEXT}.")).to_be_visible()
    goal = product.rows(
        "SELECT json_extract(body, '$.app') FROM logged_call WHERE game_id = ? AND type = 'goal'", game
    )
    assert goal == [(first,)]


def test_what_was_opened_after_the_tap_on_update_is_not_loaded_anew(product, pat):
    game, first = product.game("Game 3"), build_of(pat)
    pat.back_to_games()
    publish_next(product)
    pat.page.evaluate(FOUND)
    expect(pat.page.get_by_text(OFFERED)).to_be_visible()
    pat.page.evaluate("window.sameAsBefore = true")
    pat.page.evaluate(TAPPED_AND_GONE_ON, game)
    pat.wait_for_the_rules()
    pat.begin_period(1)
    assert pat.page.evaluate("window.sameAsBefore"), "nothing was loaded anew"
    assert build_of(pat) == first
    pat.back_to_games()
    expect(pat.page.get_by_text(f"Another tab has changed to version {NEXT}.")).to_be_visible()


def test_the_update_is_offered_where_the_game_is_signed_off(product, pat):
    pat.begin_period(1)
    publish_next(product)
    pat.page.evaluate(FOUND)
    expect(pat.page.get_by_text("A new version")).to_have_count(0)
    pat.from_more("Abandon the game")
    pat.sheet.get_by_role("textbox").first.fill("The ice is wet.")
    pat.log_any()
    expect(pat.page.get_by_text(OFFERED)).to_be_visible()
    with pat.page.expect_navigation():
        pat.tap(pat.page.get_by_role("button", name="Update"))
    assert build_of(pat) == NEXT
    pat.wait_for_the_rules()


def test_calls_of_an_older_build_arrive_after_a_newer_one_has_taken_over(product, pat):
    game, first = product.game("Game 3"), build_of(pat)
    product.stop()
    pat.begin_period(1)
    pat.goal("Hogs", 9)
    pat.possession("Foxes")
    written = [record["call"] for record in pat.handset.log_of(game)]
    assert {call["app"] for call in written} == {first}

    publish_another_build(product.folder, NEXT)
    product.start()
    pat.page.route(
        "**/api/v1/**", lambda route: route.abort()
    )  # the new build, not this one, is to send them
    pat.page.evaluate(FOUND)
    pat.handset.kill()
    pat.handset.switch_on()
    pat.open_app(f"#/game/{game}")
    assert build_of(pat) == NEXT
    pat.wait_for_the_rules()
    assert pat.score == [1, 0]
    pat.possession("Hogs")
    pat.wait_until_all_is_sent()
    rows = product.rows("SELECT id, body, result FROM logged_call WHERE game_id = ? ORDER BY hlc", game)
    assert [row[0] for row in rows[:-1]] == [call["id"] for call in written]
    assert [json.loads(body)["app"] for _, body, _ in rows] == [first] * len(written) + [NEXT]
    assert {result for *_, result in rows} == {"accepted"}


def test_a_session_that_ran_out_keeps_no_update_and_no_reload_from_the_app(product, pat):
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    product.change("UPDATE device SET revoked_at = created_at")
    publish_next(product)
    pat.back_to_games()
    pat.page.evaluate(FOUND)
    with pat.page.expect_navigation():
        pat.tap(pat.page.get_by_role("button", name="Update"))
    product.stop()
    pat.page.reload()
    assert build_of(pat) == NEXT
    pat.open_game("Hogs", "Foxes")
    pat.goal("Hogs", 9)
    assert pat.score == [1, 0]


def test_a_retired_worker_lets_go_of_app_and_files_and_of_no_call(product, pat):
    game = product.game("Game 3")
    product.stop()
    pat.begin_period(1)
    pat.goal("Hogs", 9)
    pat.page.evaluate("caches.open('of somebody else')")
    pat.page.evaluate("window.sameAsBefore = true")
    product.start(RINKSIDE_RETIRE_WORKER="1")
    pat.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    pat.wait_until("the worker is gone", lambda: not pat.page.evaluate(REGISTERED))
    assert pat.page.evaluate("caches.keys()") == ["of somebody else"]
    pat.possession("Hogs")
    assert pat.page.evaluate("window.sameAsBefore"), "the game goes on as it is"
    assert pat.score == [1, 0]
    expect(pat.page.get_by_text("The operator has taken")).to_have_count(0)
    pat.wait_until_all_is_sent()
    logged = [record["call"]["id"] for record in pat.handset.log_of(game)]
    assert [row["id"] for row in product.log_of(game)] == logged

    pat.back_to_games()
    expect(pat.page.get_by_text("The operator has taken this version back.")).to_be_visible()
    with pat.page.expect_navigation():
        pat.tap(pat.page.get_by_role("button", name="Load again"))
    assert pat.page.evaluate("performance.getEntriesByType('navigation')[0].workerStart") == 0, "no worker"
    expect(pat.page.get_by_text("The operator has taken")).to_have_count(0)
    assert [record["call"]["id"] for record in pat.handset.log_of(game)] == logged

    product.stop()
    product.start()
    pat.page.reload()
    pat.page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    product.stop()
    pat.page.reload()
    pat.open_game("Hogs", "Foxes")
    assert pat.score == [1, 0]


REGISTERED = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"


def build_of(pat) -> str:
    return pat.page.locator("meta[name=build]").get_attribute("content")
