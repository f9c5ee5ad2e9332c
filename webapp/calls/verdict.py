"""What is to become of one call that came in: the closed list of results and reasons.

`accepted` calls count; `held` ones are kept and count once an `admit` names them; `refused` ones are
kept raw in the audit and never count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from webapp.calls.digest import EVERYTHING
from webapp.calls.envelope import Wire
from webapp.rules import shapes
from webapp.rules.counting import DECISIONS
from webapp.rules.malformed import ByItself

MOST_TOLD = 5
MOST_AHEAD = timedelta(minutes=10)
"""As far as phones let another's clock lead theirs."""
CORRECTIONS = ("void", "amend", "same_event", "override")
_AMENDED = sorted(
    {f"/set{pointer}" for call_type in shapes.CALLS for pointer in shapes.free_text_fields(call_type)}
)


@dataclass(frozen=True)
class Verdict:
    """`result`: accepted, duplicate, held or refused; `code`: mark or reason; `says`: for a person.

    `device` and `n` of a duplicate are those that the log has the call under.
    """

    result: str
    code: str | None = None
    says: str | None = None
    seq: int | None = None
    device: str | None = None
    n: int | None = None

    def told(self, call_id: str | None) -> dict[str, Any]:
        """The verdict as the answer tells it; what does not apply is left out."""
        told = {name: value for name, value in vars(self).items() if value is not None}
        return {"id": call_id, **told}


@dataclass(frozen=True)
class Standing:
    """What an account is to a game at the moment of receipt. A claimed time admits nothing.

    `official`: referee, scorekeeper or director of the organisation. `assigned`: on this game now.
    `was_assigned`: was once. `decides`: its head referee, or a director. `corrects`: may take back and change
    what others logged without anybody's word: a substitute who joined by a code no more after the sign-off.
    """

    official: bool
    assigned: bool
    was_assigned: bool
    decides: bool
    corrects: bool


def refused(code: str, says: str) -> Verdict:
    return Verdict("refused", code, says)


def shape_is_known(wire: Wire, rulebook: Mapping[str, Any]) -> bool:
    """Whether this server can tell a well-shaped call of that type and version from a faulty one."""
    return wire.v <= shapes.SHAPE_VERSION and wire.type in shapes.CALLS and wire.type in rulebook["calls"]


def text_pointers(call: Mapping[str, Any], known: bool) -> list[str]:
    """Where free text may stand, as JSON pointers; of an unknown shape everything is taken for text."""
    if not known:
        return [EVERYTHING]
    pointers = shapes.free_text_fields(call["type"])
    if call["type"] == "amend":
        pointers = [*pointers, *_AMENDED]
    return pointers


def judged(
    wire: Wire,
    call: dict[str, Any],
    check: ByItself,
    rulebook: Mapping[str, Any],
    standing: Standing,
) -> Verdict:
    """The verdict on a new call of a game that its author may know of, by itself; `check` knows the game.

    Whether it is late, and whether what it names exists, depends on the whole log: see `counting`.
    """
    known = shape_is_known(wire, rulebook)
    if known and (faults := check.malformations(call)):
        told = [f"{fault['at']}: {fault['says']}" for fault in faults[:MOST_TOLD]]
        return refused("malformed", "; ".join(told))
    if not standing.official:
        return Verdict("held", "not_an_official", "Its author is not an official of this organisation.")
    if wire.type in DECISIONS and not standing.decides:
        return Verdict("held", "not_an_official", "Only the head referee or a director decides on calls.")
    if not standing.assigned and standing.was_assigned:
        return Verdict("held", "assignment_ended", "Its author's assignment to this game had ended.")
    if not known:
        return _unknown(wire)
    if not standing.assigned and not standing.decides:
        return Verdict("accepted", "not_assigned", "Its author is not on this game.")
    return Verdict("accepted")


def by_a_clock_ahead(given: Verdict, hlc: str, now: datetime) -> Verdict:
    """The verdict on an accepted call, which tells where the clock that stamped it is far ahead.

    No call is refused or held for a clock: it counts, and stands behind what was made since.
    """
    ahead_min = (int(hlc[:13]) / 1000 - now.timestamp()) // 60
    if given.result != "accepted" or timedelta(minutes=ahead_min) < MOST_AHEAD:
        return given
    says = f"The clock of its phone is {ahead_min:.0f} minutes ahead: set it. The call counts."
    return replace(given, says=f"{given.says} {says}" if given.says else says)


def corrected(call: Mapping[str, Any]) -> list[str]:
    """Ids of the calls that a call takes back or changes."""
    if call["type"] not in CORRECTIONS:
        return []
    return [call["call"]] if "call" in call else list(call["calls"])


def by_a_substitute() -> Verdict:
    """The verdict on what a substitute corrects of others after the sign-off."""
    return Verdict("held", "not_an_official", "A substitute corrects others' calls until the sign-off alone.")


def for_another(given: Verdict, of_the_organisation: bool) -> Verdict:
    """The verdict on a call that is sent for somebody who is not on its game, and never was.

    Never refused for that: who sends it may have the only copy.
    """
    if given.result != "accepted":
        return given
    if of_the_organisation:
        return Verdict("accepted", "not_assigned", "Its author is not on this game.")
    return Verdict("held", "not_an_official", "Its author is not an official of this organisation.")


def _unknown(wire: Wire) -> Verdict:
    if wire.v > shapes.SHAPE_VERSION:
        return Verdict("held", "newer_version", f"The app is newer than this server (shape {wire.v}).")
    return Verdict("held", "unknown_type", f"This game's rulebook knows no call of type {wire.type}.")
