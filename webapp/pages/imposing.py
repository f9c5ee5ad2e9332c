"""A director suspends somebody without a ruling of a game, as no-check-league 8.A lets them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from flask import Blueprint, g, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import BooleanField, DateField, IntegerField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import DataRequired, InputRequired, NumberRange, Optional
from wtforms.validators import Length as LongAtMost

from webapp.notices import queueing
from webapp.pages.later_games import afterwards
from webapp.pages.suspensions import LONGEST_REASON, MOST_GAMES
from webapp.pages.typed_text import readable
from webapp.store import Competition, db
from webapp.store.imposed import LONGEST_CLAUSE, Length, Member, impose, members

area = Blueprint("imposing", __name__, url_prefix="/director/competitions/<competition>/suspensions/new")


class ImposingForm(FlaskForm):
    """Whom a director suspends, for how long, and why."""

    person = SelectField(lazy_gettext("Whom"), validators=[DataRequired()])
    games = IntegerField(lazy_gettext("Games"), validators=[InputRequired(), NumberRange(0, MOST_GAMES)])
    max_games = IntegerField(
        lazy_gettext("Games at most"), validators=[Optional(), NumberRange(1, MOST_GAMES)]
    )
    lasts = RadioField(
        lazy_gettext("When it ends"),
        default="games",
        choices=[
            SelectChoice("games", lazy_gettext("Once the games are served")),
            SelectChoice("season", lazy_gettext("Then, and with the season, not before")),
            SelectChoice(
                "indefinite", lazy_gettext("When a director says so, and not before the games are served")
            ),
        ],
    )
    until = DateField(lazy_gettext("Not back before"), validators=[Optional()])
    review = BooleanField(lazy_gettext("A hearing is still to decide"))
    clause = StringField(lazy_gettext("Clause"), validators=[LongAtMost(max=LONGEST_CLAUSE), readable])
    reason = StringField(
        lazy_gettext("Reason"), validators=[DataRequired(), LongAtMost(max=LONGEST_REASON), readable]
    )

    def faults(self, today: datetime) -> bool:
        """Whether the length makes no sense; what is wrong is noted with its field."""
        if self.max_games.data is not None and self.max_games.data <= self.games.data:
            self.max_games.errors = [_("That is not more than the games at least.")]
        if self.until.data is not None and self.until.data <= today.date():
            self.until.errors = [_("That day is not to come.")]
        if not self.games.data and self.lasts.data == "games" and self.until.data is None:
            self.games.errors = [_("Say how many games, or until when.")]
        return bool(self.max_games.errors or self.until.errors or self.games.errors)

    def length(self) -> Length:
        return Length(
            self.games.data,
            self.max_games.data,
            self.lasts.data == "indefinite",
            self.lasts.data == "season",
            self.until.data,
            self.review.data,
        )


@area.get("")
def page(competition: str) -> str:
    """The form: everybody who plays in the competition today, or stands behind a bench there."""
    found = db.session.get_one(Competition, competition)
    return _page(found, _form_for(members(found, _today(found).date())))


@area.post("")
def suspend(competition: str) -> Response | tuple[str, int]:
    """Suspend somebody from the next game on; 422 where the form does not say for how long, or why."""
    found = db.session.get_one(Competition, competition)
    those = members(found, _today(found).date())
    form = _form_for(those)
    if not form.validate() or form.faults(_today(found)):
        return _page(found, form), 422
    member = next(one for one in those if one.key == form.person.data)
    clause, reason = form.clause.data.strip(), form.reason.data.strip()
    imposed = impose(found, member, form.length(), clause, reason, g.viewer.account, g.now)
    queueing.imposed(imposed, g.now)
    db.session.commit()
    return afterwards(redirect(url_for("suspensions.one", suspension=imposed.id)))


def _today(competition: Competition) -> datetime:
    return g.now.astimezone(ZoneInfo(competition.timezone))


def _form_for(those: list[Member]) -> ImposingForm:
    form = ImposingForm()
    form.person.choices = [SelectChoice(one.key, _called(one)) for one in those]
    return form


def _called(member: Member) -> str:
    if member.staff:
        return _("%(team)s: %(name)s, behind the bench", team=member.team_name, name=member.name)
    if member.team is None:
        return _("%(name)s, goalie", name=member.name)
    return f"{member.team_name}: {member.name}"


def _page(competition: Competition, form: ImposingForm) -> str:
    return render_template("imposing.html", competition=competition, form=form)
