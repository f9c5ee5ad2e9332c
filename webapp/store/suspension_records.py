"""Suspensions as they stand: by the rulings that gave them, what was decided, and the games since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, and_, or_, select
from sqlalchemy.orm import contains_eager, joinedload

from webapp.calls.identity import Identity
from webapp.store.carries import SUSPENDED
from webapp.store.competitions import RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.organisations import Person, Team
from webapp.store.replays import Replay
from webapp.store.rulings import lock_competitions
from webapp.store.schedule import BEGUN, Game
from webapp.store.suspension_decisions import SuspensionDecision, what_was_ruled
from webapp.suspensions import games_left
from webapp.suspensions.games_left import Count, Decision, Place, Suspension, Terms

OPEN_LOG = ("scheduled", "in_play", "ended")
TO_COME = ("scheduled", "in_play", "postponed")
NOT_YET = datetime.max.replace(tzinfo=UTC)
STATES = ("to_confirm", "provisional", "in_force", "hearing", "served", "lifted")


@dataclass(frozen=True)
class Record:
    """A suspension, whose it is, what was decided on it, and how it stands."""

    issued: IssuedRuling
    name: str
    team: Team | None
    decisions: list[SuspensionDecision]
    suspension: Suspension
    count: Count

    @property
    def id(self) -> str:
        return self.issued.id

    @property
    def person(self) -> str:
        return self.issued.suspends or ""

    @property
    def terms(self) -> Terms:
        return self.count.terms

    @property
    def state(self) -> str:
        """One of STATES. In force once the log is signed off, and where it has to be, confirmed."""
        if self.terms.overturned:
            return "lifted"
        if self.issued.awaits_confirmation:
            return "to_confirm"
        if self.issued.game.status in OPEN_LOG:
            return "provisional"
        if self.count.left:
            return "in_force"
        return "hearing" if self.terms.review else "served"

    @property
    def waits_for_hearing(self) -> bool:
        return not self.terms.overturned and (self.terms.review or self.terms.indefinite)

    @property
    def ruled_otherwise_since(self) -> bool:
        """Whether the ruling no longer says what the last decision was about."""
        return bool(self.decisions) and self.decisions[-1].ruled != what_was_ruled(self.issued)


@dataclass(frozen=True)
class Holding:
    """A suspension that keeps somebody out of a game, as it stood when that began."""

    issued: IssuedRuling
    count: Count

    @property
    def provisional(self) -> bool:
        """Whether it is not in force yet: not signed off, or a director has still to confirm it."""
        return self.issued.awaits_confirmation or self.issued.game.status in OPEN_LOG


def of_people(organisation_id: str, people: Collection[str], now: datetime) -> list[Record]:
    """Every suspension of these people, lifted ones among them, in order of the schedule."""
    known = _Known(organisation_id, people)
    names = dict(
        db.session.execute(select(Person.id, Person.name).where(Person.id.in_(known.by_person))).all()
    )
    found = []
    for person, theirs in known.by_person.items():
        today = now.astimezone(ZoneInfo(theirs[-1].game.timezone)).date()
        counts = games_left.counts(known.suspensions_of(person), known.games[person], today)
        for one in theirs:
            said, suspension = known.decisions.get(_about(one), []), known.suspensions[one.id]
            name = names.get(person, person)
            found.append(Record(one, name, team_of(one), said, suspension, counts[one.id]))
    return sorted(found, key=lambda one: one.suspension.given)


def of_competition(competition_id: str, organisation_id: str, now: datetime) -> list[Record]:
    """What a competition's games gave, and what its people still serve from elsewhere."""
    gave = (
        select(IssuedRuling.suspends)
        .join(IssuedRuling.game)
        .where(Game.competition_id == competition_id, IssuedRuling.suspends.is_not(None))
    )
    plays = [
        select(spots.person_id).where(spots.competition_id == competition_id)
        for spots in (RosterSpot, StaffSpot, TournamentGoalie)
    ]
    suspended = select(IssuedRuling.suspends).where(
        IssuedRuling.suspends.in_(plays[0].union(*plays[1:])), IssuedRuling.withdrawn_at.is_(None)
    )
    people = {*db.session.scalars(gave), *db.session.scalars(suspended)}
    return [
        one
        for one in of_people(organisation_id, people, now)
        if one.issued.game.competition_id == competition_id or one.count.left
    ]


def the_record(issued: IssuedRuling, now: datetime) -> Record:
    """The suspension that a ruling gave; where the ruling was given again since, as it stands by that one."""
    theirs = of_people(issued.game.organisation_id, [issued.suspends or ""], now)
    return next(one for one in theirs if _about(one.issued) == _about(issued))


