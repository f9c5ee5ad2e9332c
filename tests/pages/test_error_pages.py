"""Errors: a page for people, JSON for phones, and the error's own headers on both."""

import re
import sqlite3

import pytest
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import (
    Forbidden,
    InternalServerError,
    NotFound,
    RequestEntityTooLarge,
    ServiceUnavailable,
    TooManyRequests,
)


def test_a_page_that_is_not_there(app):
    answer = app.test_client().get("/no-such-page")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


def test_an_error_page_knows_who_is_signed_in(client_of):
    assert "Signed in as Casey." in client_of("casey").get("/no-such-page").text


def test_a_wrong_method_keeps_its_allow(app):
    answer = app.test_client().get("/sign-out")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_a_phone_gets_json(app):
    answer = app.test_client().get("/api/v1/no-such-thing")
    assert answer.status_code == 404
    assert answer.json["error"] == "not_found"


def test_a_phone_without_a_token_is_told_how_to_come_in(app):
    answer = app.test_client().get("/api/v1/games")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")
    assert answer.json["error"] == "unauthorized"


@pytest.fixture
def failing(app):
    """`failing(error)`: a browser to which every page answers by raising the error."""

    def client(error):
        def fail():
            raise error

        app.view_functions["front.healthz"] = fail
        app.testing = False
        return app.test_client()

    return client


def test_too_many_keeps_its_retry_after(failing):
    answer = failing(TooManyRequests(retry_after=7)).get("/healthz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "7")


def test_a_locked_database_asks_to_come_back(failing):
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorname = "SQLITE_BUSY"  # as the driver says it
    locked = OperationalError("SELECT 1", {}, busy)
    answer = failing(locked).get("/healthz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


@pytest.mark.parametrize(
    "error", [RuntimeError("secret"), OperationalError("SELECT secret", {}, Exception("secret"))]
)
def test_a_bug_of_ours_tells_no_details(failing, error):
    answer = failing(error).get("/healthz")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Something went wrong on our side." in answer.text


@pytest.mark.parametrize(
    ("error", "says", "what_now", "ways"),
    [
        (Forbidden, "This page is not for your role.", "ask a director", {"Sign in", "To the start"}),
        (NotFound, "There is no such page", "Check the address.", {"Sign in", "To the start"}),
        (RequestEntityTooLarge, "That was too much at once.", "a smaller file", {"To the start"}),
        (TooManyRequests, "Too many attempts.", "Wait a few minutes", {"Try again", "To the start"}),
        (
            InternalServerError,
            "Something went wrong on our side.",
            "Nothing that was saved is lost.",
            {"Try again", "The referee’s app works on meanwhile", "To the start"},
        ),
        (
            ServiceUnavailable,
            "The server is busy for a moment.",
            "Wait some seconds",
            {"Try again", "The referee’s app works on meanwhile", "To the start"},
        ),
    ],
)
def test_a_failure_says_what_happened_and_what_to_do_next(failing, error, says, what_now, ways):
    page = failing(error()).get("/healthz").text
    assert says in page
    assert what_now in page
    assert set(re.findall(r'<a class="button[^>]*>([^<]+)</a>', page)) == ways


def test_what_was_sent_is_not_sent_again_by_trying_again(failing, app):
    app.view_functions["sign_in.page"] = app.view_functions["front.healthz"]
    answer = failing(ServiceUnavailable()).post("/sign-in")
    assert "Try again" not in answer.text
