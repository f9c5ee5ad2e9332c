"""Calls that wait for a director's word: what each says, the game as it is and as it would be with it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from webapp.calls.identity import compared, in_force
from webapp.calls.ruled import Entry, ruled, waiting
from webapp.store.accounts import Account
from webapp.store.database import db, new_id
from webapp.store.issued import GameSheet
from webapp.store.packet import game_file
from webapp.store.schedule import Game
from webapp.store.whole_log import entries

MOST_LISTED = 20
"""Calls that are listed at a time. The next come up as these are decided."""
MOST_WORKED_OUT = 3
"""Of those, how many show what they would change at once. Each takes a ruling on the whole log."""
PEOPLE = ("scorer", "shooter", "player", "goalie")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class IfAdmitted:
    """The score by team with a call, and the rulings that would come (`new`) and fall (`gone`)."""

    score: dict[str, int]
    new: list[dict[str, Any]]
    gone: list[dict[str, Any]]


@dataclass(frozen=True)
class LateCall:
    """`person` and `team`: the names of whom it is about. `by_them`: how many of its author's wait there.

    `score`: by team, as it is. `if_admitted`: none where that was not worked out.
    """

    game: Game
    call: dict[str, Any]
    reason: str
    by: str
    by_them: int
    person: str
    team: str
    clock: str
    score: dict[str, int]
    if_admitted: IfAdmitted | None


@dataclass
class LateCalls:
    """`more`: how many wait beside those listed; `not_ruled_on`: games whose log the rules fail on."""

    listed: list[LateCall] = field(default_factory=list)
    more: int = 0
    not_ruled_on: list[Game] = field(default_factory=list)


def undecided(organisations: Collection[str], opened: str = "") -> LateCalls:
    """The calls that wait for a word in these organisations' games, in order of start.

    What they would change is worked out for the first few, and for the one `opened`. A game on which the
    rules fail holds up no other.
    """
    sheets = db.session.scalars(
        select(GameSheet)
        .join(Game, GameSheet.game_id == Game.id)
        .options(
            *(
                selectinload(GameSheet.game).selectinload(of)
                for of in (Game.home, Game.away, Game.rink, Game.competition)
            )
        )
        .where(Game.organisation_id.in_(organisations), GameSheet.undecided > 0)
        .order_by(Game.starts_at_utc, Game.sequence)
    )
    found = LateCalls()
    for sheet in sheets:
        room = MOST_LISTED - len(found.listed)
        if room <= 0:
            found.more += sheet.undecided
            continue
        try:
            listed, more = _of_one_game(sheet, room, MOST_WORKED_OUT - len(found.listed), opened)
        except Exception:
            log.exception("game %s: its late calls are not shown", sheet.game_id)
            found.not_ruled_on.append(sheet.game)
            continue
        found.listed += listed
        found.more += more
    return found


def waiting_in(game: Game) -> list[dict[str, Any]]:
    """The calls of a game that wait for a word, in the order in which they were made."""
    calls = entries(game.id)
    of_that_id = {entry.call["id"]: entry.call for entry in calls}
    ids = waiting(calls, game_file(game), game.competition.rulebook).undecided
    return [of_that_id[one] for one in ids]


def _of_one_game(sheet: GameSheet, room: int, worked_out: int, opened: str) -> tuple[list[LateCall], int]:
    """The first `room` of a game, the first `worked_out` with what they would change; how many more wait."""
    game = sheet.game
    calls, file = entries(game.id), game_file(game)
    rulebook = game.competition.rulebook
    of_that_id = {entry.call["id"]: entry.call for entry in calls}
    found = waiting(calls, file, rulebook)
    names = {one["id"]: one["name"] for team in file["teams"].values() for one in team["players"]}
    names |= {one["id"]: one["name"] for one in file["goalies"]}
    authors = [of_that_id[one]["made_by"] for one in found.undecided]
    by = dict(
        db.session.execute(select(Account.id, Account.display_name).where(Account.id.in_(set(authors)))).all()
    )
    listed = []
    for place, name in enumerate(found.undecided[:room]):
        call = of_that_id[name]
        then = None
        if place < worked_out or name == opened:
            made = ruled([*calls, _admitting(name)], file, rulebook).sheet
            then = IfAdmitted(made["score"], *differences(sheet.sheet, made))
        listed.append(
            LateCall(
                game=game,
                call=call,
                reason=found.reasons[name],
                by=by.get(call["made_by"], ""),
                by_them=authors.count(call["made_by"]),
                person=_person(call, names),
                team=file["teams"].get(call.get("team"), {}).get("name", ""),
                clock=str(call.get("clock", "")).removeprefix("0"),
                score=sheet.sheet["score"],
                if_admitted=then,
            )
        )
    return listed, len(found.undecided) - len(listed)


def _person(call: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return next((names[one] for who in PEOPLE if (one := call.get(who)) in names), "")


def _admitting(call: str) -> Entry:
    """A word on a call, to stand behind everything in the log."""
    return Entry({"id": new_id(), "type": "admit", "calls": [call]})


def differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The rulings in force that one sheet has and another lacks: the new ones, and those that are gone."""
    before, after = in_force(now["rulings"]), in_force(then["rulings"])
    comparison = compared(before, after)
    gone: Iterable[dict[str, Any]] = (before[one] for one in before if one in comparison.withdrawn)
    return list(comparison.new.values()), list(gone)
