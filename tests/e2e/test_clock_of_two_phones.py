"""One phone keeps the game's clock and the others follow it, whatever the time on their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.several_officials import Official, on_one_game

pytestmark = pytest.mark.e2e

THREE_MINUTES_FAST = """{
    const Right = Date;
    Date = class extends Right {
        constructor(...said) { said.length ? super(...said) : super(Right.now() + 180_000); }
        static now() { return Right.now() + 180_000; }
    };
}"""

KEPT_SETTING = """(name) => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const asked = opening.result.transaction('settings').objectStore('settings').get(name);
        asked.onsuccess = () => { opening.result.close(); done(asked.result); };
    };
})"""


def now_ms(official: Official) -> int:
    """The present as a phone takes it to be: its own clock, and the correction that it keeps."""
    offset = official.page.evaluate(KEPT_SETTING, "offset_ms") or 0
    return official.page.evaluate("Date.now()") + offset


def test_two_phones_show_one_clock_though_one_of_them_is_three_minutes_off(handset):
    pat, sam = on_one_game(handset, "pat", "sam", scripts={"sam": THREE_MINUTES_FAST})
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.dock).to_contain_text("Clock: Pat Reyes")
    expect(sam.page.locator(".board__state")).to_contain_text("Running")
    before, theirs, after = now_ms(pat), now_ms(sam), now_ms(pat)
    assert before - 1_000 <= theirs <= after + 1_000, "more than a second apart"
    sam.wait_until("both show the same", lambda: pat.clock == sam.clock == pat.clock, within_s=20)
    expect(sam.page.get_by_text("clock is 3 minutes fast")).to_be_visible()
    expect(pat.page.get_by_text("This phone’s clock")).to_have_count(0)

    sam.freeze("Bears")
    sam.wait_until_all_is_sent()
    pat.send_now()
    pat.freeze("Bears")
    pat.wait_until_all_is_sent()
    sam.send_now()
    for official in (pat, sam):
        official.wait_until("both freezes are here", lambda one=official: len(freezes(one)) == 2)
        assert freezes(official) == [sam.device, pat.device], "in the order of the taps"


def freezes(official: Official) -> list[str]:
    """The devices that logged a freeze, in the log's order."""
    held = official.handset.held()
    return [call["device"] for call in held["calls"] if call["type"] == "goalie_freeze"]


def test_a_follower_stops_nothing_by_accident_and_takes_the_clock_with_one_tap(handset):
    pat, sam = on_one_game(handset, "pat", "sam")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    sam.send_now()
    sam.tap(sam.clock_button("Clock: Pat Reyes"))
    expect(sam.sheet.get_by_role("button", name=re.compile("Stop|Start|End|less|more|time"))).to_have_count(0)
    sam.tap(sam.sheet.get_by_role("button", name="Take the clock"))
    expect(sam.sheet.get_by_role("button", name="Stop clock")).to_be_visible()
    sam.close()
    sam.stop_clock()
    sam.wait_until_all_is_sent()
    pat.send_now()
    expect(pat.clock_button("Clock: Sam Iversen")).to_contain_text("Stopped")
    assert pat.clock == sam.clock

    pat.handset.offline()
    pat.tap(pat.clock_button("Clock: Sam Iversen"))
    pat.tap(pat.sheet.get_by_role("button", name="Take the clock"))
    pat.close()
    pat.start_clock()
    pat.handset.offline(False)
    pat.send_now()
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.clock_button("Clock: Pat Reyes")).to_contain_text("Running")


def test_a_keeper_who_is_not_heard_is_said_and_their_clock_is_offered(handset, product):
    pat, sam = on_one_game(handset, "pat", "sam")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.clock_button("Clock: Pat Reyes")).to_be_visible()
    pat.handset.offline()
    product.change("UPDATE device_head SET heard_at = '2026-01-01 00:00:00' WHERE device = ?", pat.device)
    sam.send_now()
    expect(sam.clock_button("Take the clock")).to_contain_text("Pat Reyes is not heard")
    sam.tap(sam.clock_button("Take the clock"))
    expect(sam.clock_button("Stop clock")).to_be_visible()


def test_of_two_who_kept_the_clock_unheard_the_later_one_keeps_it_and_the_other_is_told(handset):
    pat, sam = on_one_game(handset, "pat", "sam")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.clock_button("Clock: Pat Reyes")).to_be_visible()

    pat.handset.offline()
    sam.tap(sam.clock_button("Clock: Pat Reyes"))
    sam.tap(sam.sheet.get_by_role("button", name="Take the clock"))
    sam.close()
    pat.stop_clock()
    pat.start_clock()
    sam.wait_until_all_is_sent()
    pat.handset.offline(False)
    pat.send_now()
    pat.wait_until_all_is_sent()
    sam.send_now()

    told = pat.page.get_by_role("alert").filter(has_text="Sam Iversen took the clock.")
    expect(told).to_contain_text("2 starts and stops on this phone since then do not count.")
    expect(pat.clock_button("Clock: Sam Iversen")).to_be_visible()
    expect(sam.clock_button("Stop clock")).to_be_visible()
    expect(sam.page.get_by_text("took the clock")).to_have_count(0)
    pat.look("overruled")
    assert pat.faults() == []

    pat.tap(told.get_by_role("button", name="Take the clock"))
    expect(told).to_have_count(0)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.clock_button("Clock: Pat Reyes")).to_be_visible()


AWAY = """() => {
    const now = Date.now;
    Date.now = () => now() + 240_000;
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_time_that_a_phone_was_away_by_its_own_clock_alone_is_doubted_until_the_server_tells(handset):
    [pat] = on_one_game(handset, "pat")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    pat.handset.offline()
    pat.page.evaluate(AWAY)
    doubt = pat.page.get_by_role("alert").filter(has_text="away for 4 minutes by its own clock")
    expect(doubt).to_be_visible()
    pat.look("doubt")
    assert pat.faults() == []
    pat.handset.offline(False)
    pat.send_now()
    expect(doubt).to_have_count(0)
