"""Which games wait to be ruled on again: the sheet is behind, the rules failed, or the engine is new."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, ForeignKey, Select, delete, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from webapp.calls import engine
from webapp.store.database import db, insert
from webapp.store.issued import GameSheet
from webapp.store.schedule import Game

FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)


class FailedRuling(db.Model):
    """A game on whose log the rules failed, `tries` times since they last did not.

    With no sheet yet, this alone tells that it waits. Until `again_at` nobody but its own pushes tries.
    """

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    tries: Mapped[int]
    again_at: Mapped[datetime] = mapped_column(index=True)


_failed, _sheets, _games = FailedRuling.__table__.c, GameSheet.__table__.c, Game.__table__.c


def next_to_rule_on(now: datetime) -> str | None:
    """The id of the earliest game that waits and may be tried; after those, one of another engine."""
    resting = select(_failed.game_id).where(_failed.again_at > now)
    behind = select(_sheets.game_id).where(_sheets.stale_since.is_not(None), _sheets.game_id.not_in(resting))
    due = select(_failed.game_id).where(_failed.again_at <= now)
    earlier = _of_another_engine().where(_sheets.game_id.not_in(resting))
    return _first(or_(_games.id.in_(behind), _games.id.in_(due))) or _first(_games.id.in_(earlier))


def _first(waits: ColumnElement[bool]) -> str | None:
    in_order = select(_games.id).where(waits).order_by(_games.starts_at_utc, _games.sequence, _games.id)
    return db.session.scalar(in_order.limit(1))


def _of_another_engine() -> Select[tuple[str]]:
    """Games signed off, or broken off, with whose sheets this engine was not compared yet."""
    ours = engine.digest()
    another = or_(_sheets.engine < ours, _sheets.engine > ours, _sheets.engine.is_(None))
    broken_off = select(_games.id).where(_games.status == "abandoned")
    over = or_(_sheets.revision > 0, _sheets.game_id.in_(broken_off))
    return select(_sheets.game_id).where(another, over)


def waits(game_id: str) -> bool:
    """Whether a game waits still. Asked with the game locked, another has not ruled on it meanwhile."""
    behind = select(_sheets.game_id).where(_sheets.stale_since.is_not(None), _sheets.game_id == game_id)
    failed = select(_failed.game_id).where(_failed.game_id == game_id)
    another = _of_another_engine().where(_sheets.game_id == game_id)
    return db.session.scalar(behind.union(failed, another)) is not None


def failed_on(game_id: str, now: datetime) -> None:
    """Note that the rules failed on a game, which waits the longer the more often they did."""
    before = db.session.scalar(select(_failed.tries).where(_failed.game_id == game_id)) or 0
    wait = min(FIRST_WAIT * 2 ** min(before, 10), LONGEST_WAIT)
    row = insert(FailedRuling).values(game_id=game_id, tries=before + 1, again_at=now + wait)
    db.session.execute(
        row.on_conflict_do_update(
            index_elements=["game_id"], set_={"tries": row.excluded.tries, "again_at": row.excluded.again_at}
        )
    )


def ruled_on(game_id: str) -> None:
    """Note that they no longer fail."""
    db.session.execute(delete(FailedRuling.__table__).where(_failed.game_id == game_id))
