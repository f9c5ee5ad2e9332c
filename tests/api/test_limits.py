"""What is too much, or no JSON, or swells when unpacked is turned away whole, and nothing of it is stored."""

import gzip
import io
import json
import zlib

import pytest

from webapp.calls.answer_schema import MOST_BYTES, MOST_CALLS


def post(phone, body, **headers):
    given = {"Content-Type": "application/json", **phone.signed, **headers}
    return phone.send("POST", "/api/v1/sync", given, body)


def notes(phone, number, text="x"):
    return [phone.call("note", text=text) for _ in range(number)]


def test_a_hundred_calls_pass_and_a_hundred_and_one_do_not(pat):
    assert len(pat.push(*notes(pat, MOST_CALLS))["results"]) == MOST_CALLS
    answer = pat.post("/api/v1/sync", pat.batch(notes(pat, MOST_CALLS + 1)))
    assert (answer.status, answer.json["error"]) == (413, "request_entity_too_large")
    assert len(pat.pull()) == MOST_CALLS


def test_a_body_over_the_limit_is_turned_away_and_its_halves_pass(pat):
    calls = notes(pat, 90, text="ü" * 1900)
    assert pat.post("/api/v1/sync", pat.batch(calls)).status == 413
    assert pat.pull() == []
    for half in (calls[:20], calls[20:40]):
        pat.push(*half)
    assert len(pat.pull()) == 40


def test_a_gzipped_push_is_read(pat):
    call = pat.call("note", text="x")
    answer = post(pat, gzip.compress(json.dumps(pat.batch([call])).encode()), **{"Content-Encoding": "gzip"})
    assert answer.json["results"][0]["result"] == "accepted"


def test_the_limit_counts_what_comes_out_of_the_gzip(pat):
    body = json.dumps(pat.batch([pat.call("note", text="x")], padding=" " * MOST_BYTES)).encode()
    small = gzip.compress(body)
    assert len(small) < 2000
    assert post(pat, small, **{"Content-Encoding": "gzip"}).status == 413


def test_a_gzip_bomb_is_put_out_before_it_swells(pat):
    squeeze = zlib.compressobj(9, wbits=31)
    bomb = io.BytesIO()
    for _ in range(200):
        bomb.write(squeeze.compress(bytes(1024 * 1024)))
    bomb.write(squeeze.flush())
    assert len(bomb.getvalue()) < MOST_BYTES, "a fifth of a megabyte that stands for two hundred"
    assert post(pat, bomb.getvalue(), **{"Content-Encoding": "gzip"}).status == 413


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (b"no gzip at all", "gzip", 400),
        (gzip.compress(b"{}", mtime=0)[:-4], "gzip", 400),
        (gzip.compress(b"{}", mtime=0) + b"more", "gzip", 400),
        (b"{}", "br", 415),
        (b"{}", "gzip, gzip", 415),
    ],
)
def test_a_broken_or_unknown_encoding_is_turned_away(pat, body, encoding, status):
    assert post(pat, body, **{"Content-Encoding": encoding}).status == status


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b'{"batch": 1}', b"\xff", b"[" * 100_000])
def test_what_is_no_push_is_a_bad_request_in_json(pat, body):
    answer = post(pat, body)
    assert answer.status == 400
    assert set(answer.json) == {"error", "says"}


def test_a_form_is_no_push(pat):
    assert post(pat, b"batch=1", **{"Content-Type": "application/x-www-form-urlencoded"}).status == 415


@pytest.mark.parametrize("query", ["cursor=-1", "cursor=x", "cursor=1e3", "limit=0", "limit=501", "limit=٣"])
def test_a_pull_with_a_senseless_cursor_or_limit_is_a_bad_request(pat, query):
    assert pat.get(f"/api/v1/games/game1/calls?{query}").status == 400


@pytest.mark.parametrize("limit", [1, 2, 3, 500])
def test_a_pull_in_pages_of_any_size_gives_everything_once(pat, limit):
    calls = notes(pat, 7)
    pat.push(*calls)
    assert [one["call"] for one in pat.pull(limit=limit)] == calls
