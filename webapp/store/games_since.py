"""The games since a suspension was given that people could have played in, and whether they did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Row, case, func, or_, select

from webapp.store.competitions import RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.issued import GameSheet
from webapp.store.replays import Replay
from webapp.store.schedule import BEGUN, Game
from webapp.suspensions import games_left
from webapp.suspensions.games_left import Place

NOT_YET = datetime.max.replace(tzinfo=UTC)


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


def known_at(status: str, begun_at: datetime | None, starts_at: datetime) -> datetime:
    """What was decided until then holds for a game; all of it for one that has not begun."""
    return begun_at or (starts_at if status in BEGUN else NOT_YET)


def day_of(starts_local: str) -> date:
    return date.fromisoformat(starts_local[:10])


@dataclass(frozen=True)
class _Spot:
    """Where a person belongs, until they leave or it is over; `team_id`: none for a goalie of no team."""

    competition_id: str
    team_id: str | None = None
    starts_on: date = date.min
    ends_on: date = date.max

    def holds(self, day: date) -> bool:
        return self.starts_on <= day <= self.ends_on


def _spots(people: Sequence[str]) -> dict[str, list[_Spot]]:
    rows: list[Row[Any]] = []
    for spots in (RosterSpot, StaffSpot):
        for row in db.session.execute(
            select(
                spots.person_id, spots.competition_id, spots.team_id, spots.starts_on, spots.ends_on
            ).where(spots.person_id.in_(people))
        ):
            rows.append(row)
    last = _last_days({row.competition_id for row in rows})
    found: dict[str, list[_Spot]] = defaultdict(list)
    for row in rows:
        ends_on = min(row.ends_on or date.max, last.get(row.competition_id, date.max))
        found[row.person_id].append(_Spot(row.competition_id, row.team_id, row.starts_on, ends_on))
    for person, competition in db.session.execute(
        select(TournamentGoalie.person_id, TournamentGoalie.competition_id).where(
            TournamentGoalie.person_id.in_(people)
        )
    ):
        found[person].append(_Spot(competition))
    return found


def _last_days(competitions: Collection[str]) -> dict[str, date]:
    """When the last game of each is, so far. One that is put off has no day yet."""
    of_them = select(
        Game.competition_id,
        func.max(case((Game.status == "postponed", date.max.isoformat()), else_=Game.starts_local)),
    ).where(Game.competition_id.in_(competitions), Game.status != "cancelled")
    rows = db.session.execute(of_them.group_by(Game.competition_id))
    return {competition: day_of(last) for competition, last in rows}


def _game_of(person: str, row: Row[Any], spots: list[_Spot]) -> games_left.Game | None:
    """None where they had no part to take in it, or it is not over."""
    if row.played is None and not row.served:
        return None
    day = day_of(row.starts_local)
    here = [spot for spot in spots if spot.competition_id == row.competition_id and spot.holds(day)]
    teams = {spot.team_id for spot in here if spot.team_id in (row.home_id, row.away_id)}
    if not teams and not any(spot.team_id is None for spot in here):
        return None
    took_part = person in row.played if row.played is not None else person not in row.served
    return games_left.Game(
        (row.starts_at_utc, row.sequence, row.id),
        known_at(row.status, row.begun_at, row.starts_at_utc),
        day,
        row.competition_id,
        frozenset(team for team in teams if team),
        frozenset(spot.team_id for spot in spots if spot.team_id and spot.holds(day)),
        took_part,
    )
