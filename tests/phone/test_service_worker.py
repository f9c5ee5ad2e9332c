"""The service worker in a real Chromium: whole builds, updates that wait, notices that always show."""

import json

import pytest

from tests.another_build import deploy
from tests.phone.site import FIXED, PORTAL, build_of, kept, not_taken, opened

pytestmark = pytest.mark.e2e


def test_the_app_opens_without_a_server_at_any_of_its_addresses(site, phone):
    page = opened(phone, site)
    build = build_of(page)
    phone.set_offline(True)
    for address in ("/rink/", "/rink", "/rink/?from=icon", "/rink/#/game/g1"):
        page.goto(site.url + address)
        assert build_of(page) == build
        page.wait_for_selector("#app *")


def test_nothing_of_the_api_or_of_a_person_is_kept(site, phone):
    page = opened(phone, site)
    page.goto(f"{site.url}/captain/hogs")
    assert page.inner_text("h1") == "Casey's Hogs"
    page.evaluate("fetch('/api/v1/games').then((response) => response.json())")
    (paths,) = kept(page).values()
    listed = {*FIXED} - {"/worker.js"}
    assert all(path in listed or path.startswith("/static/") for path in paths)
    phone.set_offline(True)
    page.goto(f"{site.url}/captain/hogs")
    assert "Casey" not in page.content()
    assert page.inner_text("h1") == "No network"
    assert page.get_by_role("link", name="Referee’s app").get_attribute("href") == "/rink/"
    assert page.evaluate("fetch('/api/v1/games').then(() => 'answered', () => 'offline')") == "offline"


def test_a_portal_cannot_become_the_app(site, phone):
    page = opened(phone, site)
    first = build_of(page)
    deploy(site.dist, "b2b2b2b2b2")
    (site.dist / "rink.html").write_bytes(PORTAL)
    not_taken(page)
    site.portal = True
    page.goto(f"{site.url}/rink/")
    assert build_of(page) == first


def test_a_first_visit_that_broke_off_is_made_good_without_a_reload(site, phone):
    icon = next(site.dist.glob("icon-192-*.png"))
    away = icon.rename(icon.with_suffix(".away"))
    page = phone.new_page()
    page.goto(f"{site.url}/rink/")
    page.wait_for_timeout(1_500)
    assert page.evaluate("navigator.serviceWorker.controller === null")
    away.rename(icon)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'", timeout=30_000)


@pytest.mark.parametrize("payload", ["", "no JSON", "null", '{"old": "shape"}'])
def test_a_push_shows_a_notice_whatever_it_holds(site, phone, payload):
    page = opened(phone, site)
    assert _pushed(phone, page, site, payload) == [["Rinkside", None]]


def test_a_push_shows_the_servers_neutral_words(site, phone):
    page = opened(phone, site)
    notice = {"title": "Rinkside", "body": "A disciplinary notice for your team", "navigate": "/captain/"}
    payload = json.dumps({"web_push": 8030, "notification": notice})
    assert _pushed(phone, page, site, payload) == [["Rinkside", "A disciplinary notice for your team"]]


def _pushed(phone, page, site, payload):
    """Deliver a push; title and body of every notice that the worker shows. Headless, none stays on show."""
    phone.grant_permissions(["notifications"], origin=site.url)
    (worker,) = phone.service_workers
    worker.evaluate(
        """() => {
            self.told = [];
            const show = self.registration.showNotification.bind(self.registration);
            self.registration.showNotification = (title, options) => {
                self.told.push([title, options.body]);
                return show(title, options);
            };
        }"""
    )
    devtools = phone.new_cdp_session(page)
    found = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": found[0]["registrationId"], "data": payload},
    )
    return worker.evaluate(
        """async () => {
            const last_ms = Date.now() + 8_000;
            while (!self.told.length && Date.now() < last_ms) await new Promise((go) => setTimeout(go, 20));
            return self.told;
        }"""
    )
