"""A team's games for a calendar, by a secret link that its captain, coach or manager makes and can renew."""

from flask import Blueprint, Response, abort, current_app, g, redirect, url_for
from flask_babel import gettext as _
from itsdangerous import BadSignature, URLSafeSerializer

from webapp.exchange.team_calendar import calendar_of
from webapp.store import db
from webapp.store.calendar_links import games_of_team, link_to, opened_by, renew

area = Blueprint("calendar_feed", __name__)
ASKED_EVERY_S = 900


@area.get("/calendar/<secret>.ics")
def feed(secret: str) -> Response:
    """The games as they are scheduled now; no person is named. 404 for a link that was renewed."""
    try:
        link = opened_by(str(_signed().loads(secret)), g.now)
    except BadSignature:
        link = None
    if link is None:
        abort(404)
    words = {"cancelled": _("Cancelled"), "postponed": _("Postponed"), "abandoned": _("Abandoned")}
    file = calendar_of(link.team, games_of_team(link.team), words, g.now)
    answer = Response(file, content_type="text/calendar; charset=utf-8")
    answer.headers["Cache-Control"] = f"private, max-age={ASKED_EVERY_S}"
    answer.headers["Content-Disposition"] = 'inline; filename="games.ics"'
    return answer


@area.post("/captain/<team>/calendar")
def make(team: str) -> Response:
    """Make the viewer's link, or another in its place."""
    renew(g.viewer.account.id, team, g.now)
    db.session.commit()
    return redirect(url_for("captain.team", team=team, _anchor="calendar"))


@area.app_template_global()
def calendar_link(team: str) -> str | None:
    """The viewer's link to a team's games, whole, if there is one."""
    link = link_to(g.viewer.account.id, team)
    if link is None:
        return None
    return url_for("calendar_feed.feed", secret=_signed().dumps(link.id), _external=True)


def _signed() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="calendar link")
