"""Many pushes at once, against the product as it is served for real: one log, one sheet, nothing lost."""

import os
import random
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import requests

from webapp.calls.order import in_order
from webapp.calls.ruled import Entry, ruled

TIMES = 10


def a_game(pat, sam):
    """Thirty calls by two officials, some of which name others'."""
    calls = []
    for number in range(5):
        shot = sam.call("shot", team="BEA", goalie="G1", period=1, clock=f"05:{50 - number}")
        scored = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1, clock=f"04:{50 - number}")
        foul = pat.call(
            "penalty",
            team="BEA",
            player="BEA3",
            infraction="tripping",
            fouled="HOG2",
            period=1,
            clock="03:00",
        )
        better = sam.call("amend", call=foul["id"], set={"player": "BEA4"})
        calls += [shot, scored, foul, better, sam.call("note", text=f"Note {number}")]
        if number % 2:
            calls.append(sam.call("void", call=scored["id"], reason="It hit the post."))
    return calls


def pieces(calls, chance):
    """The calls in any order, in batches of any size."""
    shuffled = chance.sample(calls, len(calls))
    while shuffled:
        size = chance.randint(1, 8)
        yield shuffled[:size]
        shuffled = shuffled[size:]


def test_the_same_calls_ten_times_in_parallel_in_any_order_from_two_devices_leave_one_log_and_one_sheet(
    phone_at,
):
    pat, sam = phone_at("pat"), phone_at("sam")
    calls = a_game(pat, sam)

    def push_all(round_number):
        chance = random.Random(round_number)
        phone = (pat, sam)[round_number % 2]
        own = [call for call in calls if call["made_by"] == phone.account]
        told = []
        for piece in pieces(own, chance):
            told += phone.push(*piece)["results"]
        return told

    with ThreadPoolExecutor(TIMES) as pool:
        answers = [one for told in pool.map(push_all, range(2 * TIMES)) for one in told]
    seqs = {(one["id"], one["seq"]) for one in answers}
    assert len(seqs) == len(calls), "every call has one seq, whoever asks"
    first_time = [one["id"] for one in answers if one["result"] != "duplicate"]
    assert sorted(first_time) == sorted(call["id"] for call in calls)

    pulled = pat.pull()
    assert [one["seq"] for one in pulled] == list(range(1, len(calls) + 1))
    assert in_order(one["call"] for one in pulled) == in_order(calls)
    assert pat.sheet() == sam.sheet() == the_sheet(pat, calls)
    assert all(one["counts"] for one in pulled)


def test_a_reader_that_follows_the_cursor_beside_many_writers_skips_nothing(phone_at):
    pat, sam, reader = phone_at("pat"), phone_at("sam"), phone_at("sam")
    calls = [phone.call("note", "game2", text="x") for _ in range(40) for phone in (pat, sam)]
    seen = []

    def write(number):
        for phone in (pat, sam):
            own = [call for call in calls if call["made_by"] == phone.account]
            phone.push(*own[number * 4 : number * 4 + 4])

    def read():
        cursor = 0
        while len(seen) < len(calls):
            page = reader.get(f"/api/v1/games/game2/calls?cursor={cursor}&limit=7").json
            seen.extend(one["call"]["id"] for one in page["calls"])
            cursor = page["cursor"]

    with ThreadPoolExecutor(6) as pool:
        reading = pool.submit(read)
        list(pool.map(write, range(10)))
        reading.result(timeout=30)
    assert sorted(seen) == sorted(call["id"] for call in calls)


def test_an_answer_lost_after_the_commit_costs_nothing(served, phone_at):
    pat = phone_at("pat")
    call = pat.call("note", "game3", text="A goal.")
    body = requests.Request(
        "POST", f"{served.root}/api/v1/sync", headers=pat.signed, json=pat.batch([call])
    ).prepare()
    lines = [f"POST {body.path_url} HTTP/1.1", "Host: rink", *(f"{k}: {v}" for k, v in body.headers.items())]
    where = urlsplit(served.root)
    with socket.create_connection((where.hostname, where.port)) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode() + body.body)
        line.recv(1)  # it was answered, but the phone is in a tunnel
    told = pat.push(call)["results"][0]
    assert (told["result"], told["seq"]) == ("duplicate", 1)
    assert len(pat.pull("game3")) == 1


def test_what_was_acknowledged_survives_workers_that_are_killed(served, phone_at):
    phones = [phone_at("pat"), phone_at("sam")]
    acknowledged = {}

    def log_a_game(phone):
        for number in range(15):
            call = phone.call("note", "game3", text="x")
            while call["id"] not in acknowledged:
                try:
                    told = phone.push(call)["results"][0]
                    acknowledged[call["id"]] = told["seq"]
                except (requests.RequestException, AssertionError):
                    continue
            if number == 7:
                kill_one_of(served)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(log_a_game, phones))
    pulled = {one["call"]["id"]: one["seq"] for one in phones[0].pull("game3")}
    assert acknowledged.items() <= pulled.items()
    assert sorted(pulled.values()) == list(range(1, len(pulled) + 1))


def the_sheet(phone, calls):
    """What the rules make of these calls by the packet alone, as a phone works it out."""
    packet = phone.get("/api/v1/games/game1/packet").json
    entries = [Entry(call) for call in in_order(calls)]
    sheet, *_ = ruled(entries, packet["game_file"], packet["rulebook"])
    return sheet


def kill_one_of(served):
    """Kill a worker where there is one: the arbiter starts another."""
    for pid in served.workers()[:1]:
        os.kill(pid, signal.SIGKILL)
