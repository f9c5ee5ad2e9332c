"""The kinds of clause that speak of penalties, and what each may be told: a part of `kinds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parameters import (
    CLASSES_OPTIONAL,
    COUNT,
    COUNT_OPTIONAL,
    FLAG,
    ID,
    ID_OPTIONAL,
    IDS_OPTIONAL,
    INFRACTION,
    INFRACTIONS,
    INFRACTIONS_OPTIONAL,
    ON,
    SOME_CLASSES,
    TEXT,
    WHEN,
)
from .shapes import CLASSES

if TYPE_CHECKING:
    from .typed import Json

PENALTY_KINDS: Json = {
    "step": {
        "for": "What a team's penalties lead to, from the one to the other, counted within a span.",
        "kept_by": "rules",
        "parameters": {
            "within": {"kind": "enum", "values": ["period", "game"]},
            "from": {"kind": "ordinal"},
            "upto": {"kind": "ordinal", "optional": True},
            "not_for": {"kind": "ids", "values": CLASSES, "may_be_empty": True},
            "gives": {"kind": "enum", "values": ["possession", "penalty_shot"]},
            "where": ID_OPTIONAL,
            "when": {"kind": "enum", "values": ["now", "end_of_game"], "optional": True},
        },
    },
    "penalty_due": {
        "for": "What a call that is no penalty suggests that the referee may penalise.",
        "kept_by": "rules",
        "parameters": {
            "after": {"kind": "enum", "values": ["violation", "goal", "goalie_freeze"]},
            "kinds": IDS_OPTIONAL,
            "conditions": {"kind": "ids", "of": "condition", "optional": True},
            "in_crease": FLAG,
            "infraction": INFRACTION,
        },
    },
    "coincident": {
        "for": "What a pair of coincident penalties gives, once; until when a lone one waits for its pair.",
        "kept_by": "rules",
        "parameters": {
            # A face-off, or time that no goal ends and that leaves nobody short.
            "gives": {"kind": "enum", "values": ["face_off", "nobody_short"]},
            "where": ID_OPTIONAL,
            "until_period_end": FLAG,
        },
    },
    "penalty_shot": {
        "for": "How a penalty shot is taken, and who has the puck once it is scored.",
        "kept_by": "rules",
        "parameters": {"scored_gives_puck_to_penalised": FLAG},
    },
    "count": {
        "for": "A person's penalties, within a span, reaching a limit. A double minor is two.",
        "kept_by": "rules",
        "parameters": {
            "of": {"kind": "enum", "values": ["goalie", "player"]},
            "within": {"kind": "enum", "values": ["game", "tournament"]},
            "classes": {"kind": "ids", "values": CLASSES, "optional": True},
            "infractions": INFRACTIONS_OPTIONAL,
            "reaching": {"kind": "ordinal"},
            "then": {"kind": "enum", "values": ["goalie_disqualified", "player_ejected"]},
            "games": COUNT_OPTIONAL,
            "review": FLAG,
            # Whether it stands as a game misconduct, of which a report is due.
            "reports": FLAG,
            "on": ON,
        },
    },
    "offence": {
        "for": "What a penalty of these classes, or for these infractions, or both, does by itself.",
        "kept_by": "rules",
        "parameters": {
            "classes": {"kind": "ids", "values": CLASSES, "optional": True},
            "infractions": INFRACTIONS_OPTIONAL,
            "ejects": FLAG,
            "games": COUNT_OPTIONAL,
            "max_games": COUNT_OPTIONAL,
            "indefinite": FLAG,
            "review": FLAG,
        },
    },
    "ruled_as": {
        "for": (
            "The class that a penalty is ruled as: a heavier one (never a lighter), or, for these "
            "classes, that one."
        ),
        "kept_by": "rules",
        "parameters": {
            "classes": CLASSES_OPTIONAL,
            "infractions": INFRACTIONS_OPTIONAL,
            "when": WHEN,
            "as": {"kind": "enum", "values": CLASSES},
            "ejects": FLAG,
        },
    },
    "ladder": {
        "for": (
            "A suspension that grows with every such penalty of a person in the season: the last step "
            "holds for all later ones, and one of no games suspends nobody. `counter` is the name under "
            "which games carry the count; `review` on a step sends it to a hearing."
        ),
        "alone": "Any league may count over a season; the others suspend alike each time.",
        "kept_by": "rules",
        "parameters": {
            "counter": ID,
            "classes": CLASSES_OPTIONAL,
            "infractions": INFRACTIONS_OPTIONAL,
            "steps": {"kind": "steps"},
            "ejects": FLAG,
            "on": ON,
        },
    },
    "hearing": {
        "for": "A suspension for such a penalty goes to a hearing, which may decide more.",
        "alone": "A hearing by what happened, injury say; the others have theirs on the offence (`review`).",
        "kept_by": "rules",
        "parameters": {"classes": CLASSES_OPTIONAL, "infractions": INFRACTIONS_OPTIONAL, "when": WHEN},
    },
    "asks_class": {
        "for": (
            "Infractions that are of a class by themselves: where one is logged with another, the referee "
            "is asked."
        ),
        "alone": (
            "Where a class is the referee's to judge and costs games; elsewhere the infraction settles it."
        ),
        "kept_by": "rules",
        "parameters": {"infractions": INFRACTIONS, "class": {"kind": "enum", "values": ["match"]}},
    },
    "report": {
        "for": "Of which penalties a report is due, and whether sign-off tells what is missing.",
        "kept_by": "rules",
        "parameters": {
            "classes": CLASSES_OPTIONAL,
            "infractions": INFRACTIONS_OPTIONAL,
            "when": WHEN,
            "at_sign_off": FLAG,
        },
    },
    "repeated": {
        "for": "The same infraction by the same player again: from that time on a report is due.",
        "alone": "A count of one infraction whatever it is: `count` names its infractions.",
        "kept_by": "rules",
        "parameters": {"from": {"kind": "ordinal"}},
    },
    "warning": {
        "for": "Penalties that are warnings: no time to serve.",
        "alone": "The others have no class under a minor.",
        "kept_by": "rules",
        "parameters": {"classes": SOME_CLASSES, "infractions": INFRACTIONS_OPTIONAL},
    },
    "delayed": {
        "for": "Penalties for which play goes on until the offending team has the ball.",
        "alone": "The others rule on a delayed penalty as on any other.",
        "kept_by": "rules",
        "parameters": {
            "infractions": INFRACTIONS_OPTIONAL,
            "not_infractions": INFRACTIONS_OPTIONAL,
            "in_possession": FLAG,
        },
    },
    "default_class": {
        "for": "The class of every infraction of the base that no clause gives another.",
        "alone": "Its base's classes are minor and major, and its own are others.",
        "kept_by": "rules",
        "parameters": {"class": {"kind": "enum", "values": CLASSES}},
    },
    "serve": {
        "for": (
            "Time to serve for these penalties, as a penalty of class `as`; `running_s` where the time runs."
        ),
        "kept_by": "rules",
        "parameters": {
            "classes": CLASSES_OPTIONAL,
            "infractions": INFRACTIONS_OPTIONAL,
            "when": WHEN,
            "as": {"kind": "enum", "values": CLASSES, "optional": True},
            "seconds": COUNT_OPTIONAL,
            "running_s": COUNT_OPTIONAL,
            "until": {"kind": "enum", "values": ["shift", "half"], "optional": True},
            # Always served by somebody else, even where the offender may stay.
            "by": {"kind": "enum", "values": ["teammate"], "optional": True},
            # Not for whoever is put out by the same call.
            "unless_out": FLAG,
            "in_full": {"kind": "bool"},
            "short": {"kind": "bool"},
        },
    },
    "served_in_full": {
        "for": "Infractions whose time no goal ends.",
        "alone": "Where time is served and goals end it; the others have no penalty box, or end none.",
        "kept_by": "rules",
        "parameters": {"infractions": INFRACTIONS},
    },
    "undeclared_discrepancy": {
        "for": "What is due to a team for a jersey that is not on its roster.",
        "alone": "Only this league has its officials look for that.",
        "kept_by": "rules",
        "parameters": {"gives": {"kind": "enum", "values": ["bench_minor"]}},
    },
    "refusal": {
        "for": (
            "What an ejected player's refusals to leave lead to, counted by team: the captain is warned, "
            "then a bench minor, then the game is forfeited and the captain takes a step of that ladder."
        ),
        "alone": "No other document has such a progression.",
        "kept_by": "rules",
        "parameters": {"captain_climbs": {"kind": "id", "of": "counter"}},
    },
    "staff_ejection": {
        "for": "Staff who are put off the bench, by these classes or at discretion, are suspended.",
        "alone": "The others name no suspension for staff.",
        "kept_by": "rules",
        "parameters": {"classes": SOME_CLASSES, "games": COUNT, "review": FLAG},
    },
    "offence_tally": {
        "for": "An infraction that stands as several offences on the score sheet, and only there.",
        "alone": "Its score sheet tells offences from penalties; the others have no such sheet.",
        "kept_by": "rules",
        "parameters": {"infraction": INFRACTION, "counts_as": COUNT},
    },
    "penalty_minutes": {
        "for": "The seconds that stand on the score sheet for a class, where nobody serves them.",
        "alone": (
            "Minutes nobody serves part teams in its standings; where they are served, `serve` has them."
        ),
        "kept_by": "rules",
        "parameters": {"seconds": {"kind": "seconds_by_class"}},
    },
    "ejecting_offence": {
        "for": "Infractions that eject, whatever class the call has.",
        "alone": "Its base has the class eject; here the infraction does, even as a minor.",
        "kept_by": "rules",
        "parameters": {"infractions": INFRACTIONS},
    },
    "zero_tolerance": {
        "for": (
            "Ejections for these take the team out of the tournament, and a goalie who belongs to no team "
            "alone."
        ),
        "alone": "No other document puts a team out for one player's conduct.",
        "kept_by": "rules",
        "parameters": {"infractions": INFRACTIONS},
    },
    "infraction": {
        "for": "An infraction of this rulebook's own, or of the base with another class.",
        "kept_by": "rules",
        "parameters": {
            "infraction": ID,
            "name": TEXT,
            "class": {"kind": "enum", "values": CLASSES},
            "abbreviation": ID_OPTIONAL,
            "divisions": {"kind": "ids", "optional": True},
        },
    },
}
