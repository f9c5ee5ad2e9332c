"""A referee's phone and a captain's browser on an installation, over HTTPS with a CA that they trust."""

import pytest
from playwright.sync_api import expect

from tests.deploy.installation import NAME, Installation
from tests.e2e.handset import Handset
from tests.e2e.referee import Referee
from tests.notices.push_service import PushService

pytestmark = pytest.mark.e2e

CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"

SENT = """([method, path, body]) => fetch(path, {
    method,
    headers: {
        'Content-Type': 'application/json',
        'X-CSRFToken': document.querySelector('[name=csrf_token]').value,
    },
    body: JSON.stringify(body),
}).then((answer) => answer.status)"""


def test_a_game_logged_offline_reaches_the_server(installation: Installation, phone: Handset) -> None:
    pat = Referee(phone)
    pat.sign_in_on_the_page("pat")
    expect(pat.page.get_by_role("heading", name="My games")).to_be_visible()
    pat.wait_until_it_opens_offline("Hogs", "Foxes")
    assert pat.page.evaluate("isSecureContext")
    pat.page.wait_for_function(CONTROLLED)

    phone.offline()
    pat.page.reload()
    pat.open_game("Hogs", "Foxes")
    pat.begin_period(1)
    pat.goal("Hogs", 9)
    pat.penalty("Foxes", 10, "Tripping")
    game = pat.page.url.split("/game/")[1].split("/")[0]  # a sheet may be closing
    assert installation.rows("SELECT id FROM logged_call WHERE game_id = ?", game) == []
    made = [record["call"]["id"] for record in phone.log_of(game)]
    assert len(made) >= 3

    phone.offline(False)
    pat.wait_until_all_is_sent()
    kept = installation.rows("SELECT id FROM logged_call WHERE game_id = ? AND result = 'accepted'", game)
    assert sorted(id for (id,) in kept) == sorted(made)


def test_a_session_is_of_this_site_alone_and_of_no_script(phone: Handset) -> None:
    page = phone.page
    Referee(phone).sign_in_on_the_page("casey")
    page.wait_for_url("**/captain/**")
    (session,) = phone.context.cookies()
    assert session["name"] == "__Host-rinkside", "which browsers hold to this host, to / and to HTTPS"
    assert (session["secure"], session["httpOnly"], session["sameSite"]) == (True, True, "Lax")
    assert (session["domain"], session["path"]) == (NAME, "/")
    assert page.evaluate("document.cookie") == ""


def test_a_notice_reaches_the_push_service(
    installation: Installation, phone: Handset, push_service: PushService
) -> None:
    page = phone.page
    Referee(phone).sign_in_on_the_page("casey")
    page.wait_for_url("**/captain/**")
    key = page.evaluate("fetch('/notices/push').then((answer) => answer.json())")["key"]
    endpoint = push_service.endpoint("casey's")
    keys = push_service.phone("casey's", key).keys.public()
    assert (
        page.evaluate(SENT, ["PUT", "/notices/push", {"endpoint": endpoint, "keys": keys, "key": key}]) == 200
    )
    assert page.evaluate(SENT, ["POST", "/notices/push/test", {"endpoint": endpoint}]) == 202
    installation.start_courier()
    try:
        Referee(phone).wait_until("the push comes", lambda: bool(push_service.of("casey's")))
    finally:
        installation.stop("courier")
    (shown,) = push_service.of("casey's")
    assert shown["navigate"] == f"{installation.root}/inbox/"
