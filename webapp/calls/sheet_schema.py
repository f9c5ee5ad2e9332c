"""JSON Schema of what the rules answer: rulings by code, the sheet, faults."""

from __future__ import annotations

from webapp.calls.call_schema import Schema, list_of, record, ref, texts_by_key
from webapp.rules import shapes

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
FLAG = {"type": "boolean"}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def or_null(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


_TEAM = {"team": TEXT}
_OFFENDER = {"player": TEXT, "goalie": TEXT, "staff": TEXT, "bench": {"type": "boolean", "enum": [True]}}

RULINGS: dict[str, tuple[dict[str, Schema], dict[str, Schema]]] = {
    "goal_allowed": ({"team": TEXT, "scorer": TEXT}, {}),
    "goal_disallowed": ({"team": TEXT, "scorer": TEXT, "conditions": list_of(ref("Condition"))}, {}),
    "penalty_due": ({"team": TEXT, "infraction": TEXT}, {}),
    "restart": (
        {
            "team": or_null(TEXT),
            "how": one_of("possession", "inbound", "goalie_ball", "face_off"),
            "where": or_null(TEXT),
            "retag": FLAG,
            "seconds": or_null(WHOLE),
            "feet": or_null(WHOLE),
        },
        {},
    ),
    "delayed": (_TEAM, {}),
    "serve": (
        {
            "class": TEXT,
            "seconds": or_null(WHOLE),
            "by": one_of("self", "teammate"),
            "in_full": FLAG,
            "short": FLAG,
        },
        {"team": or_null(TEXT), "until": TEXT, **_OFFENDER},
    ),
    "warning": ({"infraction": TEXT}, {"team": or_null(TEXT), **_OFFENDER}),
    "penalty_shot": ({"team": TEXT, "shooter": or_null(TEXT), "when": one_of("now", "end_of_game")}, {}),
    "player_ejected": ({}, {"team": or_null(TEXT), "player": TEXT, "goalie": TEXT}),
    "player_suspended": (
        {"games": or_null(WHOLE), "max_games": or_null(WHOLE), "indefinite": FLAG, "review": FLAG},
        {"team": or_null(TEXT), "player": TEXT, "goalie": TEXT, "rest_of_season": FLAG},
    ),
    "goalie_disqualified": ({"goalie": TEXT, "count": or_null(WHOLE)}, {"team": or_null(TEXT)}),
    "team_disqualified": (_TEAM, {}),
    "staff_ejected": ({"team": TEXT, "staff": TEXT}, {}),
    "staff_suspended": ({"team": TEXT, "staff": TEXT, "games": or_null(WHOLE), "review": FLAG}, {}),
    "bench_minor": ({"team": TEXT, "seconds": or_null(WHOLE)}, {}),
    "game_forfeited": (_TEAM, {"score": or_null(texts_by_key(WHOLE)), "points_deducted": or_null(WHOLE)}),
    "ineligible": (
        {"reason": one_of("suspended", "ejected", "disqualified", "not_rostered")},
        {"team": or_null(TEXT), "player": TEXT, "goalie": TEXT},
    ),
    "short_lineup": ({"team": TEXT, "short_by": WHOLE}, {}),
    "lineup_fault": ({"team": TEXT, "reason": one_of("too_many")}, {}),
    "denied": (
        {
            "team": TEXT,
            "what": one_of("timeout", "water_break"),
            "reason": one_of("used", "zone", "situation"),
        },
        {},
    ),
    "shooter_ineligible": (
        {
            "team": TEXT,
            "shooter": TEXT,
            "reason": one_of("ejected", "not_present", "turn", "no_award", "repeat", "order", "quota"),
        },
        {},
    ),
    "shootout_won": (_TEAM, {}),
    "report_required": ({}, {"team": or_null(TEXT), **_OFFENDER}),
    "question": ({"about": TEXT}, {"team": or_null(TEXT), "condition": TEXT, "what": TEXT}),
    "one_away": ({"of": ref("Code"), "count": WHOLE, "limit": WHOLE}, {"team": or_null(TEXT), **_OFFENDER}),
    "clock": (
        {
            "mode": one_of("stop", "run", "official_may_run"),
            "reason": one_of(
                "penalty",
                "injury",
                "timeout",
                "water_break",
                "last_two_minutes",
                "lead",
                "stoppage",
                "restore",
            ),
        },
        {"team": or_null(TEXT), "seconds": WHOLE},
    ),
    "next": (
        {"what": one_of("period", "overtime", "shootout", "penalty_shots", "final")},
        {"seconds": or_null(WHOLE), "team": or_null(TEXT)},
    ),
    "protest_filed": ({"team": TEXT, "in_time": FLAG, "by_captain": FLAG}, {}),
    "possible_duplicate": ({}, {"team": or_null(TEXT)}),
}
"""By code: the fields that a ruling always has, and those that it may have."""


def ruling_name(code: str) -> str:
    """`goal_allowed` becomes `GoalAllowedRuling`."""
    return "".join(word.capitalize() for word in code.split("_")) + "Ruling"


def ruling_schema(code: str) -> Schema:
    """A ruling of one code, with what every ruling carries: its reasons, clause and sentence."""
    required, optional = RULINGS[code]
    return {
        **record(
            {
                "code": {"type": "string", "const": code},
                "because": list_of(TEXT),
                "clause": TEXT,
                "says": TEXT,
                "message": ref("Message"),
                **required,
            },
            {
                "clauses": list_of(TEXT),
                "blocks": list_of(WHOLE),
                "overridden": FLAG,
                "overridden_by": TEXT,
                "done": FLAG,
                "confirm": one_of("director"),
                **optional,
            },
        ),
        "additionalProperties": True,
    }


_COUNTERS = texts_by_key(texts_by_key({"type": ["integer", "boolean"]}))

SHEET_SCHEMAS: dict[str, Schema] = {
    "Condition": {
        "type": "string",
        "description": "A goal condition: one that all know, or a rulebook's own.",
    },
    "Class": {"type": "string", "enum": shapes.CLASSES},
    "Code": {"type": "string", "enum": shapes.CODES},
    "Stage": {"type": "string", "enum": shapes.STAGES},
    "Message": record({"key": TEXT, "args": texts_by_key({})}),
    "Fault": record({"at": TEXT, "says": TEXT}, {"key": TEXT, "args": texts_by_key({})}),
    "Tally": record({"penalties": WHOLE}, {"seconds": WHOLE, "offences": WHOLE}),
    "ClassTally": record({"penalties": WHOLE, "seconds": WHOLE}),
    "NextStep": record({"gives": one_of("possession", "penalty_shot"), "count": WHOLE, "clause": TEXT}),
    "TeamTally": record({"penalties": WHOLE, "seconds": WHOLE}, {"by_period": texts_by_key(WHOLE)}),
    "GoalieTally": record({}, {"penalties": WHOLE, "shots": WHOLE, "goals": WHOLE}),
    "Tallies": record(
        {
            "players": texts_by_key(ref("Tally")),
            "goalies": texts_by_key(ref("GoalieTally")),
            "teams": texts_by_key(ref("TeamTally")),
        }
    ),
    "Served": record(
        {"class": TEXT, "left_s": or_null(WHOLE)},
        {"team": or_null(TEXT), "waits": {"type": "boolean", "enum": [True]}, **_OFFENDER},
    ),
    "AwardedShot": record({"team": TEXT, "shooter": or_null(TEXT), "award": TEXT}),
    "Carry": {
        **record(
            {"players": _COUNTERS, "goalies": _COUNTERS, "teams": _COUNTERS},
            {"suspensions": list_of(texts_by_key({})), "served": list_of(TEXT)},
        ),
        "additionalProperties": True,
    },
    "History": record({"players": _COUNTERS, "goalies": _COUNTERS, "teams": _COUNTERS}),
    "Sheet": {
        **record(
            {
                "game": TEXT,
                "rulebook": TEXT,
                "score": texts_by_key(WHOLE),
                "winner": or_null(TEXT),
                "status": one_of("scheduled", "in_play", "ended", "abandoned", "signed_off"),
                "rulings": list_of(ref("Ruling")),
                "tallies": ref("Tallies"),
                "box": list_of(ref("Served")),
                "penalty_shots": list_of(ref("AwardedShot")),
                "late": list_of(TEXT),
                "carry": ref("Carry"),
                "made_from": texts_by_key({}),
            },
            {
                "shootout": texts_by_key(WHOLE),
                "played": or_null(list_of(TEXT)),
                "by_class": texts_by_key(texts_by_key(ref("ClassTally"))),
                "towards": texts_by_key(texts_by_key(WHOLE)),
                "period": {"type": ["integer", "string", "null"]},
                "timing": one_of(*shapes.TIMINGS),
                "next_penalty": texts_by_key(list_of(ref("NextStep"))),
            },
        ),
        "additionalProperties": True,
    },
    **{ruling_name(code): ruling_schema(code) for code in shapes.CODES},
    "Ruling": {"oneOf": [ref(ruling_name(code)) for code in shapes.CODES]},
}
