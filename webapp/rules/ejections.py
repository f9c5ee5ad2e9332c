"""Who is put out: by the class of a penalty, by the offence, at the referee's discretion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play
from .sheet import suspension_message

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause


def eject(play: Play, clause: Clause | str, because: list[Any], field: str, person: str, why: str) -> bool:
    """Put a player, goalie or staff member out of the game."""
    team = play.sides.team_of.get(person)
    args = {"who": play.sides.named(person), "why": why}
    if field == "staff":
        return play.give(
            "staff_ejected", clause, because, ("staff_ejected", args), {"team": team, "staff": person}
        )
    if play.give("player_ejected", clause, because, ("player_ejected", args), {"team": team, field: person}):
        play.ejected.add(person)
        return True
    return False


def rule_on_offence(play: Play, penalty: Penalty) -> bool:
    """Eject and suspend by the class and the infraction of a penalty; whether its offender is out by it."""
    if penalty.person is None:
        return False
    out = False
    for clause in penalty.put_out_by:
        why = "@class." + penalty.penalty_class
        out = eject(play, clause, [penalty.id], penalty.field, penalty.person, why) or out
    for clause in play.book.of("offence"):
        if not penalty.is_of(clause):
            continue
        why = why_of(play, clause, penalty)
        if clause.get("ejects"):
            out = eject(play, clause, [penalty.id], penalty.field, penalty.person, why) or out
        if penalty.field != "staff" and "games" in clause:
            suspend(play, clause, [penalty.id], penalty, why)
    if penalty.field == "staff":
        suspend_staff(play, penalty.id, penalty.person, penalty.penalty_class)
    return out


def why_of(play: Play, clause: Clause, penalty: Penalty) -> str:
    """The offence in words: the infraction where the clause names it, otherwise the class."""
    if "infractions" in clause:
        return play.book.infraction_name(penalty.call["infraction"])
    return "@class." + penalty.penalty_class


def suspend(play: Play, clause: Clause, because: list[Any], penalty: Penalty, why: str) -> None:
    """Suspend a penalty's offender from the next game on, for `clause["games"]` at least."""
    suspend_player(play, clause, because, penalty.field, penalty.person or "", why)


def suspend_player(play: Play, clause: Clause, because: list[Any], field: str, person: str, why: str) -> bool:
    """Suspend a player, or a goalie of no team, by what a clause says; whether that has effect."""
    fields = {
        "team": play.sides.team_of.get(person),
        field: person,
        "games": clause["games"],
        "max_games": clause.get("max_games"),
        "indefinite": bool(clause.get("indefinite")),
        "review": bool(clause.get("review")),
    }
    if clause.get("rest_of_season"):
        fields["rest_of_season"] = True
    args = {"who": play.sides.named(person), "games": clause["games"], "why": why}
    args["max_games"] = clause.get("max_games")
    return play.give("player_suspended", clause, because, (suspension_message(fields), args), fields)


def suspend_staff(play: Play, call_id: str, person: str, penalty_class: str | None) -> None:
    """Suspend somebody who has been put off the bench, by a penalty's class or, none, at discretion."""
    for clause in play.book.of("staff_ejection"):
        if penalty_class is not None and penalty_class not in clause["classes"]:
            continue
        if not eject(play, clause, [call_id], "staff", person, "@reason.bench"):
            continue
        fields = {
            "team": play.sides.team_of[person],
            "staff": person,
            "games": clause["games"],
            "review": bool(clause.get("review")),
        }
        args = {"who": play.sides.named(person), "games": clause["games"], "why": "@reason.bench"}
        play.give("staff_suspended", clause, [call_id], ("staff_suspended", args), fields)


def rule_on_ejecting_offence(play: Play, penalty: Penalty, out_already: bool) -> bool:
    """Eject for an offence that is always at least an ejection; whether its offender is out."""
    if out_already or penalty.person is None:
        return out_already
    for clause in play.book.of("ejecting_offence"):
        if penalty.is_of(clause):
            why = play.book.infraction_name(penalty.call["infraction"])
            return eject(play, clause, [penalty.id], penalty.field, penalty.person, why)
    return False


def rule_on_ejection(play: Play, call: Call) -> None:
    """The referee puts somebody out at discretion; zero tolerance says what else follows."""
    field, person = play.sides.offender(call)
    if person is None:
        return
    if eject(play, "General", [call["id"]], field, person, play.book.infraction_name(call["reason"])):
        if field == "staff":
            suspend_staff(play, call["id"], person, None)
        apply_zero_tolerance(play, call["id"], field, person, call["reason"])


def apply_zero_tolerance(play: Play, call_id: str, field: str, person: str, infraction: str) -> None:
    """An ejection for one of these takes the whole team out of the tournament.

    Staff leave alone. A goalie who belongs to no team takes none along, but is out of the tournament.
    """
    if field == "staff":
        return
    for clause in play.book.of("zero_tolerance"):
        if infraction not in clause["infractions"]:
            continue
        why = play.book.infraction_name(infraction)
        eject(play, clause, [call_id], field, person, why)
        if field == "goalie":
            _disqualify_goalie(play, clause, call_id, person, why)
            continue
        team = play.sides.team_of[person]
        args = {"who": play.sides.names[team], "why": why}
        if play.give("team_disqualified", clause, [call_id], ("team_disqualified", args), {"team": team}):
            play.disqualified_teams.add(team)


def _disqualify_goalie(play: Play, clause: Clause, call_id: str, goalie: str, why: str) -> None:
    args = {"who": play.sides.named(goalie), "why": why}
    fields = {"goalie": goalie, "count": _penalties_of(play, goalie)}
    if play.give("goalie_disqualified", clause, [call_id], ("goalie_disqualified.conduct", args), fields):
        play.disqualified.add(goalie)
    play.give(
        "report_required",
        clause,
        [call_id],
        ("report_required", {"who": play.sides.named(goalie)}),
        {"goalie": goalie},
    )


def _penalties_of(play: Play, goalie: str) -> int:
    count = play.sides.goalie_penalties_before(goalie)
    for penalty in play.penalties_of.get(goalie, []):
        count += penalty.counts_as
    return count
