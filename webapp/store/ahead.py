"""How a person stands, and which limits are ahead.

Limits come from the rulebook's `count` clauses and from the `one_away` rulings of the running game's
sheet, never from which rulebook it is.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Ahead:
    """A limit ahead of somebody: `count` of `limit`, and the ruling code that comes with the last."""

    count: int
    limit: int
    then: str
    within: str  # game, tournament, season, as the rulebook says
    clause: str

    @property
    def one_more(self) -> bool:
        return self.count == self.limit - 1


@dataclass
class Standing:
    """One of the team's people, or a goalie who belongs to no team."""

    id: str
    name: str
    number: str | None = None
    role: str | None = None
    level: str | None = None
    in_goal: bool = False
    penalties: int = 0  # in the competition, the running game included
    penalties_now: int = 0  # in the running game
    suspended_games: int = 0
    suspensions: list[Any] = field(default_factory=list)  # records, those that are told
    out_of_near: bool = False  # suspended in the running game, or the next one
    out: set[str] = field(default_factory=set)  # codes that keep them off the ice as things stand
    ahead: list[Ahead] = field(default_factory=list)

    @property
    def one_more(self) -> list[Ahead]:
        return [limit for limit in self.ahead if limit.one_more and limit.then not in self.out]


def limits(one: Standing, rulebook: dict[str, Any]) -> list[Ahead]:
    """The limits of the rulebook's `count` clauses that are about this person."""
    limits = []
    for clause in _count_clauses(rulebook):
        if clause["of"] == "goalie" and not one.in_goal:
            continue
        count = one.penalties_now if clause["within"] == "game" else one.penalties
        limits.append(Ahead(count, clause["reaching"], clause["then"], clause["within"], clause["clause"]))
    return limits


def one_away(one: Standing, rulebook: dict[str, Any], sheet: dict[str, Any] | None) -> list[Ahead]:
    """What the running game's sheet warns of beside: per code the latest whose limit was not reached."""
    counted = {clause["clause"] for clause in _count_clauses(rulebook)}
    latest: dict[str, dict[str, Any]] = {}
    for ruling in sheet["rulings"] if sheet else []:
        if one.id not in people_of(ruling) or ruling.get("overridden"):
            continue
        latest.pop(ruling["code"], None)
        if ruling["code"] == "one_away" and ruling["clause"] not in counted:
            latest[ruling["of"]] = ruling
    return [
        Ahead(ruling["count"], ruling["limit"], ruling["of"], "game", ruling["clause"])
        for ruling in latest.values()
    ]


def _count_clauses(rulebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Those that are in force: a limit of the base's may be off."""
    return [clause for clause in rulebook["clauses"] if clause["kind"] == "count" and clause.get("on", True)]


def people_of(ruling: dict[str, Any]) -> list[str]:
    """Ids of the people that a ruling is about."""
    return [ruling[field] for field in ("player", "goalie", "staff") if ruling.get(field)]
