"""What stands against people so far, by class: in the running game, in a competition, in all competitions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import or_, select

from webapp.store.competitions import RosterSpot, StaffSpot
from webapp.store.database import db
from webapp.store.issued import GameSheet
from webapp.store.organisations import Team
from webapp.store.schedule import Game

ByClass = Mapping[str, Mapping[str, Mapping[str, int]]]
"""As a sheet has it: by person and class of penalty, `{"penalties", "seconds"}`."""


@dataclass
class SoFar:
    """A person's penalties and seconds within a span, by class: those of which there are most first.

    `within`: game, season, tournament, everywhere.
    """

    within: str
    classes: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def penalties(self) -> int:
        return sum(penalties for penalties, _seconds in self.classes.values())

    @property
    def seconds(self) -> int:
        return sum(seconds for _penalties, seconds in self.classes.values())


def so_far(within: str, sheets: Iterable[ByClass], person: str) -> SoFar:
    """The sum of what sheets say of a person."""
    sums: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for of_people in sheets:
        for of_class, count in of_people.get(person, {}).items():
            penalties, seconds = sums[of_class]
            sums[of_class] = (penalties + count["penalties"], seconds + count["seconds"])
    return SoFar(within, dict(sorted(sums.items(), key=lambda one: (-one[1][0], one[0]))))


def elsewhere(team: Team, competition_id: str, people: Collection[str]) -> list[ByClass]:
    """What the sheets of other competitions of the organisation say of these people, with whatever team."""
    theirs = [
        select(spots.team_id).where(
            spots.organisation_id == team.organisation_id, spots.person_id.in_(list(people))
        )
        for spots in (RosterSpot, StaffSpot)
    ]
    teams = theirs[0].union(theirs[1])
    found: Iterable[Any] = db.session.scalars(
        select(GameSheet.sheet["by_class"])
        .join(Game, Game.id == GameSheet.game_id)
        .where(
            Game.organisation_id == team.organisation_id,
            Game.competition_id != competition_id,
            or_(Game.home_id.in_(teams), Game.away_id.in_(teams)),
        )
    )
    return [one for one in found if one]
