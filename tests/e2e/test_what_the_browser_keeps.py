"""What a browser keeps after everybody has used the phone: the app's own files, and nothing about anybody."""

from collections import Counter
from pathlib import PurePosixPath

import pytest
from playwright.sync_api import expect

from tests.e2e.captains import Office

pytestmark = pytest.mark.e2e

MOST_BYTES = 2_000_000  # of one build, uncompressed
EVERYTHING = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const response = await cache.match(request);
            const { type, redirected, status, url } = response;
            const text = await response.text();
            found.push({ name, url, status, type, redirected, text });
        }
    }
    return found;
}"""


def test_after_a_session_of_everybody_only_the_apps_own_files_are_kept(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.goal("Hogs", 9)
    pat.wait_until_all_is_sent()
    office = Office(pat.handset)
    office.sign_in("casey")
    expect(office.main).to_contain_text("Hogs")
    captains = office.page.url
    office.sign_in("lee")
    office.page.goto(f"{product.root}/director/games/{game}")

    kept = office.page.evaluate(EVERYTHING)
    assert {one["name"][:9] for one in kept} == {"rinkside-"}
    assert {(one["status"], one["type"], one["redirected"]) for one in kept} == {(200, "basic", False)}
    paths = [one["url"].removeprefix(product.root) for one in kept]
    own = {path for path in paths if not path.startswith("/static/")}
    assert own == {"/manifest.webmanifest", "/rink/"}
    kinds = Counter(PurePosixPath(path).suffix for path in paths)
    assert set(kinds) == {
        "",
        ".css",
        ".html",
        ".js",
        ".json",
        ".mjs",
        ".png",
        ".svg",
        ".wasm",
        ".webmanifest",
    }
    assert sum(len(one["text"]) for one in kept) < MOST_BYTES, kinds

    names = [
        name for (name,) in product.rows("SELECT name FROM person UNION SELECT display_name FROM account")
    ]
    assert len(names) > 20
    words = "\n".join(one["text"] for one in kept)
    assert [name for name in names if name in words] == []

    pat.handset.offline()
    office.page.goto(captains)
    expect(office.page.get_by_role("heading", name="No network")).to_be_visible()
    expect(office.page.get_by_text("Hogs")).to_have_count(0)


def test_what_is_sent_without_a_network_is_said_not_to_have_arrived(product, pat):
    office = Office(pat.handset)
    office.sign_in("lee")
    pat.handset.offline()
    office.page.get_by_role("button", name="Sign out").tap()
    expect(office.page.get_by_role("heading", name="Not sent")).to_be_visible()
    pat.handset.offline(False)
    office.page.get_by_role("link", name="To the start").tap()
    expect(office.page.get_by_role("button", name="Sign out")).to_be_visible()
