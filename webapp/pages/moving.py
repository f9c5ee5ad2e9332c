"""A director moves a game, puts it off or calls it off, or says how late it runs, and it is told."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import DateTimeLocalField, IntegerField, SelectChoice, SelectField
from wtforms.validators import InputRequired, NumberRange

from webapp.notices import queueing
from webapp.pages.later_games import afterwards
from webapp.store import Game, Rink, db, rescheduling
from webapp.store.rescheduling import NoSuchTime, as_it_stands, late_by
from webapp.store.schedule import BEGUN, CALLED_OFF

area = Blueprint("moving", __name__, url_prefix="/director/games/<game>/schedule")
ON_THE_WALL = "%Y-%m-%dT%H:%M"
AHEAD_AT_MOST = timedelta(days=730)
MOST_LATE = 600  # minutes


class MovingForm(FlaskForm):
    """When a game starts from now on, on the wall of which rink."""

    start = DateTimeLocalField(lazy_gettext("New start"), format=[ON_THE_WALL], validators=[InputRequired()])
    rink = SelectField(lazy_gettext("Rink"), validators=[InputRequired()])

    def fault(self, game: Game, rink: Rink, now: datetime) -> str:
        """What is wrong with the start; nothing where a game can start then."""
        local: datetime = self.start.data
        today = now.astimezone(ZoneInfo(rink.timezone)).replace(tzinfo=None)
        if not today < local < today + AHEAD_AT_MOST:
            return _("That is past, or more than two years ahead.")
        try:
            rescheduling.starts_at(local, rink.timezone)
        except NoSuchTime:
            return _("Clocks are put forward over that time: there is none such on that day.")
        if game.status == "scheduled" and (game.starts_local, game.rink_id) == (
            local.strftime(ON_THE_WALL),
            rink.id,
        ):
            return _("That is when and where it is already.")
        return ""


class LatenessForm(FlaskForm):
    """How late a game is running."""

    minutes = IntegerField(
        lazy_gettext("Minutes late"), validators=[InputRequired(), NumberRange(0, MOST_LATE)]
    )

    def fault(self, told: int) -> str:
        """What is wrong with it after what was `told`, 0: nothing. What nobody would be told is no news."""
        if self.minutes.data != told:
            return ""
        return _("That is what they were told already.") if told else _("Nobody was told that it is late.")


@area.get("")
def page(game: str) -> str:
    """What can be changed about when and where a game is; nothing, once it has begun."""
    return _page(game, saved="saved" in request.args)


@area.post("")
def move(game: str) -> Response | tuple[str, int]:
    """Have it start at `start`, on the wall of `rink`. 422 where that is no start; 409 as `_to_change`."""
    found = db.session.get_one(Game, game)
    form = _moving(found)
    if not form.validate():
        return _page(game, moving=form), 422
    rink = db.session.get_one(Rink, form.rink.data)
    if fault := form.fault(found, rink, g.now):
        form.start.errors = [fault]
        return _page(game, moving=form), 422
    locked = _to_change(game)
    if locked is None:
        return _changed_meanwhile(game)
    rescheduling.move(locked, form.start.data, rink, g.now)
    return _told(locked)


@area.post("/off")
def call_off(game: str) -> Response | tuple[str, int]:
    """Put it off (`how`: `postponed`) or call it off (`cancelled`). 422 for neither; 409 as `_to_change`."""
    how = request.form.get("how")
    if how not in CALLED_OFF:
        return _page(game, fault=_("Choose to put it off or to call it off.")), 422
    locked = _to_change(game)
    if locked is None or locked.status == how:
        return _changed_meanwhile(game)
    rescheduling.call_off(locked, how, g.now)
    return _told(locked)


@area.post("/late")
def run_late(game: str) -> Response | tuple[str, int]:
    """Say how many `minutes` late it runs; 0: on time after all. 422; 409 where it is not to be played."""
    form = LatenessForm()
    if not form.validate():
        return _page(game, lateness=form), 422
    if fault := form.fault(late_by(db.session.get_one(Game, game))):
        form.minutes.errors = [fault]
        return _page(game, lateness=form), 422
    locked = _to_change(game)
    if locked is None or locked.status != "scheduled":
        return _changed_meanwhile(game)
    return _told(locked, form.minutes.data)


def _to_change(game: str) -> Game | None:
    """The game, locked; none where it has begun, or is no longer as the form showed it (`seen`)."""
    return rescheduling.to_change(game, request.form.get("seen", ""))


def _told(game: Game, late_minutes: int | None = None) -> Response:
    """Tell it in the transaction that changes it."""
    queueing.of_schedule(game, g.now, late_minutes)
    db.session.commit()
    return afterwards(redirect(url_for("moving.page", game=game.id, saved=1)))


def _changed_meanwhile(game: str) -> tuple[str, int]:
    db.session.rollback()
    return _page(game, fault=_("The game has begun, or was changed meanwhile. Look once more.")), 409


def _moving(game: Game, sent: bool = True) -> MovingForm:
    """The form, as it was `sent`, or as the game stands."""
    shown = {"start": datetime.fromisoformat(game.starts_local), "rink": game.rink_id}
    form = MovingForm() if sent else MovingForm(formdata=None, data=shown)
    rinks = rescheduling.rinks_of(game.organisation_id)
    form.rink.choices = [SelectChoice(one.id, f"{one.name} ({one.timezone})") for one in rinks]
    return form


def _page(
    game: str,
    *,
    moving: MovingForm | None = None,
    lateness: LatenessForm | None = None,
    fault: str = "",
    saved: bool = False,
) -> str:
    found = db.session.get_one(Game, game)
    return render_template(
        "moving.html",
        game=found,
        begun=found.status in BEGUN,
        seen=as_it_stands(found),
        moving=moving or _moving(found, sent=False),
        lateness=lateness or LatenessForm(formdata=None),
        most_late=MOST_LATE,
        late_by=late_by(found),
        fault=fault,
        saved=saved,
    )
