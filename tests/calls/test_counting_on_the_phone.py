"""Server and phone agree on what counts, whatever is held, late, decided on or taken back."""

import json
import random
from pathlib import Path

from tests.rules.phone_runtime import on_the_phone
from webapp.rulebooks.reader import load
from webapp.rules.counting import rule_on_log

CASES = Path(__file__).parents[1] / "cases/half-sheet-3v3.json"
LOGS = 60
REASONS = ("not_an_official", "assignment_ended", "unknown_type", "newer_version")


def a_log(chance):
    """Up to thirty calls by two phones that name each other at random, and why some are held."""
    calls, held = [], {}
    for number in range(chance.randint(5, 30)):
        name = f"c{number}"
        other, another = (f"c{chance.randint(0, number + 2)}" for _ in range(2))
        said = chance.choice(
            [
                {"type": "goal", "team": "RED", "scorer": chance.choice(["R9", "R99"]), "goalie": "G1"},
                {"type": "penalty", "team": "BLU", "player": "B5", "infraction": "tripping", "period": 1},
                {"type": "roster_add", "team": "RED", "player": {"id": "R99", "number": "99"}},
                {"type": "void", "call": other, "reason": "wrong"},
                {"type": "admit", "calls": sorted({other, another})},
                {"type": "reject", "calls": [other]},
                {"type": "amend", "call": other, "set": {"calls": [another]}},
                {"type": "amend", "call": other, "set": {"scorer": "R7"}},
                {"type": "same_event", "calls": sorted({other, another})},
                {"type": "sign_off", "by": "Pat", "heads": {"phone": chance.randint(0, 20)}},
                {"type": "shouting_match", "who": "R9"},
            ]
        )
        calls.append({"id": name, "device": chance.choice(["phone", "other"]), "n": number + 1, **said})
        if said["type"] == "shouting_match":
            held[name] = "unknown_type"
        elif chance.random() < 0.2:
            held[name] = chance.choice(REASONS)
    return calls, held


def test_what_counts_and_the_sheet_are_one_on_server_and_phone():
    chance = random.Random(7)
    game = json.loads(CASES.read_text())[0]["game"]
    rulebook = load("half-sheet-3v3")
    common = {"game": game, "rulebook": rulebook, "words": {}, "made_from": {"rulebook": "r", "roster": "t"}}
    logs = [a_log(chance) for _ in range(LOGS)]
    requests = [{"do": "rule_on_log", "calls": calls, "held": held, **common} for calls, held in logs]
    by_the_server = [rule_on_log(calls, held, *common.values()) for calls, held in logs]
    assert on_the_phone(requests) == [{"ok": json.loads(json.dumps(answer))} for answer in by_the_server]
    reasons = {reason for answer in by_the_server for reason in answer["waiting"].values()}
    assert reasons == {"late", "unknown_target", *REASONS}
