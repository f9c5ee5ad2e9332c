"""Who is told: a team's captains, coaches and managers; directors; the officials of a game."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, or_, select

from webapp.notices.facts import Fact
from webapp.store.accounts import OFFICIATING, TEAM_ROLES, Account, Membership
from webapp.store.database import db
from webapp.store.inbox import KINDS
from webapp.store.schedule import Assignment

TO_DIRECTORS = tuple(kind for kind in KINDS if kind not in ("schedule", "final"))
"""Of a goalie who belongs to no team they are told what otherwise a team is."""
TO_OFFICIALS = ("protest", "schedule")
"""Of the games that they are on."""
TO_TEAMS = tuple(kind for kind in KINDS if kind not in ("hearing", "override"))


def audience(fact: Fact, now: datetime) -> set[str]:
    """Ids of the accounts that are told a fact."""
    asked = []
    if fact.teams:
        asked.append(and_(Membership.role.in_(TEAM_ROLES), Membership.team_id.in_(fact.teams)))
    if fact.directors:
        asked.append(Membership.role == "director")
    found: set[str] = set()
    if asked:
        found |= set(
            db.session.scalars(
                select(Membership.account_id)
                .join(Membership.account)
                .where(
                    Membership.organisation_id == fact.organisation,
                    or_(*asked),
                    Membership.starts_at <= now,
                    or_(Membership.ends_at.is_(None), Membership.ends_at > now),
                    Account.disabled_at.is_(None),
                )
            )
        )
    if fact.officials and fact.game is not None:
        theirs = select(Assignment).where(Assignment.game_id == fact.game.id)
        found |= {one.account_id for one in db.session.scalars(theirs) if one.holds(now)}
    return found


def kinds_for(roles: Collection[str]) -> tuple[str, ...]:
    """The kinds that somebody with these roles can be told."""
    may = set()
    if any(role in TEAM_ROLES for role in roles):
        may.update(TO_TEAMS)
    if "director" in roles:
        may.update(TO_DIRECTORS)
    if any(role in OFFICIATING for role in roles):
        may.update(TO_OFFICIALS)
    return tuple(kind for kind in KINDS if kind in may)
