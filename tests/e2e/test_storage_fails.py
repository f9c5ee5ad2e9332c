"""A phone that cannot keep a call says so at once, in plain words, and never shows it as logged."""

import pytest
from playwright.sync_api import expect

from tests.e2e.referee import Referee

pytestmark = pytest.mark.e2e

BLOCKED = "indexedDB.open = () => { throw new DOMException('The user denied permission', 'SecurityError'); };"
ALL_BLOCKED = f"""{BLOCKED}
const denied = {{ get() {{ throw new DOMException('Access is denied', 'SecurityError'); }} }};
for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, denied);
Object.defineProperty(Navigator.prototype, 'serviceWorker', denied);"""
NO_DATABASE = "delete Window.prototype.indexedDB; delete window.indexedDB;"
NO_STORAGE_MANAGER = "delete Navigator.prototype.storage;"
NEVER_OPENS = "indexedDB.open = () => new EventTarget();"
OPENS_AFTER_A_WHILE = """
const open = indexedDB.open.bind(indexedDB);
const end = performance.now() + 6_000;
indexedDB.open = (...how) => (performance.now() < end ? new EventTarget() : open(...how));"""
OF_A_LATER_BUILD = """
const open = indexedDB.open.bind(indexedDB);
indexedDB.open = (name, version) => open(name, version + 1);"""
HOLD_IT_OPEN = """() => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => { window.held = opening.result; done(); };
})"""
FULL = """() => {
    window.add = IDBObjectStore.prototype.add;
    const full = new DOMException('The disk is full', 'QuotaExceededError');
    IDBObjectStore.prototype.add = () => { throw full; };
}"""
ROOM_AGAIN = "() => { IDBObjectStore.prototype.add = window.add; }"
WATCH_CONNECTIONS = """() => {
    const real = IDBDatabase.prototype.transaction;
    window.connections = new Set();
    IDBDatabase.prototype.transaction = function (...asked) {
        window.connections.add(this);
        if (window.dead) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
        return real.apply(this, asked);
    };
}"""
CLOSE_IT = "() => { for (const one of window.connections) one.close(); return window.connections.size; }"
CANNOT_KEEP = "This phone cannot keep calls"


@pytest.mark.parametrize(
    "blocked", [BLOCKED, ALL_BLOCKED, NO_DATABASE], ids=["denied", "all denied", "missing"]
)
def test_a_phone_without_storage_lets_nobody_log(handset, blocked):
    pat = Referee(handset("pat's"))
    pat.handset.context.add_init_script(blocked)
    pat.open_app()
    expect(pat.page.get_by_role("heading", name=CANNOT_KEEP)).to_be_visible()
    expect(pat.page.get_by_role("alert")).to_contain_text("Write on paper until then")
    expect(pat.page.get_by_label("Password")).to_have_count(0)


def test_a_browser_that_cannot_promise_to_keep_anything_logs_all_the_same(handset):
    pat = Referee(handset("pat's"))
    pat.handset.context.add_init_script(NO_STORAGE_MANAGER)
    pat.open_app()
    pat.sign_in("pat")
    pat.open_game("Hogs", "Foxes")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()


@pytest.mark.parametrize("says", ["true", "false"])
def test_what_a_private_window_forgets_is_said_while_calls_wait_on_it_alone(handset, says):
    pat = Referee(handset("pat's"))
    pat.handset.context.add_init_script(f"StorageManager.prototype.persist = async () => {says};")
    pat.open_app()
    pat.sign_in("pat")
    pat.open_game("Hogs", "Foxes")
    pat.handset.offline()
    pat.begin_period(1)
    pat.tap(pat.sending)
    told = pat.sheet.get_by_text("a private window forgets them when it is closed")
    expect(told).to_have_count(1 if says == "false" else 0)
    pat.handset.offline(False)
    pat.tap(pat.sheet.get_by_role("button", name="Send now"))
    expect(told).to_have_count(0)


def test_a_storage_that_does_not_answer_is_told_and_the_app_goes_on_once_it_does(handset):
    pat = Referee(handset("pat's"))
    pat.open_app()
    pat.sign_in("pat")
    pat.page.add_init_script(OPENS_AFTER_A_WHILE)
    pat.page.reload()
    expect(pat.page.get_by_role("heading", name=CANNOT_KEEP)).to_be_visible()
    expect(pat.page.get_by_role("heading", name="My games")).to_be_visible()
    pat.page.add_init_script(NEVER_OPENS)
    pat.page.reload()
    expect(pat.page.get_by_role("heading", name=CANNOT_KEEP)).to_be_visible()


