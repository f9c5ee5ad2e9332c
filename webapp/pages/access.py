"""Who may do what: the one table. A route that is not in it stops the start; one function enforces it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Flask, abort, current_app, g, redirect, request, url_for
from flask_login import current_user
from flask_wtf.csrf import CSRFProtect
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import TooManyRequests, Unauthorized
from werkzeug.wrappers import Response

from webapp.pages.pace import Pace
from webapp.store import Account, Competition, Game, IssuedRuling, Membership, db
from webapp.store.accounts import TEAM_ROLES, current_memberships
from webapp.store.database import reading
from webapp.store.inbox import own
from webapp.store.phones import device_with_token
from webapp.store.suspension_records import suspension_called

csrf = CSRFProtect()


@dataclass(frozen=True)
class Viewer:
    """Who asks, and the roles held now."""

    account: Account
    memberships: tuple[Membership, ...]

    def holds(self, *roles: str) -> bool:
        return any(membership.role in roles for membership in self.memberships)

    def directs(self, organisation_id: str) -> bool:
        return any(
            membership.role == "director" and membership.organisation_id == organisation_id
            for membership in self.memberships
        )

    def teams(self) -> list[Membership]:
        return [membership for membership in self.memberships if membership.role in TEAM_ROLES]


Rule = Callable[[Viewer, dict[str, str]], bool]


def public(viewer: Viewer, args: dict[str, str]) -> bool:
    return True


def signed_in(viewer: Viewer, args: dict[str, str]) -> bool:
    return True


def on_a_team(viewer: Viewer, args: dict[str, str]) -> bool:
    return viewer.holds(*TEAM_ROLES)


def of_that_team(viewer: Viewer, args: dict[str, str]) -> bool:
    return any(membership.team_id == args["team"] for membership in viewer.teams())


def told_that_notice(viewer: Viewer, args: dict[str, str]) -> bool:
    return own(viewer.account.id, args["notice"]) is not None


def director(viewer: Viewer, args: dict[str, str]) -> bool:
    return viewer.holds("director")


def director_over_that_ruling(viewer: Viewer, args: dict[str, str]) -> bool:
    issued = db.session.get(IssuedRuling, args["ruling"])
    return issued is not None and viewer.directs(issued.game.organisation_id)


def director_over_that_game(viewer: Viewer, args: dict[str, str]) -> bool:
    game = db.session.get(Game, args["game"])
    return game is not None and viewer.directs(game.organisation_id)


def director_over_that_competition(viewer: Viewer, args: dict[str, str]) -> bool:
    competition = db.session.get(Competition, args["competition"])
    return competition is not None and viewer.directs(competition.organisation_id)


def director_over_that_suspension(viewer: Viewer, args: dict[str, str]) -> bool:
    gave = suspension_called(args["suspension"])
    if gave is None:
        return False
    return viewer.directs(
        gave.game.organisation_id if isinstance(gave, IssuedRuling) else gave.organisation_id
    )


def device(viewer: Viewer, args: dict[str, str]) -> bool:
    """An official's phone, by its token. What it may do with one game is the handler's to say."""
    return True


ACCESS: dict[str, Rule] = {
    "front.home": public,
    "front.rink": public,
    "front.healthz": public,
    "api.devices": public,
    "api.sign_out": device,
    "api.openapi": public,
    "api.games": device,
    "api.packet": device,
    "api.calls": device,
    "api.sheet": device,
    "api.make_code": device,
    "api.take_back_codes": device,
    "api.end_joined": device,
    "api.sync": device,
    "api.known": device,
    "api.keep": device,
    "api.remove": device,
    "api.test": device,
    "sign_in.page": public,
    "sign_in.sign_out": signed_in,
    "subscribe.known": signed_in,
    "subscribe.keep": signed_in,
    "subscribe.moved": signed_in,
    "subscribe.remove": signed_in,
    "subscribe.test": signed_in,
    "captain.teams": on_a_team,
    "captain.team": of_that_team,
    "calendar_feed.feed": public,  # whoever has the link
    "calendar_feed.make": of_that_team,
    "inbox.all": signed_in,
    "inbox.read_all": signed_in,
    "inbox.one": told_that_notice,
    "notice_settings.page": signed_in,
    "notice_settings.choose": signed_in,
    "suspensions.competitions": director,
    "suspensions.those_of": director_over_that_competition,
    "suspensions.one": director_over_that_suspension,
    "suspensions.decide": director_over_that_suspension,
    "suspensions.appeal": director_over_that_suspension,
    "imposing.page": director_over_that_competition,
    "imposing.suspend": director_over_that_competition,
    "director.today": director,
    "moving.page": director_over_that_game,
    "moving.move": director_over_that_game,
    "moving.call_off": director_over_that_game,
    "moving.run_late": director_over_that_game,
    "director.decide": director_over_that_ruling,
    "director.say": director_over_that_game,
    "director.reject_all_by": director_over_that_game,
    "director.take_or_leave": director_over_that_game,
    "director.make_code": director_over_that_game,
    "director.take_back_codes": director_over_that_game,
    "director.end_joined": director_over_that_game,
}


class MissingRule(Exception):
    """Routes and table differ: a bug of ours, found at the start."""


def init_app(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    differing = sorted(endpoints ^ ACCESS.keys())
    if differing:
        raise MissingRule(f"in the access table or among the routes, not in both: {', '.join(differing)}")
    for_phones = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    unheld = sorted(name for name in for_phones if ACCESS[name] not in (public, device))
    if unheld:
        raise MissingRule(f"under /api/ only `device` and `public` are enforced: {', '.join(unheld)}")
    csrf.init_app(app)
    app.config["WTF_CSRF_CHECK_DEFAULT"] = (
        False  # `enforce` checks, for it knows which requests carry cookies
    )
    app.extensions["pace"] = Pace()
    app.before_request(enforce)


def enforce() -> Response | None:
    """Let the request through, or answer it: sign in, not yours, or no such thing."""
    g.now = datetime.now(UTC)
    for_phones = request.path.startswith("/api/")
    g.viewer = None if for_phones else viewer()
    if request.endpoint is None or request.routing_exception is not None:
        return None  # answered as 404 or 405
    if any("\x00" in value for value in (request.view_args or {}).values() if isinstance(value, str)):
        abort(404)  # nothing is called so, and PostgreSQL would not even look
    rule = ACCESS[request.endpoint]
    if for_phones:
        if rule is device:
            _phone_signs_in()
        return None
    if current_app.config["WTF_CSRF_ENABLED"]:
        csrf.protect()
    if rule is public:
        return None
    if g.viewer is None:
        return redirect(url_for("sign_in.page", next=request.full_path.removesuffix("?")))
    if not rule(g.viewer, request.view_args or {}):
        abort(404 if request.view_args else 403)
    return None


def viewer() -> Viewer | None:
    """Who is signed in by the session's cookie."""
    if not current_user.is_authenticated:
        return None
    return Viewer(current_user.account, tuple(current_memberships(current_user.account, g.now)))


def _phone_signs_in() -> None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    with reading():
        found = device_with_token(token.strip(), g.now) if scheme.lower() == "bearer" else None
        if found is not None:
            g.device, g.account, g.device_id = found, found.account, found.id
    if found is None:
        raise Unauthorized(
            "No such token, or it is no longer good.", www_authenticate=WWWAuthenticate("bearer")
        )
    if seconds := current_app.extensions["pace"].wait(g.device_id):
        raise TooManyRequests(
            "This phone asks too often. What it has not sent it keeps.", retry_after=seconds
        )
