"""A team's games as a calendar (RFC 5545). Nobody is named in it: whoever has the link may read it."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from icalendar import Calendar, Event

from webapp.store import Game, Team

SHOWN_AS = timedelta(hours=1)
"""How long a game is shown to take: the schedule has no ends."""
ASKED_AGAIN = timedelta(hours=1)
STATUS = {"cancelled": "CANCELLED", "postponed": "TENTATIVE"}


def calendar_of(team: Team, games: Iterable[Game], words: dict[str, str], now: datetime) -> bytes:
    """The file; `words`: by status of a game what stands before its teams, where something is to be said."""
    calendar = Calendar()
    calendar.add("prodid", "-//Rinkside//Rinkside//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", team.name)
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})  # RFC 7986, 5.7
    for game in games:
        calendar.add_component(_event(game, words, now))
    return calendar.to_ical()


def _event(game: Game, words: dict[str, str], now: datetime) -> Event:
    event = Event()
    event.add("uid", f"{game.id}@rinkside")
    event.add("dtstamp", now)
    event.add("dtstart", game.starts_at_utc)
    event.add("duration", SHOWN_AS)
    said = f"{words[game.status]}: " if game.status in words else ""
    event.add("summary", f"{said}{game.home.name} – {game.away.name}")
    event.add("description", f"{game.label}, {game.competition.name}")
    event.add("location", ", ".join(filter(None, (game.rink.name, game.rink.address))))
    event.add("status", STATUS.get(game.status, "CONFIRMED"))
    return event
