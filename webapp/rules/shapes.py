"""The one table of what a call may look like.

The checks on server and phone, OpenAPI, the TypeScript types and the app's input sheets are all made
from it. A field is `{"kind": …}`, with `"optional": True` where it may be left out, `"values"` for an
enumeration and `"text": True` for free text that people write. The kinds of field:

| kind | value |
| --- | --- |
| `text` | a string that is not empty, at most 2,000 characters |
| `id` | a string of 1 to 100 characters |
| `bool` | `true` or `false` |
| `enum` | one of `values` |
| `count` | a whole number from 0 |
| `period` | `1`, `2`, …, `"OT"`, `"OT2"`, …, `"SO"`; how many is the rulebook's |
| `clock` | time remaining, `MM:SS` |
| `team` | the key of a team of the game |
| `player` | the id of a player; `of` names whose: `own` (the call's team), `any` |
| `players` | a list of different ids of the call's own players |
| `goalie` | the id of a goalie: one who belongs to neither team, or a team's own |
| `shared_goalie` | the id of a goalie who belongs to neither team |
| `staff` | the id of somebody on the bench of the call's team |
| `call` | the id of another call; `to` lists the types that it may have |
| `calls` | a list of different ids of calls |
| `infraction`, `class`, `conditions`, `violation` | what the rulebook knows |
| `new_player` | `{"id", "number", "name"?}` |
| `code` | a ruling code |
| `fields` | fields of the named call and their right values, null takes one away |
| `heads` | `{device: n}` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .typed import Json

ENGINE_VERSION = "1.0.0"
SHAPE_VERSION = 1

STAGES = ["season", "round_robin", "seeding", "playoff", "final"]
TIMINGS = ["stop", "running"]
VENUES = ["rink", "open"]
POSITIONS = ["skater", "goalie"]
GENDERS = ["woman", "nonbinary", "man"]
PLAYER_ROLES = ["captain", "alternate"]

CLASSES = [
    "minor",
    "double_minor",
    "bench_minor",
    "major",
    "major_game_misconduct",
    "misconduct",
    "game_misconduct",
    "match",
    "warning",
    "severe",
    "extreme",
    "sit_shift",
    "sit_half",
]

CONDITIONS = [
    "kicked",
    "kicked_deflected",
    "foot_redirect",
    "hand_batted",
    "hand_batted_deflected",
    "glove_unintentional",
    "high_stick",
    "stick_above_waist",
    "stick_in_crease_early",
    "body_in_crease",
    "stick_in_crease",
    "stick_in_crease_contact",
    "contact_in_crease_incidental",
    "contact_in_crease",
    "contact_outside_incidental",
    "contact_outside",
    "goalie_initiated_outside",
    "off_official",
    "not_attacking_team",
    "not_tagged_up",
    "foul_by_scoring_team",
    "after_whistle",
    "after_buzzer",
    "net_displaced",
    "delayed_penalty_on_scorer",
]

CODES = [
    "goal_allowed",
    "goal_disallowed",
    "penalty_due",
    "restart",
    "delayed",
    "serve",
    "warning",
    "penalty_shot",
    "player_ejected",
    "player_suspended",
    "goalie_disqualified",
    "team_disqualified",
    "staff_ejected",
    "staff_suspended",
    "bench_minor",
    "game_forfeited",
    "ineligible",
    "short_lineup",
    "lineup_fault",
    "denied",
    "shooter_ineligible",
    "shootout_won",
    "report_required",
    "question",
    "one_away",
    "clock",
    "next",
    "protest_filed",
    "possible_duplicate",
]

# Codes that end somebody's game or tournament: a screen asks before it logs the call that brings one.
GRAVE = ["player_ejected", "goalie_disqualified", "team_disqualified", "staff_ejected", "game_forfeited"]

# Calls at a whistle: in stop time the clock stands until play goes on.
WHISTLED = ["penalty", "goal", "goalie_freeze", "timeout", "injury", "delay"]

_TEAM = {"kind": "team"}
_TEAM_OPTIONAL = {"kind": "team", "optional": True}
_OWN = {"kind": "player", "of": "own"}
_OWN_OPTIONAL = {"kind": "player", "of": "own", "optional": True}
_GOALIE_OPTIONAL = {"kind": "goalie", "optional": True}
_FLAG = {"kind": "bool", "optional": True}
_TEXT = {"kind": "text", "text": True}
_TEXT_OPTIONAL = {"kind": "text", "text": True, "optional": True}
_AWARD = {"kind": "call", "to": ["penalty"]}

CALLS: dict[str, dict[str, Json]] = {
    "period_start": {},
    "period_end": {},
    "coin_toss": {"team": _TEAM, "takes": {"kind": "enum", "values": ["periods_1_and_3", "period_2"]}},
    "clock": {
        "action": {"kind": "enum", "values": ["start", "stop", "set", "running_time", "stop_time"]},
    },
    "attendance": {
        "team": _TEAM,
        "players": {"kind": "players"},
        "captains": {"kind": "players", "optional": True},
    },
    "roster_add": {"team": _TEAM, "player": {"kind": "new_player"}, "approved": _FLAG},
    "arrive": {"team": _TEAM, "player": _OWN},
    "depart": {"team": _TEAM, "player": _OWN},
    "goalie_in": {"goalie": {"kind": "goalie"}, "team": _TEAM_OPTIONAL},
    "lineup": {"team": _TEAM, "skaters": {"kind": "players"}},
    "possession": {"team": _TEAM},
    "tagged_up": {"team": _TEAM},
    "goal": {
        "team": _TEAM,
        "scorer": _OWN,
        "assists": {"kind": "players", "optional": True},
        "goalie": _GOALIE_OPTIONAL,
        "conditions": {"kind": "conditions", "optional": True},
    },
    "shot": {"team": _TEAM, "goalie": {"kind": "goalie"}},
    "penalty": {
        "team": _TEAM_OPTIONAL,
        "player": _OWN_OPTIONAL,
        "goalie": {"kind": "shared_goalie", "optional": True},
        "staff": {"kind": "staff", "optional": True},
        "bench": {"kind": "enum", "values": [True], "optional": True},
        "infraction": {"kind": "infraction"},
        "class": {"kind": "class", "optional": True},
        "fouled": {"kind": "player", "of": "other", "optional": True},
        "in_possession": _FLAG,
        "coincident": {"kind": "id", "optional": True},
        "breakaway": _FLAG,
        "injury": _FLAG,
        "injury_potential": _FLAG,
        "intentional": _FLAG,
        "in_full": _FLAG,
        "wiped": _FLAG,
        "description": _TEXT_OPTIONAL,
    },
    "ejection": {
        "team": _TEAM_OPTIONAL,
        "player": _OWN_OPTIONAL,
        "goalie": {"kind": "shared_goalie", "optional": True},
        "staff": {"kind": "staff", "optional": True},
        "reason": {"kind": "infraction"},
    },
    "refusal": {"team": _TEAM, "player": _OWN},
    "violation": {
        "team": _TEAM_OPTIONAL,
        "kind": {"kind": "violation"},
        "exception": {"kind": "id", "optional": True},
    },
    "goalie_freeze": {"team": _TEAM, "in_crease": _FLAG},
    "penalty_shot": {
        "team": _TEAM,
        "shooter": _OWN,
        "award": _AWARD,
        "scored": {"kind": "bool"},
        "goalie": _GOALIE_OPTIONAL,
    },
    "shootout_attempt": {"team": _TEAM, "shooter": _OWN, "scored": {"kind": "bool"}},
    "timeout": {
        "team": _TEAM,
        "zone": {"kind": "enum", "values": ["neutral", "attacking", "defending"], "optional": True},
        "stoppage": _FLAG,
    },
    "water_break": {
        "team": _TEAM,
        "by": _OWN,
        "situation": {"kind": "enum", "values": ["own_zone_possession", "goalie_ball", "other"]},
    },
    "roster_discrepancy": {"team": _TEAM, "declared": {"kind": "bool"}},
    "injury": {"team": _TEAM_OPTIONAL, "player": _OWN_OPTIONAL, "goalie": _GOALIE_OPTIONAL, "out": _FLAG},
    "delay": {"team": _TEAM_OPTIONAL},
    "protest": {"team": _TEAM, "by": _OWN, "reason": _TEXT},
    "report": {"about": {"kind": "call"}, "text": _TEXT},
    "note": {"text": _TEXT},
    "amend": {"call": {"kind": "call"}, "set": {"kind": "fields"}},
    "void": {"call": {"kind": "call"}, "reason": _TEXT},
    "same_event": {"calls": {"kind": "calls"}},
    "override": {"call": {"kind": "call"}, "code": {"kind": "code"}, "reason": _TEXT},
    "done": {"call": {"kind": "call"}, "code": {"kind": "code"}},
    "waive": {"award": _AWARD},
    "acknowledge": {"team": _TEAM, "by": _TEXT},
    "left_ice": {},
    "abandon": {"reason": _TEXT, "forfeited_by": _TEAM_OPTIONAL},
    "sign_off": {"by": _TEXT, "heads": {"kind": "heads", "optional": True}},
    "admit": {"calls": {"kind": "calls"}},
    "reject": {"calls": {"kind": "calls"}},
}

# Fields that any call may have, beside its type's own.
COMMON: dict[str, Json] = {
    "id": {"kind": "id"},
    "type": {"kind": "enum", "values": sorted(CALLS)},
    "period": {"kind": "period", "optional": True},
    "clock": {"kind": "clock", "optional": True},
}

# What the wire adds: see "A call on the wire". A game file may hold these, too.
WIRE: dict[str, Json] = {
    "game": {"kind": "id", "optional": True},
    "device": {"kind": "id", "optional": True},
    "n": {"kind": "count", "optional": True},
    "hlc": {"kind": "id", "optional": True},
    "made_at": {"kind": "id", "optional": True},
    "made_by": {"kind": "id", "optional": True},
    "called_by": {"kind": "id", "optional": True},
    "packet": {"kind": "id", "optional": True},
    "v": {"kind": "count", "optional": True},
    "app": {"kind": "id", "optional": True},
}

# A call of these types names exactly one (`least` 1) or at most one (`least` 0) of these fields.
ONE_OF: dict[str, Json] = {
    "penalty": {"fields": ["player", "goalie", "staff", "bench"], "least": 1},
    "ejection": {"fields": ["player", "goalie", "staff"], "least": 1},
    "injury": {"fields": ["player", "goalie"], "least": 0},
}

# What is said about the log itself, and never happened on the ice: such a call is never late.
NEVER_LATE = [
    "void",
    "amend",
    "same_event",
    "override",
    "done",
    "report",
    "note",
    "acknowledge",
    "left_ice",
    "protest",
    "waive",
    "admit",
    "reject",
    "sign_off",
]

# These cannot be amended.
NOT_AMENDABLE = ["void", "amend", "same_event"]

# A call cannot lose or change these by an amendment: they make it the call that it is.
NOT_SETTABLE = ["id", "type"] + sorted(WIRE)

PLAYER: dict[str, Json] = {
    "id": {"kind": "id"},
    "number": {"kind": "id"},
    "name": {"kind": "id", "optional": True},
    "position": {"kind": "enum", "values": POSITIONS},
    "gender": {"kind": "enum", "values": GENDERS, "optional": True},
    "role": {"kind": "enum", "values": PLAYER_ROLES, "optional": True},
}
NEW_PLAYER: dict[str, Json] = {
    "id": {"kind": "id"},
    "number": {"kind": "id"},
    "name": {"kind": "id", "optional": True},
}
STAFF: dict[str, Json] = {
    "id": {"kind": "id"},
    "name": {"kind": "id", "optional": True},
    "role": {"kind": "id", "optional": True},
}
GOALIE: dict[str, Json] = {
    "id": {"kind": "id"},
    "name": {"kind": "id", "optional": True},
    "level": {"kind": "id", "optional": True},
}
GAME: dict[str, Json] = {
    "id": {"kind": "id"},
    "stage": {"kind": "enum", "values": STAGES},
    "timing": {"kind": "enum", "values": TIMINGS, "optional": True},
    "home": {"kind": "team"},
    "away": {"kind": "team"},
    "division": {"kind": "id", "optional": True},
    "venue": {"kind": "enum", "values": VENUES, "optional": True},
}
GAME_FILE = ["rulebook", "game", "teams", "goalies", "history", "calls"]


def free_text_fields(call_type: str) -> list[str]:
    """Fields of a call type that hold what people wrote, as JSON pointers into the call: `/reason`."""
    fields = CALLS.get(call_type, {})
    found = ["/" + name for name in sorted(fields) if fields[name].get("text")]
    if call_type == "roster_add":
        found.append("/player/name")
    return found
