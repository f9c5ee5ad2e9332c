"""Which suspensions reach a game: the earlier games' carries, brought to what directors decided since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from webapp.rules.history import history_after
from webapp.store.suspension_records import Holding

FIRST, LAST = "suspensions", "suspensions_that_last"
"""Instead of a game's id: of what no earlier game of the competition carries, before them all and after."""


def people_in(file: Mapping[str, Any]) -> dict[str, str]:
    """Ids of the people of a game file, each with the field that names them."""
    found = {goalie["id"]: "goalie" for goalie in file["goalies"]}
    for team in file["teams"].values():
        found |= {player["id"]: "player" for player in team["players"]}
        found |= {person["id"]: "staff" for person in team["staff"]}
    return found


def brought_up_to_date(
    earlier: list[dict[str, Any]],
    people: Mapping[str, str],
    holding: Mapping[str, list[Holding]],
    starts_at: str,
) -> list[dict[str, Any]]:
    """The earlier carries, so that they sum up to the games that these people have left before a game.

    A suspension that was shortened is told with fewer games. What was lengthened, or comes from another
    competition of the league, is told by one carry more, the first: a phone that adds an earlier game of its
    own takes off what that served. What lasts however many games serve it is told by the last alone.
    """
    first: list[dict[str, Any]] = []
    last: list[dict[str, Any]] = []
    for person, field in people.items():
        if field == "staff":
            continue
        theirs = holding.get(person, [])
        left = sum(one.count.left for one in theirs)
        lasts = any(one.count.lasts for one in theirs)
        while (told := _left_by(earlier, person, field)) > (0 if lasts else left):
            earlier = _one_less(earlier, person, field)
        if lasts:
            last.append({field: person, "games": left})
        elif told < left:
            first.append(_that_leaves(left, earlier, person, field))
    begin_at = earlier[0]["starts_at"] if earlier else starts_at
    return [*_alone(FIRST, begin_at, first), *earlier, *_alone(LAST, starts_at, last)]


def told_to_phones(people: Mapping[str, str], holding: Mapping[str, list[Holding]]) -> list[dict[str, Any]]:
    """Who may not play and how it stands, each suspension by itself, for the roster at the rink."""
    return [
        {
            field: person,
            "games": one.count.terms.games,
            "max_games": one.count.terms.max_games,
            "served": one.count.served,
            "left": one.count.left,
            "open_ended": one.count.open_ended,
            "until": one.count.terms.until.isoformat() if one.count.terms.until else None,
            "provisional": one.provisional,
        }
        for person, field in people.items()
        for one in holding.get(person, [])
    ]


def carries_of(earlier: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [one["carry"] for one in earlier if one["carry"]]


def _alone(game: str, at: str, suspensions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One carry, of suspensions alone; none where there are none."""
    if not suspensions:
        return []
    carry = {"players": {}, "goalies": {}, "teams": {}, "suspensions": suspensions, "served": []}
    return [{"game": game, "label": "", "starts_at": at, "carry": carry, "known_at": at, "upto": 0}]


def _that_leaves(left: int, earlier: list[dict[str, Any]], person: str, field: str) -> dict[str, Any]:
    """The suspension before the earlier games of which, with theirs, these games are left after them."""
    given = ({field: person, "games": games} for games in count(1))
    return next(
        one for one in given if _left_by([*_alone(FIRST, "", [one]), *earlier], person, field) == left
    )


def _left_by(earlier: list[dict[str, Any]], person: str, field: str) -> int:
    part = "players" if field == "player" else "goalies"
    left: int = history_after(carries_of(earlier))[part].get(person, {}).get("suspended_games_left", 0)
    return left


def _one_less(earlier: list[dict[str, Any]], person: str, field: str) -> list[dict[str, Any]]:
    """The carries with one game off the last suspension of a person that has any."""
    for place in reversed(range(len(earlier))):
        carry = earlier[place]["carry"]
        given = list(carry["suspensions"]) if carry else []
        for at in reversed(range(len(given))):
            if given[at].get(field) == person and given[at]["games"] > 0:
                given[at] = given[at] | {"games": given[at]["games"] - 1}
                shorter = earlier[place] | {"carry": carry | {"suspensions": given}}
                return [*earlier[:place], shorter, *earlier[place + 1 :]]
    raise AssertionError(f"{person} has games left that no suspension gave")
