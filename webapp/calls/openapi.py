"""The OpenAPI 3.1 description, made from the table of shapes and the structs that read the requests."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from webapp.calls.answer_schema import ANSWER_SCHEMAS, MOST_CALLS
from webapp.calls.call_schema import MOST_N, Schema, list_of, on_the_wire, ref, schema_name
from webapp.calls.envelope import DeviceRequest, SyncRequest
from webapp.calls.subscribing import PushEndpoint, PushSubscriptionRequest
from webapp.rules import shapes

VERSION = "1"
MOST_PULLED = 500
_GAME = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
_CALL_OR_NOT = {"anyOf": [ref("Call"), {"description": "Anything else is refused, and holds up no call."}]}
_KNOWN = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ETag of the version that the phone has.",
}


@cache
def description() -> dict[str, Any]:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rinkside", "version": VERSION, "description": "For referees' phones and tools."},
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {"device": {"type": "http", "scheme": "bearer"}},
        },
    }


ANY_PHONE = (401, 429, 503)


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = {}
    for path, verb, operation in _operations():
        paths.setdefault(f"/api/v1{path}", {})[verb] = operation
    return paths


"""What any request with a token may meet: no longer signed in, too often, the database is busy."""


def _operations() -> list[tuple[str, str, dict[str, Any]]]:
    conditional = {"parameters": [_GAME, _KNOWN]}
    return [
        (
            "/devices",
            "post",
            _operation(
                "devices",
                "Register a phone, by password or by a one-time code.",
                {"201": "DeviceAnswer"},
                [400, 401, 409, 413, 415, 429, 503],
                body="DeviceRequest",
                public=True,
            ),
        ),
        (
            "/devices/me",
            "delete",
            _operation("sign_out", "Sign this phone out: its token is no longer good.", {"200": None}, [401]),
        ),
        ("/games", "get", _operation("games", "My games, today's first.", {"200": "GamesAnswer"}, [401])),
        (
            "/games/{game}/packet",
            "get",
            conditional
            | _operation(
                "packet", "All that a game needs offline.", {"200": "Packet"}, [401, 404], etag=True
            ),
        ),
        (
            "/games/{game}/calls",
            "get",
            {
                "parameters": [
                    _GAME,
                    _query("cursor", 0, MOST_N, 0),
                    _query("limit", 1, MOST_PULLED, MOST_PULLED),
                ]
            }
            | _operation("calls", "Calls after a cursor.", {"200": "PullAnswer"}, [400, 401, 404]),
        ),
        (
            "/games/{game}/sheet",
            "get",
            conditional | _operation("sheet", "The server's sheet.", {"200": "Sheet"}, [401, 404], etag=True),
        ),
        (
            "/games/{game}/codes",
            "post",
            {"parameters": [_GAME]}
            | _operation(
                "make_code",
                "A code by which a substitute joins the game, once, within half an hour.",
                {"201": "CodeAnswer"},
                [401, 403, 404, 409, 429, 503],
            ),
        ),
        (
            "/games/{game}/codes",
            "delete",
            {"parameters": [_GAME]}
            | _operation(
                "take_back_codes",
                "Take back the codes that nobody has used yet.",
                {"200": None},
                [401, 403, 404, 429, 503],
            ),
        ),
        (
            "/games/{game}/officials/{account}",
            "delete",
            {"parameters": [_GAME, {**_GAME, "name": "account"}]}
            | _operation("end_joined", "End what a code began.", {"200": None}, [401, 403, 404, 429, 503]),
        ),
        (
            "/sync",
            "post",
            _operation(
                "sync",
                f"Push calls: at most {MOST_CALLS} and 256 KiB, gzipped or not. One result for each call.",
                {"200": "SyncAnswer"},
                [400, 401, 403, 409, 413, 415, 429, 503],
                body="SyncRequest",
            ),
        ),
        (
            "/notices/push",
            "get",
            _operation("known", "What this account has subscribed to notices.", {"200": None}, [401]),
        ),
        (
            "/notices/push",
            "put",
            _operation(
                "keep",
                "Tell of this phone's subscription to notices.",
                {"200": None},
                [400, 401, 413, 415, 422, 429, 503],
                body="PushSubscriptionRequest",
            ),
        ),
        (
            "/notices/push",
            "delete",
            _operation(
                "remove",
                "Have nothing more sent to a subscription.",
                {"200": None},
                [400, 401, 413, 415, 429, 503],
                body="PushEndpoint",
            ),
        ),
        (
            "/notices/push/test",
            "post",
            _operation(
                "test",
                "Have a test notice sent to a subscription.",
                {"201": None},
                [400, 401, 409, 413, 415, 429, 503],
                body="PushEndpoint",
            ),
        ),
        (
            "/openapi.json",
            "get",
            _operation("openapi", "This description.", {"200": None}, [], public=True),
        ),
    ]


def _operation(
    name: str,
    summary: str,
    answers: dict[str, str | None],
    errors: list[int],
    body: str | None = None,
    public: bool = False,
    etag: bool = False,
) -> dict[str, Any]:
    responses: dict[str, Any] = {
        status: {"description": "Done.", "content": _json(ref(schema) if schema else {"type": "object"})}
        for status, schema in answers.items()
    }
    if etag:
        responses["304"] = {"description": "The phone has it."}
    for status in sorted({*errors, *(() if public else ANY_PHONE)}):
        responses[str(status)] = {"description": "Not done.", "content": _json(ref("ApiError"))}
    operation: dict[str, Any] = {"operationId": name, "summary": summary, "responses": responses}
    if body:
        operation["requestBody"] = {"required": True, "content": _json(ref(body))}
    if not public:
        operation["security"] = [{"device": []}]
    return operation


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _query(name: str, least: int, most: int, default: int) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": least, "maximum": most, "default": default}
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _given(*fields: str) -> Schema:
    return {
        "required": list(fields),
        "properties": {field: {"type": "string", "minLength": 1} for field in fields},
    }


def _schemas() -> dict[str, Schema]:
    """Every named schema. A call is shown by type; the server reads a batch's calls one by one."""
    _, requests = msgspec.json.schema_components(
        [SyncRequest, DeviceRequest, PushSubscriptionRequest, PushEndpoint],
        ref_template="#/components/schemas/{name}",
    )
    requests["SyncRequest"]["properties"]["calls"] = {**list_of(_CALL_OR_NOT), "maxItems": MOST_CALLS}
    requests["DeviceRequest"]["anyOf"] = [_given("username", "password"), _given("code")]
    return {
        **ANSWER_SCHEMAS,
        **requests,
        "CallType": {"type": "string", "enum": sorted(shapes.CALLS)},
        **{schema_name(call_type): on_the_wire(call_type) for call_type in shapes.CALLS},
        "Call": {
            "oneOf": [ref(schema_name(call_type)) for call_type in shapes.CALLS],
            "discriminator": {"propertyName": "type"},
        },
    }
