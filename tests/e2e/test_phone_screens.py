"""What the phone says of itself, dark and light: axe finds nothing on any of these screens."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.accessible import faults
from tests.cast import PASSWORD
from tests.e2e.referee import Referee

pytestmark = pytest.mark.e2e

FULL = """() => {
    const full = new DOMException('The disk is full', 'QuotaExceededError');
    IDBObjectStore.prototype.add = () => { throw full; };
}"""
PICTURES = os.environ.get("PICTURES")
"""A folder for pictures of the screens, to be looked at."""


def look(pat, name: str) -> list[str]:
    if PICTURES:
        pat.page.screenshot(path=Path(PICTURES) / f"{name}.png")
    return faults(pat.page)


def test_readiness_lost_calls_sign_out_and_what_is_not_saved(product, handset):
    pat = Referee(handset("pat's"))
    pat.open_app()
    pat.sign_in("pat")
    pat.wait_until_it_opens_offline("Hogs", "Foxes")
    found = {"games": look(pat, "games")}
    pat.tap(pat.page.get_by_role("link", name=re.compile("eady for the rink")))
    expect(pat.page.get_by_role("listitem").filter(has_text="The rules")).to_contain_text("ruled on just now")
    expect(pat.page.get_by_role("listitem").filter(has_text="Game 3").first).to_be_visible()
    expect(pat.page.get_by_text("nothing is known yet")).to_have_count(0)
    found["readiness"] = look(pat, "readiness")
    pat.handset.offline()
    pat.open_app(f"#/game/{product.game('Game 3')}")
    pat.wait_for_the_rules()
    expect(pat.page.get_by_role("button", name="Is this phone ready?")).to_be_visible()
    found["before the game"] = look(pat, "before-the-game")
    pat.begin_period(1)
    pat.page.evaluate(FULL)
    pat.tap(pat.possession_button("Hogs"))
    expect(pat.page.locator(".not-saved")).to_be_visible()
    found["not saved"] = look(pat, "not-saved")
    pat.tap(pat.page.locator(".not-saved").get_by_role("button", name="It is on paper"))

    pat.open_app("#/readiness")
    expect(pat.page.get_by_role("status")).to_contain_text("Not ready: 1 thing to do")
    found["not ready"] = look(pat, "not-ready")
    pat.open_app("#/sign-out")
    expect(pat.page.get_by_role("button", name="Save to a file")).to_be_visible()
    found["sign out"] = look(pat, "sign-out")
    pat.tap(pat.page.get_by_role("button", name="Sign out, keep them locked here"))
    expect(pat.page.get_by_role("button", name="Sign in as Pat Reyes")).to_be_visible()
    found["another may sign in"] = look(pat, "another-may-sign-in")

    pat.page.evaluate(
        "localStorage.setItem('held', JSON.stringify({ a: 2 }));"
        "new Promise((done) => { indexedDB.deleteDatabase('rinkside').onsuccess = done; })"
        ".then(() => navigator.storageBuckets.delete('unsent'))"
    )
    pat.page.reload()
    expect(pat.page.get_by_role("alert")).to_contain_text("This phone lost its log")
    found["cleared"] = look(pat, "cleared")
    pat.handset.offline(False)
    product.change("INSERT INTO device_head SELECT ?, id, 5, created_at FROM device", product.game("Game 3"))
    pat.page.get_by_label("User name").fill("pat")
    pat.page.get_by_label("Password").fill(PASSWORD)
    pat.tap(pat.page.get_by_role("button", name="Sign in", exact=True))
    expect(pat.page.get_by_role("alert")).to_contain_text("5 calls of Game 3")
    found["lost"] = look(pat, "lost")
    pat.handset.context.add_init_script(
        "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"
    )
    pat.page.reload()
    expect(pat.page.get_by_role("heading", name="This phone cannot keep calls")).to_be_visible()
    found["nothing kept"] = look(pat, "nothing-kept")
    assert found == {screen: [] for screen in found}
