"""Where the app cannot start or the rules cannot load, the screen says so, and what to do next."""

import pytest
from playwright.sync_api import expect

from tests.another_build import asset
from tests.browser import ARGUMENTS, chromium
from tests.e2e.handset import SCREEN

pytestmark = pytest.mark.e2e


@pytest.fixture
def browser_with(playwright):
    """`browser_with(…)`: a page of a browser that lacks something."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield lambda **traits: browser.new_context(viewport=SCREEN, **traits).new_page()
    browser.close()


def test_without_javascript_the_app_says_so(product, browser_with):
    page = browser_with(java_script_enabled=False)
    page.goto(f"{product.root}/rink/")
    expect(page.get_by_role("heading", name="The referee’s app needs JavaScript")).to_be_visible()
    expect(page.get_by_role("heading", name="The app has not started")).to_be_hidden()
    page.get_by_role("link", name="Other pages").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_an_app_that_does_not_load_says_what_to_do(product, browser_with):
    page = browser_with(service_workers="block")
    page.route("**/rink-*.js", lambda route: route.fulfill(content_type="text/javascript", body="class { #"))
    page.goto(f"{product.root}/rink/")
    expect(page.get_by_role("heading", name="The app has not started")).to_be_visible(timeout=20_000)
    page.unroute("**/rink-*.js")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_role("heading", name="The app has not started")).to_have_count(0)


def test_what_stands_where_there_is_no_app_speaks_the_browsers_language(product, browser_with):
    page = browser_with(service_workers="block", locale="fr-CA")
    page.route("**/rink-*.js", lambda route: route.abort())
    page.goto(f"{product.root}/rink/")
    expect(page.get_by_role("heading")).to_have_text(["L’app n’a pas démarré"], timeout=20_000)
    for name, title in (("no_network", "Pas de réseau"), ("not_sent", "Non envoyé")):
        page.goto(f"{product.root}{asset(product.folder / 'static/dist', f'{name}.html')}")
        expect(page.get_by_role("heading", level=1)).to_have_text([title])
        expect(page).to_have_title(f"{title} – Rinkside")
        assert page.evaluate("document.documentElement.lang") == "fr"


@pytest.mark.parametrize(
    ("lacks", "says"),
    [
        ("delete window.indexedDB; Object.defineProperty(window, 'indexedDB', { value: undefined })", "keep"),
        ("indexedDB.open = () => { throw new DOMException('denied', 'SecurityError') }", "keep"),
    ],
    ids=["no IndexedDB", "IndexedDB denied"],
)
def test_a_browser_that_keeps_nothing_is_told(product, browser_with, lacks, says):
    page = browser_with()
    page.add_init_script(lacks)
    page.goto(f"{product.root}/rink/")
    expect(page.get_by_role("alert")).to_contain_text(f"This phone cannot {says} calls")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def without_rules(pat):
    pat.handset.context.add_init_script("delete window.WebAssembly")
    pat.handset.context.route("**/*.wasm", lambda route: route.abort())
    pat.page.evaluate("caches.keys().then((all) => Promise.all(all.map((name) => caches.delete(name))))")
    pat.page.reload()


def test_a_log_is_not_closed_by_one_tap_where_the_rules_do_not_answer(product, pat):
    without_rules(pat)
    pat.page.evaluate("location.hash += '/sign-off'")
    sheet = pat.page.locator("dialog")
    expect(sheet).to_contain_text("what is still open is not known")
    expect(sheet).not_to_contain_text("Nothing is missing")
    pat.tap(sheet.locator("button.button--main"))
    expect(pat.page.get_by_role("alertdialog")).to_contain_text("The rules have not answered")
    assert pat.handset.log_of(product.game("Game 3")) == []


def test_rules_that_do_not_load_leave_the_log_as_it_is(product, pat):
    without_rules(pat)
    expect(pat.page.get_by_role("alert").filter(has_text="The rules do not answer.")).to_contain_text(
        "This browser is too old or locked down for the rules"
    )
    pat.tap(pat.dock.get_by_role("button", name="Begin Period 1"))
    game = product.game("Game 3")
    pat.wait_until("it is kept", lambda: len(pat.handset.log_of(game)) == 1)
    pat.wait_until_all_is_sent()
