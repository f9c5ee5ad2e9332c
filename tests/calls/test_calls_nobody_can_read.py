"""A call of a shape that nobody here knows spoils nothing, whatever it says and whatever it was held for."""

import json
import random
from pathlib import Path

from tests.rules.phone_runtime import on_the_phone
from webapp.rulebooks.reader import load
from webapp.rules.counting import rule_on_log
from webapp.rules.shapes import CALLS, SHAPE_VERSION

CASES = Path(__file__).parents[1] / "cases/half-sheet-3v3.json"
HELD_FOR = ("newer_version", "assignment_ended", "not_an_official", "unknown_type")
ANYTHING = [None, True, 0, -1, 2**70, "", "c1", "x1", [], ["c1"], [["a"]], {}, {"c1": 1}, {"calls": ["x0"]}]


def strange_calls(chance):
    """One of every known type with any JSON in its fields, or without them, and one of an unknown type."""
    for place, call_type in enumerate([*sorted(CALLS), "zzz"]):
        fields = {*CALLS.get(call_type, ["player"]), "period", "clock"}
        said = {field: chance.choice(ANYTHING) for field in sorted(fields) if chance.random() < 0.7}
        wire = {"device": "other", "n": place + 1, "made_by": "sam", "v": SHAPE_VERSION + 98}
        yield {"id": f"x{place}", "type": call_type, **said, **wire}


def a_log(chance):
    """A signed-off game with a late goal, strange calls anywhere in it, and a word that admits them all."""
    pat = {"made_by": "pat", "device": "phone"}
    goal = {"type": "goal", "team": "RED", "scorer": "R9", "goalie": "G1"}
    calls = list(strange_calls(chance))
    held = {call["id"]: chance.choice(HELD_FOR) for call in calls}
    for known in (
        {"id": "c1", "n": 1, **goal},
        {"id": "c2", "n": 2, "type": "sign_off", "by": "Pat", "heads": {"phone": 1}},
        {"id": "c3", "n": 3, **goal},
        {"id": "c4", "n": 4, "type": "admit", "calls": sorted(held)},
    ):
        calls.insert(chance.randint(0, len(calls)), {**pat, **known})
    return calls, held


def test_they_wait_for_a_newer_server_and_for_nobodys_word_and_the_others_count_as_ever():
    chance = random.Random(3)
    game = json.loads(CASES.read_text())[0]["game"]
    made_from = {"rulebook": "r", "roster": "t"}
    common = {"game": game, "rulebook": load("half-sheet-3v3"), "words": {}, "made_from": made_from}
    logs = [a_log(chance) for _ in range(40)]
    by_the_server = [rule_on_log(calls, held, *common.values()) for calls, held in logs]
    for (_, held), answer in zip(logs, by_the_server, strict=True):
        assert answer["waiting"] == {**held, "c3": "late"}
        assert answer["undecided"] == ["c3"]
        assert answer["sheet"]["score"] == {"RED": 1, "BLU": 0}
    requests = [{"do": "rule_on_log", "calls": calls, "held": held, **common} for calls, held in logs]
    assert on_the_phone(requests) == [{"ok": json.loads(json.dumps(answer))} for answer in by_the_server]
