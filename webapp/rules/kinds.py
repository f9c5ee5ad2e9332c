"""The closed set of clause kinds, and what each may be told.

A rulebook is a list of clauses, each of one kind, with the clause as printed, our words for it and the
kind's parameters; `parameters` says of which kinds those are.

`kept_by` says who keeps the clause: `rules` rule on calls, `clock` times, `checks` look at rosters and
schedules, `office` is a director's work, `book` informs.

A kind is `{"for": what it is for, "alone": why it is a kind although one rulebook alone uses it, "kept_by",
"parameters"}`; `rinkside rulebooks --kinds` prints them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock_kinds import CLOCK_KINDS
from .ending_kinds import ENDING_KINDS
from .parameters import COUNT, COUNT_OPTIONAL, FLAG, ID, ID_OPTIONAL, IDS, INFRACTIONS_OPTIONAL, TEXT
from .penalty_kinds import PENALTY_KINDS
from .ranking_kinds import RANKING_KINDS
from .shapes import CALLS

if TYPE_CHECKING:
    from .typed import Json

KINDS: Json = {
    "book": {
        "for": "Tells, and asks nothing of anybody.",
        "kept_by": "book",
        "parameters": {},
    },
    "office": {
        "for": "A director's work: schedule, seeding, ice.",
        "kept_by": "office",
        "parameters": {},
    },
    "roster": {
        "for": (
            "Whom a team brings: how many, with which papers and numbers, and for how many teams one of them "
            "may play."
        ),
        "kept_by": "checks",
        "parameters": {
            "players_at_least": COUNT_OPTIONAL,
            "players_at_most": COUNT_OPTIONAL,
            "skaters_at_least": COUNT_OPTIONAL,
            "skaters_at_most": COUNT_OPTIONAL,
            "goalies_at_least": COUNT_OPTIONAL,
            "goalies_at_most": COUNT_OPTIONAL,
            "staff_at_most": COUNT_OPTIONAL,
            "staff_age_from": COUNT_OPTIONAL,
            "papers": {"kind": "ids", "optional": True},
            # Whether nobody plays without a number, or with one that a teammate has.
            "numbered": FLAG,
            "numbers_once": FLAG,
            # Of skaters; a goalie may play for more.
            "teams_at_most": COUNT_OPTIONAL,
        },
    },
    "levels": {
        "for": "The levels of players and teams, the best first: how many of the next better one a team has.",
        "alone": "The other documents know no levels of play.",
        "kept_by": "checks",
        "parameters": {"order": IDS, "of_the_better_at_most": COUNT},
    },
    "readiness": {
        "for": "Minutes before the start at which a team is to be ready.",
        "alone": "Any league may ask it; the other documents have no such minute.",
        "kept_by": "checks",
        "parameters": {"minutes_before": COUNT},
    },
    "lineup": {
        "for": "How many skaters may be on the ice.",
        "kept_by": "rules",
        "parameters": {"skaters_at_most": COUNT},
    },
    "women": {
        "for": "Women and non-binary players among the skaters: a team plays short for whoever is missing.",
        "alone": "A co-ed league's rule; the others do not ask who plays.",
        "kept_by": "rules",
        "parameters": {"at_least": COUNT},
    },
    "inbounding": {
        "for": (
            "How a ball is put in play again, unless a restart says otherwise: in how many seconds, with "
            "how much room by venue."
        ),
        "alone": "Ball hockey without boards has sidelines; ice has none.",
        "kept_by": "rules",
        "parameters": {"seconds": COUNT, "feet_at_rink": COUNT, "feet_at_open": COUNT},
    },
    "coin_toss": {
        "for": "Who has the puck at the starts of which periods, by what the toss's winner takes.",
        "alone": "No other document tosses for the puck.",
        "kept_by": "rules",
        "parameters": {"periods_1_and_3": {"kind": "counts"}, "period_2": {"kind": "counts"}},
    },
    "condition": {
        "for": (
            "A goal condition of this rulebook's own, by the name that is read out; a `goal_condition` "
            "says what comes of it."
        ),
        "alone": "No ground of the others has something above or beside the goal that a ball comes off.",
        "kept_by": "rules",
        "parameters": {"condition": ID, "name": TEXT},
    },
    "goal_condition": {
        "for": "What the referee saw of a goal: it voids it or does not, and may be a foul as well.",
        "kept_by": "rules",
        "parameters": {
            "conditions": {"kind": "ids", "of": "condition"},
            "voids": {"kind": "bool"},
            "penalty_due": {"kind": "id", "of": "infraction", "optional": True},
        },
    },
    "attacking_team": {
        "for": (
            "Only the team that has the puck can score; where the log suggests otherwise the referee is "
            "asked."
        ),
        "alone": "It takes two teams that shoot on one net.",
        "kept_by": "rules",
        "parameters": {"condition": {"kind": "id", "of": "condition"}},
    },
    "restart": {
        "for": (
            "How play resumes after something: to the team on the call (`own`), the other one, or by a "
            "face-off (left out)."
        ),
        "kept_by": "rules",
        "parameters": {
            "after": {
                "kind": "enum",
                "values": ["period_start", "goal", "goalie_freeze", "violation", "penalty"],
            },
            "kinds": {"kind": "ids", "optional": True},
            # Exceptions of a violation that give no restart.
            "exceptions": {"kind": "ids", "optional": True},
            # Only where the call names a team, or only where it names none.
            "team_known": FLAG,
            # Only for a goalie in the crease, or only for one outside it.
            "in_crease": FLAG,
            "infractions": INFRACTIONS_OPTIONAL,
            "not_infractions": INFRACTIONS_OPTIONAL,
            # Only for the team in possession, or only for the other one.
            "in_possession": FLAG,
            "divisions": {"kind": "ids", "optional": True},
            # Whether it is given for penalties that share a label with others, too.
            "coincident": FLAG,
            "to": {"kind": "enum", "values": ["own", "other"], "optional": True},
            "how": {"kind": "enum", "values": ["possession", "inbound", "goalie_ball", "face_off"]},
            "where": ID_OPTIONAL,
            "seconds": COUNT_OPTIONAL,
            "feet": COUNT_OPTIONAL,
            "retag": FLAG,
        },
    },
    "forfeit": {
        "for": "The goals at which a forfeited game is recorded on its sheet.",
        "alone": "The others say it for the standings alone, in `ranking`.",
        "kept_by": "rules",
        "parameters": {"goals": COUNT},
    },
    "ineligible_play": {
        "for": (
            "A team that plays somebody who may not play forfeits, once the game is signed off, and loses "
            "points besides."
        ),
        "alone": "The others leave an ineligible player to their director.",
        "kept_by": "rules",
        "parameters": {
            "reason": {"kind": "enum", "values": ["suspended", "not_rostered"]},
            "points_deducted": COUNT,
        },
    },
    "start_players": {
        "for": "A team with fewer players as that period starts forfeits.",
        "alone": "The others name no number under which nobody plays.",
        "kept_by": "rules",
        "parameters": {"at_least": COUNT, "period": {"kind": "ordinal"}},
    },
    "captain": {
        "for": "Who is captain: named before the game, and whether a goalie may be.",
        "kept_by": "checks",
        "parameters": {"goalies": {"kind": "bool"}},
    },
    "protest": {
        "for": "A protest is in time until one of these calls.",
        "kept_by": "rules",
        "parameters": {"until": {"kind": "ids", "values": sorted(CALLS)}},
    },
}
for _part in [CLOCK_KINDS, ENDING_KINDS, PENALTY_KINDS, RANKING_KINDS]:
    for _name in _part:
        KINDS[_name] = _part[_name]
