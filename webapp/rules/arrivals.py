"""Who is here: attendance, arrivals, departures, injuries, who stands in net, who is on the ice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from .typed import Call


def note_attendance(play: Play, call: Call) -> None:
    play.present[call["team"]] = set(call["players"])
    play.roll[call["team"]] = [call["id"]]
    for player in call["players"]:
        play.away.discard(player)
    for captain in call.get("captains", []):
        play.captains.add(captain)
    if "captains" in call:
        play.captains_named[call["team"]] = call["captains"]


def note_arrival(play: Play, call: Call) -> None:
    """Back, or late: here from now on, and able to play."""
    player = call["player"]
    play.away.discard(player)
    play.hurt.discard(player)
    if player in play.struck_out:
        play.struck_out.discard(player)
        play.played.add(player)
    _be_present(play, call, player)


def note_roster_add(play: Play, call: Call) -> None:
    _be_present(play, call, call["player"]["id"])


def _be_present(play: Play, call: Call, player: str) -> None:
    here = play.present[call["team"]]
    if here is not None:
        here.add(player)
        play.roll[call["team"]].append(call["id"])


def note_departure(play: Play, call: Call) -> None:
    """Gone. Whoever leaves before play has begun has not played, unless they come back."""
    player = call["player"]
    play.away.add(player)
    if call["team"] in play.roll:
        play.roll[call["team"]].append(call["id"])
    if not play.begun and player in play.played:
        play.played.discard(player)
        play.struck_out.add(player)


def note_injury(play: Play, call: Call) -> None:
    for field in ["player", "goalie"]:
        if call.get("out") and field in call:
            play.hurt.add(call[field])


def note_goalie_in(play: Play, call: Call) -> None:
    """Goalies of no team stand in one net for both; a team's own stands in its team's."""
    goalie = call["goalie"]
    team = call.get("team")
    if goalie in play.sides.shared_goalies:
        team = ""
    elif team is None:
        team = play.sides.team_of[goalie]
    play.in_net[team] = goalie


def rule_on_women(play: Play, call: Call) -> None:
    """Too few women and non-binary players among the skaters, present or on the floor: played short for."""
    for clause in play.book.of("women"):
        skaters = call.get("skaters")
        if skaters is None:
            skaters = [player for player in call["players"] if not play.sides.is_goalie(player)]
        women = len([player for player in skaters if play.sides.counts_as_woman(player)])
        if women < clause["at_least"]:
            short_by = clause["at_least"] - women
            args = {"who": play.sides.names[call["team"]], "count": short_by}
            fields = {"team": call["team"], "short_by": short_by}
            play.give("short_lineup", clause, [call["id"]], ("short_lineup", args), fields)


def rule_on_lineup(play: Play, call: Call) -> None:
    """More skaters on the ice than may be."""
    for clause in play.book.of("lineup"):
        count, limit = len(call["skaters"]), clause["skaters_at_most"]
        if count > limit:
            team = call["team"]
            args = {"who": play.sides.names[team], "count": count, "limit": limit}
            fields = {"team": team, "reason": "too_many"}
            play.give("lineup_fault", clause, [call["id"]], ("lineup_fault", args), fields)
