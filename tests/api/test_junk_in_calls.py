"""Junk in any field of any call is refused or held by itself: the server never falls over a call."""

import random

from webapp.rules.shapes import CALLS, CODES, COMMON

PUSHES = 40
RIGHT = {
    "team": ["HOG", "BEA", "FOX"],
    "player": ["HOG1", "HOG2", "BEA1", "X1", "nobody"],
    "players": [[], ["HOG1"], ["HOG1", "HOG2"], ["BEA1", "HOG1"]],
    "goalie": ["G1", "G2", "HOG1"],
    "shared_goalie": ["G1", "G9"],
    "staff": ["HOGC", "BEAC"],
    "period": [1, 2, 3, "SO", "OT"],
    "clock": ["05:00", "00:00", "99:99"],
    "bool": [True, False],
    "infraction": ["tripping", "fighting", "nothing"],
    "class": ["minor", "match"],
    "conditions": [["kicked"], ["not_tagged_up", "off_tree"]],
    "violation": ["late_tag_up", "centre_boards"],
    "code": CODES,
    "new_player": [{"id": "X1", "number": "7"}, {"id": "HOG1", "number": "1"}],
    "heads": [{}, {"a-phone": 3}],
    "text": ["He fell."],
    "id": ["a"],
    "fields": [{"scorer": "HOG1"}, {"team": "BEA"}, {"class": None}, {"calls": ["x"]}, {"infraction": 3}],
}
JUNK = [
    None,
    True,
    0,
    -1,
    2**70,
    1.5,
    "",
    "x",
    "\u0000",
    "x" * 3000,
    [],
    [None],
    [[]],
    {},
    {"": []},
    {"id": 1},
]


def a_value(chance, field, known):
    """A value of the field's kind, or one time in ten whatever."""
    if chance.random() < 0.1:
        return chance.choice(JUNK)
    if field["kind"] == "call":
        return chance.choice(known)
    if field["kind"] == "calls":
        return chance.sample(known, min(2, len(known)))
    return chance.choice(field["values"] if field["kind"] == "enum" else RIGHT[field["kind"]])


def a_call(chance, phone, known):
    call_type = chance.choice(sorted(CALLS))
    fields = {**CALLS[call_type], "period": COMMON["period"], "clock": COMMON["clock"]}
    chosen = [name for name in fields if not fields[name].get("optional") or chance.random() < 0.3]
    return phone.call(call_type, **{name: a_value(chance, fields[name], known) for name in chosen})


def test_every_push_of_junk_is_answered_call_by_call_and_spoils_no_sheet(pat, caplog):
    chance = random.Random(11)
    known = ["nowhere"]
    results = []
    for _ in range(PUSHES):
        told = pat.push(*[a_call(chance, pat, known[-30:]) for _ in range(6)])["results"]
        results += [one["result"] for one in told]
        known += [one["id"] for one in told if one["result"] != "refused"]
    assert set(results) == {"accepted", "held", "refused"}
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert len(pat.pull()) == len(known) - 1
    counting = [one["call"]["id"] for one in pat.pull() if one["counts"]]
    rested_on = {call for ruling in pat.sheet()["rulings"] for call in ruling["because"]}
    assert rested_on <= set(counting)
    assert pat.push(heads={"game1": 1})["sheets"]["game1"]
    assert pat.get("/api/v1/games/game2/packet").status == 200
