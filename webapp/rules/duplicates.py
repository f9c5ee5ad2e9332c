"""Two calls that look like one event: nothing is dropped, the officials are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play
from .shapes import NEVER_LATE

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call


WITHIN_S = 10
PERSON = ["player", "staff", "scorer", "shooter", "by", "goalie"]
# Called again and again at one clock, or known by what they name.
REPEATED = ["clock", "attendance", "lineup", "roster_add"]
# One person takes several at one clock: only another device's looks like the same one.
IN_A_ROW = ["penalty_shot"]


def seconds_of(clock: str) -> int:
    """`MM:SS` as seconds."""
    minutes, seconds = clock.split(":")
    return int(minutes) * 60 + int(seconds)


class Lookalikes:
    """Remembers the calls of one log by type, team, person, period and stretch of ten seconds."""

    def __init__(self) -> None:
        self._seen: dict[tuple[Any, ...], list[tuple[int, Call]]] = {}
        self._count = 0

    def look(self, play: Play, call: Call) -> None:
        """Name the latest earlier call that looks like the same event as this one."""
        if call["type"] in NEVER_LATE or call["type"] in REPEATED or call.get("clock") is None:
            return
        person = _person(call)
        team = call.get("team", play.sides.team_of.get(person or ""))
        about = (call["type"], team, person, play.period)
        stretch = seconds_of(call["clock"]) // WITHIN_S
        latest: tuple[int, Call] | None = None
        for near in [stretch - 1, stretch, stretch + 1]:
            for before in self._seen.get((about, near), []):
                if (latest is None or before[0] > latest[0]) and _alike(before[1], call):
                    latest = before
        if latest is not None:
            because = [latest[1]["id"], call["id"]]
            fields = {"team": call.get("team")}
            play.give("possible_duplicate", "General", because, ("possible_duplicate", {}), fields)
        self._count += 1
        self._seen.setdefault((about, stretch), []).append((self._count, call))


def _person(call: Call) -> str | None:
    """The one person whom a call is about, or none."""
    for field in PERSON:
        if field in call:
            person: str = call[field]
            return person
    return None


def _alike(one: Call, other: Call) -> bool:
    """At one clock, or from two devices within 10 s of it."""
    if one["clock"] == other["clock"] and one["type"] not in IN_A_ROW:
        return True
    devices = [one.get("device"), other.get("device")]
    if None in devices or devices[0] == devices[1]:
        return False
    apart = seconds_of(one["clock"]) - seconds_of(other["clock"])
    return -WITHIN_S <= apart <= WITHIN_S
