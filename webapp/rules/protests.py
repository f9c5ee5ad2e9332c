"""Protests: in time or too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from .typed import Call


def rule_on_protest(play: Play, call: Call) -> None:
    """In time until the rulebook's own moment; who brings it is told, not judged."""
    general = {"clause": "General", "until": ["left_ice", "sign_off"]}
    for clause in play.book.of("protest") or [general]:
        in_time = True
        for moment in clause["until"]:
            if moment in play.left_ice_or_signed:
                in_time = False
        fields = {"team": call["team"], "in_time": in_time, "by_captain": _is_captain(play, call["by"])}
        key = "protest_filed.in_time" if in_time else "protest_filed.late"
        message = (key, {"who": play.sides.names[call["team"]]})
        play.give(
            "protest_filed", clause if clause is not general else "General", [call["id"]], message, fields
        )


def _is_captain(play: Play, person: str) -> bool:
    """Whether somebody is captain by the roster, or was named so before the game."""
    return person in play.captains or play.sides.is_captain(person)


def note_end(play: Play, call: Call) -> None:
    """The players have left the ice, or the log is closed."""
    play.left_ice_or_signed.add(call["type"])
