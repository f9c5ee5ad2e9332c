"""How a person stands, and which limits are ahead.

How far somebody has come is what the sheets say: of the running game `towards`, of a longer span the sum of
the carries; `one_away` rulings beside. Never from which rulebook it is, and no penalty is counted here.
"""

from dataclasses import dataclass, field
from typing import Any

from webapp.rules.ladders import at_step
from webapp.store.so_far import SoFar


@dataclass(frozen=True)
class Ahead:
    """A limit ahead of somebody: `count` of `limit`, and the ruling code that comes with the last."""

    count: int
    limit: int
    then: str
    within: str  # game, tournament, season, as the rulebook says
    clause: str

    @property
    def left(self) -> int:
        """How many more reach it."""
        return max(0, self.limit - self.count)

    @property
    def one_more(self) -> bool:
        return self.left == 1


@dataclass(frozen=True)
class NextStep:
    """What the next such penalty of somebody's gives, where a suspension grows with each.

    `count`: how many there were in the competition; `step`: the ladder's clause as it holds for the next.
    """

    count: int
    step: dict[str, Any]


@dataclass
class Standing:
    """One of the team's people, or a goalie who belongs to no team."""

    id: str
    name: str
    number: str | None = None
    role: str | None = None
    level: str | None = None  # of a goalie of no team
    in_goal: bool = False
    so_far: list[SoFar] = field(default_factory=list)  # this game's first, then over longer spans
    suspended_games: int = 0
    suspensions: list[Any] = field(default_factory=list)  # records, those that are told
    out_of_near: bool = False  # may not play in the running game, or the next one
    out_of_next: bool = False  # the next one, whether one is running or not
    out: set[str] = field(default_factory=set)  # codes that keep them off the ice as things stand
    ahead: list[Ahead] = field(default_factory=list)
    steps: list[NextStep] = field(default_factory=list)

    @property
    def one_more(self) -> list[Ahead]:
        return [limit for limit in self.ahead if limit.one_more and limit.then not in self.out]


def limits(
    one: Standing, rulebook: dict[str, Any], sheet: dict[str, Any] | None, totals: dict[str, Any]
) -> list[Ahead]:
    """The limits of the rulebook's `count` clauses that are about this person, and how far they have come.

    `sheet`: the running game's; `totals`: the sum of the competition's carries.
    """
    return [
        Ahead(
            _count(one, clause, sheet, totals),
            clause["reaching"],
            clause["then"],
            clause["within"],
            clause["clause"],
        )
        for clause in _in_force(rulebook, "count")
        if (one.in_goal if clause["of"] == "goalie" else one.level is None)
    ]


def _count(
    one: Standing, clause: dict[str, Any], sheet: dict[str, Any] | None, totals: dict[str, Any]
) -> int:
    if clause["within"] == "game":
        return (sheet or {}).get("towards", {}).get(one.id, {}).get(clause["clause"], 0)
    if clause["of"] == "goalie":
        return totals["goalies"].get(one.id, {}).get("penalties", 0)
    return totals["players"].get(one.id, {}).get(clause["clause"], 0)


def next_steps(one: Standing, rulebook: dict[str, Any], totals: dict[str, Any]) -> list[NextStep]:
    """Where the next such penalty suspends for longer: of the ladders that somebody has begun to climb."""
    counters = totals["players"].get(one.id, {})
    return [
        NextStep(counters[clause["counter"]], at_step(clause, counters[clause["counter"]] + 1))
        for clause in _in_force(rulebook, "ladder")
        if counters.get(clause["counter"])
    ]


def one_away(one: Standing, rulebook: dict[str, Any], sheet: dict[str, Any] | None) -> list[Ahead]:
    """What the running game's sheet warns of beside: per code the latest whose limit was not reached."""
    counted = {clause["clause"] for clause in _in_force(rulebook, "count")}
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


def _in_force(rulebook: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Those that are in force: a limit of the base's may be off."""
    return [clause for clause in rulebook["clauses"] if clause["kind"] == kind and clause.get("on", True)]


def people_of(ruling: dict[str, Any]) -> list[str]:
    """Ids of the people that a ruling is about."""
    return [ruling[field] for field in ("player", "goalie", "staff") if ruling.get(field)]
