"""Which penalties cancel each other out: those that share a label, one per team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sides import Sides

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call


class Pairs:
    """The pairs of one log: the first of one team with the first of the other under each label.

    What is left over under a label is not coincident. Where pairs have to be made before the period
    ends, a lone label waits until then.
    """

    def __init__(self, calls: list[Any], sides: Sides, until_period_end: bool) -> None:
        self._partner: dict[str, str] = {}
        self._waiting: set[str] = set()
        self._until_period_end = until_period_end
        open_labels: dict[tuple[str, str], list[str]] = {}
        for call in calls:
            if call["type"] == "period_end" and until_period_end:
                open_labels = {}
                self._waiting = set()
            label = call.get("coincident")
            if call["type"] == "penalty" and label is not None:
                self._meet(call["id"], label, sides.team_of_call(call), sides, open_labels)
        if _has_ended(calls):
            self._waiting = set()

    def _meet(self, call_id: str, label: str, team: str, sides: Sides, open_labels: Any) -> None:
        opponents = open_labels.setdefault((label, sides.other(team)), [])
        if opponents:
            partner = opponents.pop(0)
            self._partner[partner] = call_id
            self._partner[call_id] = partner
            self._waiting.discard(partner)
        else:
            open_labels.setdefault((label, team), []).append(call_id)
            self._waiting.add(call_id)

    def is_paired(self, call: Call) -> bool:
        """Whether a penalty has its pair."""
        return call["id"] in self._partner

    def is_waiting(self, call: Call) -> bool:
        """Whether a penalty may still find its pair: nothing follows from it yet."""
        return self._until_period_end and call["id"] in self._waiting

    def partner(self, call: Call) -> str | None:
        return self._partner.get(call["id"])


def _has_ended(calls: list[Any]) -> bool:
    """Whether the last period begun has ended."""
    ended = False
    for call in calls:
        if call["type"] == "period_start":
            ended = False
        elif call["type"] == "period_end":
            ended = True
    return ended
