"""Every official sees which phones are on the game, when each was last heard and what it still owes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.several_officials import on_one_game

pytestmark = pytest.mark.e2e


def a_proxy_that_lets_no_call_through(route: Route) -> None:
    if route.request.post_data_json["calls"]:
        route.fulfill(status=413, content_type="text/html", body="too large")
    else:
        route.continue_()


def test_a_phone_that_owes_calls_is_seen_on_the_others_by_name_and_without_a_network_too(handset):
    pat, sam = on_one_game(handset, "pat", "sam")
    sam.freeze("Bears")
    sam.wait_until_all_is_sent()
    sam.handset.context.route("**/api/v1/sync", a_proxy_that_lets_no_call_through)
    sam.freeze("Otters")
    sam.freeze("Otters")
    sam.send_now()

    pat.open_phones()
    expect(pat.phone_of("Pat")).to_contain_text("This phone")
    theirs = pat.phone_of("Sam")
    pat.ask_until(theirs, "Owes 2 calls")
    expect(theirs).to_contain_text(re.compile(r"Heard (just now|1 min ago)\. 1 call on the server\."))
    pat.handset.offline()
    pat.page.reload()
    expect(theirs).to_contain_text("Owes 2 calls")
    expect(pat.sheet).to_contain_text(re.compile("As the server told (just now|1 min ago)"))

    pat.handset.offline(False)
    sam.handset.context.unroute("**/api/v1/sync")
    sam.send_now()
    sam.wait_until_all_is_sent()
    pat.ask_until(theirs, "All here")
    expect(theirs).to_contain_text("3 calls on the server.")
