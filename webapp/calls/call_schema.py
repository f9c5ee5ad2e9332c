"""JSON Schema of calls, made from the one table of shapes. OpenAPI and the TypeScript types rest on it."""

from __future__ import annotations

from typing import Any

from webapp.rules import shapes

Schema = dict[str, Any]

PATTERNS = {
    "clock": r"^[0-9]{2}:[0-5][0-9]$",
    "hlc": r"^[0-9]{13}-[0-9]{4}$",
    "id": r"^[0-9A-Za-z_.:-]{1,36}$",
}
"""`hlc`: milliseconds and a counter. `id`: what phones make (calls, devices, batches): UUIDs as text."""

MOST_N = 2**31 - 1
MOST_TEXT = 2000


def text(most: int = 100) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most}


def texts_by_key(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """An object: the fields that are always there, and those that may be left out."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


PERIOD: Schema = {
    "oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^(OT[0-9]*|SO)$"}]
}

_KINDS: dict[str, Schema] = {
    "text": text(MOST_TEXT),
    "id": text(),
    "bool": {"type": "boolean"},
    "count": {"type": "integer", "minimum": 0},
    "period": ref("Period"),
    "clock": {"type": "string", "pattern": PATTERNS["clock"]},
    "players": list_of(text()),
    "calls": list_of(text()),
    "class": {"type": "string", "enum": shapes.CLASSES},
    "conditions": list_of(ref("Condition")),
    "new_player": record({"id": text(), "number": text()}, {"name": text()}),
    "code": ref("Code"),
    "fields": texts_by_key({}),
    "heads": texts_by_key({"type": "integer", "minimum": 0, "maximum": MOST_N}),
}


def field_schema(field: dict[str, Any]) -> Schema:
    """A field of the table as JSON Schema; ids of people, teams and calls are plain texts there."""
    if field["kind"] == "enum":
        values = field["values"]
        return {"type": "boolean", "enum": values} if values == [True] else {"type": "string", "enum": values}
    return _KINDS.get(field["kind"], text())


def schema_name(call_type: str) -> str:
    """`period_start` becomes `PeriodStartCall`."""
    return "".join(word.capitalize() for word in call_type.split("_")) + "Call"


def said_schema(call_type: str) -> Schema:
    """What a call of this type says: its own fields, `period` and `clock`, without id and wire."""
    fields = {"period": shapes.COMMON["period"], "clock": shapes.COMMON["clock"], **shapes.CALLS[call_type]}
    required = {"type": {"type": "string", "const": call_type}}
    optional = {}
    for name, field in fields.items():
        (optional if field.get("optional") else required)[name] = field_schema(field)
    return record(required, optional)


WIRE_SCHEMA = record(
    {
        "id": {"type": "string", "pattern": PATTERNS["id"]},
        "game": text(),
        "device": {"type": "string", "pattern": PATTERNS["id"]},
        "n": {"type": "integer", "minimum": 1, "maximum": MOST_N},
        "hlc": {"type": "string", "pattern": PATTERNS["hlc"]},
        "made_at": {"type": "string", "format": "date-time"},
        "made_by": text(),
        "v": {"type": "integer", "minimum": 1, "maximum": MOST_N},
        "app": text(),
    },
    {"called_by": {"type": "string", "pattern": PATTERNS["id"]}, "packet": text()},
)
"""What `protocol` adds to every call: who, where, in which order, with which version."""


def on_the_wire(call_type: str) -> Schema:
    """A whole call of one type as it travels."""
    said = said_schema(call_type)
    return {
        **said,
        "properties": {**said["properties"], **WIRE_SCHEMA["properties"]},
        "required": said["required"] + WIRE_SCHEMA["required"],
    }
