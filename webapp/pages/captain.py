"""The captain's page: my team's players, goalies, tallies, suspensions and games; nothing of other teams'."""

from datetime import timedelta

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.store import Game, Team, db
from webapp.store.called import what_was_called
from webapp.store.my_team import as_it_stands, competitions_of
from webapp.store.rescheduling import late_by

area = Blueprint("captain", __name__, url_prefix="/captain")


@area.get("/")
def teams() -> Response | str:
    """The viewer's teams; one alone is shown at once."""
    mine = list(dict.fromkeys(membership.team for membership in g.viewer.teams()))
    if len(mine) == 1:
        return redirect(url_for("captain.team", team=mine[0].id))
    return render_template("captain_teams.html", teams=mine)


@area.get("/<team>")
def team(team: str) -> str:
    """One team: who is out, whom one more puts out, everybody's tally, and the team's games."""
    mine = db.session.get_one(Team, team)
    standings = [as_it_stands(mine, competition, g.now) for competition in competitions_of(mine)]
    protests = [issued for standing in standings for issued in standing.protests]
    return render_template(
        "captain.html",
        team=mine,
        standings=standings,
        called=what_was_called(protests) if protests else {},
        late_by=late_by,
        is_overdue=is_overdue,
    )


def is_overdue(game: Game) -> bool:
    """Whether a game that was not heard to begin should have, by what was last told of it."""
    return g.now >= game.starts_at_utc + timedelta(minutes=late_by(game))
