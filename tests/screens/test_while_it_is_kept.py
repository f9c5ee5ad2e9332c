"""While a call is on its way to the disk, what is tapped again was tapped for the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Phone, open_game

pytestmark = pytest.mark.e2e


def test_what_is_being_logged_can_no_longer_be_left_out(phone: Phone) -> None:
    open_game(phone, "Herons", "Wasps")
    phone.tap(re.compile("^Begin"))
    expect(phone.log()).to_have_count(1)
    phone.tap("Penalty")
    phone.choose("Several penalties at once …")
    sheet = phone.page.locator("dialog")
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
