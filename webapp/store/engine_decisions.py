"""What a newer rule engine says otherwise of games that are signed off, and what directors decided on it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, Text, exists, select
from sqlalchemy.orm import Mapped, mapped_column, relationship, selectinload

from webapp.calls import engine
from webapp.calls.identity import in_force
from webapp.calls.ruled import ruled
from webapp.store.accounts import Account
from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.issued import GameSheet
from webapp.store.late_calls import differences
from webapp.store.packet import game_file
from webapp.store.rulings import as_ruled
from webapp.store.schedule import Game
from webapp.store.whole_log import entries

ACTS = ("take", "leave")
MOST_LISTED = 5
"""Games that are listed at a time, for each takes a ruling on its whole log."""
DECIDED_SHOWN = 20

log = logging.getLogger(__name__)


class EngineDecision(db.Model):
    """A director's word on a signed-off game of which a newer engine says something else.

    `otherwise`: the digest of what it said then. Once it says another thing, there is that to decide on.
    """

    __table_args__ = (one_of("act", ACTS), same_organisation("game_id", "game"))

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(String(36))
    game_id: Mapped[str] = mapped_column(String(36), index=True)
    engine: Mapped[str] = mapped_column(String(80))
    otherwise: Mapped[str] = mapped_column(String(80))
    act: Mapped[str] = mapped_column(String(12))
    reason: Mapped[str] = mapped_column(Text)
    decided_by_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    decided_at: Mapped[datetime]
    decided_by: Mapped[Account] = relationship()
    game: Mapped[Game] = relationship(viewonly=True)


@dataclass(frozen=True)
class Count:
    """A tally that would change: of whom, which, and both numbers."""

    of: str
    what: str
    now: int
    then: int


@dataclass(frozen=True)
class Otherwise:
    """A game as it was signed off (`now`), as the newer engine rules it (`then`), and how they differ.

    `changed`: rulings that stay and say something else.
    """

    game: Game
    otherwise: str
    now: dict[str, Any]
    then: dict[str, Any]
    new: list[dict[str, Any]]
    gone: list[dict[str, Any]]
    changed: list[dict[str, Any]]
    counts: list[Count]


@dataclass
class ToDecideOn:
    """`more`: how many wait beside those listed; `not_ruled_on`: games whose log the rules fail on."""

    listed: list[Otherwise] = field(default_factory=list)
    more: int = 0
    not_ruled_on: list[Game] = field(default_factory=list)


def to_decide_on(organisations: Collection[str]) -> ToDecideOn:
    """The games of these organisations of which this engine says otherwise, in order of start.

    One that a director left as it was comes back once there is something else to say of it.
    """
    left = exists().where(
        EngineDecision.game_id == GameSheet.game_id,
        EngineDecision.otherwise == GameSheet.otherwise,
        EngineDecision.act == "leave",
    )
    sheets = db.session.scalars(
        select(GameSheet)
        .join(Game, GameSheet.game_id == Game.id)
        .options(
            *(
                selectinload(GameSheet.game).selectinload(of)
                for of in (Game.home, Game.away, Game.rink, Game.competition)
            )
        )
        .where(
            Game.organisation_id.in_(organisations),
            GameSheet.otherwise.is_not(None),
            GameSheet.engine == engine.digest(),
            ~left,
        )
        .order_by(Game.starts_at_utc, Game.sequence)
    ).all()
    found = ToDecideOn(more=max(0, len(sheets) - MOST_LISTED))
    for sheet in sheets[:MOST_LISTED]:
        try:
            found.listed.append(_of_one_game(sheet))
        except Exception:
            log.exception("game %s: what a newer engine says of it is not shown", sheet.game_id)
            found.not_ruled_on.append(sheet.game)
    return found


def decided(organisations: Collection[str]) -> list[EngineDecision]:
    """The last decisions, with who and why."""
    return list(
        db.session.scalars(
            select(EngineDecision)
            .where(EngineDecision.organisation_id.in_(organisations))
            .options(
                selectinload(EngineDecision.decided_by),
                *(
                    selectinload(EngineDecision.game).selectinload(of)
                    for of in (Game.home, Game.away, Game.rink)
                ),
            )
            .order_by(EngineDecision.decided_at.desc(), EngineDecision.id)
            .limit(DECIDED_SHOWN)
        )
    )


def held_in(games: Collection[str]) -> set[str]:
    """Those of the games that stay as they were signed off, whatever is logged, till the new is taken."""
    asked = select(GameSheet.game_id).where(GameSheet.game_id.in_(games), GameSheet.otherwise.is_not(None))
    return set(db.session.scalars(asked))


def note(sheet: GameSheet, act: str, reason: str, by: Account, now: datetime) -> None:
    """Write down a decision."""
    db.session.add(
        EngineDecision(
            organisation_id=sheet.game.organisation_id,
            game_id=sheet.game_id,
            engine=engine.digest(),
            otherwise=sheet.otherwise,
            act=act,
            reason=reason,
            decided_by_id=by.id,
            decided_at=now,
        )
    )


def _of_one_game(sheet: GameSheet) -> Otherwise:
    game, file = sheet.game, game_file(sheet.game)
    then = ruled(entries(game.id), file, game.competition.rulebook).sheet
    new, gone = differences(sheet.sheet, then)
    before = in_force(sheet.sheet["rulings"])
    changed = [
        ruling
        for identity, ruling in in_force(then["rulings"]).items()
        if identity in before and as_ruled(before[identity]) != as_ruled(ruling)
    ]
    names = {key: team["name"] for key, team in file["teams"].items()}
    names |= {one["id"]: one["name"] for team in file["teams"].values() for one in team["players"]}
    names |= {one["id"]: one["name"] for one in file["goalies"]}
    counts = list(_counts(sheet.sheet["tallies"], then["tallies"], names))
    return Otherwise(game, sheet.otherwise or "", sheet.sheet, then, new, gone, changed, counts)


def _counts(now: Mapping[str, Any], then: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Count]:
    for group in sorted({*now, *then}):
        before, after = now.get(group, {}), then.get(group, {})
        for of in sorted({*before, *after}):
            ours, theirs = before.get(of, {}), after.get(of, {})
            for what in sorted({*ours, *theirs}):
                was, will_be = ours.get(what, 0), theirs.get(what, 0)
                if isinstance(was, int) and isinstance(will_be, int) and was != will_be:
                    yield Count(names.get(of, of), what, was, will_be)
