"""Notices in words: for a lock screen, where no person is named, and in full, behind the sign-in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from flask_babel import format_date, format_datetime, format_time, ngettext
from flask_babel import gettext as _

from webapp.store.inbox import Notice


@dataclass(frozen=True)
class Words:
    """A title and a sentence or two."""

    title: str
    body: str


def on_lock_screen(notice: Notice) -> Words:
    """What everybody may read who holds the phone: nobody's name, and nothing of what somebody did."""
    game = notice.game.label if notice.game else ""
    if notice.kind in ("suspension", "disqualification", "ejection"):
        return Words(_("Disciplinary notice"), _about(notice, game))
    if notice.kind == "decision":
        return Words(_("A decision was made"), _about(notice, game))
    if notice.kind == "served":
        return Words(_("A suspension is served"), _about(notice, game))
    if notice.kind == "lifted":
        about = _("Something you were told about %(game)s was taken back.", game=game)
        back = about if game else _("Something you were told was taken back.")
        return Words(_("It no longer holds"), back)
    if notice.kind == "hearing":
        return Words(_("Your word is awaited"), _("Something in %(game)s waits for a director.", game=game))
    if notice.kind == "protest":
        return Words(_("A protest was filed"), _("In %(game)s. Open it to read more.", game=game))
    if notice.kind == "override":
        return Words(_("A ruling was overridden"), _("In %(game)s. Open it to read more.", game=game))
    if notice.kind == "test":
        return Words(_("Test notice"), _("Notices reach this phone."))
    return _public(notice)


def in_full(notice: Notice) -> Words:
    """The same with names and terms, for the account that it was told to."""
    game = notice.game.label if notice.game else ""
    name = notice.person.name if notice.person else (notice.team.name if notice.team else game)
    if notice.kind in ("suspension", "disqualification", "ejection"):
        given = _("Given in %(game)s.", game=game) if game else _("Given by a director.")
        return Words(f"{name}: {_out(notice.values)}", given)
    if notice.kind == "decision":
        gave = _("On what %(game)s gave.", game=game) if game else _("On what a director gave.")
        return Words(f"{name}: {_decided(notice.values['decision'])}", gave)
    if notice.kind == "served":
        return Words(_("%(name)s: no longer suspended", name=name), _served(notice.values["games"]))
    if notice.kind == "lifted":
        return Words(_("%(name)s: taken back", name=name), _no_more(notice.values["of"], game))
    if notice.kind == "hearing":
        return Words(f"{name}: {_word_awaited(notice.values['word'])}", _("Given in %(game)s.", game=game))
    if notice.kind == "protest":
        in_time = _("Filed in time.") if notice.values["in_time"] else _("Filed too late.")
        return Words(_("%(name)s: a protest", name=name), f"{game}. {in_time}")
    if notice.kind == "override":
        by = _("An official of %(game)s decided otherwise than the rules.", game=game)
        return Words(_("%(name)s: a ruling was overridden", name=name), by)
    return on_lock_screen(notice)


def kind_named(kind: str) -> str:
    """A kind of notice, as a heading."""
    return {
        "suspension": _("Suspensions"),
        "disqualification": _("Disqualifications and forfeits"),
        "ejection": _("Ejections"),
        "decision": _("Decisions"),
        "served": _("Suspensions served"),
        "hearing": _("What waits for a director"),
        "protest": _("Protests"),
        "override": _("Rulings overridden"),
        "schedule": _("Games moved, called off or late"),
        "final": _("Final scores"),
        "lifted": _("Taken back"),
        "test": _("Test notice"),
    }[kind]


def kind_explained(kind: str) -> str:
    """When notices of a kind come."""
    return {
        "suspension": _("When somebody may not play the next game."),
        "disqualification": _("When somebody or a team is out of the tournament, or a game is forfeited."),
        "ejection": _("When somebody is put out of a game, and may play the next."),
        "decision": _("When a director decides on a suspension."),
        "served": _("When somebody may play again."),
        "hearing": _("When a ruling is to be confirmed, or a suspension needs a hearing."),
        "protest": _("When a team protests a game."),
        "override": _("When an official decides otherwise than the rules say."),
        "schedule": _("When a game gets another time or rink, is called off, or runs late."),
        "final": _("When a game is signed off, with its score."),
    }[kind]


