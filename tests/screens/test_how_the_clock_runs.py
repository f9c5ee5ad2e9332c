"""What the screen makes of the clock by the rules: a lead, the last minutes, the end, a clock on the wall."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.handset import held_by
from tests.screens.conftest import Phone
from tests.screens.prepared import game, phone_with, show

pytestmark = pytest.mark.e2e

AMBER = re.compile("button--act")


def begun(period: int | str, clock: str) -> list[dict[str, Any]]:
    """The clock of a period, started where it showed that."""
    shown = {"period": period, "clock": clock}
    return [
        {"type": "period_start", "period": period},
        {"type": "clock", "action": "set"} | shown,
        {"type": "clock", "action": "start"} | shown,
    ]


def goal(period: int | str, clock: str, team: str = "HOG") -> dict[str, Any]:
    scorer = {"HOG": "HOG-9", "BEA": "BEA-8"}[team]
    return {"type": "goal", "period": period, "clock": clock, "team": team, "scorer": scorer}


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Phone]:
    """Pat's phone, without a server."""
    with phone_with(browser, "first", game(*begun(1, "05:00"))) as page:
        yield Phone(page)


def of(rulebook: str, *calls: dict[str, Any], timing: str = "running", ago_s: int = 0) -> dict[str, Any]:
    """A game whose calls were made just now, or so long ago: its clock runs on from there."""
    made_ms = time.time_ns() // 1_000_000 - ago_s * 1_000
    stamped = [call | {"hlc": f"{made_ms}-{place:04}"} for place, call in enumerate(calls)]
    file = game(*stamped, rulebook=rulebook)
    file["game"] |= {"timing": timing}
    return file


def clock_button(phone: Phone) -> Locator:
    return phone.page.locator(".dock__start")


def last(phone: Phone) -> dict[str, Any]:
    said: dict[str, Any] = held_by(phone.page)["calls"][-1]
    return said


def test_a_lead_at_which_the_clock_may_run_is_told_with_its_goal_and_one_tap_has_it_run(phone: Phone) -> None:
    six = [goal(3, f"14:{50 - place}") for place in range(6)]
    show(phone.page, "lead", of("no-check-league", *begun(3, "15:00"), *six, timing="stop"))
    expect(phone.page.locator(".signal")).to_contain_text(
        re.compile("Goal.*You may let the clock run: the lead")
    )
    expect(clock_button(phone)).to_have_class(AMBER)
    assert phone.faults() == []
    phone.tap("Let it run", within=".game__middle")
    expect(phone.page.locator(".board__state")).to_have_text("Running time")
    assert last(phone) | {"type": "clock", "action": "running_time"} == last(phone)
    expect(phone.page.get_by_role("button", name="Let it run")).to_have_count(0)
    expect(clock_button(phone)).not_to_have_class(AMBER)

    running = {"type": "clock", "action": "running_time", "period": 3, "clock": "14:40"}
    back = goal(3, "14:30", "BEA")
    show(phone.page, "lost", of("no-check-league", *begun(3, "15:00"), *six, running, back, timing="stop"))
    assert phone.faults() == []
    phone.tap("Stop time", within=".game__middle")
    expect(phone.page.locator(".board__state")).not_to_contain_text("time")
    assert last(phone) | {"type": "clock", "action": "stop_time"} == last(phone)


def test_who_leaves_the_clock_as_it_is_at_a_lead_is_not_asked_again(phone: Phone) -> None:
    six = [goal(3, f"14:{50 - place}") for place in range(6)]
    show(phone.page, "left", of("no-check-league", *begun(3, "15:00"), *six, timing="stop"))
    phone.tap("Keep stop time", within=".game__middle")
    expect(phone.page.get_by_role("button", name="Let it run")).to_have_count(0)
    assert last(phone)["type"] == "done"
    expect(phone.page.locator(".board__state")).not_to_contain_text("time")


