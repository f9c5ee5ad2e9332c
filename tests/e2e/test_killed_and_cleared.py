"""A browser that is killed, closed or cleared: what was shown as saved is there, and what is gone is said."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.e2e.referee import THUMB_MS, Referee

pytestmark = pytest.mark.e2e

LOTS, TIMES = 5, 4  # twenty kills in all
HOGS, FOXES = "Hogs", "Foxes"
SEEN_ON_THE_DISK = """() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...given) {
        this.transaction.addEventListener('complete', () => { window.kept = true; });
        return add.apply(this, given);
    };
}"""
NOTED = "(unsent) => Object.values(JSON.parse(localStorage.getItem('held') ?? '{}')).includes(unsent)"
IN_THE_LOG = """(before) => document.querySelectorAll('.log__row').length > before"""


@pytest.mark.proof(1)
@pytest.mark.parametrize("lot", range(LOTS))
def test_what_is_in_the_log_outlives_a_browser_killed_that_moment_again_and_again(product, pat, lot):
    game = product.game("Game 3")
    pat.handset.offline()
    pat.begin_period(1)
    shown = 2
    for at in range(TIMES):
        team = (HOGS, FOXES)[(lot + at) % 2]
        rows = pat.log.count()
        pat.tap(pat.possession_button(team))
        pat.page.wait_for_function(IN_THE_LOG, arg=rows)
        shown += 1
        pat.handset.kill()
        pat.handset.switch_on()
        pat.handset.offline()
        pat.open_app(f"#/game/{game}")
        expect(pat.dock).to_be_visible()
        numbers = [record["call"]["n"] for record in pat.handset.log_of(game)]
        assert numbers == list(range(1, shown + 1)), f"after kill {at + 1}"
    pat.handset.offline(False)
    pat.open_app(f"#/game/{game}")
    pat.wait_until_all_is_sent()
    assert len(product.log_of(game)) == TIMES + 2


def test_a_tap_and_then_the_page_is_closed_at_once(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    button = pat.possession_button(HOGS)
    pat.page.wait_for_timeout(600)
    button.evaluate("button => button.click()")  # it has reached the page, which had no time for more
    pat.page.close()
    pat.handset.page = pat.handset.new_tab()
    pat.open_app(f"#/game/{game}")
    expect(pat.dock).to_be_visible()
    pat.wait_for_the_rules()
    kept = [record["call"]["type"] for record in pat.handset.log_of(game)].count("possession")
    assert kept <= 1, "the page closed before or after it was on the disk, in no half way"
    expect(pat.log.filter(has_text="Possession")).to_have_count(kept)
    pat.page.evaluate(SEEN_ON_THE_DISK)
    pat.possession_button(FOXES).evaluate("button => button.click()")
    pat.page.wait_for_function("() => window.kept")  # on the disk, and neither shown nor sent by any promise
    pat.page.close()
    pat.handset.page = pat.handset.new_tab()
    pat.open_app(f"#/game/{game}")
    expect(pat.log.filter(has_text="Possession")).to_have_count(kept + 1)
    pat.wait_until_all_is_sent()
    rows = product.log_of(game)
    assert [row["type"] for row in rows].count("possession") == kept + 1
    assert sorted(row["n"] for row in rows) == list(range(1, len(rows) + 1))


def test_two_tabs_number_one_log_and_both_show_it_at_once(product, pat):
    game = product.game("Game 3")
    pat.handset.offline()
    pat.begin_period(1)
    other = Referee(pat.handset)
    first = pat.page
    second = pat.handset.new_tab()
    second.goto(first.url)
    expect(second.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(2)
    for at in range(4):
        pat.handset.page = (second, first)[at % 2]
        pat.page.wait_for_timeout(THUMB_MS)
        other.possession((HOGS, FOXES)[at % 2])
        for page in (first, second):
            expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(3 + at)
    pat.handset.offline(False)
    pat.handset.page = first
    pat.wait_until_all_is_sent()
    rows = product.log_of(game)
    assert len({row["device"] for row in rows}) == 1
    assert sorted(row["n"] for row in rows) == list(range(1, 7))


def clear(pat, *storage_types: str) -> None:
    """As a browser does that needs room: for good, and without asking."""
    devtools = pat.handset.context.new_cdp_session(pat.page)
    pat.page.goto("about:blank")
    where = {"origin": pat.handset.root, "storageTypes": ",".join(storage_types)}
    devtools.send("Storage.clearDataForOrigin", where)


def test_a_cleared_database_is_told_with_what_was_in_it_and_what_the_server_lacks(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    product.stop()  # a page that is being left is offline no longer: it would send what it is to lose
    pat.possession(HOGS)
    pat.goal(HOGS, 9)
    expect(pat.sending).to_have_text("2 calls not sent")
    pat.page.wait_for_function(NOTED, arg=2)
    product.change("UPDATE device_head SET n = n + 2 WHERE game_id = ?", game)
    clear(pat, "indexeddb")

    pat.open_app()
    said = pat.page.get_by_role("alert")
    expect(said).to_contain_text(
        "This phone lost its log: the browser cleared it, with 2 calls that were not sent."
    )
    product.start()
    pat.page.get_by_label("User name").fill("pat")
    sign_in_again(pat)
    expect(pat.page.get_by_role("heading", name="This phone lost its log")).to_be_visible()
    expect(said).to_contain_text("2 calls of Game 3")
    pat.tap(pat.page.get_by_role("button", name="It is seen to"))
    expect(pat.page.get_by_role("heading", name="My games")).to_be_visible()
    pat.wait_until_it_opens_offline(HOGS, FOXES)
    pat.open_game(HOGS, FOXES)
    expect(pat.log).to_have_count(2)  # what was sent came back


def sign_in_again(pat) -> None:
    from tests.cast import PASSWORD

    pat.page.get_by_label("Password").fill(PASSWORD)
    pat.tap(pat.page.get_by_role("button", name="Sign in", exact=True))


COPIED = """(calls) => navigator.storageBuckets.open('unsent')
    .then(({ indexedDB }) => new Promise((done, fail) => {
        const opening = indexedDB.open('unsent');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
            const all = opening.result.transaction('calls').objectStore('calls').count();
            all.onsuccess = () => { opening.result.close(); done(all.result === calls); };
            all.onerror = () => fail(all.error);
        };
    }))"""


def test_a_database_that_the_browser_throws_away_after_a_kill_costs_no_call(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    pat.handset.offline()
    pat.possession(HOGS)
    pat.goal(HOGS, 9)
    pat.page.wait_for_function(COPIED, arg=2)
    pat.handset.kill()
    shutil.rmtree(pat.handset.profile / "Default" / "IndexedDB")

    pat.handset.switch_on()
    pat.open_app()
    said = pat.page.get_by_role("alert")
    expect(said).to_have_text(
        "The browser lost this phone’s log. 2 calls that were not sent had a second copy and are back: "
        "they are sent when whoever logged them signs in, for which they need a network. "
        "Write on paper until then."
    )
    pat.tap(pat.page.get_by_role("button", name="Sign in as Pat"))
    sign_in_again(pat)
    pat.wait_until_it_opens_offline(HOGS, FOXES)
    pat.open_game(HOGS, FOXES)
    pat.wait_until_all_is_sent()
    expect(pat.log).to_have_count(4)
    rows = product.log_of(game)
    assert [row["type"] for row in rows][-2:] == ["possession", "goal"]
    assert len({row["device"] for row in rows}) == 2, "its numbers begin anew, so its id does"
    pat.page.wait_for_function(COPIED, arg=0)


def test_where_everything_was_cleared_the_server_still_names_what_it_waits_for(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    product.change("UPDATE device_head SET n = n + 3 WHERE game_id = ?", game)
    clear(pat, "all")
    pat.open_app()
    expect(pat.page.get_by_role("alert")).to_have_count(0)
    pat.page.get_by_label("User name").fill("pat")
    sign_in_again(pat)
    expect(pat.page.get_by_role("heading", name="Calls that the server still waits for")).to_be_visible()
    expect(pat.page.get_by_role("alert")).to_contain_text(
        re.compile("3 calls of Game 3.*last heard", re.DOTALL)
    )


INSTALLED = """
const real = window.matchMedia.bind(window);
window.matchMedia = (query) => (/standalone/.test(query) ? { matches: true } : real(query));"""


def test_an_installed_app_that_starts_empty_says_where_the_browsers_calls_are(handset):
    pat = Referee(handset("pat's"))
    before = "Was Rinkside used in the browser on this phone before?"
    pat.open_app()
    expect(pat.page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(pat.page.get_by_text(before)).to_have_count(0)
    pat.page.add_init_script(INSTALLED)
    pat.page.reload()
    expect(pat.page.get_by_text(before)).to_be_visible()
    pat.handset.offline()
    pat.page.get_by_label("User name").fill("pat")
    pat.page.get_by_label("Password").fill("for later")
    pat.tap(pat.page.get_by_role("button", name="Sign in", exact=True))
    expect(pat.page.get_by_role("alert")).to_contain_text("nobody is signed in on this phone")
    pat.handset.offline(False)
    pat.sign_in("pat")
    pat.open_app("#/sign-in")
    expect(pat.page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(pat.page.get_by_text(before)).to_have_count(0)


def test_a_cleared_cache_costs_the_app_its_copy_and_no_call(product, pat):
    pat.handset.offline()
    pat.begin_period(1)
    clear(pat, "cache_storage")
    pat.handset.offline(False)
    pat.open_app()
    pat.tap(pat.page.get_by_role("link", name=re.compile("eady for the rink")))
    expect(pat.page.get_by_role("listitem").filter(has_text="The app")).to_contain_text(
        "every file of this version"
    )
    product.stop()
    pat.handset.kill()
    pat.handset.switch_on()
    pat.open_app()
    pat.open_game(HOGS, FOXES)
    assert pat.log.count() == 2
