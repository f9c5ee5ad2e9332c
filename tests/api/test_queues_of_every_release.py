"""What any version of the app ever shipped has kept on a phone is taken in: a queue has no age.

A release adds a file to `golden/`; none is ever changed or taken away.
"""

import json
from pathlib import Path

import pytest

from tests.cast import RULEBOOK
from webapp.rules.shapes import CALLS

QUEUES = sorted((Path(__file__).parent / "golden").glob("*.json"))


def queue(file, pat):
    """A phone's calls, in Pat's name."""
    kept = json.loads(file.read_text())["calls"]
    pat.device = kept[0]["device"]
    return [{**call, "made_by": pat.account} for call in kept]


@pytest.mark.parametrize("file", QUEUES, ids=lambda file: file.stem)
def test_every_call_of_it_is_taken_in_and_counts_or_is_decided_on(pat, file):
    calls = queue(file, pat)
    told = pat.push(*calls, heads={"game1": len(calls)})
    unwanted = [one for one in told["results"] if one["result"] != "accepted" and one.get("code") != "late"]
    assert unwanted == []
    assert told["progress"]["game1"] == {"upto": len(calls), "missing": []}
    assert [one["call"] for one in pat.pull()] == calls
    assert pat.sheet()["status"] in ("signed_off", "abandoned")


@pytest.mark.parametrize("file", QUEUES, ids=lambda file: file.stem)
def test_it_may_come_call_by_call_and_twice(pat, file):
    calls = queue(file, pat)
    for call in calls:
        pat.push(call)
    assert {result for result, _ in pat.results(*calls)} == {"duplicate"}


def test_todays_queue_has_a_call_of_every_type():
    latest = json.loads(QUEUES[-1].read_text())["calls"]
    assert {call["type"] for call in latest} == set(CALLS) & set(RULEBOOK["calls"])