def test_in_the_last_minutes_the_board_says_stop_time_and_a_whistle_asks_for_the_clock(phone: Phone) -> None:
    stopped = {"type": "clock", "action": "stop", "period": 2, "clock": "02:00"}
    again = {"type": "clock", "action": "start", "period": 2, "clock": "02:00"}
    calls = [*begun(2, "02:05"), goal(2, "02:05"), stopped, again]
    show(phone.page, "last", of("coed-ball", *calls))
    expect(phone.page.locator(".board__state")).to_contain_text("stop time")
    expect(clock_button(phone)).not_to_have_class(AMBER)
    expect(phone.page.locator(".board__time")).not_to_have_text("2:00")
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    phone.touch(phone.page.locator("dialog .infraction").first)
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(clock_button(phone)).to_contain_text("for the penalty")
    expect(clock_button(phone)).to_have_class(AMBER)
    assert phone.faults() == []


def test_in_stop_time_the_clock_stops_for_a_breach_and_for_somebody_who_is_hurt(phone: Phone) -> None:
    icing = {"type": "violation", "kind": "icing", "team": "HOG", "period": 1, "clock": "14:50"}
    hurt = {"type": "injury", "team": "HOG", "period": 1, "clock": "14:50"}
    for name, call, reason in (("icing", icing, "for the breach"), ("hurt", hurt, "for the injury")):
        show(phone.page, name, of("no-check-league", *begun(1, "15:00"), call, timing="stop"))
        expect(clock_button(phone)).to_contain_text(reason)
        expect(clock_button(phone)).to_have_class(AMBER)


def test_a_tie_in_the_last_minutes_is_told_with_its_goal(phone: Phone) -> None:
    show(phone.page, "tie", of("coed-ball", *begun(2, "01:50"), goal(2, "01:45"), goal(2, "01:40", "BEA")))
    expect(phone.page.locator(".signal")).to_contain_text("Run the clock: last two minutes")
    expect(phone.page.locator(".board__state")).not_to_contain_text("stop time")
    expect(clock_button(phone)).not_to_have_class(AMBER)


def test_a_game_that_a_goal_has_ended_asks_for_the_clock_and_then_for_the_sign_off(phone: Phone) -> None:
    tied = [*begun(2, "00:01"), {"type": "period_end", "period": 2}]
    show(phone.page, "sudden", of("coed-ball", *tied, *begun("OT", "05:00"), goal("OT", "04:50")))
    expect(phone.page.locator(".signal")).to_contain_text("The game is over")
    expect(clock_button(phone)).to_have_class(AMBER)
    expect(clock_button(phone)).to_contain_text("the game is over")
    assert phone.faults() == []
    phone.touch(clock_button(phone))
    expect(clock_button(phone)).to_have_text("Sign off")
    phone.touch(phone.page.locator(".last__undo"))
    expect(clock_button(phone)).to_contain_text("the game is over")


def test_an_end_of_period_that_is_taken_back_leaves_the_clock_as_it_ran(phone: Phone) -> None:
    show(phone.page, "ended", of("half-sheet-3v3", *begun(1, "05:00")))
    expect(phone.page.locator(".board__state")).to_have_text("Running")
    phone.touch(phone.page.locator(".board__clock"))
    phone.end_period()
    expect(phone.page.locator(".board__state")).to_have_text("Stopped")
    phone.touch(phone.page.locator(".last__undo"))
    expect(phone.page.locator(".board__state")).to_have_text("Running")


def test_by_the_rinks_clock_the_box_says_what_was_given_and_nothing_is_amber(phone: Phone) -> None:
    penalty = {"type": "penalty", "team": "HOG", "player": "HOG-9", "infraction": "tripping"}
    show(phone.page, "wall", of("no-check-league", {"type": "period_start"}, penalty))
    phone.touch(phone.page.locator(".board__clock"))
    phone.touch(phone.page.get_by_label(re.compile("^The rink’s own clock counts")))
    phone.choose("Close")
    box = phone.page.get_by_role("region", name="Penalty box")
    expect(box).to_contain_text(re.compile("2:00.*by the rink’s clock"))
    expect(clock_button(phone)).not_to_have_class(re.compile("is-stopped|button--act"))
    assert phone.faults() == []


