"""Notices on a phone: turned on, shown, tapped, told anew, turned off."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.screens.captains.conftest import HELD, OF_A_KEY, OUT, STUB, Club, waits_for, with_its_worker

pytestmark = pytest.mark.e2e

AWAY = """
    PushManager.prototype.subscribe = () => {
        document.documentElement.dataset.asked = '';
        return new Promise(() => {});
    };
"""
DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"


def test_a_push_shows_and_a_tap_on_it_opens_the_case_that_the_inbox_has(phone, club):
    page = with_its_worker(phone("drew", permissions=["notifications"]))
    (worker,) = page.context.service_workers
    worker.evaluate(
        """() => {
            self.shown = [];
            const note = async (title, options) => { self.shown.push({ title, ...options }); };
            self.registration.showNotification = note;
        }"""
    )
    for _ in range(2):
        deliver(page, club, club.payload)
        page.wait_for_function("async () => (await (await caches.open('notices that rang')).keys()).length")
    shown = worker.evaluate(
        """async () => {
            while (self.shown.length < 2) await new Promise((go) => setTimeout(go, 20));
            return self.shown;
        }"""
    )
    assert OUT not in json.dumps(shown)
    assert shown[0]["title"] == "Disciplinary notice"
    assert (shown[0]["tag"], shown[0]["renotify"], "silent" in shown[0]) == (shown[1]["tag"], True, False)
    assert (shown[1]["renotify"], shown[1]["silent"]) == (False, True), "sent twice, it rings once"
    worker.evaluate(
        """(data) => {
            const tap = new ExtendableEvent('notificationclick');
            const value = { data, close: () => { self.closed = true; } };
            Object.defineProperties(tap, { notification: { value }, waitUntil: { value: () => {} } });
            self.dispatchEvent(tap);
        }""",
        shown[0]["data"],
    )
    page.wait_for_url(f"{club.address}{club.path}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(OUT)
    assert worker.evaluate("self.closed")
    page.get_by_role("navigation").get_by_role("link", name="Inbox").tap()
    case = page.get_by_role("main").get_by_role("link").filter(has_text=OUT)
    expect(case.first).to_have_attribute("href", club.path)


def deliver(page: Page, club: Club, payload: str) -> None:
    """Have the browser deliver a push, as from its push service."""
    devtools = page.context.new_cdp_session(page)
    found: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    waits_for(page, found)
    message = {"registrationId": found[0]["registrationId"], "data": payload}
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": club.address, **message})
    devtools.detach()


def test_a_subscription_that_the_browser_renews_is_told_to_the_server_by_the_worker(phone, club):
    page = with_its_worker(phone("casey"))
    (worker,) = page.context.service_workers
    before = {"endpoint": HELD["endpoint"] + "/before", "keys": HELD["keys"]}
    assert page.evaluate(TELL, before) == 200
    worker.evaluate(
        f"""async ([before, said]) => {{{OF_A_KEY}
            const {{ key }} = await (await fetch('/notices/push')).json();
            const subscription = (one) => ({{ ...one, options: options(key), toJSON: () => one }});
            const event = new ExtendableEvent('pushsubscriptionchange');
            const waitUntil = (work) => {{ self.renewed = work; }};
            const of = {{ oldSubscription: subscription(before), newSubscription: subscription(said) }};
            const values = {{ ...of, waitUntil }};
            for (const name of Object.keys(values))
                Object.defineProperty(event, name, {{ value: values[name] }});
            self.dispatchEvent(event);
            return self.renewed;
        }}""",
        [before, HELD],
    )
    assert page.evaluate(LOSE, before["endpoint"]) == {"removed": 0}
    assert page.evaluate(LOSE, HELD["endpoint"]) == {"removed": 1}


TELL = """async (said) => {
    const { csrf, key } = await (await fetch('/notices/push')).json();
    const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
    const body = JSON.stringify({ ...said, key });
    return (await fetch('/notices/push', { method: 'PUT', headers, body })).status;
}"""
LOSE = """async (endpoint) => {
    const { csrf } = await (await fetch('/notices/push')).json();
    const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': csrf };
    const body = JSON.stringify({ endpoint });
    return (await fetch('/notices/push', { method: 'DELETE', headers, body })).json();
}"""


def test_a_subscription_that_the_server_has_lost_is_told_to_it_again_with_the_next_visit(phone, club):
    page = with_its_worker(phone("drew", permissions=["notifications"]))
    key = page.evaluate("fetch('/notices/push').then((answer) => answer.json()).then(({ key }) => key)")
    drew = page.evaluate("() => document.body.dataset.account")
    on = f"localStorage.setItem('notices on', {json.dumps(json.dumps([[drew, 'page']]))});"
    page.context.add_init_script(f"{STUB} there = made({json.dumps(key)}); {on}")
    for _ in range(2):
        visit = page.context.new_page()
        with visit.expect_response(lambda answer: answer.request.method == "PUT") as told:
            visit.goto(page.url)
        assert told.value.ok
        assert told.value.request.post_data_json["endpoint"] == HELD["endpoint"]
        assert visit.evaluate(LOSE, HELD["endpoint"]) == {"removed": 1}


def settings(page: Page, club: Club) -> Page:
    page.goto(f"{club.address}/inbox/settings/")
    return page


def test_notices_are_turned_on_tried_and_turned_off_on_this_device(phone, club):
    page = settings(phone("drew", STUB, permissions=["notifications"]), club)
    here = page.get_by_role("region", name="On this device")
    expect(here).to_contain_text("Notices do not reach this device.")
    here.get_by_role("button", name="Turn on here").tap()
    expect(here).to_contain_text("Notices reach this device.")
    expect(here).to_contain_text("None yet")
    with page.expect_response("**/notices/push/test") as tried:
        here.get_by_role("button", name="Send a test").tap()
    assert tried.value.status == 202
    with page.expect_response("**/notices/push") as left:
        settings(page, club)  # the stub forgets with its page, the server does not
        here.get_by_role("button", name="Turn on here").tap()
    assert left.value.ok
    here.get_by_role("button", name="Turn off here").tap()
    here.get_by_role("button", name="Turn on here").tap()
    expect(here).to_contain_text("Notices reach this device.")
    with page.expect_request("**/sign-out") as leaves:
        page.get_by_role("button", name="Sign out").tap()
    assert parse_qs(leaves.value.post_data)["endpoint"] == [HELD["endpoint"]]


def test_a_push_service_that_is_away_is_waited_for_no_longer_than_its_time(phone, club):
    page = phone("drew", AWAY, permissions=["notifications"])
    page.clock.install()
    here = settings(page, club).get_by_role("region", name="On this device")
    here.get_by_role("button", name="Turn on here").tap()
    page.wait_for_selector("html[data-asked]", state="attached")
    page.clock.fast_forward(15_001)
    expect(here).to_contain_text("The browser’s push service did not answer.")
    expect(here.get_by_role("button", name="Turn on here")).to_be_enabled()


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.4 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("script", "traits", "says"),
    [
        ("", {"user_agent": IPHONE}, "once Rinkside is on the Home Screen"),
        (
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });",
            {},
            "does not let Rinkside",
        ),
        ("delete window.PushManager;", {}, "This browser cannot show notices."),
    ],
    ids=["an iPhone's browser", "denied", "without push"],
)
def test_who_cannot_have_notices_here_is_told_what_to_do(phone, club, script, traits, says):
    page = settings(phone("drew", script, **traits), club)
    expect(page.get_by_role("region", name="On this device")).to_contain_text(says)


def test_an_official_has_notices_in_the_referees_app_by_its_token(phone, club):
    club.signed_in.pop("pat", None)  # signing in on the page signs the app in
    page = phone("pat", STUB, permissions=["notifications"])
    page.context.clear_cookies()
    page.goto(f"{club.address}/rink/")
    page.get_by_role("link", name="Notices on this phone").tap()
    expect(page.get_by_text("Notices do not reach this phone.")).to_be_visible()
    page.get_by_role("button", name="Turn on here").tap()
    expect(page.get_by_text("Notices reach this phone.")).to_be_visible()
    with page.expect_response("**/api/v1/notices/push/test") as tried:
        page.get_by_role("button", name="Send a test").tap()
    assert tried.value.status == 201
    expect(page.get_by_role("status")).to_contain_text("Sent.")
    page.get_by_role("button", name="Turn off here").tap()
    expect(page.get_by_role("button", name="Turn on here")).to_be_visible()
    expect(page.get_by_role("link", name="Inbox")).to_have_attribute("href", "/inbox/")
    page.context.set_offline(True)
    page.get_by_role("button", name="Turn on here").tap()
    expect(page.get_by_role("status")).to_contain_text("The server could not be asked.")
    page.get_by_role("button", name="Games").tap()
    expect(page.get_by_role("link", name="Notices on this phone")).to_be_visible()
