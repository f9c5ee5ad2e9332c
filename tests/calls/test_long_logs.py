"""Ruling on a log takes work in proportion to its length, whatever its calls name."""

import json
import sys
from pathlib import Path

import pytest

from webapp.rulebooks.reader import load
from webapp.rules.counting import counted

GAME = json.loads((Path(__file__).parents[1] / "cases/half-sheet-3v3.json").read_text())[0]["game"]
BOOK = load("half-sheet-3v3")
GOAL = {"type": "goal", "team": "RED", "scorer": "R9", "goalie": "G1"}

CHAINS = {
    "reports, each on the one before, the first on nothing": lambda n: {
        "type": "report",
        "about": f"c{n - 1}",
        "text": "See there.",
    },
    "voids of voids, the first of nothing": lambda n: {
        "type": "void",
        "call": f"c{n - 1}",
        "reason": "wrong",
    },
    "reports, each on the one after, the last on nothing": lambda n: {
        "type": "report",
        "about": f"c{n + 1}",
        "text": "See there.",
    },
}


def work(calls):
    """How many lines run while a log is looked through, the same on every machine; and what comes out."""
    lines = 0

    def trace(_frame, event, _said):
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = counted(calls, {}, GAME, BOOK)
    finally:
        sys.settrace(before)
    return lines, result


@pytest.mark.parametrize("chain", CHAINS)
def test_a_chain_about_nothing_falls_in_one_go(chain):
    def log(length):
        return [{"id": f"c{n}", "device": "phone", "n": n + 1, **CHAINS[chain](n)} for n in range(length)]

    short, _ = work(log(50))
    long, result = work(log(200))
    assert set(result["waiting"].values()) == {"unknown_target"}
    assert len(result["waiting"]) == 200
    assert long < 5 * short


def test_many_amendments_of_one_call_are_each_looked_at_once():
    def log(length):
        amend = {"type": "amend", "call": "c0", "set": {"scorer": "R7"}}
        return [{"id": "c0", **GOAL}, *({"id": f"c{n}", **amend} for n in range(1, length))]

    short, _ = work(log(50))
    long, result = work(log(200))
    assert result["waiting"] == {}
    assert long < 5 * short