def test_the_end_of_a_time_out_is_felt_though_the_clock_was_stopped_in_it(phone: Phone) -> None:
    phone.page.evaluate(
        "() => { window.felt = []; navigator.vibrate = (pattern) => felt.push(`${pattern}`); }"
    )
    timeout = {"type": "timeout", "team": "HOG", "period": 1, "clock": "05:00"}
    stop = {"type": "clock", "action": "stop", "period": 1, "clock": "05:00"}
    show(phone.page, "time-out", of("coed-ball", *begun(1, "05:00"), timeout, stop, ago_s=27))
    counted = phone.page.get_by_role("timer", name="Time-out")
    expect(counted).to_contain_text(re.compile("Time-out[123]"))
    expect(counted).to_contain_text("Over")
    assert phone.page.evaluate("felt") == ["200,80,200"]
    phone.touch(clock_button(phone))
    expect(counted).to_have_count(0)


def test_a_whistle_after_the_clock_was_put_up_again_asks_for_a_stop(phone: Phone) -> None:
    late = {"type": "clock", "action": "stop", "period": 1, "clock": "04:00"}
    whistled = {"type": "goalie_freeze", "period": 1, "clock": "04:30", "team": "HOG"}
    calls = [*begun(1, "05:30"), late, *begun(1, "05:00")[1:], whistled]
    show(phone.page, "put-up", of("no-check-league", *calls, timing="stop"))
    expect(clock_button(phone)).to_have_class(AMBER)
    calls[-1:-1] = [{"type": "clock", "action": "stop", "period": 1, "clock": "04:10"}, calls[-2]]
    show(phone.page, "seen-to", of("no-check-league", *calls, timing="stop"))
    expect(clock_button(phone)).not_to_have_class(AMBER)


def test_a_penalty_that_is_delayed_asks_for_no_stop(phone: Phone) -> None:
    foul = {"type": "penalty", "period": 2, "clock": "01:30", "team": "HOG", "player": "HOG-9"}
    foul |= {"infraction": "tripping", "in_possession": False}
    for possession, is_amber in ((False, False), (True, True)):
        calls = [goal(2, "05:00"), *begun(2, "01:59"), foul | {"in_possession": possession}]
        show(phone.page, f"delayed-{possession}", of("coed-ball", *calls))
        delayed = [one for one in held_by(phone.page)["sheet"]["rulings"] if one["code"] == "delayed"]
        assert bool(delayed) is not possession
        if is_amber:
            expect(clock_button(phone)).to_have_class(AMBER)
        else:
            expect(clock_button(phone)).not_to_have_class(AMBER)


def test_a_whistle_in_the_second_of_the_start_asks_for_a_stop(phone: Phone) -> None:
    whistled = {"type": "goalie_freeze", "period": 1, "clock": "05:00", "team": "HOG"}
    show(phone.page, "at-once", of("no-check-league", *begun(1, "05:00"), whistled, timing="stop"))
    expect(clock_button(phone)).to_have_class(AMBER)


@pytest.mark.parametrize(("left", "asks"), [("05:00", 1), ("00:00", 0)])
def test_a_lead_asks_for_running_time_only_while_there_is_time_to_run(
    phone: Phone, left: str, asks: int
) -> None:
    goals = [goal(3, f"09:{seconds}") for seconds in (50, 40, 30, 20, 10, 11)]
    stopped = {"type": "clock", "action": "stop", "period": 3, "clock": left}
    calls = [*begun(3, "10:00"), *goals, stopped]
    show(phone.page, f"lead-{asks}", of("no-check-league", *calls, timing="stop"))
    assert held_by(phone.page)["sheet"]["score"] == {"HOG": 6, "BEA": 0}
    expect(phone.page.get_by_role("button", name="Let it run")).to_have_count(asks)


def test_a_warm_up_can_begin_after_a_penalty_in_it(phone: Phone) -> None:
    foul = {"type": "penalty", "team": "HOG", "player": "HOG-9", "infraction": "tripping"}
    file = of("no-check-league", foul)
    del file["calls"][0]["period"]
    show(phone.page, "warm-up", file)
    expect(phone.page.get_by_role("button", name=re.compile("warm-up$"))).to_be_visible()
