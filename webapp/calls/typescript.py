"""The TypeScript types of the wire and the rules: `python -m webapp.calls.typescript` writes them.

Standard library and the table of shapes alone, so that the build needs nothing installed.
"""

from __future__ import annotations

import json
from pathlib import Path

from webapp.calls.answer_schema import ANSWER_SCHEMAS, REQUEST_SCHEMAS
from webapp.calls.call_schema import WIRE_SCHEMA, Schema, said_schema, schema_name
from webapp.rules import shapes

TARGET = Path(__file__).parents[2] / "static/src/generated/calls.ts"

HEAD = "// Made by webapp/calls/typescript.py from the table of shapes. Changes here are lost.\n"

_CALL_TYPES = """\
/** What an official says, before the phone adds id and order. */
export type Said = %s;

/** One entry of a game's log, as it travels. */
export type Call = Said & Wire;

/** A call that is being put together: the phone fills in the rest. */
export type Draft = Said & { id?: string };

export type CallType = Said['type'];
export type CallOf<T extends CallType> = Extract<Call, { type: T }>;
export type DraftOf<T extends CallType> = Extract<Draft, { type: T }>;
export type RulingCode = Ruling['code'];
export type RulingOf<C extends RulingCode> = Extract<Ruling, { code: C }>;

/** A field of the table of shapes. Kinds are explained in webapp/rules/shapes.py. */
export interface FieldShape {
  kind: %s;
  optional?: boolean;
  values?: readonly (string | boolean)[];
  text?: boolean;
  of?: string;
  to?: readonly CallType[];
}
"""


def typed(schema: Schema) -> str:
    """A JSON Schema as a TypeScript type on one line."""
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "oneOf" in schema:
        return " | ".join(dict.fromkeys(typed(one) for one in schema["oneOf"]))
    if isinstance(schema.get("type"), list):
        return " | ".join(typed({"type": one}) for one in schema["type"])
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "array" if schema.get("maxItems") == 2:
            return f"[{typed(schema['items'])}, {typed(schema['items'])}]"
        case "array":
            inner = typed(schema["items"])
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            return _object(schema)
        case None:
            return "unknown"
        case other:
            return other


def _object(schema: Schema) -> str:
    if "properties" not in schema:
        return f"Record<string, {typed(schema['additionalProperties'])}>"
    return "{ " + " ".join(_fields(schema)) + " }"


def _fields(schema: Schema) -> list[str]:
    required = schema.get("required", [])
    return [
        f"{name}{'' if name in required else '?'}: {typed(field)};"
        for name, field in schema["properties"].items()
    ]


def declared(name: str, schema: Schema) -> str:
    """An exported interface for an object, an exported type for anything else."""
    if "properties" in schema:
        return f"export interface {name} {{\n" + "".join(f"  {line}\n" for line in _fields(schema)) + "}\n"
    return f"export type {name} = {typed(schema)};\n"


def module() -> str:
    """The whole generated module."""
    names = [schema_name(call_type) for call_type in shapes.CALLS]
    kinds = {field["kind"] for fields in [shapes.COMMON, *shapes.CALLS.values()] for field in fields.values()}
    parts = [
        HEAD,
        *(declared(name, schema) for name, schema in ANSWER_SCHEMAS.items()),
        *(declared(schema_name(call_type), said_schema(call_type)) for call_type in shapes.CALLS),
        declared("Wire", WIRE_SCHEMA),
        _CALL_TYPES % (" | ".join(names), " | ".join(json.dumps(kind) for kind in sorted(kinds))),
        *(declared(name, schema) for name, schema in REQUEST_SCHEMAS.items()),
        _const("SHAPES", "Record<CallType, Record<string, FieldShape>>", shapes.CALLS),
        _const(
            "COMMON_FIELDS", "Record<string, FieldShape>", {k: shapes.COMMON[k] for k in ("period", "clock")}
        ),
        _const("ONE_OF", "Partial<Record<CallType, { fields: string[]; least: number }>>", shapes.ONE_OF),
        _const("NEVER_LATE", "readonly CallType[]", shapes.NEVER_LATE),
        _const("GRAVE", "readonly Code[]", shapes.GRAVE),
        _const("WHISTLED", "readonly CallType[]", shapes.WHISTLED),
        _const("SHAPE_VERSION", "number", shapes.SHAPE_VERSION),
    ]
    return "\n".join(parts)


def _const(name: str, kind: str, value: object) -> str:
    return f"export const {name}: {kind} = {json.dumps(value, indent=2)};\n"


def main() -> None:
    """Write the module, unless it already says the same: watchers need not wake up."""
    text = module()
    if TARGET.exists() and TARGET.read_text() == text:
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
