"""Words that captains' and directors' pages share: what a status, a limit or a ruling is called."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask
from flask_babel import format_datetime, format_time, get_locale
from flask_babel import gettext as _

from webapp.pages import tally_words
from webapp.rulebooks.words import said, text
from webapp.store import Game


def init_app(app: Flask) -> None:
    for word in (
        starts,
        moment,
        clock_at,
        status,
        of_the_rules,
        sentence,
        out,
        counted_within,
        call_name,
        count_name,
        waits_because,
        *tally_words.WORDS,
    ):
        app.jinja_env.globals[word.__name__] = word


def starts(game: Game) -> str:
    """When a game starts on its rink's wall, and by which time, such as Sat 28 Nov, 10:00 AM EST."""
    local = datetime.fromisoformat(game.starts_local)
    day, clock = format_datetime(local, "EEE d MMM", rebase=False), format_time(local, "short", rebase=False)
    return f"{day}, {clock} {game.starts_at_utc.astimezone(ZoneInfo(game.timezone)).tzname()}"


def moment(at: datetime, game: Game) -> str:
    """A moment on the wall of a game's rink."""
    local = at.astimezone(ZoneInfo(game.timezone))
    day, clock = format_datetime(local, "d MMM y", rebase=False), format_time(local, "short", rebase=False)
    return f"{day}, {clock} {local.tzname()}"


def clock_at(at: datetime, game: Game) -> str:
    """The time of day of a moment there, such as 10:30 AM EST."""
    local = at.astimezone(ZoneInfo(game.timezone))
    return f"{format_time(local, 'short', rebase=False)} {local.tzname()}"


def status(game: Game) -> str:
    return {
        "scheduled": _("Scheduled"),
        "in_play": _("Under way"),
        "ended": _("Ended"),
        "signed_off": _("Final"),
        "abandoned": _("Abandoned"),
        "postponed": _("Postponed"),
        "cancelled": _("Cancelled"),
    }[game.status]


def of_the_rules(english: str) -> str:
    """What a rulebook says, in the reader's language: a name, a clause."""
    return text(str(get_locale()), english)


def sentence(ruling: dict[str, Any]) -> str:
    """A ruling in the reader's language."""
    return said(ruling["message"], str(get_locale()))


def call_name(call: dict[str, Any]) -> str:
    """What kind of call it is."""
    return {
        "goal": _("Goal"),
        "penalty": _("Penalty"),
        "shot": _("Shot saved"),
        "penalty_shot": _("Penalty shot"),
        "shootout_attempt": _("Shoot-out attempt"),
        "timeout": _("Time-out"),
        "ejection": _("Ejection"),
    }.get(call["type"], call["type"].replace("_", " ").capitalize())


def count_name(what: str) -> str:
    """What a tally counts."""
    return {
        "penalties": _("penalties"),
        "seconds": _("penalty seconds"),
        "offences": _("offences"),
        "shots": _("shots"),
        "goals": _("goals"),
    }.get(what, what.replace("_", " "))


def waits_because(code: str) -> str:
    """Why a call does not count yet."""
    return {
        "late": _("The log was signed off without it."),
        "assignment_ended": _("Its author was no longer on this game."),
        "not_an_official": _("Its author is not an official here."),
    }[code]


def out(code: str) -> str:
    """How somebody is out, in a badge."""
    return {
        "player_ejected": _("Out of this game"),
        "staff_ejected": _("Out of this game"),
        "player_suspended": _("Suspended"),
        "staff_suspended": _("Suspended"),
        "goalie_disqualified": _("Out of the tournament"),
        "team_disqualified": _("Out of the tournament"),
    }.get(code, _("Out"))


def counted_within(within: str) -> str:
    """The span that a limit counts over."""
    spans: dict[str, Any] = {
        "game": _("this game"),
        "tournament": _("the tournament"),
        "season": _("the season"),
    }
    return spans.get(within, within)
