"""Builds one after the other: each is kept whole, none takes over by itself, earlier ones go on working."""

import pytest
from playwright.sync_api import expect

from tests.another_build import asset, deploy
from tests.phone.site import build_of, found, kept, not_taken, opened, tapped

pytestmark = pytest.mark.e2e

ANSWERS = "(url) => fetch(url).then(({ ok }) => ok, () => false)"
WELCOME = "#/welcome/abc"


def forget_what_http_cached(phone, page):
    """Chromium would answer from its own cache of files that never change, which any phone may clear."""
    phone.new_cdp_session(page).send("Network.clearBrowserCache")


def test_a_new_build_waits_until_somebody_taps_and_other_tabs_stay(site, phone):
    page, other = opened(phone, site), opened(phone, site)
    first = build_of(page)
    deploy(site.dist, "b2b2b2b2b2")
    found(page)
    page.reload()
    assert build_of(page) == first, "it does not take over by itself"
    other.evaluate("window.sameAsBefore = true")
    tapped(page)
    page.reload()
    assert build_of(page) == "b2b2b2b2b2"
    assert build_of(other) == first, "a game in the other tab goes on"
    assert other.evaluate("window.sameAsBefore")


@pytest.mark.parametrize("offline", [False, True], ids=["online", "offline"])
def test_a_page_of_an_earlier_build_works_on_when_its_files_are_gone_from_the_server(site, phone, offline):
    page, other = opened(phone, site), opened(phone, site)
    first, rules = build_of(page), asset(site.dist, "rules_worker.js")
    part = site.dist / asset(site.dist, "lazy-between_games.js").removeprefix("/static/")
    deploy(site.dist, "b2b2b2b2b2", keep_earlier=False)
    assert not part.exists(), "the server has only the new build"
    found(other)
    tapped(other)
    forget_what_http_cached(phone, page)
    phone.set_offline(offline)
    assert build_of(page) == first
    assert page.evaluate(ANSWERS, rules), "its rules can start again"
    page.evaluate(f"location.hash = '{WELCOME}'")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    assert build_of(page) == first
    other.reload()
    assert build_of(other) == "b2b2b2b2b2"


def test_a_phone_that_missed_a_build_goes_to_the_newest_at_once(site, phone):
    page = opened(phone, site)
    first = build_of(page)
    deploy(site.dist, "b2b2b2b2b2", keep_earlier=False)
    deploy(site.dist, "b3b3b3b3b3", keep_earlier=False)
    found(page)
    tapped(page)
    page.reload()
    assert build_of(page) == "b3b3b3b3b3"
    assert set(kept(page)) == {f"rinkside-{first}", "rinkside-b3b3b3b3b3"}
    phone.set_offline(True)
    page.reload()
    assert build_of(page) == "b3b3b3b3b3"


def test_a_page_two_builds_behind_still_has_its_files(site, phone):
    page, other = opened(phone, site), opened(phone, site)
    rules = asset(site.dist, "rules_worker.js")
    for build in ("b2b2b2b2b2", "b3b3b3b3b3"):
        deploy(site.dist, build, keep_earlier=False)
        found(other)
        tapped(other)
    forget_what_http_cached(phone, page)
    phone.set_offline(True)
    assert page.evaluate(ANSWERS, rules)


def test_the_last_five_builds_are_kept_and_no_more(site, phone):
    page = opened(phone, site)
    builds = [f"b{n}b{n}b{n}b{n}b{n}" for n in range(2, 8)]
    for build in builds:
        deploy(site.dist, build)
        found(page)
        tapped(page)
    assert set(kept(page)) == {f"rinkside-{build}" for build in builds[-5:]}


def test_a_build_that_comes_in_part_changes_nothing(site, phone):
    page = opened(phone, site)
    first = build_of(page)
    deploy(site.dist, "b2b2b2b2b2")
    (site.dist / asset(site.dist, "lazy-between_games.js").removeprefix("/static/")).unlink()
    not_taken(page)
    phone.set_offline(True)
    page.reload()
    assert build_of(page) == first


def test_what_was_taken_out_of_the_browsers_storage_comes_back(site, phone):
    page = opened(phone, site)
    whole = kept(page)
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    assert kept(page) == {}
    page.reload()
    for _ in range(200):
        if {name: set(paths) for name, paths in kept(page).items()} == {
            name: set(paths) for name, paths in whole.items()
        }:
            break
        page.wait_for_timeout(50)
    phone.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_page_to_sign_in_cannot_become_the_app(site, phone):
    page = opened(phone, site)
    first = build_of(page)
    deploy(site.dist, "b2b2b2b2b2")
    site.signed_out = True
    not_taken(page)
    phone.set_offline(True)
    page.reload()
    assert build_of(page) == first
    phone.set_offline(False)
    site.signed_out = False
    found(page)


def test_the_server_is_asked_for_a_new_build_at_most_once_a_minute(site, phone):
    page = opened(phone, site)
    page.evaluate(
        """() => {
            window.asked = 0;
            const update = ServiceWorkerRegistration.prototype.update;
            ServiceWorkerRegistration.prototype.update = function () {
                window.asked += 1;
                return update.call(this);
            };
            window.comeBack = () => {
                window.dispatchEvent(new Event('focus'));
                document.dispatchEvent(new Event('visibilitychange'));
            };
        }"""
    )
    page.evaluate("performance.now = ((now) => () => now.call(performance) + 61_000)(performance.now)")
    for _ in range(3):
        page.evaluate("comeBack()")
    assert page.evaluate("asked") == 1
    page.evaluate("performance.now = ((now) => () => now.call(performance) + 61_000)(performance.now)")
    page.evaluate("comeBack()")
    assert page.evaluate("asked") == 2
