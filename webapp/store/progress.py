"""How far the server has everything that a phone logged, so that what is owed is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, bindparam, case, func, select, union_all

from webapp.store.call_log import LoggedCall
from webapp.store.database import db, insert
from webapp.store.heads import DeviceHead, MovedNumber, RefusedNumber

Progress = dict[str, Any]
MOST_UNSENT = 1000
"""Calls that a phone may have logged in a game beyond those that are here: twice the longest log there is.

A head further ahead is none of an honest phone's, and would show as many calls as missing.
"""


def _arrived(of: Callable[[Any], ColumnElement[bool]]) -> Subquery:
    """The numbers that have arrived, those of calls that the log does not have under them among them."""
    kept = (table.__table__.c for table in (LoggedCall, MovedNumber, RefusedNumber))
    return union_all(*(select(one.game_id, one.device, one.n).where(of(one)) for one in kept)).subquery()


def counts(of: Callable[[Any], ColumnElement[bool]]) -> Select[Any]:
    """By game and device how many numbers have arrived, and the highest. `of`: which rows of a table."""
    arrived = _arrived(of).c
    whose = (arrived.game_id, arrived.device)
    many, last = func.count(arrived.n.distinct()).label("many"), func.max(arrived.n).label("last")
    return select(*whose, many, last).group_by(*whose)


_GAME, _GAMES = bindparam("game"), bindparam("games", expanding=True)
_DEVICE = bindparam("device")
_heads = DeviceHead.__table__.c
_HEADS_OF_GAME = select(_heads.device, _heads.n).where(_heads.game_id == _GAME)
_HEADS_OF_DEVICE = select(_heads.game_id, _heads.n).where(
    _heads.game_id.in_(_GAMES), _heads.device == _DEVICE
)
_COUNTS_OF_GAME = counts(lambda kept: kept.game_id == _GAME)
_COUNTS_OF_DEVICE = counts(lambda kept: kept.game_id.in_(_GAMES) & (kept.device == _DEVICE))
_ONE_BY_ONE = select(_arrived(lambda kept: (kept.game_id == _GAME) & (kept.device == _DEVICE)).c.n)


def gaps(numbers: Iterable[int], head: int) -> Progress:
    """`{"upto", "missing"}` of a device's numbers: 1 to `upto` are all here; `missing` lists `[first, last]`.

    `head` is the highest number that the device has told of.
    """
    missing = []
    expected = 1
    for number in sorted(set(numbers)):
        if number > expected:
            missing.append([expected, number - 1])
        expected = number + 1
    if head >= expected:
        missing.append([expected, head])
    return {"upto": missing[0][0] - 1 if missing else expected - 1, "missing": missing}


def progress(game_id: str) -> dict[str, Progress]:
    """The progress of every device that has logged this game, or said that it has."""
    heads = dict(db.session.execute(_HEADS_OF_GAME, {"game": game_id}).all())
    numbers = {device: found for _, device, found in _numbers(_COUNTS_OF_GAME, game=game_id)}
    return {
        device: gaps(numbers.get(device, ()), heads.get(device, 0))
        for device in sorted(heads.keys() | numbers.keys())
    }


def progress_of(device: str, game_ids: Iterable[str], heads: Mapping[str, int]) -> dict[str, Progress]:
    """One device's progress by game; `heads` are what it tells now, by game."""
    ids = sorted(game_ids)
    numbers = _numbers_of(device, ids)
    before = dict(db.session.execute(_HEADS_OF_DEVICE, {"games": ids, "device": device}).all())
    told_now = _believed(heads, numbers)
    return {
        game_id: gaps(numbers[game_id], max(before.get(game_id, 0), told_now.get(game_id, 0)))
        for game_id in ids
    }


def hear(device: str, heads: Mapping[str, int], now: datetime) -> None:
    """Note how far a phone has numbered each game; a lower number than before takes nothing back."""
    for game_id, n in sorted(_believed(heads, _numbers_of(device, heads)).items()):
        row = insert(DeviceHead).values(game_id=game_id, device=device, n=n, heard_at=now)
        db.session.execute(
            row.on_conflict_do_update(
                index_elements=["game_id", "device"],
                set_={"n": case((DeviceHead.n < n, n), else_=DeviceHead.n), "heard_at": now},
            )
        )


def moved(game_id: str, device: str, n: int, call_id: str) -> None:
    """Note that a device gave `n` to a call that is in the log under another number."""
    row = insert(MovedNumber).values(game_id=game_id, device=device, n=n, call_id=call_id)
    db.session.execute(row.on_conflict_do_nothing())


def turned_away(game_id: str, device: str, n: int) -> None:
    """Note that the call to which a device gave `n` has arrived and was refused."""
    row = insert(RefusedNumber).values(game_id=game_id, device=device, n=n)
    db.session.execute(row.on_conflict_do_nothing())


def _believed(heads: Mapping[str, int], numbers: Mapping[str, Sequence[int]]) -> Mapping[str, int]:
    """The heads that are no further ahead of what is here than a phone can be."""
    here = {game_id: max(found, default=0) for game_id, found in numbers.items()}
    return {game_id: n for game_id, n in heads.items() if n <= here.get(game_id, 0) + MOST_UNSENT}


def _numbers_of(device: str, game_ids: Iterable[str]) -> dict[str, Sequence[int]]:
    """The numbers of one device that have arrived, by game."""
    numbers: dict[str, Sequence[int]] = dict.fromkeys(game_ids, ())
    if not numbers:
        return numbers
    found = _numbers(_COUNTS_OF_DEVICE, games=list(numbers), device=device)
    return numbers | {game_id: here for game_id, _, here in found}


def _numbers(wanted: Select[Any], **of: Any) -> Iterable[tuple[str, str, Sequence[int]]]:
    """`(game, device, numbers)` of the calls that have arrived, read one by one only where one is missing."""
    for game_id, device, many, last in db.session.execute(wanted, of).all():
        if many == last:
            yield game_id, device, range(1, last + 1)
        else:
            yield game_id, device, db.session.scalars(_ONE_BY_ONE, {"game": game_id, "device": device}).all()
