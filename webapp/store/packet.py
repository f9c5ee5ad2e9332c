"""What a game takes with it: rosters, goalies, and what the earlier games of its competition carry in."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, Select, and_, bindparam, or_, select

from webapp.rules.history import history_after
from webapp.rules.vocabulary import asks_gender
from webapp.store.carries import carry_within, carry_without, rejected_rulings
from webapp.store.competitions import RosterSpot, StaffSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.issued import GameSheet
from webapp.store.organisations import Person
from webapp.store.schedule import CALLED_OFF, Game
from webapp.store.suspension_records import holding
from webapp.store.suspensions_carried import brought_up_to_date, carries_of, people_in, told_to_phones

_people = Person.__table__.c


def _on_rosters(spots: type[RosterSpot] | type[StaffSpot], *also: str) -> Select[Any]:
    """The people on the rosters of two teams in a competition on a day, each with a name."""
    of = spots.__table__.c
    return select(of.team_id, of.person_id, of.role, _people.name, *(of[column] for column in also)).where(
        _people.id == of.person_id,
        of.organisation_id == bindparam("organisation"),
        of.competition_id == bindparam("competition"),
        of.team_id.in_((bindparam("home"), bindparam("away"))),
        of.starts_on <= bindparam("day"),
        or_(of.ends_on.is_(None), of.ends_on >= bindparam("day")),
    )


_PLAYERS = _on_rosters(RosterSpot, "number", "position", "gender")
_STAFF = _on_rosters(StaffSpot)
_goalies_ranked = TournamentGoalie.__table__.c
_GOALIES = select(_goalies_ranked.person_id, _goalies_ranked.level, _people.name).where(
    _people.id == _goalies_ranked.person_id,
    _goalies_ranked.organisation_id == bindparam("organisation"),
    _goalies_ranked.competition_id == bindparam("competition"),
)
_games, _sheets = Game.__table__.c, GameSheet.__table__.c
_EARLIER = (
    select(
        _games.id,
        _games.starts_at_utc,
        _games.label,
        _sheets.game_id,
        _sheets.carry,
        _sheets.ruled_at,
        _sheets.upto_seq,
    )
    .select_from(Game.__table__.outerjoin(GameSheet.__table__, _sheets.game_id == _games.id))
    .where(
        _games.organisation_id == bindparam("organisation"),
        _games.competition_id == bindparam("competition"),
        _games.status.not_in(CALLED_OFF),
        or_(
            _games.starts_at_utc < bindparam("starts"),
            and_(_games.starts_at_utc == bindparam("starts"), _games.sequence < bindparam("sequence")),
        ),
    )
    .order_by(_games.starts_at_utc, _games.sequence)
)


def game_file(game: Game) -> dict[str, Any]:
    """The game file without its calls, history included, as the contract has it."""
    played_on = game.starts_at_utc.astimezone(ZoneInfo(game.timezone)).date()
    known = {"timing": game.timing, "division": game.division, "venue": game.venue}
    genders = asks_gender(game.competition.rulebook)  # where nothing asks, it does not leave the office
    of = {"organisation": game.organisation_id, "competition": game.competition_id}
    on_rosters = {**of, "home": game.home_id, "away": game.away_id, "day": played_on}
    players = db.session.execute(_PLAYERS, on_rosters).all()
    staff = db.session.execute(_STAFF, on_rosters).all()
    file = {
        "rulebook": game.competition.rulebook["slug"],
        "game": {
            "id": game.id,
            "stage": game.stage,
            "home": game.home.key,
            "away": game.away.key,
            **{field: value for field, value in known.items() if value is not None},
        },
        "teams": {
            team.key: {
                "name": team.name,
                "players": _players([one for one in players if one.team_id == team.id], genders),
                "staff": _staff([one for one in staff if one.team_id == team.id]),
            }
            for team in (game.home, game.away)
        },
        "goalies": _goalies(db.session.execute(_GOALIES, of)),
        "history": {},
        "calls": [],
    }
    file["history"] = history_after(carries_of(earlier_and_suspended(game, file)[0]))
    return file


def earlier_and_suspended(
    game: Game, file: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The earlier carries as they reach the people of a game file, and who of those may not play.

    Of whoever is not in the file nothing leaves with it: nothing in the game hangs on them.
    """
    people = people_in(file)
    earlier = [
        one | {"carry": carry_within(one["carry"], people, file["teams"])} for one in earlier_carries(game)
    ]
    out = holding(game, people)
    if out is None:
        return earlier, []
    reaching = brought_up_to_date(earlier, people, out, written(game.starts_at_utc))
    return reaching, told_to_phones(people, out)


def earlier_carries(game: Game) -> list[dict[str, Any]]:
    """The earlier games of the competition in order of scheduled start, with what each carries in.

    `carry` and `known_at` are null, and `upto` 0, while the server has no sheet of that game. What a
    director has rejected is no longer carried.
    """
    db.session.flush()
    before = {
        "organisation": game.organisation_id,
        "competition": game.competition_id,
        "starts": game.starts_at_utc,
        "sequence": game.sequence,
    }
    rows = db.session.execute(_EARLIER, before).all()
    rejected = rejected_rulings([row.id for row in rows])
    return [
        {
            "game": row.id,
            "starts_at": written(row.starts_at_utc),
            "label": row.label,
            "carry": carry_without(row.carry, rejected.get(row.id, [])) if row.game_id else None,
            "known_at": written(row.ruled_at) if row.game_id else None,
            "upto": row.upto_seq or 0,
        }
        for row in rows
    ]


def written(moment: datetime) -> str:
    """A moment as it travels: UTC, to the second, ending in Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _players(spots: Iterable[Row[Any]], genders: bool) -> list[dict[str, str]]:
    return [_player(spot, genders) for spot in sorted(spots, key=by_number)]


def _player(spot: Row[Any], genders: bool) -> dict[str, str]:
    known = {"gender": spot.gender if genders else None, "role": spot.role}
    return {
        "id": spot.person_id,
        "number": spot.number,
        "name": spot.name,
        "position": spot.position,
        **{field: value for field, value in known.items() if value is not None},
    }


def _staff(spots: Iterable[Row[Any]]) -> list[dict[str, str]]:
    return [
        {"id": spot.person_id, "name": spot.name, "role": spot.role}
        for spot in sorted(spots, key=lambda spot: (spot.name, spot.person_id))
    ]


def by_number(spot: RosterSpot | Row[Any]) -> tuple[int, str, str]:
    """Sorts 2 before 10, and 0 before 00."""
    return (int(spot.number) if spot.number.isdecimal() else 1000, spot.number, spot.person_id)


def _goalies(found: Iterable[Row[Any]]) -> list[dict[str, str]]:
    return [
        {"id": goalie.person_id, "name": goalie.name, "level": goalie.level}
        for goalie in sorted(found, key=lambda goalie: (goalie.level, goalie.name, goalie.person_id))
    ]
