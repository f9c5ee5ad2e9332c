"""What comes in is checked once, and says where sense stops."""

import json

import pytest

from webapp.calls.answer_schema import MOST_BYTES_A_CALL
from webapp.calls.envelope import Malformed, TooLarge, claimed_id, read_batch, read_call

CALL = {
    "id": "0190d1c0-0000-7000-8000-000000000001",
    "type": "goal",
    "game": "g",
    "device": "d",
    "n": 1,
    "hlc": "1796070000000-0000",
    "made_at": "2026-11-28T15:00:00Z",
    "made_by": "pat",
    "v": 1,
    "app": "1",
}


def as_json(**changes):
    return json.dumps({**CALL, **changes}).encode()


def test_a_call_is_read_with_all_its_fields():
    wire, call = read_call(as_json(team="HOG"))
    assert (wire.id, wire.n, call["team"]) == (CALL["id"], 1, "HOG")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"3", "Expected `object`"),
        (b"{", "truncated"),
        (b"{}", "missing required field"),
        (as_json(n=0), "/n:"),
        (as_json(n=2**31), "/n:"),
        (as_json(n=True), "/n:"),
        (as_json(n="1"), "/n:"),
        (as_json(v=0), "/v:"),
        (as_json(id="a b"), "/id:"),
        (as_json(id="a\n"), "/id:"),
        (as_json(id="x" * 37), "/id:"),
        (as_json(hlc="soon"), "/hlc:"),
        (as_json(hlc="1796070000000-0000\n"), "/hlc:"),
        (as_json(made_at="2026-11-28T15:00:00"), "/made_at:"),
        (as_json(made_at="yesterday"), "/made_at:"),
        (as_json(made_by=""), "/made_by:"),
        (as_json(text="a\0b"), "no text"),
        (as_json(text={"\0": 1}), "no text"),
        (as_json(text="\ud800"), ""),
        (b'{"id":"\xff"}', ""),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "nested too deeply"),
        (as_json(text=json.loads("[" * 300 + "]" * 300)), "nested too deeply"),
    ],
)
def test_a_call_that_makes_no_sense_is_malformed(raw, says):
    with pytest.raises(Malformed) as fault:
        read_call(raw)
    assert says in str(fault.value)


def test_a_call_heavier_than_a_call_may_be_is_too_large():
    with pytest.raises(TooLarge):
        read_call(as_json(text="x" * MOST_BYTES_A_CALL))


def test_the_id_of_a_faulty_call_is_told_back_only_where_it_is_one():
    assert claimed_id(as_json(n=0)) == CALL["id"]
    assert claimed_id(as_json(id="<b>")) is None
    assert claimed_id(b'[{"id": "x"}]') is None


def test_a_faulty_call_does_not_spoil_its_batch():
    batch = read_batch(b'{"batch": "b", "device": "d", "calls": [{"id": 3}, "\xff", NaN, "\\ud800", 7]}')
    assert len(batch.calls) == 5


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"batch": "b", "device": "d"}',
        b'{"batch": "b", "device": "d", "calls": {}}',
        b'{"batch": "b", "device": "d", "calls": [], "heads": {"g": -1}}',
        b'{"batch": "b", "device": "d", "calls": [], "heads": {"g": 1.5}}',
        b'{"batch": "b", "device": "d", "calls": []} x',
        json.dumps(
            {"batch": "b", "device": "d", "calls": [], "heads": dict.fromkeys(map(str, range(3000)), 1)}
        ).encode(),
        b'{"batch": "b", "device": "d", "calls": [' + b"[" * 100_000,
    ],
)
def test_a_faulty_batch_is_malformed(body):
    with pytest.raises(Malformed):
        read_batch(body)
