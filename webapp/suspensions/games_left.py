"""How many games of a suspension are served and left: by what was given and decided, and the games since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

Place = tuple[datetime, int, str]
"""Where a game stands in the schedule: its start, its number among those that start together, its id."""


@dataclass(frozen=True)
class Decision:
    """What a director decided. `games` and `until` are the whole length, not what is added."""

    at: datetime
    occasion: str  # hearing, appeal, office
    act: str  # uphold, extend, reduce, overturn
    games: int | None = None
    until: date | None = None


@dataclass(frozen=True)
class Terms:
    """How long a suspension lasts: all of it together. `until` is the day of return."""

    games: int
    max_games: int | None = None
    indefinite: bool = False
    rest_of_season: bool = False
    until: date | None = None
    review: bool = False  # a hearing is still to decide
    overturned: bool = False


@dataclass(frozen=True)
class Suspension:
    """One that a game's ruling gave to a person. `team`: none for a goalie who belongs to no team.

    It holds from the next game on, also while the game that gave it is not signed off, or a director has
    still to confirm it: that hangs on whom it is told to.
    """

    id: str
    given: Place
    competition: str
    team: str | None
    terms: Terms
    season_over: bool = False
    lifted: bool = False  # the ruling was withdrawn or rejected
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game that the person could play in, and whether they did.

    `teams`: theirs in this game, none for a goalie of no team. `member_of`: all that they are with on that
    day. `known_at`: when it began; what was decided later does not hold for it.
    """

    at: Place
    known_at: datetime
    on: date
    competition: str
    teams: frozenset[str]
    member_of: frozenset[str]
    played: bool = False


@dataclass(frozen=True)
class Count:
    """A suspension as it stands. `left`: games that are still to be sat out, at least.

    `lasts`: it keeps out of a game whatever number of games has served it.
    """

    terms: Terms
    served: int
    left: int
    lasts: bool = False

    @property
    def open_ended(self) -> bool:
        """Whether more than the games counted may be to come."""
        return self.left > 0 and (self.terms.indefinite or self.terms.rest_of_season)


def terms_at(suspension: Suspension, moment: datetime | None = None) -> Terms:
    """The terms by what had been decided until a moment; by all that was decided, where none is given.

    A hearing ends the wait for it. A number that a director has set stands in place of a range, of an open
    end and of the rest of a season.
    """
    terms = suspension.terms
    for decision in suspension.decisions:
        if moment is not None and decision.at > moment:
            continue
        if decision.occasion == "hearing":
            terms = replace(terms, review=False, indefinite=False, max_games=None)
        if decision.act == "overturn":
            terms = replace(terms, overturned=True, review=False)
        elif decision.act in ("extend", "reduce") and decision.games is not None:
            terms = Terms(decision.games, until=decision.until, review=terms.review)
    return replace(terms, overturned=True) if suspension.lifted else terms


def served(suspensions: Sequence[Suspension], games: Iterable[Game]) -> dict[str, int]:
    """By id of a person's suspensions, how many games have served it.

    A game without the person serves one suspension, the one that was given first among those that held then
    and still do: several run one after another. What was overturned has never held, and what was shortened
    gives its games to the next.
    """
    counts = dict.fromkeys((one.id for one in suspensions), 0)
    in_order = sorted(suspensions, key=lambda one: one.given)
    for game in sorted(games, key=lambda one: one.at):
        if game.played:
            continue
        for one in in_order:
            then, now = terms_at(one, game.known_at), terms_at(one)
            if (
                one.given < game.at
                and _serves(game, one)
                and all(_holds(terms, counts[one.id], one, game) for terms in (then, now))
            ):
                counts[one.id] += 1
                break
    return counts


def left_before(game: Game, suspensions: Sequence[Suspension], games: Iterable[Game]) -> dict[str, Count]:
    """By id of those that keep the person out of a game, how they stood as it began, that game still left."""
    before = served(suspensions, [one for one in games if one.at < game.at])
    left = {}
    for one in suspensions:
        terms, overturned = terms_at(one, game.known_at), terms_at(one).overturned
        if one.given < game.at and not overturned and _holds(terms, before[one.id], one, game):
            lasts = _holds(terms, terms.games, one, game)
            left[one.id] = Count(terms, before[one.id], max(1, terms.games - before[one.id]), lasts)
    return left


def counts(suspensions: Sequence[Suspension], games: Iterable[Game], today: date) -> dict[str, Count]:
    """By id, each suspension as it stands on a day."""
    so_far = served(suspensions, games)
    found = {}
    for one in suspensions:
        terms = terms_at(one)
        left = max(0, terms.games - so_far[one.id])
        goes_on = (
            terms.indefinite
            or (terms.rest_of_season and not one.season_over)
            or (terms.until is not None and today < terms.until)
        )
        found[one.id] = Count(terms, so_far[one.id], 0 if terms.overturned else max(left, int(goes_on)))
    return found


def _serves(game: Game, suspension: Suspension) -> bool:
    """Whether it is a game of the team: the one it was given with, or theirs now where they have left that.

    A goalie who belongs to no team serves it in games of the goalies of no team.
    """
    if suspension.team is None:
        return not game.teams
    return suspension.team in game.teams or suspension.team not in game.member_of


def _holds(terms: Terms, so_far: int, suspension: Suspension, game: Game) -> bool:
    return not terms.overturned and (
        so_far < terms.games
        or terms.indefinite
        or (terms.rest_of_season and game.competition == suspension.competition)
        or (terms.until is not None and game.on < terms.until)
    )
