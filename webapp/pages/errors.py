"""Error pages: what happened, and what to do next.

They start from the error's own response, so that Allow and Retry-After survive.
"""

import json
from typing import NamedTuple

from flask import Flask, Response, g, render_template, request
from flask_babel import gettext as _
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from webapp.store import db
from webapp.store.busy import passes


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(OperationalError, busy)


def answer(error: HTTPException) -> Response:
    """JSON under /api/, a page elsewhere, with the error's status and headers."""
    response = error.get_response()
    if response.status_code < 400:
        return response
    if request.path.startswith("/api/"):
        response.data = json.dumps({"error": _code(error), "says": error.description})
        response.content_type = "application/json"
        return response
    db.session.rollback()  # what failed is not written, and the page may read
    response.data = render_template("error.html", status=error.code, failure=_failure(error.code))
    response.content_type = "text/html; charset=utf-8"
    return response


def busy(error: OperationalError) -> Response:
    """The database is busy, full or away: whoever asks may come back. What else it says is a bug of ours."""
    if not passes(error):
        raise error
    g.viewer = None  # the page is drawn without the database
    return answer(ServiceUnavailable(retry_after=5))


def _code(error: HTTPException) -> str:
    return error.name.lower().replace(" ", "_")


class Failure(NamedTuple):
    """A failure in plain words.

    `again`: the same address may answer later; `without_us`: the referee's app works on.
    """

    says: str
    what_now: str
    again: bool = False
    sign_in: bool = False
    without_us: bool = False


def _failure(status: int | None) -> Failure:
    return {
        400: Failure(
            _("The form was not understood, or it was too old."),
            _("Go back, reload the page and try again."),
        ),
        401: Failure(_("Sign in first."), _("Then open this page again."), sign_in=True),
        403: Failure(
            _("This page is not for your role."),
            _("Sign in with the account that has it, or ask a director of your organisation."),
            sign_in=True,
        ),
        404: Failure(
            _("There is no such page, or it is not yours to see."),
            _("Check the address. If somebody gave it to you, sign in with the account it is meant for."),
            sign_in=True,
        ),
        405: Failure(_("That cannot be done here."), _("Go back, and use the buttons of the page.")),
        413: Failure(
            _("That was too much at once."),
            _("Nothing of it was kept. Go back, and send a smaller file or a shorter text."),
        ),
        429: Failure(
            _("Too many attempts."), _("Nothing is lost. Wait a few minutes, then try again."), again=True
        ),
        503: Failure(
            _("The server is busy for a moment."),
            _("Wait some seconds, then try again. If you sent something, look first whether it is there."),
            again=True,
            without_us=True,
        ),
    }.get(
        status or 500,
        Failure(
            _("Something went wrong on our side."),
            _("Nothing that was saved is lost. Try again; if it goes on, tell a director what you did."),
            again=True,
            without_us=True,
        ),
    )
