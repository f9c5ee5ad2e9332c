"""A game as it stands at one call of its log: what the clauses read and what they move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .log import Log
from .rulebook import Rulebook, penalties_in
from .ruled_as import class_as_ruled, speaks_of
from .sheet import Rulings
from .sides import Sides

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause, Json, Message


class Play:
    """The walk through a log. Clause functions get the play and the call at hand."""

    def __init__(self, game: Json, rulebook: Json, words: Json) -> None:
        self.game = game
        self.log = Log(game["calls"])
        self.book = Rulebook(rulebook, game["game"].get("division"))
        self.sides = Sides(game, self.log.calls)
        self.rulings = Rulings(self.log, words, rulebook["clauses"])
        self.stage: str = game["game"]["stage"]
        self.venue: str = game["game"].get("venue", "rink")
        self.period: object = None
        # How the clock runs, as the game began and now.
        self.timing_at_first: str = game["game"].get("timing", rulebook["timing"])
        self.timing: str = self.timing_at_first
        # The time left in the period at the last call that told it.
        self.left_s: int | None = None
        self.score = {self.sides.teams[0]: 0, self.sides.teams[1]: 0}
        # Who is here and able to play.
        self.present: dict[str, set[str] | None] = {self.sides.teams[0]: None, self.sides.teams[1]: None}
        self.away: set[str] = set()
        self.hurt: set[str] = set()
        self.ejected: set[str] = set()
        self.disqualified: set[str] = set()
        self.disqualified_teams: set[str] = set()
        self.captains: set[str] = set()
        self.captains_named: dict[str, list[str]] = {}
        # Who left before play began, and the calls that tell who is here at its start, by team.
        self.begun = False
        self.struck_out: set[str] = set()
        self.roll: dict[str, list[str]] = {}
        # `ineligible` as it stands: `{"person", "team", "reason", "call"}`.
        self.ineligible: list[Json] = []
        # Whom an official has let play all the same.
        self.let_play: set[str] = set()
        self.played: set[str] = set()
        self.in_net: dict[str, str] = {}
        # What has been counted.
        self.penalties: list[Penalty] = []
        self.penalties_of: dict[str, list[Penalty]] = {}
        self.penalties_of_team: dict[str, list[Penalty]] = {}
        # By person and clause of a limit, how far their penalties have come, earlier games included.
        self.towards: dict[str, dict[str, int]] = {}
        self.shots_on: list[Json] = []
        self.timeouts: dict[str, list[str]] = {}
        self.refusals: dict[str, list[str]] = {}
        # The calls that count for the season, by the counter's name and the person.
        self.counted: dict[str, dict[str, list[str]]] = {}
        # What the box is made of: time to serve, and who scored by which call.
        self.served: list[Json] = []
        self.goals_by: dict[str, str] = {}
        # Whether the lead has been told, and the clock may run at it.
        self.lead_told = False
        self.may_run = False
        self.told_last_minutes = False
        # How the clock runs in the last minutes, where a clause has it run otherwise in them.
        self.timing_of_minutes: str | None = None
        self.awards: list[Json] = []
        # Who had the puck, the toss, and how the game ends.
        self.possession: Call | None = None
        self.toss: Call | None = None
        self.attempts: list[Json] = []
        self.over_in: str | None = None
        self.final = False
        self.winner: str | None = None
        self.abandoned = False
        self.forfeited_by: list[str] = []
        # The clauses for which a team has forfeited by whom it played.
        self.forfeited_for: dict[str, list[str]] = {self.sides.teams[0]: [], self.sides.teams[1]: []}
        self.left_ice_or_signed: set[str] = set()

    def give(
        self, code: str, clause: Clause | str, because: list[Any], message: Message, fields: Json
    ) -> bool:
        """Give a ruling; whether it has effect."""
        return self.rulings.give(code, clause, because, message, fields)

    def note_penalty(self, penalty: Penalty) -> None:
        """Have a penalty count: for its team, and for its offender unless it is the team's alone."""
        self.penalties.append(penalty)
        self.penalties_of_team.setdefault(penalty.team, []).append(penalty)
        if penalty.for_person and penalty.person is not None:
            self.penalties_of.setdefault(penalty.person, []).append(penalty)

    def is_able(self, player: str) -> bool:
        """Whether a player is here, not hurt, not ejected. Without attendance the roster is here."""
        if player in self.ejected or player in self.hurt or player in self.away:
            return False
        here = self.present[self.sides.team_of[player]]
        return here is None or player in here

    def is_gone(self, player: str) -> bool:
        """Whether a player has been put out, hurt out, or has left: attendance is not asked for."""
        return player in self.ejected or player in self.hurt or player in self.away

    def captain_of(self, team: str) -> str | None:
        """A team's captain: of those named before the game, or by the roster."""
        named = self.captains_named.get(team)
        for player in named or self.sides.rosters[team]:
            if self.sides.is_captain(player):
                return player
        return named[0] if named else None

    def goalie_against(self, call: Call) -> str | None:
        """Who was in net: named on the call, or who came in last for the other team or for both."""
        named: str | None = call.get("goalie")
        if named is not None:
            return named
        defending = self.sides.other(call["team"])
        return self.in_net.get(defending, self.in_net.get(""))


class Penalty:
    """A penalty as the counts see it."""

    def __init__(self, play: Play, call: Call, coincident: bool) -> None:
        self.call = call
        self.id: str = call["id"]
        self.team: str = play.sides.team_of_call(call)
        self.field, self.person = play.sides.offender(call)
        self.penalty_class, self.put_out_by = class_as_ruled(play.book, call)
        self.counts_as = penalties_in(self.penalty_class)
        self.coincident = coincident
        self.seconds = 0
        self.period = play.period
        # A bench minor that names a player counts for the team alone.
        self.for_person = self.person is not None and play.book.class_of(call) != "bench_minor"

    def is_of(self, clause: Clause) -> bool:
        """Whether a clause speaks of this penalty: of its class as ruled, its infraction, what was seen."""
        return speaks_of(clause, self.call, self.penalty_class)

    def offender(self) -> Json:
        """The field of a ruling that names the offender: `{"player": id}`, `{"bench": true}`."""
        return {self.field: self.person if self.person is not None else True}
