"""A captain's phone: pages as they were last seen, without a network; notices, from the push to the case."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.accessible import faults
from tests.screens.conftest import PASSWORD, ROOT, environment_of, served

pytestmark = pytest.mark.e2e
PATIENCE_MS = 15_000
OUT = "Frankie Osei"  # the Bear whom the demo suspends
HELD = {  # its keys are those of RFC 8291, appendix A
    "endpoint": "https://fcm.googleapis.com/fcm/send/of-this-test",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
OF_A_KEY = """
    const text = (key) => atob(key.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = (key) => Uint8Array.from(text(key), (one) => one.charCodeAt(0));
    const options = (key) => ({ userVisibleOnly: true, applicationServerKey: bytes(key).buffer });
"""
STUB = f"""
    {OF_A_KEY}
    const said = {json.dumps(HELD)};
    const made = (key) => ({{ ...said, options: options(key), toJSON: () => said, unsubscribe }});
    const unsubscribe = async () => {{ there = null; return true; }};
    let there = null;
    PushManager.prototype.getSubscription = async () => there;
    PushManager.prototype.subscribe = async (asked) => (there = made(asked.applicationServerKey));
"""
AWAY = """
    PushManager.prototype.subscribe = () => {
        document.documentElement.dataset.asked = '';
        return new Promise(() => {});
    };
"""
DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"


@dataclass
class Club:
    address: str
    path: str
    """Of Drew's case."""
    payload: str
    signed_in: dict[str, Any] = field(default_factory=dict)
    """By name, the cookies of who has signed in already."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The product with its demo, in which the Bears have a player out."""
    folder: Path = tmp_path_factory.mktemp("club")
    with served(folder) as address:
        said = subprocess.run(
            [sys.executable, "-m", "tests.screens.told", address],
            cwd=ROOT,
            env=environment_of(folder / "rinkside.sqlite"),
            check=True,
            capture_output=True,
        )
        yield Club(address, **json.loads(said.stdout))


@pytest.fixture
def phone(browser: Browser, club: Club) -> Iterator[Callable[..., Page]]:
    """`phone(who)`: signed in, on the first page of their role; more is told to the browser's context."""
    made: list[BrowserContext] = []

    def sign_in(who: str, script: str = "", **traits: Any) -> Page:
        size = {"width": 390, "height": 844}
        context = browser.new_context(
            viewport=size, has_touch=True, is_mobile=True, storage_state=club.signed_in.get(who), **traits
        )
        made.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if who not in club.signed_in:
            page.goto(f"{club.address}/sign-in")
            fill_in(page, who)
            club.signed_in[who] = context.storage_state()
        context.add_init_script(script)
        page.goto(f"{club.address}/")
        return page

    yield sign_in
    for context in made:
        context.close()


def fill_in(page: Page, who: str) -> None:
    """Sign in, on that page."""
    page.get_by_label("User name").fill(who)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible(timeout=PATIENCE_MS)


def with_its_worker(page: Page) -> Page:
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def kept_in_caches(page: Page) -> str:
    """All that Cache Storage holds of pages, as text."""
    return page.evaluate(
        """async () => {
            const texts = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) {
                    const answer = await cache.match(request);
                    if (/html|json/.test(answer.headers.get('content-type'))) texts.push(await answer.text());
                }
            }
            return texts.join('');
        }"""
    )


def kept_beside(page: Page) -> str:
    """The pages that the browser's database holds, as text."""
    return page.evaluate(
        """() => new Promise((settle) => {
            const opening = indexedDB.open('rinkside-pages');
            opening.onsuccess = () => {
                const all = opening.result.transaction('pages').objectStore('pages').getAll();
                all.onsuccess = () => { opening.result.close(); settle(JSON.stringify(all.result)); };
            };
        })"""
    )


def test_the_team_is_there_without_a_network_as_it_was_last_seen(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    expect(page.get_by_role("main")).to_contain_text(OUT)
    assert OUT not in kept_in_caches(page)
    kept = kept_beside(page)
    assert OUT in kept
    assert "csrf_token" not in kept
    page.context.set_offline(True)
    for again in (address, f"{club.address}/captain/"):
        page.goto(again)
        expect(page.get_by_role("status")).to_contain_text("No network. This is what you saw here on")
        expect(page.get_by_role("main")).to_contain_text(OUT)
        expect(page.get_by_role("heading", level=1)).to_have_text("Bears")
    page.goto(f"{club.address}/inbox/")
    expect(page.get_by_role("link", name="Bears")).to_have_attribute(
        "href", address.removeprefix(club.address)
    )


def test_a_page_that_is_on_its_way_while_the_first_worker_takes_over_is_its_own_too(phone, club, browser):
    phone("drew")
    context = browser.new_context(storage_state=club.signed_in["drew"])
    context.set_default_timeout(PATIENCE_MS)
    late = context.new_page()
    late.goto(f"{club.address}/healthz")
    on_its_way: list[Route] = []
    late.route("**/inbox/", lambda route: on_its_way.append(route))
    late.evaluate("() => { location.href = '/inbox/'; }")
    waits_for(late, on_its_way)
    first = context.new_page()
    first.goto(f"{club.address}/captain/")
    with_its_worker(first)
    on_its_way[0].continue_()
    late.wait_for_url("**/inbox/")
    with_its_worker(late)
    context.close()


def test_who_signs_out_leaves_nothing_behind(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    expect(page.get_by_role("link", name="Bears")).to_have_count(0)
    assert OUT not in page.content()
    assert kept_beside(page) == "[]"


def test_another_account_on_the_same_phone_sees_nothing_of_the_one_before(phone, club):
    page = with_its_worker(phone("drew"))
    address = page.url
    page.context.clear_cookies()
    page.goto(f"{club.address}/sign-in")
    fill_in(page, "casey")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hogs")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("link", name="Hogs")).to_be_visible()
    assert OUT not in page.content()


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


def waits_for(page: Page, found: list[Any]) -> None:
    """Let the page's events come in until one of them has found something."""
    until = time.monotonic() + PATIENCE_MS / 1_000
    while not found:
        assert time.monotonic() < until, "in vain"
        page.wait_for_timeout(20)


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


def test_axe_finds_nothing(phone, club):
    page = phone("drew", STUB, permissions=["notifications"])
    found = {}
    for path in ("/captain/", "/inbox/", club.path, "/inbox/settings/"):
        page.goto(club.address + path)
        if path == "/inbox/settings/":
            page.get_by_role("button", name="Turn on here").tap()
            expect(page.get_by_role("button", name="Send a test")).to_be_visible()
        found[path] = faults(page)
    assert found == {path: [] for path in found}


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
