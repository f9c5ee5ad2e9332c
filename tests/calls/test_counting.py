"""What counts is a function of the set of calls."""

import json
from pathlib import Path

import pytest

from webapp.rulebooks.reader import load
from webapp.rules.counting import counted

CASES = Path(__file__).parents[1] / "cases/half-sheet-3v3.json"


@pytest.fixture(scope="module")
def rulebook():
    return load("half-sheet-3v3")


@pytest.fixture(scope="module")
def file():
    """A game of Red and Blue without its calls."""
    game = json.loads(CASES.read_text())[0]["game"]
    return {**game, "calls": []}


@pytest.fixture
def waits(file, rulebook):
    """Why each call of a log waits. A call is `(id, type, fields)`; one that is held by itself has `held`."""

    def of(*calls):
        held = {name: fields.pop("held") for name, _, fields in calls if "held" in fields}
        log = [{"id": name, "type": call_type, **fields} for name, call_type, fields in calls]
        result = counted(log, held, file, rulebook)
        assert [call["id"] for call in result["calls"]] == [
            name for name, _, _ in calls if name not in result["waiting"]
        ]
        return result["waiting"]

    return of


def goal(name, **fields):
    return (name, "goal", {"team": "RED", "scorer": "R9", "goalie": "G1", **fields})


def void(name, call, **fields):
    return (name, "void", {"call": call, "reason": "wrong", **fields})


def admit(name, *calls, **fields):
    return (name, "admit", {"calls": list(calls), **fields})


def reject(name, *calls):
    return (name, "reject", {"calls": list(calls)})


def signed_off(name):
    return (name, "sign_off", {"by": "Pat", "heads": {"phone": 1}})


def on(name, n):
    """A goal logged by the phone under that number."""
    return goal(name, device="phone", n=n)


def test_a_held_call_waits_until_an_admit_names_it(waits):
    assert waits(goal("a"), goal("b", held="not_an_official")) == {"b": "not_an_official"}
    assert waits(goal("a"), goal("b", held="not_an_official"), admit("c", "b")) == {}


def test_a_call_outside_the_sign_off_waits_until_admitted_and_again_once_rejected(waits):
    assert waits(on("a", 1), on("b", 2), signed_off("z")) == {"b": "late"}
    assert waits(on("a", 1), on("b", 2), signed_off("z"), admit("c", "b")) == {}
    assert waits(on("a", 1), on("b", 2), signed_off("z"), admit("c", "b"), reject("d", "b")) == {"b": "late"}


def test_a_note_is_never_late(waits):
    assert waits(signed_off("z"), ("n", "note", {"text": "later", "device": "phone", "n": 7})) == {}


def test_taking_the_sign_off_back_lets_late_calls_count(waits):
    assert waits(on("b", 2), signed_off("z"), void("v", "z")) == {}


def test_an_admit_that_was_itself_held_decides_nothing_until_it_is_admitted(waits):
    held = [goal("b", held="assignment_ended"), admit("c", "b", held="not_an_official")]
    assert waits(*held) == {"b": "assignment_ended", "c": "not_an_official"}
    held = [goal("b", held="assignment_ended"), admit("c", "b", held="not_an_official")]
    assert waits(*held, admit("d", "c")) == {}


def test_an_admit_taken_back_decides_nothing_until_that_is_taken_back(waits):
    def calls():
        return [goal("b", held="assignment_ended"), admit("c", "b"), void("d", "c")]

    assert waits(*calls()) == {"b": "assignment_ended"}
    assert waits(*calls(), void("e", "d")) == {}


def test_an_amended_admit_decides_on_what_it_names_now(waits):
    calls = [goal("a", held="not_an_official"), goal("b", held="not_an_official"), admit("c", "a")]
    assert waits(*calls, ("d", "amend", {"call": "c", "set": {"calls": ["b"]}})) == {"a": "not_an_official"}


def test_an_admit_amended_to_nonsense_stays_as_it_was(waits):
    calls = [goal("a", held="not_an_official"), admit("c", "a")]
    assert waits(*calls, ("d", "amend", {"call": "c", "set": {"calls": 5}})) == {"d": "unknown_target"}


def test_what_names_a_missing_call_waits_and_counts_as_soon_as_it_is_there(waits):
    assert waits(void("z", "a")) == {"z": "unknown_target"}
    assert waits(goal("a"), void("z", "a")) == {}


