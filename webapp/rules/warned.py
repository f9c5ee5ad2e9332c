"""Warnings: no time to serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play

if TYPE_CHECKING:
    from .typed import Clause, Json


def rule_on_warning(play: Play, penalty: Penalty) -> None:
    """A penalty that is a warning, by the weightiest clause that speaks of it."""
    for clause in play.book.of("warning"):
        if penalty.is_of(clause):
            give_warning(
                play, clause, penalty.id, penalty.team, penalty.offender(), penalty.call["infraction"]
            )
            return


def give_warning(
    play: Play, clause: Clause, call_id: str, team: str, offender: Json, infraction: str
) -> None:
    """Warn somebody, or the bench: no time to serve."""
    fields: Json = {"team": team}
    who = play.sides.names[team]
    for field in sorted(offender):
        fields[field] = offender[field]
        if field != "bench":
            who = play.sides.named(offender[field])
    fields["infraction"] = infraction
    args = {"who": who, "infraction": play.book.infraction_name(infraction)}
    play.give("warning", clause, [call_id], ("warning", args), fields)
