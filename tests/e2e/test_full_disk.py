"""A disk that the browser says is full: games that are over make room, nothing unsent does."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

MEGABYTE = 1 << 20
OLD_GAMES = """async ({ account, mine, games, bytes }) => {
    const opening = indexedDB.open('rinkside');
    await new Promise((go) => { opening.onsuccess = go; });
    const old = new Date(Date.now() - 5 * 24 * 3600e3).toISOString();
    for (let at = 0; at < games; at++) {
        const ballast = crypto.getRandomValues(new Uint8Array(bytes / 16));
        const text = Array.from(ballast, (byte) => byte.toString(16).padStart(16, '0')).join('');
        const tx = opening.result.transaction('packets', 'readwrite');
        const packet = { ...mine.packet, starts_at: old, ballast: text };
        tx.objectStore('packets').put({ account, game: `old-${at}`, packet, etag: null });
        await new Promise((go, fail) => { tx.oncomplete = go; tx.onabort = () => fail(tx.error); });
    }
    opening.result.close();
}"""
KEEP = """async (bytes) => {
    const opening = indexedDB.open('rinkside');
    await new Promise((go) => { opening.onsuccess = go; });
    const tx = opening.result.transaction('settings', 'readwrite');
    const ballast = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += 65536) crypto.getRandomValues(ballast.subarray(at, at + 65536));
    tx.objectStore('settings').put(ballast, 'probe');
    const why = await new Promise((go) => {
        tx.oncomplete = () => go('kept');
        tx.onabort = () => go(tx.error?.name);
    });
    opening.result.close();
    return why;
}"""

FULL_FOR_TWO_CALLS = """() => {
    const add = IDBObjectStore.prototype.add;
    let refused = 0;
    IDBObjectStore.prototype.add = function (...what) {
        if (this.name !== 'calls' || ++refused > 2) return add.apply(this, what);
        throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
}"""


@pytest.fixture
def crowded(pat):
    """Pat's phone with eight old games of a megabyte each; how much the browser then says is in use."""
    [mine, *_] = [one for one in pat.handset.kept("packets") if one["packet"]["label"] == "Game 3"]
    asked = {"account": mine["account"], "mine": mine, "games": 8, "bytes": MEGABYTE}
    pat.page.evaluate(OLD_GAMES, asked)
    return pat


def in_use(pat) -> int:
    return pat.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")


def grant(pat, quota: int) -> None:
    """What the browser grants the app, for as long as this page is open."""
    devtools = pat.handset.context.new_cdp_session(pat.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": pat.handset.root, "quotaSize": quota})
    pat.quota = devtools  # it holds for as long as the session


def test_a_disk_that_the_browser_says_is_full_never_costs_a_call_in_silence(product, crowded):
    """The browser goes by the room that it last found, until more than that is asked for.

    So this one starts with little room, and is asked for more than that once there is none.
    """
    pat = crowded
    pat.handset.offline()
    pat.begin_period(1)
    here = pat.page.url
    little = in_use(pat) + 4 * MEGABYTE
    pat.handset.switch_off()
    pat.handset.switch_on()
    pat.handset.offline()
    grant(pat, little)
    pat.page.goto(here)
    pat.wait_for_the_rules()
    grant(pat, in_use(pat) - MEGABYTE)
    assert pat.page.evaluate(KEEP, little) == "QuotaExceededError"
    pat.tap(pat.possession_button("Hogs"))
    saved = pat.log.filter(has_text="Possession")
    red = pat.page.locator(".not-saved")
    expect(saved.or_(red).first).to_be_visible()
    left = [one["game"] for one in pat.handset.kept("packets") if one["game"].startswith("old-")]
    assert len(left) < 8, "old games made room"
    calls = [record["call"]["type"] for record in pat.handset.kept("calls") if record.get("outbox")]
    assert calls.count("possession") == saved.count(), "shown as logged if and only if it is on disk"
    assert calls[:2] == ["period_start", "clock"]


def test_where_two_old_games_are_room_enough_the_call_is_saved_and_no_third_goes(product, crowded):
    pat = crowded
    pat.handset.offline()
    pat.begin_period(1)
    pat.page.evaluate(FULL_FOR_TWO_CALLS)
    pat.tap(pat.possession_button("Hogs"))
    expect(pat.log.filter(has_text="Possession").first).to_be_visible()
    expect(pat.page.locator(".not-saved")).to_have_count(0)
    left = [one["game"] for one in pat.handset.kept("packets") if one["game"].startswith("old-")]
    assert len(left) == 6
    calls = [record["call"]["type"] for record in pat.handset.kept("calls") if record.get("outbox")]
    assert calls.count("possession") == 1
