"""A call that is tapped waits for the disk alone. What is tapped again meanwhile was tapped for the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.screens.conftest import Phone, open_game

pytestmark = pytest.mark.e2e

WATCH_THE_RULES = """() => {
    const post = Worker.prototype.postMessage;
    window.asked = [];
    window.unanswered = 0;
    Worker.prototype.postMessage = function (message) {
        asked.push(JSON.parse(message.text).do);
        unanswered += 1;
        const heard = ({ data }) => {
            if (data.id !== message.id) return;
            this.removeEventListener('message', heard);
            unanswered -= 1;
        };
        this.addEventListener('message', heard);
        return post.call(this, message);
    };
}"""
ANSWERED = "() => window.asked.length && !window.unanswered"


def test_what_is_being_logged_can_no_longer_be_left_out(phone: Phone) -> None:
    open_game(phone, "Herons", "Wasps")
    phone.begin()
    sheet = phone.several("Hooking")
    for team in ("Herons", "Wasps"):
        phone.touch(sheet.get_by_role("region", name=team).locator(".number").nth(0))
    listed = sheet.locator(".history li")
    expect(listed).to_have_count(2)
    left = sheet.evaluate("""async (sheet) => {
        sheet.querySelector('.button--main').click();
        [...sheet.querySelectorAll('.history button')].at(-1).click();
        await new Promise((drawn) => setTimeout(drawn));
        return sheet.querySelectorAll('.history li').length;
    }""")
    assert left == 2
    expect(phone.log()).to_have_count(3)


def test_a_tap_that_is_repeated_while_it_is_kept_logs_one_call(phone: Phone) -> None:
    open_game(phone, "Bears", "Otters")
    phone.tap(re.compile("^Begin"))
    for number in ("4", "11"):
        phone.penalty(number)
    expect(phone.flags()).to_have_count(1)
    before = phone.log().count()
    phone.tap("Take the shot", within=".flags")
    waive = phone.page.locator("dialog").get_by_role("button", name="does without")
    waive.evaluate("(button) => { for (let tap = 0; tap < 3; tap++) button.click(); }")
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.log()).to_have_count(before + 1)
    expect(phone.flags()).to_have_count(0)
    expect(phone.log()).to_have_count(before + 1)


def asked_by_the_tap(phone: Phone, last: Locator, keeps: Locator) -> list[str]:
    """What the rules are asked once `keeps` is tapped, which `last` made ready."""
    phone.settled(last)
    phone.page.wait_for_function("() => !window.unanswered")
    phone.page.evaluate("() => { window.asked.length = 0; }")
    last.tap()
    phone.page.wait_for_function(ANSWERED)
    phone.settled(keeps)
    phone.page.evaluate("() => { window.asked.length = 0; }")
    keeps.tap()
    expect(phone.page.locator("dialog")).to_have_count(0)
    phone.page.wait_for_function(ANSWERED)
    asked: list[str] = phone.page.evaluate("window.asked")
    return asked


def test_the_tap_that_keeps_a_call_asks_for_its_rulings_alone(phone: Phone) -> None:
    open_game(phone, "Hogs", "Foxes")
    phone.page.evaluate(WATCH_THE_RULES)
    sheet = phone.page.locator("dialog")
    log_it = sheet.locator(".sheet__foot .button--main")

    phone.tap("More")
    phone.choose("Coin toss")
    phone.choose("Hogs")
    takes = sheet.get_by_role("button", name="Periods 1 and 3")
    assert asked_by_the_tap(phone, takes, log_it) == ["rule_on_log"]

    phone.tap("Goal")
    phone.choose("Check the goal …")
    phone.choose(re.compile("^9"))
    seen = sheet.get_by_role("checkbox").first
    assert asked_by_the_tap(phone, seen, log_it) == ["rule_on_log"]

    phone.touch(phone.log().first)
    phone.choose("Put right")
    scorer = sheet.get_by_role("button", name=re.compile("^14")).first
    assert asked_by_the_tap(phone, scorer, log_it) == ["rule_on_log"]
