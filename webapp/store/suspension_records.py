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
from webapp.store.appeals import Appeal, appeals_of_imposed, appeals_of_rulings
from webapp.store.carries import SUSPENDED
from webapp.store.competitions import Competition, RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.imposed import ImposedDecision, ImposedSuspension, decisions_on_imposed, imposed_on
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.organisations import Person, Team
from webapp.store.replays import Replay
from webapp.store.rulings import lock_competitions, lock_suspensions
from webapp.store.schedule import BEGUN, Game
from webapp.store.suspension_decisions import SuspensionDecision, Worded, what_was_ruled
from webapp.suspensions import games_left
from webapp.suspensions.games_left import Count, Decision, Place, Suspension, Terms

OPEN_LOG = ("scheduled", "in_play", "ended")
TO_COME = ("scheduled", "in_play", "postponed")
NOT_YET = datetime.max.replace(tzinfo=UTC)
STATES = ("to_confirm", "provisional", "in_force", "hearing", "served", "lifted")


@dataclass(frozen=True)
class Given:
    """A suspension with what gave it: a game's ruling (`issued`), or a director without one (`imposed`).

    `decisions` and `appeals`: what was said of it since, each in its order.
    """

    person: str
    team: Team | None
    competition: Competition
    suspension: Suspension
    decisions: Sequence[SuspensionDecision | ImposedDecision]
    appeals: Sequence[Appeal]
    issued: IssuedRuling | None = None
    imposed: ImposedSuspension | None = None

    @property
    def id(self) -> str:
        return self.suspension.id

    @property
    def code(self) -> str:
        return self.issued.code if self.issued else self.imposed.code if self.imposed else ""

    @property
    def clause(self) -> str:
        return self.issued.ruling["clause"] if self.issued else self.imposed.clause if self.imposed else ""

    @property
    def timezone(self) -> str:
        return self.issued.game.timezone if self.issued else self.competition.timezone

    @property
    def awaits_confirmation(self) -> bool:
        return self.issued is not None and self.issued.awaits_confirmation

    @property
    def provisional(self) -> bool:
        """Whether it is not in force yet: not signed off, or a director has still to confirm it."""
        open_log = self.issued is not None and self.issued.game.status in OPEN_LOG
        return open_log or self.awaits_confirmation

    @property
    def appealed(self) -> Appeal | None:
        """The appeal that waits for a word, if one does."""
        decided = [one.decided_at for one in self.decisions if one.occasion == "appeal"]
        waits = [one for one in self.appeals if not any(at > one.recorded_at for at in decided)]
        return waits[-1] if waits else None

    @property
    def history(self) -> list[SuspensionDecision | ImposedDecision | Appeal]:
        """What was said of it since, the earliest first."""
        return sorted([*self.decisions, *self.appeals], key=_said_at)


def _said_at(one: SuspensionDecision | ImposedDecision | Appeal) -> datetime:
    return one.recorded_at if isinstance(one, Appeal) else one.decided_at


@dataclass(frozen=True)
class Record:
    """A suspension, whose it is, and how it stands."""

    given: Given
    name: str
    count: Count

    @property
    def id(self) -> str:
        return self.given.id

    @property
    def person(self) -> str:
        return self.given.person

    @property
    def team(self) -> Team | None:
        return self.given.team

    @property
    def suspension(self) -> Suspension:
        return self.given.suspension

    @property
    def decisions(self) -> Sequence[SuspensionDecision | ImposedDecision]:
        return self.given.decisions

    @property
    def issued(self) -> IssuedRuling | None:
        return self.given.issued

    @property
    def terms(self) -> Terms:
        return self.count.terms

    @property
    def state(self) -> str:
        """One of STATES. In force once the log is signed off, and where it has to be, confirmed."""
        if self.terms.overturned:
            return "lifted"
        if self.given.awaits_confirmation:
            return "to_confirm"
        if self.given.provisional:
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
        last = self.decisions[-1] if self.decisions else None
        if self.issued is None or not isinstance(last, SuspensionDecision):
            return False
        return last.ruled != what_was_ruled(self.issued)


@dataclass(frozen=True)
class Holding:
    """A suspension that keeps somebody out of a game, as it stood when that began."""

    given: Given
    count: Count

    @property
    def provisional(self) -> bool:
        return self.given.provisional


def of_people(organisation_id: str, people: Collection[str], now: datetime) -> list[Record]:
    """Every suspension of these people, lifted ones among them, in order of the schedule."""
    known = _Known(organisation_id, people)
    names = dict(
        db.session.execute(select(Person.id, Person.name).where(Person.id.in_(known.by_person))).all()
    )
    found = []
    for person, theirs in known.by_person.items():
        today = now.astimezone(ZoneInfo(theirs[-1].timezone)).date()
        counts = games_left.counts(known.suspensions_of(person), known.games[person], today)
        found += [Record(one, names.get(person, person), counts[one.id]) for one in theirs]
    return sorted(found, key=lambda one: one.suspension.given)


