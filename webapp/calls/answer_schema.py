"""JSON Schema of what the server answers: packets, rulebooks, the results of a push, pulled calls."""

from __future__ import annotations

from webapp.calls.call_schema import MOST_N, PATTERNS, PERIOD, Schema, list_of, record, ref, texts_by_key
from webapp.calls.sheet_schema import FLAG, SHEET_SCHEMAS, TEXT, WHOLE, one_of, or_null
from webapp.rules import shapes

MARKS = ("not_assigned",)
HELD = ("late", "not_an_official", "assignment_ended", "unknown_type", "newer_version", "unknown_target")
REFUSED = ("malformed", "too_large", "id_conflict", "unknown_game", "not_the_author", "number_conflict")

MOST_CALLS = 100
MOST_BYTES = 256 * 1024
MOST_BYTES_A_CALL = 32 * 1024

_ID = {"type": "string", "pattern": PATTERNS["id"]}
_PLAYER = record(
    {"id": TEXT, "number": TEXT, "position": one_of(*shapes.POSITIONS)},
    {"name": TEXT, "gender": one_of(*shapes.GENDERS), "role": one_of(*shapes.PLAYER_ROLES)},
)
_GAME = record(
    {"id": TEXT, "stage": ref("Stage"), "home": TEXT, "away": TEXT},
    {"timing": one_of(*shapes.TIMINGS), "division": TEXT, "venue": one_of(*shapes.VENUES)},
)
_TEAM_ON_THE_SCHEDULE = record({"key": TEXT, "name": TEXT, "colour": TEXT})
_WHEN_AND_WHERE = {"starts_at": TEXT, "starts_local": TEXT, "timezone": TEXT, "rink": TEXT}


def open_record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """A record to which fields are added over time."""
    return {**record(required, optional), "additionalProperties": True}


