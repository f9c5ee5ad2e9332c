"""On its side: box with count-downs, buzzer, keypad, and who is out struck out, the reason a tap away."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.screens.conftest import Phone
from tests.screens.prepared import PAT, begin, case_of, files_alone, game, show
from tests.screens.test_clock_at_the_rink import FELT_AND_HEARD

pytestmark = pytest.mark.e2e

PUT_OUT = case_of("player_ejected", "no-check-league")["game"]
ON_A_ROSTER = 20
PERIOD = {"type": "period_start"}
ABOVE_THE_FOOT = """(one) => one.getBoundingClientRect().bottom
    <= document.querySelector('.sheet__foot').getBoundingClientRect().top"""
TOO_SMALL = """() => [...document.querySelectorAll('.game button')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
    .map((one) => one.textContent)"""


def with_full_rosters(file: dict[str, Any]) -> dict[str, Any]:
    """As many players a team as have to be asked for by keypad."""
    full = deepcopy(file)
    for key, team in full["teams"].items():
        for number in range(60, 60 + ON_A_ROSTER - len(team["players"])):
            team["players"].append({"id": f"{key}{number}", "number": str(number), "name": f"P. {number}"})
    return full


def _turn(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    expect(page.get_by_role("button", name="Buzzer")).to_be_in_viewport(ratio=1)


def test_a_scorekeeper_has_box_buzzer_keypad_and_who_is_out(browser: Browser) -> None:
    with files_alone() as address:
        context = browser.new_context(
            viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True, service_workers="block"
        )
        context.add_init_script(FELT_AND_HEARD)
        page = context.new_page()
        page.set_default_timeout(10_000)
        begin(page, address, "on-its-side", with_full_rosters(PUT_OUT))
        phone = Phone(page)

        for width, height in ((1024, 768), (844, 390)):
            _turn(page, width, height)
            assert page.evaluate(TOO_SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width
        expect(page.get_by_role("region", name="Penalty box")).to_contain_text("4:00")

        page.context.set_offline(True)
        phone.tap("Buzzer")
        page.wait_for_function("() => felt.includes('[1500]') && tones === 1")
        phone.touch(page.locator(".board__clock"))
        phone.touch(page.get_by_label("Sound"))
        phone.choose("Close")
        buzzer = page.get_by_role("button", name="Buzzer")
        expect(buzzer).to_contain_text("Sound is off")
        page.evaluate("felt.length = 0")
        phone.touch(buzzer)
        page.wait_for_function("() => felt.includes('[1500]')")
        assert page.evaluate("tones") == 1, "a muted phone is felt, not heard"

        phone.tap("Penalty")
        phone.choose("Red")
        struck = page.get_by_role("dialog").locator(".number--out")
        expect(struck).to_have_count(1)
        expect(struck).to_contain_text("OUT")
        assert "line-through" in struck.locator(".number__figure").evaluate(
            "(one) => getComputedStyle(one).textDecorationLine"
        )
        number = struck.locator(".number__figure").inner_text()
        phone.touch(page.get_by_text("Out, and why:"))
        why = page.get_by_role("dialog").get_by_role("listitem").filter(has_text=f"#{number} Red")
        expect(why).to_contain_text("§ 5.E.1")
        assert phone.faults() == []
        phone.choose("Type the number …")
        phone.choose("6")
        phone.choose("0")
        found = page.locator(".keypad__found .number")
        expect(found).to_have_count(1)
        expect(page.get_by_role("button", name="9", exact=True)).to_be_in_viewport(ratio=1)
        expect(found).to_be_in_viewport(ratio=1)
        phone.touch(found)
        expect(page.get_by_role("dialog")).to_contain_text("#60 Red")
        phone.choose("Close")

        page.evaluate("location.hash += '/roster-check'")
        row = page.locator(".roster-row").filter(has_text=f"#{number} ")
        expect(row.locator(".is-struck")).to_have_count(1)
        expect(page.get_by_text("Out, and why:")).to_have_count(1)

        off = [
            {"type": "sign_off", "by": "Pat", "heads": {PAT["device"]: 1}},
            {"type": "goal", "team": "HOG"},
        ]
        show(page, "signed-off", game(PERIOD, *off))
        expect(page.locator(".last")).to_contain_text("Held: the log was signed off without it")
        expect(page.get_by_role("button", name="Buzzer")).to_be_in_viewport(ratio=1)
        show(page, "early", game(PERIOD))
        page.evaluate("location.hash += '/shootout-attempt'")
        for number in ("4", "10"):
            assert page.get_by_role("dialog").get_by_text(number, exact=True).evaluate(ABOVE_THE_FOOT)
        page.context.set_offline(False)
        page.goto(f"{address}/rink/?practice")
        page.get_by_role("button", name="Begin").first.tap()
        expect(page.get_by_role("button", name="Buzzer")).to_be_in_viewport(ratio=1)  # under practice's bar
        context.close()
