"""The front page: what Rinkside is, or the way on for whoever is signed in. And a health check."""

from typing import NamedTuple

from flask import Blueprint, g, jsonify, redirect, render_template, url_for
from flask_babel import gettext as _
from sqlalchemy import text
from werkzeug.wrappers import Response

from webapp.store import db
from webapp.store.accounts import OFFICIAL_ROLES, TEAM_ROLES

area = Blueprint("front", __name__)


class Way(NamedTuple):
    """A page that the viewer's roles open."""

    area: str
    url: str
    name: str
    says: str


@area.get("/")
def home() -> Response | str:
    """Signed in with one kind of role: its page. Else what Rinkside is, with the ways on."""
    ways = ways_on()
    return redirect(ways[0].url) if len(ways) == 1 else render_template("front.html")


@area.get("/rink", strict_slashes=True)
def rink() -> Response:
    """To the referee's app, for who types its address without the slash. The app itself never redirects."""
    return redirect("/rink/")


@area.get("/healthz")
def healthz() -> Response:
    """200 and {"ok": true} where the database answers."""
    db.session.execute(text("SELECT 1"))
    return jsonify(ok=True)


@area.app_template_global()
def ways_on() -> list[Way]:
    """Where the viewer may go, in the order of who is busiest at a rink."""
    if g.get("viewer") is None:
        return []
    roles_and_ways = (
        (OFFICIAL_ROLES, Way("rink", "/rink/", _("Referee"), _("Log a game on this phone."))),
        (
            TEAM_ROLES,
            Way("captain", url_for("captain.teams"), _("My team"), _("Players, tallies, suspensions.")),
        ),
        (("director",), Way("director", url_for("director.today"), _("Director"), _("Games and rulings."))),
    )
    return [way for roles, way in roles_and_ways if g.viewer.holds(*roles)]
