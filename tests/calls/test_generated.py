"""What is made from the table of shapes: TypeScript and OpenAPI say what the server reads."""

import json
import re

import jsonschema_rs
import pytest

from webapp.calls import openapi, typescript
from webapp.calls.answer_schema import REQUEST_SCHEMAS
from webapp.calls.call_schema import schema_name
from webapp.calls.envelope import DeviceRequest, SyncRequest, Wire, read_call
from webapp.rulebooks.reader import load
from webapp.rules import shapes
from webapp.rules.adjudicate import adjudicate


def test_every_call_type_and_ruling_code_has_a_type():
    text = typescript.module()
    for call_type in shapes.CALLS:
        assert f"export interface {schema_name(call_type)} {{" in text
    for code in shapes.CODES:
        assert re.search(rf'code: "{code}";', text)


@pytest.mark.parametrize("kind", [SyncRequest, DeviceRequest])
def test_a_request_has_the_fields_in_typescript_that_the_server_reads(kind):
    assert set(REQUEST_SCHEMAS[kind.__name__]["properties"]) == set(kind.__struct_fields__)


def test_the_wire_of_the_types_is_the_wire_that_is_read():
    wire = set(openapi.description()["components"]["schemas"]["NoteCall"]["properties"])
    assert wire - {"type", "text", "period", "clock"} == set(Wire.__struct_fields__) - {"type"}
    assert set(Wire.__struct_fields__) - {"id", "type"} == set(shapes.WIRE)


def test_a_call_that_openapi_allows_can_be_read():
    schemas = openapi.description()["components"]["schemas"]
    call = {
        "id": "c1",
        "type": "note",
        "text": "x",
        "game": "g",
        "device": "d",
        "n": 1,
        "hlc": "1796070000000-0000",
        "made_at": "2026-11-28T15:00:00Z",
        "made_by": "pat",
        "v": 1,
        "app": "1",
    }
    validator("NoteCall", schemas).validate(call)
    read_call(json.dumps(call).encode())


def test_every_sheet_of_the_worked_cases_is_what_openapi_says(cases):
    sheet_is = validator("Sheet", openapi.description()["components"]["schemas"])
    for case in cases:
        rulebook = load(case["game"]["rulebook"])
        sheet_is.validate(
            adjudicate(case["game"], rulebook, {}, {"rulebook": "sha256:0", "roster": "sha256:0"})
        )


@pytest.fixture
def cases(request):
    text = (request.config.rootpath / "tests/cases/half-sheet-3v3.json").read_text()
    return [case for case in json.loads(text) if "game" in case]


def validator(name, schemas):
    """A validator for one of the document's schemas."""
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    )
