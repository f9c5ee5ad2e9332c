"""Sign-off waits for phones that owe calls, or goes on knowingly; what comes late is decided afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.several_officials import on_one_game

pytestmark = pytest.mark.e2e
LONG_AGO = "UPDATE device_head SET heard_at = '2026-01-01 00:00:00' WHERE device = ?"


def test_a_log_that_is_closed_over_a_phone_that_was_away_is_put_right_by_one_tap(handset, product):
    pat, sam = on_one_game(handset, "pat", "sam")
    sam.freeze("Bears")
    sam.wait_until_all_is_sent()
    sam.handset.offline()
    sam.goal("Bears", 4)
    product.change(LONG_AGO, sam.device)
    pat.send_now()

    pat.from_more("Sign off")
    expect(pat.sheet).to_contain_text("Waiting for 1 phone")
    expect(pat.sheet).to_contain_text("Sam Iversen, Linux: last heard")
    expect(pat.sheet.get_by_role("button", name="Sign off and close the log")).to_have_count(0)
    pat.look("sign_off_waits")
    pat.tap(pat.sheet.get_by_role("button", name="Close now; their calls wait as late"))
    expect(pat.question).to_contain_text("What comes from them later is held")
    with pat.one_more_call():
        pat.tap(pat.question.get_by_role("button", name="Close it all the same"))
    pat.wait_until_all_is_sent()

    sam.handset.offline(False)  # it sends by itself, and a tap as the answer comes would be nobody's
    sam.wait_until_all_is_sent()
    expect(sam.not_accepted).to_contain_text("the log was signed off without it")
    expect(sam.not_accepted).to_contain_text("The head referee or the director decides")
    assert sam.score == [0, 0]

    pat.send_now()
    expect(pat.not_accepted).to_contain_text("You decide")
    pat.look("not_accepted")
    pat.tap(pat.not_accepted.get_by_role("button", name="Decide on 1 call"))
    expect(pat.sheet.locator("dd").first).to_have_text("0 – 0")
    expect(pat.sheet.locator("dd").last).to_have_text("1 – 0")
    pat.look("late_card")
    assert pat.faults() == []
    with pat.one_more_call():
        pat.tap(pat.sheet.get_by_role("button", name="Admit"))
    expect(pat.sheet).to_contain_text("No call waits")
    pat.close()
    assert pat.score == [1, 0]
    expect(pat.not_accepted).to_have_count(0)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.page.locator(".board__score").first).to_have_text("1")
    pat.send_now()
    pat.from_more("Sign off")
    expect(pat.sheet).to_contain_text("Sheet, revision 2.")


def test_a_phone_that_sends_what_it_owes_while_the_sheet_is_open_lets_the_log_close(handset, product):
    pat, sam = on_one_game(handset, "pat", "sam")
    sam.freeze("Bears")
    sam.wait_until_all_is_sent()
    sam.handset.offline()
    sam.freeze("Otters")
    product.change(LONG_AGO, sam.device)
    pat.send_now()
    pat.from_more("Sign off")
    expect(pat.sheet).to_contain_text("Waiting for 1 phone")
    sam.handset.offline(False)
    sam.send_now()
    sam.wait_until_all_is_sent()
    expect(pat.sheet.get_by_role("button", name="Sign off and close the log")).to_be_visible(timeout=60_000)
    expect(pat.sheet).not_to_contain_text("Waiting for")
    pat.tap(pat.sheet.get_by_role("button", name="Sign off and close the log"))
    expect(pat.question).to_contain_text("The game is not over.")
    with pat.one_more_call():
        pat.tap(pat.question.get_by_role("button", name="Close it all the same"))
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.not_accepted).to_have_count(0)


def test_two_officials_who_both_say_that_it_was_one_event_agree(handset):
    pat, sam = on_one_game(handset, "pat", "sam")
    pat.begin_period(1)
    pat.stop_clock()
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.log.filter(has_text="Period begins")).to_be_visible()
    for official in (pat, sam):
        official.handset.offline()
        official.goal("Bears", 4)
    for official in (pat, sam):
        official.handset.offline(False)
        official.send_now()
        official.wait_until_all_is_sent()
    pat.send_now()
    for official in (pat, sam):
        expect(official.flag("One event")).to_have_count(1)
        official.handset.offline()
        official.tap(official.flags.get_by_role("button", name="One event"))
        expect(official.flag("One event")).to_have_count(0)
    for official in (pat, sam):
        official.handset.offline(False)
        official.send_now()
        official.wait_until_all_is_sent()
    pat.send_now()
    pat.wait_until("both words are here", lambda: len(pat.handset.held()["calls"]) == 7)
    sam.wait_until("both words are here", lambda: len(sam.handset.held()["calls"]) == 7)
    for official in (pat, sam):
        expect(official.flag("One event")).to_have_count(0)
        assert official.score == [1, 0]
        official.wait_until("ruled on", lambda one=official: one.handset.held()["ruling"] == "ready")
    assert pat.handset.held()["sheet"] == sam.handset.held()["sheet"]