def _about(notice: Notice, game: str) -> str:
    if not game:
        return _("From a director. Open it to read more.")
    if notice.team_id is None:
        return _("In %(game)s. Open it to read more.", game=game)
    return _("For your team, about %(game)s. Open it to read more.", game=game)


def _public(notice: Notice) -> Words:
    """What is on the schedule for everybody."""
    game, values = notice.game, notice.values
    if game is None:
        return Words("Rinkside", "")
    teams = f"{game.home.name} – {game.away.name}"
    if notice.kind == "final":
        home, away = values["score"]
        over = _("Broken off") if values["status"] == "abandoned" else _("Final")
        shots = values.get("shootout")  # it adds nothing to the score
        also = f" ({_('shoot-out %(left)s–%(right)s', left=shots[0], right=shots[1])})" if shots else ""
        return Words(f"{over}: {game.home.name} {home}, {game.away.name} {away}{also}", game.label)
    start = datetime.fromisoformat(values["starts_local"])
    day, clock = format_datetime(start, "EEE d MMM", rebase=False), format_time(start, "short", rebase=False)
    when = f"{day}, {clock}"
    if values["status"] in ("postponed", "cancelled"):
        called_off = _("Postponed") if values["status"] == "postponed" else _("Cancelled")
        return Words(f"{called_off}: {game.label}", teams)
    where = f"{teams}, {when}, {game.rink.name}"  # also where it was moved to, whose notice this replaces
    if values.get("late_minutes"):
        late = ngettext("%(num)s minute late", "%(num)s minutes late", values["late_minutes"])
        return Words(f"{game.label}: {late}", where)
    if "late_minutes" in values:
        return Words(_("%(game)s: on time after all", game=game.label), where)
    return Words(_("Moved: %(game)s", game=game.label), where)


def _out(values: dict[str, Any]) -> str:
    if "terms" in values:
        return ", ".join(_suspended(terms) for terms in values["terms"])
    codes = values["codes"]
    if "game_forfeited" in codes:
        return _("forfeits the game")
    if "team_disqualified" in codes or "goalie_disqualified" in codes:
        return _("out of the tournament")
    return _("out of the game")


def _suspended(terms: dict[str, Any]) -> str:
    games = terms.get("games", 0)
    if terms.get("rest_of_season"):
        return _("suspended for the rest of the season")
    if terms.get("max_games"):
        return _("suspended for %(least)s–%(most)s games", least=games, most=terms["max_games"])
    if terms.get("indefinite"):
        return ngettext("suspended for %(num)s game or more", "suspended for %(num)s games or more", games)
    return ngettext("suspended for %(num)s game", "suspended for %(num)s games", games)


def _decided(decision: dict[str, Any]) -> str:
    what = {
        "uphold": _("it stands"),
        "extend": _("longer"),
        "reduce": _("shorter"),
        "overturn": _("overturned"),
    }[decision["act"]]
    games = decision["games"]
    length = [ngettext("%(num)s game in all", "%(num)s games in all", games)] if games is not None else []
    if decision["until"]:
        back = format_date(date.fromisoformat(decision["until"]), "d MMM y")
        length.append(_("not before %(day)s", day=back))
    return ", ".join([what, *length])


def _word_awaited(word: str) -> str:
    return _("to be confirmed or rejected") if word == "confirm" else _("to be heard")


def _served(games: int) -> str:
    """Who came back by a day, or with the season's end, may have served no game."""
    if not games:
        return _("Its time is over.")
    return _("%(games)s served.", games=ngettext("%(num)s game", "%(num)s games", games))


def _no_more(of: str, game: str) -> str:
    if of == "served" and not game:
        return _("The suspension is not served yet.")
    if of == "served":
        return _("The suspension that %(game)s gave is not served yet.", game=game)
    if of == "protest":
        return _("The protest in %(game)s was taken back.", game=game)
    if of == "override":
        return _("The override in %(game)s was taken back.", game=game)
    return _("What %(game)s gave no longer holds.", game=game)
