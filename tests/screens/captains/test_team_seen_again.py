"""A captain's pages as they were last seen, without a network, and what signing out leaves of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.accessible import faults
from tests.screens.captains.conftest import OUT, PATIENCE_MS, STUB, fill_in, waits_for, with_its_worker

pytestmark = pytest.mark.e2e


def kept_in_caches(page: Page) -> str:
    """All that Cache Storage holds of pages, as text."""
    return page.evaluate(
        """async () => {
            const texts = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) {
                    const answer = await cache.match(request);
                    if (/html|json/.test(answer.headers.get('content-type'))) texts.push(await answer.text());
                }
            }
            return texts.join('');
        }"""
    )


def kept_beside(page: Page) -> str:
    """The pages that the browser's database holds, as text."""
    return page.evaluate(
        """() => new Promise((settle) => {
            const opening = indexedDB.open('rinkside-pages');
            opening.onsuccess = () => {
                const all = opening.result.transaction('pages').objectStore('pages').getAll();
                all.onsuccess = () => { opening.result.close(); settle(JSON.stringify(all.result)); };
            };
        })"""
    )


def test_the_team_is_there_without_a_network_as_it_was_last_seen(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    expect(page.get_by_role("main")).to_contain_text(OUT)
    assert OUT not in kept_in_caches(page)
    kept = kept_beside(page)
    assert OUT in kept
    assert "csrf_token" not in kept
    page.context.set_offline(True)
    for again in (address, f"{club.address}/captain/"):
        page.goto(again)
        expect(page.get_by_role("status")).to_contain_text("No network. This is what you saw here on")
        expect(page.get_by_role("main")).to_contain_text(OUT)
        expect(page.get_by_role("heading", level=1)).to_have_text("Bears")
    page.goto(f"{club.address}/inbox/")
    expect(page.get_by_role("link", name="Bears")).to_have_attribute(
        "href", address.removeprefix(club.address)
    )


def test_a_page_that_is_on_its_way_while_the_first_worker_takes_over_is_its_own_too(phone, club, browser):
    phone("drew")
    context = browser.new_context(storage_state=club.signed_in["drew"])
    context.set_default_timeout(PATIENCE_MS)
    late = context.new_page()
    late.goto(f"{club.address}/healthz")
    on_its_way: list[Route] = []
    late.route("**/inbox/", lambda route: on_its_way.append(route))
    late.evaluate("() => { location.href = '/inbox/'; }")
    waits_for(late, on_its_way)
    first = context.new_page()
    first.goto(f"{club.address}/captain/")
    with_its_worker(first)
    on_its_way[0].continue_()
    late.wait_for_url("**/inbox/")
    with_its_worker(late)
    context.close()


def test_who_signs_out_leaves_nothing_behind(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    expect(page.get_by_role("link", name="Bears")).to_have_count(0)
    assert OUT not in page.content()
    assert kept_beside(page) == "[]"


def test_another_account_on_the_same_phone_sees_nothing_of_the_one_before(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    page.context.clear_cookies()
    page.goto(f"{club.address}/sign-in")
    fill_in(page, "casey")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hogs")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("link", name="Hogs")).to_be_visible()
    assert OUT not in page.content()


def test_axe_finds_nothing(phone, club):
    page = phone("drew", STUB, permissions=["notifications"])
    found = {}
    for path in ("/captain/", "/inbox/", club.path, "/inbox/settings/"):
        page.goto(club.address + path)
        if path == "/inbox/settings/":
            page.get_by_role("button", name="Turn on here").tap()
            expect(page.get_by_role("button", name="Send a test")).to_be_visible()
        found[path] = faults(page)
    assert found == {path: [] for path in found}