def the_record_locked(issued: IssuedRuling, now: datetime) -> Record:
    """As `the_record`, of what nobody else changes until the transaction ends."""
    lock_competitions([issued.game])
    db.session.expire_all()  # what was seen until the lock could change
    return the_record(issued, now)


def holding(game: Game, people: Collection[str]) -> dict[str, list[Holding]] | None:
    """By person, the suspensions that keep them out of a game. None where none of them was ever suspended."""
    known = _Known(game.organisation_id, people)
    if not known.by_person:
        return None
    coming = games_left.Game(
        place_of(game),
        _known_at(game.status, game.begun_at, game.starts_at_utc),
        _day(game.starts_local),
        game.competition_id,
        frozenset(),
        frozenset(),
    )
    found: dict[str, list[Holding]] = {}
    for person, theirs in known.by_person.items():
        left = games_left.left_before(coming, known.suspensions_of(person), known.games[person])
        if left:
            found[person] = [Holding(one, left[one.id]) for one in theirs if one.id in left]
    return found


class _Known:
    """What is kept about the suspensions of some people, in as many queries for ten as for one."""

    def __init__(self, organisation_id: str, people: Collection[str]):
        given = _given(organisation_id, people)
        self.by_person: dict[str, list[IssuedRuling]] = defaultdict(list)
        for one in given:
            self.by_person[one.suspends or ""].append(one)
        self.decisions = _decisions(given)
        going_on = _seasons_going_on(one.game.competition_id for one in given if _ends_with_season(one))
        self.suspensions = {
            one.id: _suspension(one, self.decisions.get(_about(one), []), going_on) for one in given
        }
        self.games: dict[str, list[games_left.Game]] = {}
        if given:
            first = min(one.given for one in self.suspensions.values())
            self.games = games_of(organisation_id, self.by_person, first)

    def suspensions_of(self, person: str) -> list[Suspension]:
        return [self.suspensions[one.id] for one in self.by_person[person]]


def games_of(organisation_id: str, people: Iterable[str], since: Place) -> dict[str, list[games_left.Game]]:
    """By person, the games that are over since some place in the schedule and that they could have played in.

    One that was replayed serves nothing: the replay does.
    """
    people = list(people)
    spots = _spots(people)
    everywhere = [spot for theirs in spots.values() for spot in theirs]
    teams = {spot.team_id for spot in everywhere if spot.team_id}
    of_no_team = {spot.competition_id for spot in everywhere if spot.team_id is None}
    rows = db.session.execute(
        select(
            *(Game.id, Game.starts_at_utc, Game.sequence, Game.starts_local, Game.competition_id),
            *(Game.home_id, Game.away_id, Game.status, Game.begun_at),
            *(GameSheet.played, GameSheet.carry["served"].label("served")),
        )
        .join(GameSheet, GameSheet.game_id == Game.id)
        .outerjoin(Replay, Replay.of_id == Game.id)
        .where(
            Game.organisation_id == organisation_id,
            Game.competition_id.in_({spot.competition_id for spot in everywhere}),
            or_(Game.home_id.in_(teams), Game.away_id.in_(teams), Game.competition_id.in_(of_no_team)),
            Game.status.in_(BEGUN),
            Game.starts_at_utc >= since[0],
            Replay.game_id.is_(None),
        )
        .order_by(Game.starts_at_utc, Game.sequence, Game.id)
    ).all()
    found: dict[str, list[games_left.Game]] = {person: [] for person in people}
    for row in rows:
        for person in people:
            one = _game_of(person, row, spots.get(person, []))
            if one is not None:
                found[person].append(one)
    return found


def place_of(game: Game) -> Place:
    return (game.starts_at_utc, game.sequence, game.id)


def team_of(issued: IssuedRuling) -> Team | None:
    """The team with which somebody was suspended."""
    sides = (issued.game.home, issued.game.away)
    return next((side for side in sides if side.key == issued.ruling.get("team")), None)


@dataclass(frozen=True)
class _Spot:
    """Where a person belongs; `team_id`: none for a goalie of no team."""

    competition_id: str
    team_id: str | None = None
    starts_on: date = date.min
    ends_on: date = date.max

    def holds(self, day: date) -> bool:
        return self.starts_on <= day <= self.ends_on


