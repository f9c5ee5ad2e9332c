"""Each pull says in two numbers what the log holds up to its cursor, for a phone to compare with its own."""

from __future__ import annotations

import zlib


def in_short(*calls):
    numbers = (zlib.crc32(f"{call['id']} {call['device']} {call['n']}".encode()) for call in calls)
    return {"calls": len(calls), "sum": sum(numbers) % 2**32}


def test_it_covers_what_was_told_and_no_more(pat, sam):
    calls = [pat.call("note", text="One"), sam.call("note", text="Two"), pat.call("note", text="Three")]
    for phone, call in zip((pat, sam, pat), calls, strict=True):
        phone.push(call)
    first = pat.get("/api/v1/games/game1/calls?cursor=0&limit=2").json
    assert first["log"] == in_short(*calls[:2])
    rest = pat.get(f"/api/v1/games/game1/calls?cursor={first['cursor']}").json
    assert rest["log"] == in_short(*calls)
    nothing_new = pat.get(f"/api/v1/games/game1/calls?cursor={rest['cursor']}").json
    assert nothing_new["log"] == in_short(*calls)


def test_a_cursor_beyond_the_log_is_no_reason_to_be_silent(pat):
    call = pat.call("note", text="One")
    pat.push(call)
    assert pat.get("/api/v1/games/game1/calls?cursor=40").json["log"] == in_short(call)


def test_an_empty_log_is_nothing(pat):
    assert pat.get("/api/v1/games/game1/calls?cursor=0").json["log"] == {"calls": 0, "sum": 0}
