"""Who asks too often is told when to come back, and an honest phone is never told so."""

import pytest

from tests.simulated_phone import Phone, over_wsgi
from webapp.pages import pace
from webapp.pages.pace import AT_ONCE, EACH_SECOND, Pace


class Clock:
    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


def test_a_weekends_calls_go_out_one_by_one_without_a_wait():
    asked = Pace(Clock())
    assert {asked.wait("a phone") for _ in range(AT_ONCE)} == {0}
    assert asked.wait("a phone") == 1
    assert asked.wait("another phone") == 0


def test_requests_come_back_with_time():
    clock = Clock()
    asked = Pace(clock)
    for _ in range(AT_ONCE):
        asked.wait("a phone")
    clock.seconds += 1
    assert [asked.wait("a phone") for _ in range(EACH_SECOND + 1)] == [0] * EACH_SECOND + [1]


def test_what_was_refused_costs_nothing():
    clock = Clock()
    asked = Pace(clock)
    for _ in range(2 * AT_ONCE):
        asked.wait("a phone")
    clock.seconds += 1
    assert asked.wait("a phone") == 0


def test_no_more_devices_are_remembered_than_fit(monkeypatch):
    monkeypatch.setattr(pace, "MOST_DEVICES", 3)
    asked = Pace(Clock())
    for number in range(10):
        asked.wait(f"phone {number}")
    assert list(asked._left) == ["phone 7", "phone 8", "phone 9"]


def test_a_phone_run_wild_is_told_when_to_come_back_and_the_others_are_served(app, monkeypatch):
    monkeypatch.setattr(pace, "AT_ONCE", 3)
    monkeypatch.setattr(pace, "EACH_SECOND", 0.01)
    wild, sam = Phone(over_wsgi(app), "pat"), Phone(over_wsgi(app), "sam")
    call = wild.call("note", text="x")
    answers = [wild.post("/api/v1/sync", wild.batch([call])) for _ in range(5)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json["error"] == "too_many_requests"
    assert int(answers[-1].headers["Retry-After"]) == pytest.approx(100, rel=0.5)
    assert wild.get("/api/v1/games").status == 429
    assert sam.push(sam.call("note", text="x"))
