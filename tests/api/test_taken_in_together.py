"""Pushes that wait for one another are taken in together, and each phone is told of its own."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.exc import OperationalError

from tests.simulated_phone import Phone, over_wsgi
from webapp.calls.envelope import read_batch
from webapp.pages.api.push import Sent, take_in
from webapp.pages.api.together import Together
from webapp.store import GameSheet, db
from webapp.store.busy import passes
from webapp.store.call_log import LoggedCall


def sent(phone, *calls, **more):
    """What comes of a phone's push, on its way in."""
    body = json.dumps({**phone.batch(list(calls)), **more}).encode()
    return Sent(read_batch(body), phone.device, datetime.now(UTC))


@pytest.fixture
def commits(app):
    """How many transactions were committed that wrote something."""
    seen = []
    with app.app_context():
        event.listen(db.engine, "commit", lambda connection: seen.append(connection))
    return seen


def test_two_phones_share_one_commit_and_one_sheet(app, pat, sam, commits):
    shots = [phone.call("shot", team="BEA", goalie="G1") for phone in (pat, sam, sam)]
    commits.clear()
    with app.test_request_context(method="POST"):
        told = take_in([sent(sam, *shots[1:]), sent(pat, shots[0])])
        assert len(commits) == 1
        assert [[one["id"] for one in each.body["results"]] for each in told] == [
            [shots[1]["id"], shots[2]["id"]],
            [shots[0]["id"]],
        ]
        seqs = [one["seq"] for each in told for one in each.body["results"]]
        assert sorted(seqs) == [1, 2, 3]
        assert db.session.get_one(GameSheet, "game1").upto_seq == 3


def test_what_one_phone_may_not_do_is_nothing_to_the_others(app, pat, sam, kim):
    pat.push(pat.call("note", text="It begins."))
    own, stranger = pat.call("shot", team="BEA", goalie="G1"), kim.call("shot", team="BEA", goalie="G1")
    elsewhere = sent(sam, sam.call("note", text="x"), epoch="another epoch")
    with app.test_request_context(method="POST"):
        told = take_in([sent(kim, stranger), sent(kim, device=pat.device), elsewhere, sent(pat, own)])
        assert told[0].body["results"][0]["code"] == "unknown_game"
        assert told[0].body["sheets"] == {}
        assert told[1] is None, "that is Pat's phone"
        assert (told[2].status, told[2].body["error"]) == (409, "epoch_changed")
        assert told[3].body["results"][0]["result"] == "accepted"
        assert db.session.scalar(select(func.count()).select_from(LoggedCall)) == 2


def test_a_call_that_two_phones_send_at_once_is_in_the_log_once(app, pat):
    call = pat.call("shot", team="BEA", goalie="G1")
    again = Phone(over_wsgi(app), "pat")
    with app.test_request_context(method="POST"):
        told = take_in([sent(pat, call), sent(again, call)])
        assert sorted(one.body["results"][0]["result"] for one in told) == ["accepted", "duplicate"]


def waiting(together):
    """How many wait for a turn."""
    return sum(len(lane.waiting) for lane in list(together._lanes.values()))


def test_what_is_left_to_those_who_are_not_done_is_asked_of_one_of_them():
    left = []
    together = Together(lambda asked: left.append(together.leave()) or asked)
    assert not together.leave(), "nobody is there to go on"
    assert not together.asked_to_go_on()
    together.do("an errand")
    assert left == [True]
    assert together.asked_to_go_on()
    assert not together.asked_to_go_on(), "one goes on"


def test_whoever_waits_is_done_with_the_next_turn_and_one_that_fails_fails_alone():
    turns, first_is_at_it, go_on = [], threading.Event(), threading.Event()

    def act(asked):
        turns.append(list(asked))
        if asked == ["first"]:
            first_is_at_it.set()
            go_on.wait(20)
        if "faulty" in asked:
            raise ValueError("faulty")
        return [name.upper() for name in asked]

    together = Together(act)
    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(together.do, "first")
        first_is_at_it.wait(20)
        others = {name: threads.submit(together.do, name) for name in ("second", "faulty", "third")}
        until = time.monotonic() + 20
        while waiting(together) < len(others) and time.monotonic() < until:
            time.sleep(0.001)
        go_on.set()
        assert first.result(20) == "FIRST"
        assert (others["second"].result(20), others["third"].result(20)) == ("SECOND", "THIRD")
        with pytest.raises(ValueError, match="faulty"):
            others["faulty"].result(20)
    assert sorted(turns[1]) == ["faulty", "second", "third"], "together first, then each half"
    assert ["faulty"] in turns[2:]


def together_at(act, names):
    """What each of `names` is answered, or the fault that it meets, where all wait for one turn."""
    begun, go_on = threading.Event(), threading.Event()

    def first_waits(asked):
        if asked == ["first"]:
            begun.set()
            go_on.wait(20)
            return asked
        return act(asked)

    together = Together(first_waits)
    with ThreadPoolExecutor(len(names) + 1) as threads:
        threads.submit(together.do, "first")
        begun.wait(20)
        errands = [threads.submit(together.do, name) for name in names]
        until = time.monotonic() + 20
        while waiting(together) < len(names) and time.monotonic() < until:
            time.sleep(0.001)
        go_on.set()
        told = [errand.exception(20) or errand.result() for errand in errands]
    assert not together._lanes
    return told


class FromPostgresql(Exception):
    def __init__(self, sqlstate):
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def test_a_deadlock_of_two_fails_neither_them_nor_the_others():
    def act(asked):
        if len(asked) > 1:
            raise OperationalError("", {}, FromPostgresql("40P01"))
        return asked

    assert together_at(act, ["a", "b", "c", "d"]) == ["a", "b", "c", "d"]


def test_what_is_wrong_with_one_alone_is_not_taken_for_a_database_that_is_busy():
    def act(asked):
        if "b" in asked:
            raise OperationalError("", {}, FromPostgresql("42601"))
        return asked

    a, b, c = together_at(act, ["a", "b", "c"])
    assert (a, c) == ("a", "c")
    assert isinstance(b, OperationalError)


def test_each_of_several_that_a_busy_database_fails_has_a_fault_of_its_own():
    def act(asked):
        raise OperationalError("", {}, FromPostgresql("53100"))

    told = together_at(act, ["a", "b", "c"])
    assert all(passes(one) for one in told)
    assert len({id(one) for one in told}) == 3