def test_what_names_a_waiting_call_waits_with_it(waits):
    assert waits(goal("a", held="not_an_official"), void("b", "a"), void("c", "b")) == {
        "a": "not_an_official",
        "b": "unknown_target",
        "c": "unknown_target",
    }


def test_what_names_somebody_on_no_roster_waits_until_they_are_added(waits):
    added = ("a", "roster_add", {"team": "RED", "player": {"id": "R99", "number": "99"}})
    assert waits(goal("b", scorer="R99")) == {"b": "unknown_target"}
    assert waits(added, goal("b", scorer="R99")) == {}


def test_a_decision_on_a_call_that_has_not_arrived_waits_for_nothing(waits):
    assert waits(goal("a"), reject("b", "nowhere")) == {}
    assert waits(admit("b", "a"), goal("a", held="not_an_official")) == {}


def test_a_late_call_that_its_void_admits_in_a_circle_ends_all_the_same(waits):
    assert waits(void("a", "b", held="not_an_official"), admit("b", "a")).keys() <= {"a"}


def test_a_call_of_a_type_nobody_knows_waits_though_admitted(waits):
    assert waits(("a", "shouting_match", {"held": "unknown_type"}), admit("b", "a")) == {"a": "unknown_type"}


@pytest.mark.parametrize("set_to", [{"set": 3}, {"set": {"calls": [[]]}}, {"call": ["x"]}, {}])
def test_a_call_of_a_newer_shape_waits_though_admitted(waits, set_to):
    newer = ("a", "amend", {"v": 2, "held": "newer_version", **set_to})
    assert waits(newer, admit("b", "a")) == {"a": "newer_version"}


@pytest.fixture
def undecided(file, rulebook):
    """Ids of the calls that wait for a word. A call is `(id, type, fields)`, Pat's where it says no more."""

    def of(*calls):
        held = {name: fields.pop("held") for name, _, fields in calls if "held" in fields}
        log = [
            {"id": name, "type": call_type, "made_by": "pat", **fields} for name, call_type, fields in calls
        ]
        return counted(log, held, file, rulebook)["undecided"]

    return of


def late_goal(name, **fields):
    return goal(name, device="other", n=1, **fields)


def test_a_late_call_waits_for_a_word_until_it_has_one(undecided):
    before = [goal("c1", device="phone", n=1), signed_off("s"), late_goal("c2")]
    assert undecided(*before) == ["c2"]
    assert undecided(*before, admit("a", "c2")) == []
    assert undecided(*before, reject("r", "c2")) == []


def test_a_call_held_for_its_author_waits_for_a_word_and_one_that_nobody_can_read_does_not(undecided):
    assert undecided(goal("c1", held="assignment_ended"), goal("c2", held="unknown_type")) == ["c1"]


@pytest.mark.parametrize("why", ["late", "assignment_ended"])
def test_a_call_that_its_author_takes_back_goes_out_of_the_way(undecided, why):
    def before():
        held = {} if why == "late" else {"held": why}
        return [goal("c1", device="phone", n=1), signed_off("s"), late_goal("c2", made_by="sam", **held)]

    assert undecided(*before()) == ["c2"]
    assert undecided(*before(), void("v", "c2", made_by="sam")) == []
    assert undecided(*before(), void("v", "c2", made_by="sam"), void("w", "v")) == ["c2"]


def test_nobody_else_takes_a_held_call_back(undecided):
    held = goal("c1", made_by="sam", held="assignment_ended")
    assert undecided(held, void("v", "c1", made_by="pat")) == ["c1"]


def test_a_decision_waits_for_nobody(undecided):
    assert undecided(goal("c1"), admit("a", "c1", held="not_an_official")) == []


def test_what_a_phone_numbered_before_its_sign_off_is_covered_after_both_moved_to_another_device_id(waits):
    covers = {"by": "Pat", "heads": {"old": 2, "sam": 1}, "device": "new", "n": 3}
    assert waits(
        goal("c1", device="new", n=1),
        goal("s1", device="sam", n=1),
        goal("c2", device="new", n=2),
        ("off", "sign_off", covers),
        goal("c4", device="new", n=4),
        goal("s2", device="sam", n=2),
    ) == {"c4": "late", "s2": "late"}
