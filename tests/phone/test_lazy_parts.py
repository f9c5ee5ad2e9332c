"""Parts of the app that come when they are opened: one state, kept with their build, no end of anything."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser import ARGUMENTS, chromium
from tests.phone.site import opened

pytestmark = pytest.mark.e2e

WELCOME = "/rink/#/welcome/abc"


def part_of(site):
    """The file of the part that signs in by a link."""
    return site.dist / json.loads((site.dist / "assets.json").read_text())["lazy-between_games.js"]


def test_a_part_opens_without_a_network_for_the_worker_keeps_it(site, phone):
    page = opened(phone, site)
    phone.set_offline(True)
    page.goto(site.url + WELCOME)
    page.reload()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("No network")


def test_a_part_that_does_not_come_says_so_and_comes_when_it_is_asked_for_again(site, playwright):
    browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    page = browser.new_context(service_workers="block").new_page()
    part = part_of(site)
    away = part.rename(part.with_suffix(".away"))
    page.goto(site.url + WELCOME)
    expect(page.get_by_role("alert")).to_contain_text("This part did not load.")
    page.evaluate("window.sameAsBefore = true")
    page.get_by_role("button", name="My games").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("alert")).to_contain_text("This part did not load.")
    away.rename(part)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    assert page.evaluate("window.sameAsBefore"), "nothing was loaded anew"
    browser.close()


LOOKED_AT_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.mark.parametrize("again", ["after a while", "when the app is looked at"])
def test_a_part_that_is_fetched_ahead_is_asked_for_again_though_no_network_is_told_of(
    site, playwright, again
):
    browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    page = browser.new_context(service_workers="block").new_page()
    page.clock.install()
    name = json.loads((site.dist / "assets.json").read_text())["lazy-game.js"]
    part = site.dist / name
    away = part.rename(part.with_suffix(".away"))
    with page.expect_response(lambda one: name in one.url and one.status == 404):
        page.goto(site.url + "/rink/?practice")
    away.rename(part)
    with page.expect_response(lambda one: name in one.url and one.ok):
        if again == "after a while":
            page.clock.fast_forward(20_000)
        else:
            page.evaluate(LOOKED_AT_AGAIN)
    browser.close()


def test_a_part_holds_nothing_of_the_app_a_second_time(site):
    text, app = part_of(site).read_text(), json.loads((site.dist / "assets.json").read_text())["rink.js"]
    assert set(re.findall(r'from"([^"]+)"', text)) == {f"/static/{app}"}
    assert "signInWithCode" not in text, "nothing of the session"
    assert "__H" not in text, "nothing of Preact"
    assert "Sign in by this link?" not in (site.dist / app).read_text(), "its words are its own"


def test_what_two_parts_need_is_in_the_apps_own_bundle(site):
    """The rules' worker is started by the game and by the look-over: once."""
    assets = json.loads((site.dist / "assets.json").read_text())
    bundles = [name for name in assets if name == "rink.js" or name.startswith("lazy-")]
    starts = [name for name in bundles if assets["rules_worker.js"] in (site.dist / assets[name]).read_text()]
    assert len(bundles) > 3
    assert starts == ["rink.js"]


def test_a_screen_that_takes_the_place_of_another_takes_the_focus(site, phone):
    page = opened(phone, site)
    expect(page.get_by_role("heading", name="Sign in")).not_to_be_focused()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_focused()
