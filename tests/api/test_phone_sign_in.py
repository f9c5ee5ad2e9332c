"""A phone gets a token for a password or a code, once, and loses it when it should."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from tests.cast import PASSWORD
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Account, Device, db
from webapp.store.phones import MOST_NEW, issue_code


def ask(app, **body):
    asked = {"device": "a-phone", "name": "Pat's phone", **body}
    return Phone.post(_nobody(app), "/api/v1/devices", asked, {})


def _nobody(app):
    nobody = Phone.__new__(Phone)
    nobody.send = over_wsgi(app)
    return nobody


def test_the_token_itself_is_not_kept(app, pat, season):
    kept = db.session.scalars(select(Device.token_hash)).one()
    assert pat.token not in kept
    assert pat.get("/api/v1/games").status == 200


@pytest.mark.parametrize(
    "body",
    [
        {"username": "pat", "password": "wrong"},
        {"username": "nobody", "password": PASSWORD},
        {"code": "made-up"},
    ],
)
def test_a_wrong_password_name_or_code_gets_no_token(app, body):
    answer = ask(app, **body)
    assert (answer.status, "token" in answer.json) == (401, False)


def test_a_code_goes_with_no_name_but_its_accounts_and_with_no_password(app, season):
    code = issue_code(season.accounts["sam"], datetime.now(UTC), timedelta(minutes=10))
    db.session.commit()
    for beside in ({"username": "pat"}, {"username": "nobody"}, {"username": ""}, {"password": PASSWORD}):
        answer = ask(app, code=code, **beside)
        assert (answer.status, "token" in answer.json) == (400, False), beside
    assert "not for that account" in ask(app, code=code, username="pat").json["says"]
    assert ask(app, code=code, username=" SAM ").json["account"]["name"] == "Sam", "nothing used it up"


@pytest.mark.parametrize("beside", [{"username": "pat"}, {"password": PASSWORD}])
def test_a_substitute_who_joins_by_a_code_has_neither_name_nor_password(app, pat, season, beside):
    season.games[0].starts_at_utc = datetime.now(UTC)
    db.session.commit()
    code = pat.send("POST", "/api/v1/games/game1/codes", pat.signed, None).json["code"]
    assert ask(app, code=code, official="Alex", **beside).status == 400
    assert ask(app, code=code, official="Alex").status == 201


@pytest.mark.parametrize("body", [{}, {"username": "pat"}, {"username": "pat", "password": ""}, {"code": 7}])
def test_half_a_sign_in_is_a_bad_request(app, body):
    assert ask(app, **body).status == 400


def test_a_code_works_once_and_gives_the_account_it_was_issued_to(app, season):
    code = issue_code(season.accounts["sam"], datetime.now(UTC), timedelta(minutes=10))
    db.session.commit()
    first = ask(app, code=code)
    assert (first.status, first.json["account"]["name"]) == (201, "Sam")
    assert ask(app, code=code).status == 401


def test_an_expired_code_is_worthless(app, season):
    code = issue_code(season.accounts["sam"], datetime.now(UTC), timedelta(minutes=-1))
    db.session.commit()
    assert ask(app, code=code).status == 401


def test_guessing_is_stopped_and_says_when_to_try_again(app):
    answers = [ask(app, username="pat", password=f"guess {number}") for number in range(7)]
    assert [one.status for one in answers] == [401] * 6 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert ask(app, username="pat", password=PASSWORD).status == 429


def test_a_device_id_of_somebody_else_cannot_be_taken(app, pat):
    answer = ask(app, device=pat.device, username="sam", password=PASSWORD)
    assert answer.status == 409
    assert pat.get("/api/v1/games").status == 200


def test_a_device_id_that_a_phone_took_by_itself_is_its_own_too(app, pat, sam):
    pat.device = "0190d1c0-0000-7000-8000-00000000000f"
    assert pat.results(pat.call("note", text="x")) == [("accepted", None)]
    assert ask(app, device=pat.device, username="sam", password=PASSWORD).status == 409
    assert sam.results({**sam.call("note", text="x"), "device": pat.device, "n": 2}) == [
        ("refused", "not_the_author")
    ]
    assert pat.results(pat.call("note", text="y")) == [("accepted", None)]
    assert ask(app, device=pat.device, username="pat", password=PASSWORD).status == 201


def took_new_ids(season, phone, number, at):
    """As many rows as that many new device ids leave."""
    for n in range(number):
        fields = {"token_hash": f"{n}", "created_at": at, "expires_at": at + timedelta(days=180)}
        db.session.add(Device(id=f"taken-{n}", account_id=phone.account, name="x", **fields))
    db.session.commit()


def test_nobody_fills_the_table_of_devices_and_nothing_is_lost_of_who_tries(app, pat, sam, season):
    at = datetime.now(UTC) - timedelta(hours=20)
    took_new_ids(season, pat, MOST_NEW - 1, at)
    call, known = pat.call("note", text="x"), pat.device
    answer = pat.post("/api/v1/sync", {**pat.batch([call]), "device": "one-more"})
    assert (answer.status, answer.json["error"]) == (429, "too_many_requests")
    assert 3 * 3600 < int(answer.headers["Retry-After"]) <= 4 * 3600
    answer = ask(app, device="one-more", username="pat", password=PASSWORD)
    assert (answer.status, int(answer.headers["Retry-After"]) > 3 * 3600) == (429, True)
    assert db.session.get(Device, "one-more") is None
    assert ask(app, device="taken-1", username="pat", password=PASSWORD).status == 201, "it has this one"
    assert pat.results(call) == [("accepted", None)], "and this one"
    sam.device = "one-more"
    assert sam.results(sam.call("note", text="x")) == [("accepted", None)], "another official has their own"
    assert pat.device == known


def test_after_a_day_new_device_ids_are_taken_again(app, pat, season):
    took_new_ids(season, pat, MOST_NEW, datetime.now(UTC) - timedelta(days=1, minutes=1))
    pat.device = "one-more"
    assert pat.results(pat.call("note", text="x")) == [("accepted", None)]


def test_a_code_outlives_a_device_id_of_somebody_else(app, pat, season):
    code = issue_code(season.accounts["sam"], datetime.now(UTC), timedelta(minutes=10))
    db.session.commit()
    assert ask(app, device=pat.device, code=code).status == 409
    assert ask(app, code=code).status == 201


def test_signing_in_again_on_the_same_phone_replaces_its_token(app, pat):
    again = Phone(over_wsgi(app), "pat", device=pat.device)
    assert again.get("/api/v1/games").status == 200
    assert pat.get("/api/v1/games").status == 401


@pytest.mark.parametrize(
    "change",
    [{"revoked_at": datetime(2026, 1, 1, tzinfo=UTC)}, {"expires_at": datetime(2026, 1, 1, tzinfo=UTC)}],
)
def test_a_revoked_or_expired_token_is_a_401_and_its_calls_arrive_after_signing_in_again(
    app, pat, season, change
):
    call = pat.call("note", text="x")
    db.session.execute(update(Device).values(**change))
    db.session.commit()
    answer = pat.post("/api/v1/sync", pat.batch([call]))
    assert (answer.status, answer.json["error"]) == (401, "unauthorized")
    pat.token = pat.sign_in("pat")["token"]
    assert pat.results(call) == [("accepted", None)]


def test_a_phone_that_signs_out_takes_its_own_token_back_alone(app, pat, sam):
    call = pat.call("note", text="x")
    other = Phone(over_wsgi(app), "pat")
    assert pat.send("DELETE", "/api/v1/devices/me", pat.signed, None).status == 200
    assert pat.get("/api/v1/games").status == 401
    assert pat.send("DELETE", "/api/v1/devices/me", pat.signed, None).status == 401
    assert [phone.get("/api/v1/games").status for phone in (other, sam)] == [200, 200]
    pat.token = pat.sign_in("pat")["token"]
    assert pat.results(call) == [("accepted", None)]


def test_a_disabled_account_is_out_at_once(app, pat, season):
    db.session.execute(update(Account).values(disabled_at=datetime(2026, 1, 1, tzinfo=UTC)))
    db.session.commit()
    assert pat.get("/api/v1/games").status == 401
    assert ask(app, username="pat", password=PASSWORD).status == 401


@pytest.mark.parametrize(
    "value", ["", "Bearer", "Bearer ", "Basic cGF0OnB3", "Bearer \x00", "Bearer " + "x" * 5000]
)
def test_without_a_good_token_there_is_nothing(pat, value):
    answer = pat.send("GET", "/api/v1/games", {"Authorization": value}, None)
    assert (answer.status, answer.headers["WWW-Authenticate"].lower()) == (401, "bearer")


def test_the_cookie_of_a_signed_in_browser_opens_nothing_here(client_of):
    browser = client_of("pat")
    assert browser.get("/api/v1/games").status_code == 401
    assert browser.post("/api/v1/sync", json={"batch": "b", "device": "d", "calls": []}).status_code == 401


def test_guesses_at_codes_are_counted_together_whatever_name_is_sent_along(app, pat):
    guesses = [ask(app, code=f"guess-{n}", username=f"nobody-{n}").status for n in range(11)]
    assert guesses == [401] * 10 + [429]
    assert ask(app, username="pat", password=PASSWORD).status == 201, "nobody's name was counted"
