"""Signing in and out: who gets in, where it leads, and what is never told."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.cast import PASSWORD
from tests.conftest import app_on, token_in
from webapp.store import Attempts, db
from webapp.store.phones import redeem_code


def sign_in(browser, username, password=PASSWORD, url="/sign-in", address="127.0.0.1"):
    form = {"username": username, "password": password, "csrf_token": token_in(browser, url)}
    return browser.post(url, data=form, environ_base={"REMOTE_ADDR": address})


def tried_in_vain(*browsers, username="casey"):
    """Ten wrong passwords from two addresses, which is as many as one name has."""
    for n in range(10):
        browser = browsers[n % len(browsers)]
        assert sign_in(browser, username, "wrong", address=f"203.0.113.{n % 2}").status_code == 422


@pytest.mark.parametrize(
    ("username", "leads_to"), [("casey", "/captain/"), ("lee", "/director/"), (" PAT ", "/rink/#/welcome/")]
)
def test_leads_to_the_page_for_the_role(app, username, leads_to):
    assert sign_in(app.test_client(), username).location.startswith(leads_to)


def test_an_officials_code_signs_a_phone_in_once(app, season):
    code = sign_in(app.test_client(), "pat").location.removeprefix("/rink/#/welcome/")
    assert redeem_code(code, season.games[0].starts_at_utc).username == "pat"
    assert redeem_code(code, season.games[0].starts_at_utc) is None


def test_leads_back_to_the_page_that_asked(app, season):
    browser = app.test_client()
    asked = browser.get(f"/captain/{season.hogs.id}").location
    assert sign_in(browser, "casey", url=asked).location == f"/captain/{season.hogs.id}"


@pytest.mark.parametrize(
    "onward",
    ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "/%0a//elsewhere"],
)
def test_leads_to_no_other_site(app, onward):
    answer = sign_in(app.test_client(), "casey", url=f"/sign-in?next={onward}")
    assert answer.location == "/captain/"


@pytest.mark.parametrize("onward", ["/rink/%23/welcome/a-code", "/rink%23/welcome/a-code"])
def test_leads_to_no_code_that_somebody_else_has_made(app, onward):
    answer = sign_in(app.test_client(), "casey", url=f"/sign-in?next={onward}")
    assert answer.location == "/captain/"


@pytest.mark.parametrize(("username", "password"), [("casey", "wrong"), ("nobody", PASSWORD), ("nobody", "")])
def test_does_not_tell_whether_there_is_such_an_account(app, username, password):
    answer = sign_in(app.test_client(), username, password or "x")
    assert answer.status_code == 422
    assert "No account has that user name and password." in answer.text


def test_asks_for_what_is_missing(app):
    answer = sign_in(app.test_client(), "", "")
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 2


def test_repeats_what_was_typed_as_text(app):
    answer = sign_in(app.test_client(), '"><script>alert(1)</script>', "x")
    assert "<script>" not in answer.text
    assert "&lt;script&gt;alert(1)" in answer.text


def test_failures_of_one_name_are_limited_and_success_is_not_counted(app):
    browser = app.test_client()
    tried_in_vain(browser)
    refused = sign_in(browser, "casey")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert sign_in(browser, "drew").status_code == 302


def test_failures_from_one_place_keep_nobody_out_anywhere_else(app):
    browser = app.test_client()
    answers = [sign_in(browser, "casey", "wrong", address="203.0.113.1") for _ in range(7)]
    assert [one.status_code for one in answers] == [422] * 6 + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 15 * 60
    assert sign_in(browser, "casey", address="203.0.113.1").status_code == 429
    assert sign_in(browser, "drew", address="203.0.113.1").status_code == 302
    assert sign_in(browser, "casey", address="203.0.113.2").status_code == 302


def test_one_place_is_one_whichever_of_its_ipv6_addresses_it_uses(app):
    browser = app.test_client()
    answers = [sign_in(browser, "casey", "wrong", address=f"2001:db8:0:1::{n}").status_code for n in range(7)]
    assert answers == [422] * 6 + [429]
    assert sign_in(browser, "casey", address="2001:db8:0:2::1").status_code == 302
    mapped = [sign_in(browser, "drew", "wrong", address=f"::ffff:203.0.113.{n % 2}") for n in range(8)]
    assert [one.status_code for one in mapped] == [422] * 8, "two IPv4 addresses are two places"


def test_every_process_of_the_product_counts_the_same_failures(app):
    another = app_on(app.config["SQLALCHEMY_DATABASE_URI"])
    tried_in_vain(app.test_client(), another.test_client())
    assert sign_in(app.test_client(), "casey").status_code == 429
    assert sign_in(another.test_client(), "casey").status_code == 429
    with another.app_context():
        kept = db.session.scalars(select(Attempts.key)).all()
        db.session.remove()
        db.engine.dispose()
    assert len(kept) == 5, "one name, two addresses, and the name at each"
    assert not any("casey" in key or "127.0.0.1" in key for key in kept)


@pytest.mark.parametrize("moved", [timedelta(days=400), timedelta(minutes=-16)])
def test_nobody_is_locked_out_for_longer_because_the_servers_clock_was_set(app, season, moved):
    tried_in_vain(app.test_client())
    for window in db.session.scalars(select(Attempts)):
        window.until += moved
    db.session.commit()
    there = {"address": "203.0.113.0"}
    assert sign_in(app.test_client(), "casey", **there).status_code == 302
    assert sign_in(app.test_client(), "casey", "wrong", **there).status_code == 422
    db.session.rollback()
    counts = sorted(db.session.scalars(select(Attempts.count)))
    assert counts[:3] == [1] * 3, "by name, by address and by both, counting begins anew"


def test_failures_of_one_address_are_limited(app):
    browser = app.test_client()
    token = token_in(browser, "/sign-in")
    answers = [
        browser.post(
            "/sign-in", data={"username": f"name{n}", "password": "", "csrf_token": token}
        ).status_code
        for n in range(61)
    ]
    assert answers == [422] * 60 + [429]


def test_signing_out_ends_the_session(client_of):
    browser = client_of("casey")
    assert browser.post("/sign-out", data={"csrf_token": token_in(browser, "/sign-in")}).status_code == 302
    assert browser.get("/captain/").location.startswith("/sign-in?")


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app):
    cookie = sign_in(app.test_client(), "casey").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
