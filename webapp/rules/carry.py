"""What a game adds to the counters of people, goalies and teams, and the suspensions that it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json


def carry(play: Play) -> Json:
    """`{"players", "goalies", "teams", "suspensions", "served"}`; counters of 0 are left out."""
    goalies: Json = {}
    for penalty in play.penalties:
        if penalty.for_person and penalty.person is not None and play.sides.is_goalie(penalty.person):
            tally = goalies.setdefault(penalty.person, {})
            tally["penalties"] = tally.get("penalties", 0) + penalty.counts_as
    for goalie in sorted(play.disqualified):
        goalies.setdefault(goalie, {})["disqualified"] = True
    teams: Json = {}
    for team in sorted(play.disqualified_teams):
        teams[team] = {"disqualified": True}
    players: Json = {}
    for counter in sorted(play.counted):
        for person in sorted(play.counted[counter]):
            players.setdefault(person, {})[counter] = len(play.counted[counter][person])
    return {
        "players": players,
        "goalies": goalies,
        "teams": teams,
        "suspensions": _suspensions(play),
        "served": _served(play) if is_over(play) else [],
    }


def is_over(play: Play) -> bool:
    """Whether the game has ended or been signed off. One that was broken off is over by sign-off alone."""
    return play.final or "sign_off" in play.left_ice_or_signed


def took_part(play: Play) -> list[Any] | None:
    """Ids of those whom the log has play, and of staff whom it names, in order of the rosters.

    None until the game is over.
    """
    if not is_over(play):
        return None
    named = {call["staff"] for call in play.log.calls if "staff" in call}
    people = list(play.sides.shared_goalies)
    for team in play.sides.teams:
        people = people + play.sides.rosters[team]
    playing = [person for person in people if person in play.played]
    for team in play.sides.teams:
        for person in play.game["teams"][team].get("staff", []):
            if person["id"] in named:
                playing.append(person["id"])
    return playing


# What a ruling holds beside the suspension itself.
_ABOUT_THE_RULING = ["code", "because", "clause", "clauses", "blocks", "message", "says", "done"]


def _suspensions(play: Play) -> list[Any]:
    """The suspensions that this game gives: the fields of their rulings, `confirm` among them."""
    found = []
    for ruling in play.rulings.given:
        if ruling["code"] in ["player_suspended", "staff_suspended"] and "overridden" not in ruling:
            suspension = dict(ruling)
            for name in _ABOUT_THE_RULING:
                suspension.pop(name, None)
            found.append(suspension)
    return found


def _served(play: Play) -> list[Any]:
    """Whoever had suspended games left and did not play: players, and goalies who belong to no team.

    A forfeited game serves like any other: it has its score and is never played again (no-check-league,
    12.D; the other rulebooks say nothing of it), so no later game stands in its place, as one does for a
    game that was broken off and is played again.
    """
    people = list(play.sides.shared_goalies)
    for team in play.sides.teams:
        for player in play.sides.rosters[team]:
            people.append(player)
    return [person for person in people if play.sides.is_suspended(person) and person not in play.played]
