"""What is wrong with a call whatever else its log holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .call_check import CallCheck
from .faults import Faults
from .people import People
from .shapes import SHAPE_VERSION
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json

# Faults that a further call or a corrected roster can mend: such a call waits, it is not malformed.
NAMES_WHAT_MAY_COME = [
    "fault.no_player",
    "fault.not_own_player",
    "fault.not_other_player",
    "fault.no_goalie",
    "fault.no_shared_goalie",
    "fault.no_staff",
    "fault.no_call",
]


class ByItself:
    """Looks at the calls of one game, each as if it were alone in its log.

    `game` is the game file, its calls left aside. Game and rulebook are read once for all calls.
    """

    def __init__(self, game: Json, rulebook: Json) -> None:
        self._game = game
        self._people = People(game, Faults({}))
        self._book = Vocabulary(rulebook, game["game"].get("division"))

    def malformations(self, call: Call) -> list[Json]:
        """The faults of a call that nothing else can mend."""
        people = self._people
        if call.get("type") == "roster_add":  # which makes somebody known, to itself alone
            people = People(self._game, Faults({}))
        faults = Faults({})
        check = CallCheck(people, self._book, faults)
        check.learn([call])
        check.check_call(call, "")
        return [
            fault
            for fault in faults.found
            if fault["key"] not in NAMES_WHAT_MAY_COME or not isinstance(_at(call, fault["at"]), str)
        ]

    def understands(self, call: Call) -> bool:
        """Whether the call can be ruled on here: one of a newer shape waits for rules as new as it is."""
        return call.get("v", SHAPE_VERSION) <= SHAPE_VERSION and not self.malformations(call)


def _at(value: Any, pointer: str) -> Any:
    for name in pointer.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value
