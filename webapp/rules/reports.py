"""Reports: which penalties need one, and what is missing when the log is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause


def rule_on_reports(play: Play, penalty: Penalty) -> None:
    """Ask for a report of a penalty where a clause speaks of it, of staff and of the bench, too.

    What the penalty is weighs more than how it came about.
    """
    for by_what_it_is in [True, False]:
        for clause in play.book.of("report"):
            if ("classes" in clause or "infractions" in clause) == by_what_it_is and penalty.is_of(clause):
                require_report(play, clause, [penalty.id], penalty)


def report_repeated(play: Play, penalty: Penalty) -> None:
    """Ask for a report where the same player does the same again, from the time on that a clause names."""
    if penalty.field != "player" or not penalty.for_person:
        return
    for clause in play.book.of("repeated"):
        same = [
            before.id
            for before in play.penalties_of.get(penalty.person or "", [])
            if before.call["infraction"] == penalty.call["infraction"]
        ] + [penalty.id]
        if len(same) >= clause["from"]:
            require_report(play, clause, same, penalty)


def require_report(play: Play, clause: Clause, because: list[Any], penalty: Penalty) -> None:
    _require(play, clause, because, penalty.team, penalty.offender())


def report_as_game_misconduct(play: Play, because: list[Any], penalty: Penalty) -> None:
    """Ask for the report of what counts as a game misconduct, though it was logged as something less."""
    for clause in play.book.of("report"):
        if "game_misconduct" in clause.get("classes", []):
            require_report(play, clause, because, penalty)


def tell_missing_reports(play: Play, call: Call) -> None:
    """At sign-off, give every report that is due and missing once more."""
    for clause in play.book.of("report"):
        if not clause.get("at_sign_off") or call["type"] in play.left_ice_or_signed:
            continue
        for ruling in play.rulings.standing("report_required"):
            names = ruling.get("clauses", [ruling["clause"]])
            if clause["clause"] in names and "done" not in ruling:
                offender = {}
                for field in ["player", "goalie", "staff", "bench"]:
                    if field in ruling:
                        offender[field] = ruling[field]
                _require(play, clause, ruling["because"] + [call["id"]], ruling["team"], offender)


def _require(play: Play, clause: Clause, because: list[Any], team: str, offender: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"team": team}
    who = play.sides.names[team]
    for field in sorted(offender):
        fields[field] = offender[field]
        if field != "bench":
            who = play.sides.named(offender[field])
    play.give("report_required", clause, because, ("report_required", {"who": who}), fields)
