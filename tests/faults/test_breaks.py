"""The faults notice what is broken: one break here, all of them by `python -m tests.faults.breaks`."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults.__main__ import LOGGED, never_happened
from tests.faults.breaks import BREAKS, found
from tests.faults.machine import HAPPENINGS
from tests.faults.network import ON_THE_NETWORK
from tests.faults.rink import Tally
from tests.faults.tree import Change, NoSuchPlace, published


def test_a_tap_that_became_two_calls_is_noticed(tmp_path):
    [one] = [one for one in BREAKS if one.name.startswith("a second tap")]
    assert found(one, tmp_path, most_examples=6).doubled


@pytest.mark.parametrize("one", BREAKS, ids=lambda one: one.name)
def test_every_break_still_finds_its_place(one, tmp_path):
    published(tmp_path, one.changes)


def test_a_break_whose_place_is_gone_says_so(tmp_path):
    with pytest.raises(NoSuchPlace, match=r"holds 0 times, not once: no such line"):
        published(tmp_path, [Change("static/src/log.ts", "no such line", "")])


def test_a_run_names_what_never_happened_in_it():
    tally = Tally(happened=Counter(HAPPENINGS), logged=Counter(LOGGED))
    assert never_happened(Counter(ON_THE_NETWORK), tally) == []
    tally.happened["cloned"] = 0
    assert never_happened(Counter(ON_THE_NETWORK[1:]), tally) == [ON_THE_NETWORK[0], "cloned"]
