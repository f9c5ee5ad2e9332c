"""What a rink's network does to a phone: nothing is lost, and nothing is called sent that is not."""

import pytest
from playwright.sync_api import expect

from tests.e2e.product import Portal
from tests.e2e.referee import SETTLED

pytestmark = pytest.mark.e2e

WATCH_SETTLING = """() => new MutationObserver(() => { window.settled_again = true; })
  .observe(document.documentElement, { attributeFilter: ['data-settling'] })"""


def test_a_portal_that_answers_everything_with_its_own_page_is_no_server(product, pat):
    game = product.game("Game 3")
    product.stop()
    with Portal(product.port) as portal:
        pat.begin_period(1)
        pat.send_now()
        pat.wait_until("the portal was asked", lambda: "/api/v1/sync" in portal.asked)
        pat.tap(pat.sending)
        expect(pat.sheet).to_contain_text("No network. Go on logging")
        pat.close()
        expect(pat.sending).to_have_text("2 calls not sent")
        pat.page.reload()
        pat.wait_for_the_rules()
        expect(pat.sending).to_have_text("2 calls not sent")
    product.start()
    pat.send_now()
    pat.wait_until_all_is_sent()
    assert [row["type"] for row in product.log_of(game)] == ["period_start", "clock"]


def test_what_is_sent_while_its_sheet_is_open_moves_nothing_and_holds_up_no_tap(product, pat):
    pat.handset.offline()
    pat.begin_period(1)
    pat.tap(pat.sending)
    expect(pat.sheet).to_contain_text("2 calls not sent")
    pat.page.wait_for_function(SETTLED)
    pat.page.evaluate(WATCH_SETTLING)
    lies_at = [one.bounding_box() for one in (pat.close_button, pat.button_send_now)]
    pat.handset.offline(False)
    pat.button_send_now.tap()
    expect(pat.sheet).to_contain_text("All sent", timeout=60_000)
    assert lies_at == [one.bounding_box() for one in (pat.close_button, pat.button_send_now)]
    assert not pat.page.evaluate("window.settled_again")
    pat.close()


def test_loading_the_page_again_without_a_network_keeps_clock_and_log(pat):
    pat.handset.offline()
    pat.begin_period(1)
    pat.possession("Hogs")
    pat.goal("Hogs", 9)
    before = pat.handset.held()

    pat.page.reload()
    pat.wait_for_the_rules()
    after = pat.handset.held()
    assert after["calls"] == before["calls"]
    assert after["sheet"] == before["sheet"]
    assert after["clock"]["running"]
    assert 0 < after["clock"]["left_ms"] <= before["clock"]["left_ms"], "the clock ran on meanwhile"

    pat.stop_clock()
    stopped = pat.clock
    pat.page.reload()
    pat.wait_for_the_rules()
    assert pat.clock == stopped
    expect(pat.dock.get_by_role("button", name="Start clock")).to_be_visible()
