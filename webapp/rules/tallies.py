"""What stands against whom: players, goalies and teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from .typed import Json


def tallies(play: Play) -> Json:
    """`{"players", "goalies", "teams"}` as the sheet holds them."""
    players: Json = {}
    goalies: Json = {}
    teams: Json = {}
    for team in play.sides.teams:
        teams[team] = {"penalties": 0, "seconds": 0, "by_period": {}}
    for goalie in play.sides.shared_goalies:
        goalies[goalie] = _goalie(play, goalie)
    for penalty in play.penalties:
        _add(teams[penalty.team], "penalties", penalty.counts_as)
        _add(teams[penalty.team], "seconds", penalty.seconds)
        if penalty.period is not None:
            _add(teams[penalty.team]["by_period"], str(penalty.period), penalty.counts_as)
        if not penalty.for_person or penalty.person is None:
            continue
        if penalty.field == "player":
            tally = players.setdefault(penalty.person, {"penalties": 0, "seconds": 0})
            _add(tally, "penalties", penalty.counts_as)
            _add(tally, "seconds", penalty.seconds)
            for clause in play.book.of("offence_tally"):
                is_it = penalty.call["infraction"] == clause["infraction"]
                _add(tally, "offences", penalty.counts_as * (clause["counts_as"] if is_it else 1))
        if play.sides.is_goalie(penalty.person):
            _add(
                goalies.setdefault(penalty.person, _goalie(play, penalty.person)),
                "penalties",
                penalty.counts_as,
            )
    for shot in play.shots_on:
        goalie = shot["goalie"]
        tally = goalies.setdefault(goalie, _goalie(play, goalie))
        _add(tally, "shots", 1)
        _add(tally, "goals", 1 if shot["goal"] else 0)
    return {"players": players, "goalies": goalies, "teams": teams}


def by_class(play: Play) -> Json:
    """`{person: {class: {"penalties", "seconds"}}}`, of this game, of penalties that are a person's own."""
    people: Json = {}
    for penalty in play.penalties:
        if penalty.for_person and penalty.person is not None:
            tally = people.setdefault(penalty.person, {}).setdefault(penalty.penalty_class, {})
            _add(tally, "penalties", penalty.counts_as)
            _add(tally, "seconds", penalty.seconds)
    return people


def _goalie(play: Play, goalie: str) -> Json:
    return {"penalties": play.sides.goalie_penalties_before(goalie), "shots": 0, "goals": 0}


def _add(tally: Json, counter: str, count: int) -> None:
    tally[counter] = tally.get(counter, 0) + count
