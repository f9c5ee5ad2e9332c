"""Shoot-outs: whose turn it is, and when one is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play
from .shootout_shooters import due_in_order, is_too_early, quota_missed, taken
from .shots import note_shot_on_goalie

if TYPE_CHECKING:
    from .typed import Call, Clause, Json


def rule_on_attempt(play: Play, call: Call) -> None:
    """Take an attempt, unless this shooter may not: then it does not count and takes no turn."""
    clause = play.book.the("shootout")
    if clause is None:
        return
    against = _reason_against(play, clause, call)
    if against is not None:
        reason, cited = against
        expected = due_in_order(play, call["team"], _round(play, clause, call["team"]))
        args = {
            "who": play.sides.named(call["shooter"]),
            "expected": play.sides.named(expected) if expected is not None else "",
        }
        fields = {"team": call["team"], "shooter": call["shooter"], "reason": reason}
        message = ("shooter_ineligible." + reason, args)
        if play.give("shooter_ineligible", cited, [call["id"]], message, fields):
            return
    play.attempts.append(call)
    note_shot_on_goalie(play, call)
    decide_shootout(play, call)


def _round(play: Play, clause: Clause, team: str) -> int:
    """How many attempts a team has in the first round.

    Where each shoots once, everybody who has shot and who is able to: one who is ejected, hurt out or gone
    costs an attempt. Otherwise somebody else shoots for them, as long as there is anybody.
    """
    shooters = {attempt["shooter"] for attempt in taken(play, team)[: clause["shooters"]]}
    able = [player for player in play.sides.rosters[team] if play.is_able(player)]
    if not clause.get("each_once"):
        return int(clause["shooters"]) if able else min(int(clause["shooters"]), len(taken(play, team)))
    for player in able:
        shooters.add(player)
    return min(int(clause["shooters"]), len(shooters))


def _finished_round(play: Play, clause: Clause, team: str) -> bool:
    """Whether a team has no attempt left in the round or pair at hand."""
    own, other = len(taken(play, team)), len(taken(play, play.sides.other(team)))
    own_round, other_round = _round(play, clause, team), _round(play, clause, play.sides.other(team))
    if own < own_round or other < other_round:
        return own >= own_round
    return own - own_round > other - other_round


def _reason_against(play: Play, clause: Clause, call: Call) -> tuple[str, Clause] | None:
    """The first reason why this one may not shoot now, with the clause that says so; or none."""
    team, shooter = call["team"], call["shooter"]
    repeat = play.book.the("shootout_repeat")
    if shooter in play.ejected:
        return "ejected", clause
    if not play.is_able(shooter):
        return "not_present", repeat or clause
    last = play.attempts[-1]["team"] if play.attempts else None
    if last == team and not _finished_round(play, clause, play.sides.other(team)):
        return "turn", clause
    if play.winner is not None:
        return "no_award", clause
    first_round = _round(play, clause, team)
    before = taken(play, team)
    sudden_death = play.book.the("sudden_death")
    if clause.get("each_once") and len(before) < first_round:
        return ("repeat", clause) if shooter in [attempt["shooter"] for attempt in before] else None
    if repeat is not None and is_too_early(play, repeat, team, shooter):
        return "repeat", repeat
    if sudden_death is not None and sudden_death["order"] == "same":
        expected = due_in_order(play, team, first_round)
        if expected is not None and expected != shooter:
            return "order", sudden_death
    quota = quota_missed(play, team, shooter, clause["shooters"])
    return ("quota", quota) if quota is not None else None


def shootout_score(play: Play) -> Json:
    """Goals in the shoot-out by team: they add nothing to the score."""
    count = {play.sides.teams[0]: 0, play.sides.teams[1]: 0}
    for attempt in play.attempts:
        if attempt["scored"]:
            count[attempt["team"]] += 1
    return count


def decide_shootout(play: Play, call: Call) -> None:
    """Give `shootout_won` as soon as the lead can no longer be overturned."""
    clause = play.book.the("shootout")
    if clause is None or not play.attempts or play.winner is not None:
        return
    count = shootout_score(play)
    for team in play.sides.teams:
        other = play.sides.other(team)
        left = _left_to_take(play, clause, other)
        if count[team] > count[other] + left:
            cited = clause
            if len(taken(play, team)) > _round(play, clause, team):
                cited = play.book.the("sudden_death") or clause
            fields = {"team": team}
            message = ("shootout_won", {"who": play.sides.names[team]})
            if play.give("shootout_won", cited, [call["id"]], message, fields):
                play.winner = team
                play.final = True


def _left_to_take(play: Play, clause: Clause, team: str) -> int:
    """Attempts that a team has left in the round, or in the pair, at hand."""
    own, other = len(taken(play, team)), len(taken(play, play.sides.other(team)))
    own_round, other_round = _round(play, clause, team), _round(play, clause, play.sides.other(team))
    if own < own_round or other < other_round:
        return max(0, own_round - own)
    able = [player for player in play.sides.rosters[team] if play.is_able(player)]
    return 1 if able and own - own_round < other - other_round else 0
