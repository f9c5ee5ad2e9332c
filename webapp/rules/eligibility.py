"""Who may take part: suspended, ejected, disqualified and unrostered people may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause


def check_eligibility(play: Play, call: Call) -> None:
    """Give `ineligible` for everybody whom a call has play and who may not, as things stood before it."""
    for field, person in people_playing(play, call):
        play.played.add(person)
        play.struck_out.discard(person)
        reason = _reason(play, person, call["type"] == "penalty")
        if reason == "ejected" and person == call.get("shooter"):
            continue  # told as `shooter_ineligible`
        if reason is not None:
            team = play.sides.team_of.get(person)
            fields = {"team": team, field: person, "reason": reason}
            message = ("ineligible." + reason, {"who": play.sides.named(person)})
            if play.give("ineligible", _clause_on(play, reason), [call["id"]], message, fields):
                play.ineligible.append({"person": person, "team": team, "reason": reason, "call": call["id"]})
            else:
                play.let_play.add(person)


def _clause_on(play: Play, reason: str) -> Clause | str:
    """The clause that makes something of it, or none in particular."""
    for clause in play.book.of("ineligible_play"):
        if clause["reason"] == reason:
            found: Clause = clause
            return found
    return "General"


def _reason(play: Play, person: str, is_penalty: bool) -> str | None:
    """Why somebody may not play. A penalty to one ejected in this game is no sign of taking part."""
    if is_penalty and person in play.ejected:
        return None
    if play.sides.is_suspended(person):
        return "suspended"
    if person in play.ejected:
        return "ejected"
    if play.sides.disqualified_before(person) or person in play.disqualified:
        return "disqualified"
    if person in play.sides.not_rostered:
        return "not_rostered"
    return None


def people_playing(play: Play, call: Call) -> list[Any]:
    """`(field, id)` of those whom a call has play: `goalie` for one who belongs to no team."""
    call_type = call["type"]
    people: list[Any] = []
    if call_type == "attendance":
        people = list(call["players"])
    elif call_type == "roster_add":
        people = [call["player"]["id"]]
    elif call_type == "lineup":
        people = list(call["skaters"])
    elif call_type == "goal":
        people = [call["scorer"]] + call.get("assists", []) + _in_net(play, call)
    elif call_type == "penalty":
        people = [call[field] for field in ["player", "goalie"] if field in call]
    elif call_type == "penalty_shot":
        people = [call["shooter"]] + _in_net(play, call)
    elif call_type == "shootout_attempt":
        people = [call["shooter"]]
    elif call_type == "shot" or call_type == "goalie_in":
        people = [call["goalie"]]
    found = []
    for person in people:
        field = "player" if person in play.sides.players else "goalie"
        if (field, person) not in found:
            found.append((field, person))
    return found


def _in_net(play: Play, call: Call) -> list[Any]:
    goalie = play.goalie_against(call)
    return [goalie] if goalie is not None else []
