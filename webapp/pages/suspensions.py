"""Suspensions for directors: those of a competition, and one with its history and what is decided on it."""

import re
from datetime import date
from itertools import groupby
from zoneinfo import ZoneInfo

from flask import Blueprint, abort, g, redirect, render_template, url_for
from flask_babel import format_date, lazy_gettext, ngettext
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from sqlalchemy import func, select
from werkzeug.wrappers import Response
from wtforms import DateField, HiddenField, IntegerField, RadioField, SelectChoice, StringField
from wtforms.validators import DataRequired, Length, NumberRange, Optional

from webapp.notices import queueing
from webapp.pages.later_games import afterwards
from webapp.pages.typed_text import readable
from webapp.store import Competition, Game, ImposedSuspension, IssuedRuling, db
from webapp.store.appeals import Appeal, file_appeal
from webapp.store.imposed import decide_on_imposed
from webapp.store.suspension_decisions import Word, Worded, decide_on
from webapp.store.suspension_records import (
    STATES,
    Record,
    of_competition,
    suspension_called,
    the_record,
    the_record_locked,
)
from webapp.suspensions.games_left import Count

area = Blueprint("suspensions", __name__, url_prefix="/director")
LONGEST_REASON = 500  # characters
MOST_GAMES = 200
COUNTED = re.compile("[0-9]{1,9}")
SETS_A_LENGTH = ("extend", "reduce")


class DecisionForm(FlaskForm):
    """A director's word on a suspension. `after`: how many words there were when the form was drawn."""

    occasion = RadioField(
        lazy_gettext("What it comes from"),
        choices=[
            SelectChoice("hearing", lazy_gettext("A hearing")),
            SelectChoice("appeal", lazy_gettext("An appeal")),
            SelectChoice("office", lazy_gettext("My own decision")),
        ],
    )
    act = RadioField(
        lazy_gettext("What is decided"),
        choices=[
            SelectChoice("uphold", lazy_gettext("It stands")),
            SelectChoice("extend", lazy_gettext("Longer")),
            SelectChoice("reduce", lazy_gettext("Shorter")),
            SelectChoice("overturn", lazy_gettext("Overturned: as if it had never been given")),
        ],
    )
    games = IntegerField(lazy_gettext("Games in all"), validators=[Optional(), NumberRange(0, MOST_GAMES)])
    until = DateField(lazy_gettext("Not back before"), validators=[Optional()])
    reason = StringField(
        lazy_gettext("Reason"), validators=[DataRequired(), Length(max=LONGEST_REASON), readable]
    )
    after = HiddenField()

    def says(self, record: Record) -> str | None:
        """What is wrong with the length, if anything is."""
        if self.act.data not in SETS_A_LENGTH:
            return None
        games, until, terms = self.games.data, self.until.data, record.terms
        if games is None:
            return _("Say how many games in all, those already served among them.")
        later_back = until is not None and (terms.until is None or until > terms.until)
        if self.act.data == "extend" and games < terms.games + (not later_back):
            return _("That is not longer: it is %(games)s now.", games=length(record.count))
        ends_sooner = terms.until is not None and (until is None or until < terms.until)
        endless = terms.indefinite or terms.rest_of_season  # whatever number is set, it is shorter than that
        open_now = terms.max_games or ends_sooner
        if self.act.data == "reduce" and not endless and games >= terms.games + bool(open_now):
            return _("That is not shorter: it is %(games)s now.", games=length(record.count))
        return None

    def word(self) -> Word:
        sets = self.act.data in SETS_A_LENGTH
        return Word(
            self.occasion.data,
            self.act.data,
            self.reason.data.strip(),
            self.games.data if sets else None,
            self.until.data if sets else None,
        )


class AppealForm(FlaskForm):
    """An appeal that somebody filed."""

    filed_by = RadioField(
        lazy_gettext("Who appeals"),
        default="player",
        choices=[
            SelectChoice("player", lazy_gettext("The player")),
            SelectChoice("team", lazy_gettext("The team")),
            SelectChoice("other", lazy_gettext("Somebody else")),
        ],
    )
    filed_on = DateField(lazy_gettext("Filed on"), validators=[DataRequired()])
    grounds = StringField(
        lazy_gettext("Grounds"), validators=[DataRequired(), Length(max=LONGEST_REASON), readable]
    )


@area.get("/suspensions")
def competitions() -> Response | str:
    """The competitions that the viewer directs, the one that began last first; one alone is shown at once."""
    organisations = [one.organisation_id for one in g.viewer.memberships if one.role == "director"]
    mine = list(
        db.session.scalars(
            select(Competition)
            .outerjoin(Game, Game.competition_id == Competition.id)
            .where(Competition.organisation_id.in_(organisations))
            .group_by(Competition.id)
            .order_by(func.max(Game.starts_at_utc).desc(), Competition.name)
        )
    )
    if len(mine) == 1:
        return redirect(url_for("suspensions.those_of", competition=mine[0].id))
    return render_template("suspensions_competitions.html", competitions=mine)


@area.get("/competitions/<competition>/suspensions")
def those_of(competition: str) -> str:
    """A competition's suspensions by their state: what asks for a word first, what is over last."""
    found = db.session.get_one(Competition, competition)
    records = of_competition(found.id, found.organisation_id, g.now)
    latest_first = sorted(records, key=lambda one: one.suspension.given, reverse=True)
    in_order = sorted(latest_first, key=lambda one: STATES.index(one.state))
    return render_template(
        "suspensions.html",
        competition=found,
        by_state=[(state, list(those)) for state, those in groupby(in_order, lambda one: one.state)],
    )


@area.get("/suspensions/<suspension>")
def one(suspension: str) -> str:
    """A suspension: how it stands, what led to it, and what can be decided."""
    return _page(the_record(_gave(suspension), g.now))