def _spots(people: Sequence[str]) -> dict[str, list[_Spot]]:
    found: dict[str, list[_Spot]] = defaultdict(list)
    for spots in (RosterSpot, StaffSpot):
        for row in db.session.execute(
            select(
                spots.person_id, spots.competition_id, spots.team_id, spots.starts_on, spots.ends_on
            ).where(spots.person_id.in_(people))
        ):
            found[row[0]].append(_Spot(row[1], row[2], row[3], row[4] or date.max))
    for person, competition in db.session.execute(
        select(TournamentGoalie.person_id, TournamentGoalie.competition_id).where(
            TournamentGoalie.person_id.in_(people)
        )
    ):
        found[person].append(_Spot(competition))
    return found


def _game_of(person: str, row: Row[Any], spots: list[_Spot]) -> games_left.Game | None:
    """None where they had no part to take in it, or it is not over."""
    if row.played is None and not row.served:
        return None
    day = _day(row.starts_local)
    here = [spot for spot in spots if spot.competition_id == row.competition_id and spot.holds(day)]
    teams = {spot.team_id for spot in here if spot.team_id in (row.home_id, row.away_id)}
    if not teams and not any(spot.team_id is None for spot in here):
        return None
    took_part = person in row.played if row.played is not None else person not in row.served
    return games_left.Game(
        (row.starts_at_utc, row.sequence, row.id),
        _known_at(row.status, row.begun_at, row.starts_at_utc),
        day,
        row.competition_id,
        frozenset(team for team in teams if team),
        frozenset(spot.team_id for spot in spots if spot.team_id and spot.holds(day)),
        took_part,
    )


def _known_at(status: str, begun_at: datetime | None, starts_at: datetime) -> datetime:
    """What was decided until then holds for a game; all of it for one that has not begun."""
    return begun_at or (starts_at if status in BEGUN else NOT_YET)


def _day(starts_local: str) -> date:
    return date.fromisoformat(starts_local[:10])


def _given(organisation_id: str, people: Collection[str]) -> list[IssuedRuling]:
    """The rulings that suspended these people, of each identity the one that stands, or the last to fall."""
    if not people:
        return []
    rows = db.session.scalars(
        select(IssuedRuling)
        .join(IssuedRuling.game)
        .options(
            contains_eager(IssuedRuling.game).options(
                joinedload(Game.home), joinedload(Game.away), joinedload(Game.competition)
            ),
            joinedload(IssuedRuling.decided_by),
        )
        .where(
            Game.organisation_id == organisation_id,
            IssuedRuling.code.in_(SUSPENDED),
            IssuedRuling.suspends.in_(list(people)),
        )
        .order_by(IssuedRuling.issued_at, IssuedRuling.id)
    )
    found: dict[tuple[str, Identity], IssuedRuling] = {}
    for one in rows:
        before = found.get(_about(one))
        if before is None or before.withdrawn_at is not None:
            found[_about(one)] = one
    return list(found.values())


def _about(issued: IssuedRuling) -> tuple[str, Identity]:
    return issued.game_id, Identity(issued.code, issued.subject, issued.trigger)


def _decisions(given: list[IssuedRuling]) -> dict[tuple[str, Identity], list[SuspensionDecision]]:
    found: dict[tuple[str, Identity], list[SuspensionDecision]] = defaultdict(list)
    if not given:
        return found
    for one in db.session.scalars(
        select(SuspensionDecision)
        .options(joinedload(SuspensionDecision.decided_by))
        .where(SuspensionDecision.game_id.in_({one.game_id for one in given}))
        .order_by(SuspensionDecision.number)
    ):
        found[one.about].append(one)
    return found


def _suspension(
    issued: IssuedRuling, decisions: list[SuspensionDecision], going_on: Collection[str]
) -> Suspension:
    ruling, team = issued.ruling, team_of(issued)
    return Suspension(
        issued.id,
        place_of(issued.game),
        issued.game.competition_id,
        team.id if team else None,
        Terms(
            ruling["games"],
            ruling.get("max_games"),
            bool(ruling.get("indefinite")),
            _ends_with_season(issued),
            review=bool(ruling.get("review")),
        ),
        lifted=issued.withdrawn_at is not None or issued.rejected_at is not None,
        season_over=_ends_with_season(issued) and issued.game.competition_id not in going_on,
        decisions=tuple(
            Decision(one.decided_at, one.occasion, one.act, one.games, one.until) for one in decisions
        ),
    )


def _ends_with_season(issued: IssuedRuling) -> bool:
    return bool(issued.ruling.get("rest_of_season"))


def _seasons_going_on(competitions: Iterable[str]) -> set[str]:
    """Ids of those competitions that have games to come."""
    if not (ids := set(competitions)):
        return set()
    to_come = and_(Game.competition_id.in_(ids), Game.status.in_(TO_COME))
    return set(db.session.scalars(select(Game.competition_id).where(to_come).distinct()))
