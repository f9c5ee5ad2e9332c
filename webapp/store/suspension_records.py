"""Suspensions as they stand: by what gave them, what was decided, and the games since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select

from webapp.store.competitions import RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.games_since import day_of, games_of, known_at, place_of
from webapp.store.imposed import ImposedDecision, ImposedSuspension
from webapp.store.issued import IssuedRuling
from webapp.store.organisations import Person, Team
from webapp.store.rulings import lock_competitions, lock_suspensions
from webapp.store.schedule import Game
from webapp.store.suspension_decisions import SuspensionDecision, what_was_ruled
from webapp.store.suspensions_given import Given, about, by_directors, by_rulings
from webapp.suspensions import games_left
from webapp.suspensions.games_left import Count, Suspension, Terms

STATES = ("to_confirm", "provisional", "in_force", "hearing", "served", "lifted")


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
    return next(one for one in theirs if one.issued and about(one.issued) == about(gave))


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
        known_at(game.status, game.begun_at, game.starts_at_utc),
        day_of(game.starts_local),
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
        for one in [*by_rulings(organisation_id, people), *by_directors(organisation_id, people)]:
            self.by_person[one.person].append(one)
        self.games: dict[str, list[games_left.Game]] = {}
        if self.by_person:
            first = min(one.suspension.given for theirs in self.by_person.values() for one in theirs)
            self.games = games_of(organisation_id, self.by_person, first)

    def suspensions_of(self, person: str) -> list[Suspension]:
        return [one.suspension for one in self.by_person[person]]
