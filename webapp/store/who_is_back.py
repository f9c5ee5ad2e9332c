"""Whose suspensions may end, or no longer do, by something else than a game that a player sat out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from sqlalchemy import and_, select, union

from webapp.store.carries import SUSPENDED
from webapp.store.competitions import StaffSpot
from webapp.store.database import db
from webapp.store.imposed import ImposedDecision, ImposedSuspension
from webapp.store.issued import IssuedRuling
from webapp.store.schedule import Game
from webapp.store.suspension_decisions import SuspensionDecision
from webapp.store.suspension_records import holding


def staff_of(game: Game) -> set[str]:
    """Ids of those behind a game's benches who were suspended as it began: no sheet says that they served.

    Who had served by then was told in their time.
    """
    theirs = select(StaffSpot.person_id).where(
        StaffSpot.competition_id == game.competition_id, StaffSpot.team_id.in_((game.home_id, game.away_id))
    )
    ruled = select(IssuedRuling.suspends).where(
        IssuedRuling.suspends.in_(theirs), IssuedRuling.withdrawn_at.is_(None)
    )
    imposed = select(ImposedSuspension.person_id).where(ImposedSuspension.person_id.in_(theirs))
    ever = [one for one in db.session.scalars(union(ruled, imposed)) if one]
    return {*(holding(game, ever) or ())} if ever else set()


def with_the_season(competition_id: str) -> set[str]:
    """Ids of the people who are suspended for as long as a competition goes on."""
    ruled = (
        select(IssuedRuling)
        .join(IssuedRuling.game)
        .where(
            Game.competition_id == competition_id,
            IssuedRuling.code.in_(SUSPENDED),
            IssuedRuling.withdrawn_at.is_(None),
        )
    )
    imposed = select(ImposedSuspension.person_id).where(
        ImposedSuspension.competition_id == competition_id, ImposedSuspension.rest_of_season
    )
    found = {one.suspends for one in db.session.scalars(ruled) if one.ruling.get("rest_of_season")}
    return {one for one in (*found, *db.session.scalars(imposed)) if one}


def on_a_day(first: date, last: date) -> Mapping[str, set[str]]:
    """By organisation, ids of the people whose day of return, as ever set, is one of these."""
    decided = (
        select(SuspensionDecision.organisation_id, IssuedRuling.suspends)
        .join(
            IssuedRuling,
            and_(
                IssuedRuling.game_id == SuspensionDecision.game_id,
                IssuedRuling.code == SuspensionDecision.code,
                IssuedRuling.subject == SuspensionDecision.subject,
                IssuedRuling.trigger == SuspensionDecision.trigger,
            ),
        )
        .where(SuspensionDecision.until.between(first, last), IssuedRuling.suspends.is_not(None))
    )
    imposed = select(ImposedSuspension.organisation_id, ImposedSuspension.person_id)
    given = imposed.where(ImposedSuspension.until.between(first, last))
    changed = imposed.join(ImposedDecision, ImposedDecision.imposed_id == ImposedSuspension.id).where(
        ImposedDecision.until.between(first, last)
    )
    found: dict[str, set[str]] = defaultdict(set)
    for organisation_id, person in db.session.execute(union(decided, given, changed)):
        found[organisation_id].add(person)
    return found