@area.post("/suspensions/<suspension>")
def decide(suspension: str) -> Response | tuple[str, int]:
    """Append a decision. 409 where it was confirmed, lifted or decided on meanwhile."""
    gave = _gave(suspension)
    record, form = the_record_locked(gave, g.now), DecisionForm()
    if not form.validate():
        return _page(record, form), 422
    if not may_be_decided(record):
        return _page(record, form, _("Nothing can be decided on it as it stands.")), 409
    if (wrong := form.says(record)) is not None:
        form.games.errors = [wrong]
        return _page(record, form), 422
    after = int(form.after.data) if COUNTED.fullmatch(form.after.data or "") else len(record.decisions)
    if not _decided(gave, form.word(), after):
        return _page(record, form, _("Somebody decided on it meanwhile. Look again before you do.")), 409
    db.session.commit()
    return afterwards(redirect(url_for("suspensions.one", suspension=record.id)))


@area.post("/suspensions/<suspension>/appeals")
def appeal(suspension: str) -> Response | tuple[str, int]:
    """Note that an appeal was filed. 409 where one waits already, or the suspension was lifted meanwhile."""
    gave = _gave(suspension)
    record, form = the_record_locked(gave, g.now), AppealForm()
    if not form.validate():
        return _page(record, appeal_form=form), 422
    if not may_be_appealed(record):
        return _page(record, appeal_form=form, fault=_("Nothing can be appealed as it stands.")), 409
    grounds = form.grounds.data.strip()
    file_appeal(gave, form.filed_by.data, form.filed_on.data, grounds, g.viewer.account, g.now)
    db.session.commit()
    return redirect(url_for("suspensions.one", suspension=record.id))


def _gave(suspension: str) -> IssuedRuling | ImposedSuspension:
    gave = suspension_called(suspension)
    return gave or abort(404)


def _decided(gave: IssuedRuling | ImposedSuspension, word: Word, after: int) -> bool:
    """Append a director's word and tell of it; whether it was the next one."""
    if isinstance(gave, ImposedSuspension):
        if not decide_on_imposed(gave, word, after, g.viewer.account, g.now):
            return False
        queueing.imposed(gave, g.now)
        return True
    if not decide_on(gave, word, after, g.viewer.account, g.now):
        return False
    queueing.decided(gave, g.now)
    return True


def _page(
    record: Record,
    form: DecisionForm | None = None,
    fault: str = "",
    appeal_form: AppealForm | None = None,
) -> str:
    occasion = "appeal" if record.given.appealed else "hearing" if record.waits_for_hearing else "office"
    today = g.now.astimezone(ZoneInfo(record.given.timezone)).date()
    return render_template(
        "suspension.html",
        record=record,
        form=form or DecisionForm(formdata=None, occasion=occasion, after=len(record.decisions)),
        appeal_form=appeal_form or AppealForm(formdata=None, filed_on=today),
        fault=fault,
    )


@area.app_template_global()
def may_be_decided(record: Record) -> bool:
    """Whether a director may say more: not on one that fell, nor before it was confirmed."""
    return not record.suspension.lifted and not record.given.awaits_confirmation


@area.app_template_global()
def may_be_appealed(record: Record) -> bool:
    """Whether there is something to appeal against, and no appeal that waits."""
    return may_be_decided(record) and record.state != "lifted" and record.given.appealed is None


@area.app_template_global("suspension_state")
def state(name: str) -> str:
    """A state in words."""
    return {
        "to_confirm": _("Waits for a director"),
        "provisional": _("Provisional"),
        "in_force": _("In force"),
        "hearing": _("Waits for a hearing"),
        "served": _("Served"),
        "lifted": _("Lifted"),
    }[name]


def length(count: Count) -> str:
    """How long a suspension is, all of it."""
    return ", ".join([games_of(count), *beside_games(count)])


@area.app_template_global("suspension_served")
def served(count: Count) -> str:
    """How far it is served: 1 of 3 games served."""
    said = _("%(served)s of %(games)s served", served=count.served, games=games_of(count))
    return ", ".join([said, *beside_games(count)])


def games_of(count: Count) -> str:
    terms = count.terms
    if terms.max_games:
        return _("%(least)s–%(most)s games", least=terms.games, most=terms.max_games)
    if terms.indefinite:
        return ngettext("%(num)s game or more", "%(num)s games or more", terms.games)
    return ngettext("%(num)s game", "%(num)s games", terms.games)


def beside_games(count: Count) -> list[str]:
    """What has to be over, too, before the person comes back."""
    terms = count.terms
    season = [_("and the rest of the season")] if terms.rest_of_season else []
    return season + ([_("not before %(day)s", day=day(terms.until))] if terms.until else [])


@area.app_template_global("suspension_decision")
def decided(decision: Worded | Appeal) -> str:
    """What a director decided, or that somebody appealed, in words."""
    if isinstance(decision, Appeal):
        who = {"player": _("the player"), "team": _("the team"), "other": _("somebody else")}
        return _("Appeal filed by %(who)s on %(day)s", who=who[decision.filed_by], day=day(decision.filed_on))
    from_what = {"hearing": _("Hearing"), "appeal": _("Appeal"), "office": _("Director")}[decision.occasion]
    games = ngettext("%(num)s game in all", "%(num)s games in all", decision.games or 0)
    if decision.until:
        games = _("%(games)s, not before %(day)s", games=games, day=day(decision.until))
    what = {
        "uphold": _("it stands"),
        "extend": _("longer, %(games)s", games=games),
        "reduce": _("shorter, %(games)s", games=games),
        "overturn": _("overturned"),
    }[decision.act]
    return f"{from_what}: {what}"


def day(of: date) -> str:
    return format_date(of, "d MMM y")
