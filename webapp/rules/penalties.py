"""What a penalty leads to, clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .coincident import Pairs
from .counts import count_penalty
from .ejections import apply_zero_tolerance, rule_on_ejecting_offence, rule_on_offence
from .ladders import ask_for_class, ask_for_hearings, rule_on_ladders
from .play import Penalty, Play
from .reports import report_repeated, rule_on_reports
from .restarts import give_restart, restart_after_penalty
from .steps import take_steps
from .time_served import serve_penalty
from .warned import rule_on_warning

if TYPE_CHECKING:
    from .typed import Call


def assessed_seconds(play: Play, penalty: Penalty) -> int:
    """The seconds that stand on the score sheet for a penalty; a `wiped` one adds none."""
    clause = play.book.the("penalty_minutes")
    if clause is None or penalty.call.get("wiped"):
        return 0
    by_class = clause["seconds"]
    if penalty.penalty_class == "double_minor":
        return penalty.counts_as * int(by_class.get("minor", 0))
    return int(by_class.get(penalty.penalty_class, 0))


class PenaltyRules:
    """Rules on each penalty of one log; knows which of them pair off."""

    def __init__(self, play: Play) -> None:
        self._clause = play.book.the("coincident")
        until_period_end = bool(self._clause and self._clause.get("until_period_end"))
        self._pairs = Pairs(play.log.calls, play.sides, until_period_end)

    def rule_on_penalty(self, play: Play, call: Call) -> None:
        """Rule on its class and offence, count it, give its time, take the team's step, restart play."""
        penalty = Penalty(play, call, self._pairs.is_paired(call))
        penalty.seconds = assessed_seconds(play, penalty)
        out = rule_on_ejecting_offence(play, penalty, rule_on_offence(play, penalty))
        out = rule_on_ladders(play, penalty) or out
        count_penalty(play, penalty)
        ask_for_hearings(play, penalty)
        ask_for_class(play, penalty)
        rule_on_reports(play, penalty)
        report_repeated(play, penalty)
        rule_on_warning(play, penalty)
        serve_penalty(play, penalty)
        earlier = list(play.penalties_of_team.get(penalty.team, []))
        play.note_penalty(penalty)
        if out and penalty.person is not None:
            apply_zero_tolerance(play, penalty.id, penalty.field, penalty.person, call["infraction"])
        if not self._pairs.is_waiting(call):
            take_steps(play, penalty, earlier)
        restart_after_penalty(play, penalty)
        self._rule_on_pair(play, call)

    def _rule_on_pair(self, play: Play, call: Call) -> None:
        """What a pair gives, once: at the second of it."""
        partner = self._pairs.partner(call)
        if self._clause is None or partner is None or self._clause["gives"] != "face_off":
            return
        because = play.log.in_order([partner, call["id"]])
        if because[-1] == call["id"]:
            give_restart(play, self._clause, because, None, self._clause["gives"])
