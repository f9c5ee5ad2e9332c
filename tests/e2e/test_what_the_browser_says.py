"""What a browser says of the network, and what it lacks, decides nothing: what the server answered does."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

LIES = """(says) => {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => says, configurable: true });
  delete window.SyncManager;
  delete ServiceWorkerRegistration.prototype.sync;
  delete window.PeriodicSyncManager;
  delete ServiceWorkerRegistration.prototype.periodicSync;
}"""


def test_a_browser_that_says_it_is_online_sends_nothing_without_a_server_and_the_app_says_so(product, pat):
    product.stop()
    assert pat.page.evaluate("navigator.onLine")
    pat.begin_period(1)
    pat.send_now()
    expect(pat.sending).to_have_text("2 calls not sent")
    pat.tap(pat.sending)
    expect(pat.sheet).to_contain_text("No network. Go on logging")
    pat.close()
    product.start()
    pat.wait_until_all_is_sent()


def test_a_browser_that_says_it_is_offline_and_syncs_nothing_by_itself_sends_all_the_same(product, pat):
    game = product.game("Game 3")
    pat.page.add_init_script(f"({LIES})(false)")
    pat.page.reload()
    pat.wait_for_the_rules()
    assert pat.page.evaluate("[navigator.onLine, 'SyncManager' in window]") == [False, False]
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    assert [row["type"] for row in product.log_of(game)] == ["period_start", "clock"]