ANSWER_SCHEMAS: dict[str, Schema] = {
    **SHEET_SCHEMAS,
    "Period": PERIOD,
    "Player": _PLAYER,
    "Staff": record({"id": TEXT}, {"name": TEXT, "role": TEXT}),
    "Goalie": record({"id": TEXT}, {"name": TEXT, "level": TEXT}),
    "Team": record({"name": TEXT, "players": list_of(ref("Player")), "staff": list_of(ref("Staff"))}),
    "GameFile": open_record(
        {
            "rulebook": TEXT,
            "game": _GAME,
            "teams": texts_by_key(ref("Team")),
            "goalies": list_of(ref("Goalie")),
            "history": ref("History"),
        },
    ),
    "Infraction": open_record(
        {"infraction": TEXT, "name": TEXT, "class": ref("Class"), "common": FLAG},
        {"abbreviation": TEXT, "rule": TEXT, "divisions": list_of(TEXT)},
    ),
    "Clause": open_record({"kind": TEXT, "clause": TEXT, "says": TEXT}, {"reading": TEXT, "base": FLAG}),
    "GoalCondition": record({"condition": ref("Condition"), "voids": FLAG, "clause": TEXT}),
    "ViolationKind": record(
        {"kind": TEXT, "clause": TEXT, "says": TEXT, "exceptions": list_of(TEXT), "teamless": FLAG}
    ),
    "ChangeBuzzer": record({"divisions": list_of(TEXT), "seconds": WHOLE, "clause": TEXT}),
    "TimeLimit": record({"period": WHOLE, "seconds": WHOLE, "clause": TEXT}),
    "Countdown": record({"after": ref("CallType"), "seconds": WHOLE, "clause": TEXT}),
    "Timeout": record({"seconds": WHOLE, "per_game": WHOLE, "zones": list_of(TEXT)}),
    "Screen": open_record(
        {
            "periods": list_of(ref("Period")),
            "period_s": record({timing: or_null(WHOLE) for timing in shapes.TIMINGS}),
            "overtimes_s": list_of(WHOLE),
            "break_s": or_null(WHOLE),
            "warm_up_s": or_null(WHOLE),
            "time_limits": list_of(ref("TimeLimit")),
            "change_buzzers": list_of(ref("ChangeBuzzer")),
            "timeout": or_null(ref("Timeout")),
            "countdowns": list_of(ref("Countdown")),
            "skaters": or_null(WHOLE),
            "roster": record({"at_least": or_null(WHOLE), "at_most": or_null(WHOLE)}),
            "conditions": list_of(ref("GoalCondition")),
            "violations": list_of(ref("ViolationKind")),
            "categories": texts_by_key(list_of(TEXT)),
            "quick": list_of(ref("CallType")),
            "unread": texts_by_key(list_of(TEXT)),
        }
    ),
    "Rulebook": open_record(
        {
            "slug": TEXT,
            "name": TEXT,
            "digest": TEXT,
            "timing": one_of(*shapes.TIMINGS),
            "goalies": one_of("shared", "team"),
            "asks_fouled": FLAG,
            "stages": list_of(ref("Stage")),
            "calls": list_of(ref("CallType")),
            "classes": list_of(ref("Class")),
            "infractions": list_of(ref("Infraction")),
            "clauses": list_of(ref("Clause")),
            "screen": ref("Screen"),
        },
        {"base": TEXT},
    ),
    "EarlierGame": record(
        {
            "game": TEXT,
            "label": TEXT,
            "starts_at": TEXT,
            "carry": or_null(ref("Carry")),
            "known_at": or_null(TEXT),
            "upto": WHOLE,
        }
    ),
    "SuspendedNow": record(
        {
            "games": WHOLE,
            "max_games": or_null(WHOLE),
            "served": WHOLE,
            "left": WHOLE,
            "open_ended": FLAG,
            "until": or_null(TEXT),
            "provisional": FLAG,
        },
        {"player": TEXT, "goalie": TEXT, "staff": TEXT},
    ),
    "Official": record({"account": TEXT, "name": TEXT, "duty": TEXT, "head": FLAG, "by_code": FLAG}),
    "CodeAnswer": record({"code": TEXT, "expires_at": TEXT}),
    "Packet": record(
        {
            "game_file": ref("GameFile"),
            "rulebook": ref("Rulebook"),
            "words": texts_by_key(TEXT),
            "earlier": list_of(ref("EarlierGame")),
            "officials": list_of(ref("Official")),
            "label": TEXT,
            **_WHEN_AND_WHERE,
            "made_from": record({"rulebook": TEXT, "roster": TEXT}),
            "cursor": WHOLE,
            "digest": TEXT,
        },
        {"suspended": list_of(ref("SuspendedNow"))},
    ),
    "GameRow": record(
        {
            "id": TEXT,
            "label": TEXT,
            "competition": TEXT,
            "stage": ref("Stage"),
            "home": _TEAM_ON_THE_SCHEDULE,
            "away": _TEAM_ON_THE_SCHEDULE,
            **_WHEN_AND_WHERE,
            "status": TEXT,
            "duty": or_null(one_of("referee", "scorekeeper")),
            "head": FLAG,
            "score": or_null(texts_by_key(WHOLE)),
        },
        {"winner": or_null(TEXT), "shootout": or_null(texts_by_key(WHOLE))},
    ),
    "AccountAnswer": record({"id": TEXT, "name": TEXT, "language": or_null(TEXT), "roles": list_of(TEXT)}),
    "GamesAnswer": record({"games": list_of(ref("GameRow")), "account": ref("AccountAnswer"), "now": TEXT}),
    "Owed": record(
        {"device": TEXT, "phone": TEXT, "heard_at": TEXT, "game": TEXT, "label": TEXT, "calls": WHOLE}
    ),
    "DeviceAnswer": record(
        {
            "token": TEXT,
            "expires_at": TEXT,
            "account": ref("AccountAnswer"),
            "owing": list_of(ref("Owed")),
        },
        {"joined": TEXT},
    ),
    "CallCode": one_of(*MARKS, *HELD, *REFUSED),
    "Result": record(
        {"id": or_null(TEXT), "result": one_of("accepted", "duplicate", "held", "refused")},
        {"seq": WHOLE, "code": ref("CallCode"), "says": TEXT, "device": TEXT, "n": WHOLE},
    ),
    "Progress": record(
        {"upto": WHOLE, "missing": list_of({"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2})}
    ),
    "SyncAnswer": record(
        {
            "batch": TEXT,
            "epoch": TEXT,
            "results": list_of(ref("Result")),
            "progress": texts_by_key(ref("Progress")),
            "sheets": texts_by_key(TEXT),
        },
        {"fork": {"type": "boolean", "enum": [True]}},
    ),
    "PulledCall": record(
        {
            "seq": WHOLE,
            "counts": FLAG,
            "result": one_of("accepted", "held"),
            "received_at": TEXT,
            "call": ref("Call"),
        },
        {"code": ref("CallCode"), "redacted": list_of(TEXT)},
    ),
    "Decision": record(
        {"code": TEXT, "call": TEXT, "concerns": texts_by_key(TEXT), "confirmed": FLAG, "reason": TEXT}
    ),
    "GameDevice": record(
        {
            "device": TEXT,
            "account": or_null(TEXT),
            "official": or_null(TEXT),
            "phone": or_null(TEXT),
            "by_code": FLAG,
            "heard_at": TEXT,
        }
    ),
    "PullAnswer": record(
        {
            "calls": list_of(ref("PulledCall")),
            "cursor": WHOLE,
            "more": FLAG,
            "waiting": texts_by_key(ref("CallCode")),
            "decisions": list_of(ref("Decision")),
            "progress": texts_by_key(ref("Progress")),
            "revision": WHOLE,
            "devices": list_of(ref("GameDevice")),
            "log": record({"calls": WHOLE, "sum": WHOLE}),
            "epoch": TEXT,
        },
        {name: {"type": "boolean", "enum": [True]} for name in ("not_ruled_on", "older_rules")},
    ),
    "ApiError": open_record(
        {"error": TEXT, "says": TEXT}, {"epoch": TEXT, "progress": texts_by_key(ref("Progress"))}
    ),
}

REQUEST_SCHEMAS: dict[str, Schema] = {
    "SyncRequest": record(
        {
            "batch": _ID,
            "device": _ID,
            "calls": {"type": "array", "items": ref("Call"), "maxItems": MOST_CALLS},
        },
        {
            "epoch": or_null(TEXT),
            "heads": texts_by_key({"type": "integer", "minimum": 0, "maximum": MOST_N}),
            "moved": list_of(record({"id": _ID, "device": _ID, "n": WHOLE})),
        },
    ),
    "DeviceRequest": record(
        {"device": _ID, "name": TEXT},
        {"username": TEXT, "password": TEXT, "code": TEXT, "official": TEXT, "joined": TEXT},
    ),
}
"""What phones send. `envelope.py` reads it; a test holds the two together."""
