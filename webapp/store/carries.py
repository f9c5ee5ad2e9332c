"""What a game's sheet carries into later games, less what a director has not let stand."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import select

from webapp.store.database import db
from webapp.store.issued import IssuedRuling

SUSPENDED = ("player_suspended", "staff_suspended")


def suspended(ruling: dict[str, Any]) -> str | None:
    """The id of whom a ruling suspends, if it does."""
    if ruling["code"] not in SUSPENDED:
        return None
    return _whom(ruling)


def whose_suspensions_differ(before: dict[str, Any], now: dict[str, Any]) -> set[str]:
    """Ids of the people whom two carries of one game suspend, or have serve, otherwise."""
    people = {person for carry in (before, now) for person in _concerned(carry)}
    return {person for person in people if _told_of(person, before) != _told_of(person, now)}


def _concerned(carry: dict[str, Any]) -> list[str]:
    return [*carry.get("served", []), *map(_whom, carry.get("suspensions", []))]


def _told_of(person: str, carry: dict[str, Any]) -> Any:
    given = [one for one in carry.get("suspensions", []) if _whom(one) == person]
    return given, person in carry.get("served", [])


def _whom(suspension: dict[str, Any]) -> str:
    person: str = suspension.get("player") or suspension.get("goalie") or suspension["staff"]
    return person


def rejected_rulings(game_ids: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The rulings of those games that a director has rejected, by game."""
    return _rulings_of(game_ids, IssuedRuling.rejected_at.is_not(None))


def carry_without(carry: dict[str, Any], rulings: list[dict[str, Any]]) -> dict[str, Any]:
    """A carry without the disqualified teams and the suspensions of those rulings.

    Of two suspensions that one person got in the game, only the one that the ruling gave is left out.
    """
    teams = {ruling["team"] for ruling in rulings if ruling["code"] == "team_disqualified"}
    suspensions = list(carry.get("suspensions", []))
    for ruling in rulings:
        if ruling["code"] in SUSPENDED and (given := _given_by(ruling, suspensions)):
            suspensions.remove(given)
    return {
        **carry,
        "teams": {
            key: {name: value for name, value in counts.items() if name != "disqualified" or key not in teams}
            for key, counts in carry.get("teams", {}).items()
        },
        "suspensions": suspensions,
    }


def carry_within(
    carry: dict[str, Any] | None, people: Collection[str], teams: Collection[str]
) -> dict[str, Any] | None:
    """What of a carry concerns these people and teams."""
    if carry is None:
        return None
    named = {"players": people, "goalies": people, "teams": teams}
    return {
        **carry,
        **{
            part: {key: counts for key, counts in carry.get(part, {}).items() if key in those}
            for part, those in named.items()
        },
        "suspensions": [one for one in carry.get("suspensions", []) if _whom(one) in people],
        "served": [person for person in carry.get("served", []) if person in people],
    }


def _given_by(ruling: dict[str, Any], suspensions: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The suspension that says what the ruling says; `confirm` among it."""
    return next((one for one in suspensions if one.items() <= ruling.items()), None)


def _rulings_of(game_ids: Iterable[str], decided: Any) -> dict[str, list[dict[str, Any]]]:
    by_game: dict[str, list[dict[str, Any]]] = {}
    for game_id, ruling in db.session.execute(
        select(IssuedRuling.game_id, IssuedRuling.ruling).where(
            IssuedRuling.game_id.in_(list(game_ids)), IssuedRuling.withdrawn_at.is_(None), decided
        )
    ):
        by_game.setdefault(game_id, []).append(ruling)
    return by_game