def test_a_tab_that_holds_an_older_version_open_is_told_not_waited_for(product, handset):
    pat = Referee(handset("pat's"))
    pat.open_app()
    pat.sign_in("pat")
    other = pat.handset.new_tab()
    other.goto(f"{product.root}/sign-in")
    other.evaluate(HOLD_IT_OPEN)
    pat.page.add_init_script(OF_A_LATER_BUILD)
    pat.page.reload()
    expect(pat.page.get_by_role("alert")).to_contain_text("Another tab holds an older version open. Close it")
    other.close()
    expect(pat.page.get_by_role("heading", name="My games")).to_be_visible()


def test_of_two_tabs_on_two_builds_the_older_one_says_so_and_shows_nothing_as_saved(pat):
    pat.begin_period(1)
    later = pat.handset.new_tab()
    later.add_init_script(OF_A_LATER_BUILD)
    later.goto(pat.page.url)
    expect(later.get_by_role("navigation", name="Calls")).to_be_visible()
    expect(pat.page.get_by_text("A newer version runs in another tab. Load this one again.")).to_be_visible()
    pat.tap(pat.possession_button("Hogs"))
    expect(pat.page.locator(".not-saved")).to_contain_text("Possession · Hogs")
    expect(pat.log.filter(has_text="Possession")).to_have_count(0)


def test_a_connection_that_was_closed_under_the_app_costs_no_call(pat):
    pat.begin_period(1)
    pat.page.evaluate(WATCH_CONNECTIONS)
    pat.possession("Hogs")
    assert pat.page.evaluate(CLOSE_IT) >= 1
    pat.goal("Hogs", 9)
    assert pat.page.evaluate("window.connections.size") >= 2, "another one was opened"
    game = pat.handset.held()["calls"][0]["game"]
    numbers = [record["call"]["n"] for record in pat.handset.log_of(game)]
    assert numbers == list(range(1, 5))


def test_a_storage_that_stays_dead_says_which_call_is_not_saved_until_it_is(pat):
    pat.begin_period(1)
    pat.page.evaluate(WATCH_CONNECTIONS)
    pat.page.evaluate("window.dead = true")
    pat.tap(pat.possession_button("Foxes"))
    red = pat.page.locator(".not-saved")
    expect(red).to_contain_text("Not saved. Write on paper: Possession · Foxes · Period 1")
    expect(pat.page.get_by_text(CANNOT_KEEP)).to_be_visible()
    expect(pat.log.filter(has_text="Possession")).to_have_count(0)
    pat.tap(red.get_by_role("button", name="Try again"))
    expect(red).to_be_visible()

    pat.page.reload()
    pat.wait_for_the_rules()
    expect(red).to_contain_text("Possession · Foxes")
    expect(pat.page.get_by_text(CANNOT_KEEP)).to_have_count(0)
    with pat.one_more_call():
        pat.tap(red.get_by_role("button", name="Try again"))
    expect(red).to_have_count(0)
    expect(pat.log.filter(has_text="Possession")).to_have_count(1)


def test_a_call_that_is_on_paper_leaves_the_screen(pat):
    pat.begin_period(1)
    pat.page.evaluate(FULL)
    pat.tap(pat.possession_button("Foxes"))
    red = pat.page.locator(".not-saved")
    pat.tap(red.get_by_role("button", name="It is on paper"))
    expect(red).to_have_count(0)
    pat.page.reload()
    pat.wait_for_the_rules()
    expect(red).to_have_count(0)


def test_a_disk_that_is_full_in_the_middle_of_a_game_saves_nothing_and_says_so(pat):
    pat.begin_period(1)
    pat.possession("Hogs")
    pat.page.evaluate(FULL)
    pat.tap(pat.button("Goal"))
    pat.tap(pat.number("Hogs", 9))
    warned = pat.sheet.get_by_role("alert")
    expect(warned).to_contain_text("Not saved.")
    expect(warned).to_contain_text("Write it on paper")
    assert pat.score == [0, 0]

    pat.page.evaluate(ROOM_AGAIN)
    pat.tap(warned.get_by_role("button", name="Try again"))
    expect(pat.sheet).to_have_count(0)
    expect(pat.log.filter(has_text="Goal #9 Hogs")).to_have_count(1)
    expect(pat.page.locator(".not-saved")).to_have_count(0)
    assert pat.score == [1, 0]