def of_competition(competition_id: str, organisation_id: str, now: datetime) -> list[Record]:
    """What a competition's games and directors gave, and what its people still serve from elsewhere."""
    by_ruling = (
        select(IssuedRuling.suspends)
        .join(IssuedRuling.game)
        .where(Game.competition_id == competition_id, IssuedRuling.suspends.is_not(None))
    )
    imposed = select(ImposedSuspension.person_id)
    plays = [
        select(spots.person_id).where(spots.competition_id == competition_id)
        for spots in (RosterSpot, StaffSpot, TournamentGoalie)
    ]
    of_them = plays[0].union(*plays[1:])
    standing = IssuedRuling.withdrawn_at.is_(None)
    people = {
        *db.session.scalars(by_ruling),
        *db.session.scalars(imposed.where(ImposedSuspension.competition_id == competition_id)),
        *db.session.scalars(
            select(IssuedRuling.suspends).where(IssuedRuling.suspends.in_(of_them), standing)
        ),
        *db.session.scalars(imposed.where(ImposedSuspension.person_id.in_(of_them))),
    }
    return [
        one
        for one in of_people(organisation_id, people, now)
        if one.given.competition.id == competition_id or one.count.left
    ]


def suspension_called(id: str) -> IssuedRuling | ImposedSuspension | None:
    """What gave the suspension of that id, if there is one."""
    issued = db.session.get(IssuedRuling, id)
    if issued is not None and issued.suspends is not None:
        return issued
    return db.session.get(ImposedSuspension, id)


def the_record(gave: IssuedRuling | ImposedSuspension, now: datetime) -> Record:
    """The suspension that a ruling or a director gave; by the latest ruling where it was given again."""
    if isinstance(gave, ImposedSuspension):
        theirs = of_people(gave.organisation_id, [gave.person_id], now)
        return next(one for one in theirs if one.id == gave.id)
    theirs = of_people(gave.game.organisation_id, [gave.suspends or ""], now)
    return next(one for one in theirs if one.issued and _about(one.issued) == _about(gave))


def the_record_locked(gave: IssuedRuling | ImposedSuspension, now: datetime) -> Record:
    """As `the_record`, of what nobody else changes until the transaction ends."""
    if isinstance(gave, ImposedSuspension):
        lock_suspensions([gave.organisation_id])
    else:
        lock_competitions([gave.game])
    db.session.expire_all()  # what was seen until the lock could change
    return the_record(gave, now)


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
        self.by_person: dict[str, list[Given]] = defaultdict(list)
        for one in [*_by_rulings(organisation_id, people), *_by_directors(organisation_id, people)]:
            self.by_person[one.person].append(one)
        self.games: dict[str, list[games_left.Game]] = {}
        if self.by_person:
            first = min(one.suspension.given for theirs in self.by_person.values() for one in theirs)
            self.games = games_of(organisation_id, self.by_person, first)

    def suspensions_of(self, person: str) -> list[Suspension]:
        return [one.suspension for one in self.by_person[person]]


def _by_rulings(organisation_id: str, people: Collection[str]) -> list[Given]:
    given = _given(organisation_id, people)
    decisions = _decisions(given)
    appeals = appeals_of_rulings({one.game_id for one in given})
    going_on = _seasons_going_on(one.game.competition_id for one in given if _ends_with_season(one))
    return [
        Given(
            one.suspends or "",
            team_of(one),
            one.game.competition,
            _suspension(one, said := decisions.get(_about(one), []), going_on),
            said,
            appeals.get(_about(one), []),
            issued=one,
        )
        for one in given
    ]


def _by_directors(organisation_id: str, people: Collection[str]) -> list[Given]:
    imposed = imposed_on(organisation_id, people)
    decisions = decisions_on_imposed(imposed)
    appeals = appeals_of_imposed(one.id for one in imposed)
    going_on = _seasons_going_on(one.competition_id for one in imposed if one.rest_of_season)
    return [
        Given(
            one.person_id,
            one.team,
            one.competition,
            _imposed_suspension(one, decisions[one.id], going_on),
            decisions[one.id],
            appeals.get(one.id, []),
            imposed=one,
        )
        for one in imposed
    ]


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
    issued: IssuedRuling, decisions: Sequence[SuspensionDecision], going_on: Collection[str]
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
        decisions=_as_decided(decisions),
    )


def _imposed_suspension(
    imposed: ImposedSuspension, decisions: Sequence[ImposedDecision], going_on: Collection[str]
) -> Suspension:
    return Suspension(
        imposed.id,
        (imposed.imposed_at, 0, ""),
        imposed.competition_id,
        imposed.team_id,
        Terms(
            imposed.games,
            imposed.max_games,
            imposed.indefinite,
            imposed.rest_of_season,
            imposed.until,
            imposed.review,
        ),
        season_over=imposed.rest_of_season and imposed.competition_id not in going_on,
        decisions=_as_decided(decisions),
    )


def _as_decided(decisions: Iterable[Worded]) -> tuple[Decision, ...]:
    return tuple(Decision(one.decided_at, one.occasion, one.act, one.games, one.until) for one in decisions)


def _ends_with_season(issued: IssuedRuling) -> bool:
    return bool(issued.ruling.get("rest_of_season"))


def _seasons_going_on(competitions: Iterable[str]) -> set[str]:
    """Ids of those competitions that have games to come."""
    if not (ids := set(competitions)):
        return set()
    to_come = and_(Game.competition_id.in_(ids), Game.status.in_(TO_COME))
    return set(db.session.scalars(select(Game.competition_id).where(to_come).distinct()))
