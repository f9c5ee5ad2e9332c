"""Who officiates a game: not everybody whom a schedule still names does."""

from datetime import datetime

from webapp.store.accounts import OFFICIATING, current_memberships
from webapp.store.schedule import Assignment, Game


def officials_now(game: Game, now: datetime) -> list[Assignment]:
    """Who is on a game: assigned still, and still an official of its organisation or joined by a code."""
    return [one for one in game.assignments if one.holds(now) and (one.by_code or _officiates(one, now))]


def _officiates(assigned: Assignment, now: datetime) -> bool:
    return any(
        one.organisation_id == assigned.game.organisation_id and one.role in OFFICIATING
        for one in current_memberships(assigned.account, now)
    )
