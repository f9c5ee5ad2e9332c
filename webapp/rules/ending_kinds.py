"""The kinds of clause that speak of how a game ends: tie, overtime, shoot-out; a part of `kinds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parameters import COUNT, COUNT_OPTIONAL, FLAG
from .shapes import STAGES

if TYPE_CHECKING:
    from .typed import Json

ENDING_KINDS: Json = {
    "game_end": {
        "for": (
            "After which period a game ends, and what a tie leads to; in these stages, or where it leads "
            "to nothing, it stands."
        ),
        "kept_by": "rules",
        "parameters": {
            "after_period": {"kind": "ordinal"},
            "tie_stands_in": {"kind": "ids", "values": STAGES, "may_be_empty": True, "optional": True},
            "tied_otherwise": {"kind": "enum", "values": ["overtime", "shootout"], "optional": True},
        },
    },
    "overtime": {
        "for": (
            "Further periods for a game that is tied, `periods` of them (1 where left out); several "
            "clauses follow each other. In sudden death the first goal ends the game. Still tied, a "
            "shoot-out follows."
        ),
        "kept_by": "rules",
        "parameters": {
            "periods": {"kind": "ordinal", "optional": True},
            "period_s": COUNT,
            "sudden_death": {"kind": "bool"},
            "break_s": COUNT_OPTIONAL,
        },
    },
    "shootout": {
        "for": (
            "A first round of so many shooters a team, in turn; whether each of them shoots once, so that "
            "one who is missing costs an attempt."
        ),
        "kept_by": "rules",
        "parameters": {"shooters": {"kind": "ordinal"}, "each_once": FLAG},
    },
    "sudden_death": {
        "for": "Then pairs of shots: by the first round's order again (`same`), or by anybody (`any`).",
        "kept_by": "rules",
        "parameters": {"order": {"kind": "enum", "values": ["same", "any"]}},
    },
    "shootout_repeat": {
        "for": (
            "Before when nobody shoots twice: all of the team have shot, or as many of it as the smaller "
            "team has players here."
        ),
        "kept_by": "rules",
        "parameters": {"before": {"kind": "enum", "values": ["own_team", "smaller_team"]}},
    },
    "shootout_quota": {
        "for": "Women and non-binary players in each block of as many shooters as the first round has.",
        "alone": "A co-ed league's rule; the others do not ask who shoots.",
        "kept_by": "rules",
        "parameters": {
            "women_at_least": COUNT,
            "blocks": {"kind": "ids", "values": ["first", "later"]},
        },
    },
}
