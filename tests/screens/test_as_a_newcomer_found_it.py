"""What went wrong in a newcomer's hands at the rink, each by touch."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.screens.conftest import Phone, open_game

pytestmark = pytest.mark.e2e


def test_a_doubt_about_a_goal_is_answered_by_its_outcome(phone: Phone) -> None:
    open_game(phone, "Hogs", "Otters")
    phone.tap(re.compile("^Begin"))
    for answer, left in (("Goal stands", ""), ("No goal: Otters was attacking", "No goal")):
        phone.tap(re.compile("^Otters"))
        phone.tap("Goal")
        phone.touch(phone.page.locator("dialog").get_by_role("region", name="Hogs").locator(".number").first)
        doubt = phone.flags().filter(has_text="Was Hogs attacking?")
        expect(doubt.locator(".button").first).to_have_text("Goal stands")
        expect(doubt.locator(".button--act, .button--out")).to_have_count(1)
        phone.tap(answer, within=".flag")
        expect(doubt).to_have_count(0)
        expect(phone.log().filter(has_text="Goal #").first).to_contain_text(left)
        expect(phone.page.locator(".board__score").first).to_have_text("1")


# By the page's own clock: between two commands from outside a busy machine lets too much time go by.
TAP_TWICE = """([x, y, gap_ms]) => new Promise((done) => {
  const tap = () => {
    const under = document.elementFromPoint(x, y);
    const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 };
    under.dispatchEvent(new PointerEvent('pointerdown', at));
    under.dispatchEvent(new MouseEvent('click', at));
  };
  tap();
  setTimeout(() => { tap(); done(); }, gap_ms);
})"""


@pytest.mark.parametrize("gap_ms", [60, 120, 250])
def test_a_double_tap_goes_no_further_than_what_it_was_meant_for(phone: Phone, gap_ms: int) -> None:
    open_game(phone, "Hogs", "Bears")
    if phone.log().count() == 0:
        phone.tap(re.compile("^Begin"))
    sheet = phone.page.locator("dialog")
    expect(phone.log().first).to_be_visible()
    before = phone.log().count()

    _tap_twice(phone, phone.page.locator(".dock").get_by_role("button", name="Goal", exact=True), gap_ms)
    expect(sheet).to_have_count(1)
    expect(phone.log()).to_have_count(before)
    _tap_twice(phone, sheet.locator(".number:not(.number--add)").last, gap_ms)
    expect(sheet).to_have_count(0)
    expect(phone.log()).to_have_count(before + 1)

    _tap_twice(phone, phone.page.locator(".dock").get_by_role("button", name="Penalty", exact=True), gap_ms)
    expect(sheet.locator(".number").first).to_be_visible()
    _tap_twice(phone, sheet.locator(".number").first, gap_ms)
    expect(sheet.locator(".infraction").first).to_be_visible()
    _tap_twice(phone, sheet.locator(".infraction").first, gap_ms)
    expect(sheet).to_have_count(0)
    expect(phone.log()).to_have_count(before + 2)
    expect(phone.page).to_have_url(re.compile("/game/[^/]+$"))


def _tap_twice(phone: Phone, what: Locator, gap_ms: int) -> None:
    """On the same spot, whatever lies there by the second; then a while in which it would have its way."""
    phone.settled(what)
    box = what.bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.evaluate(TAP_TWICE, [*spot, gap_ms])
    phone.page.wait_for_timeout(1000)


def test_a_goal_by_a_number_on_no_roster_is_kept_as_soon_as_it_is_typed(phone: Phone) -> None:
    open_game(phone, "Herons", "Wasps")
    phone.tap(re.compile("^Begin"))
    phone.tap("Goal")
    phone.choose(re.compile("other"))
    phone.choose("Add")
    expect(phone.page.get_by_text("Type the number first.")).to_be_visible()
    phone.page.get_by_label("Number", exact=True).fill("77")
    phone.choose("Add")
    expect(phone.log().first).to_contain_text("Goal #77 Herons")
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.page.locator(".board__score").first).to_have_text("1")


def test_the_other_half_of_a_coincident_pair_pairs_by_itself(phone: Phone) -> None:
    open_game(phone, "Bears", "Pikes")
    _begin(phone)
    phone.penalty("11")
    phone.tap("Penalty")
    phone.choose(re.compile("^4"))
    phone.touch(phone.page.locator("dialog").get_by_label("Coincident pair"))
    phone.choose("Hooking")
    expect(phone.log().first).to_contain_text("#4 Bears · Hooking · coincident")
    expect(phone.flags().filter(has_text="it waits for the penalty of Pikes")).to_have_count(1)

    phone.tap("Log the other half", within=".flag")
    phone.choose(re.compile("^15"))
    expect(phone.page.locator("dialog").get_by_label(re.compile("^Coincident with #4"))).to_be_checked()
    phone.choose("Hooking")
    expect(phone.log().first).to_contain_text("#15 Pikes · Hooking · coincident")
    expect(phone.flags()).to_have_count(0)
    _wait_until_sent(phone)


def test_the_clock_is_not_asked_to_stop_once_it_stands(phone: Phone) -> None:
    open_game(phone, "Bears", "Pikes")
    _begin(phone)
    phone.tap(re.compile("^Start clock"))
    for number in ("11", "19"):
        phone.penalty(number)
    expect(phone.flags().first).to_contain_text("Penalty shot")
    expect(phone.page.locator(".signal")).to_contain_text("Stop the clock")
    phone.tap(re.compile("^Stop (clock|at)"))
    start = phone.page.locator(".dock__start")
    expect(start).to_contain_text("Start clock")
    expect(phone.page.locator(".signal")).not_to_contain_text("Stop the clock")
    expect(start).not_to_have_class(re.compile("is-stopped"))
    _wait_until_sent(phone)


def _wait_until_sent(phone: Phone) -> None:
    """The next test goes on from there."""
    expect(phone.page.locator(".sending")).to_have_text("All sent", timeout=30_000)


def _begin(phone: Phone) -> None:
    """Unless another test has: then its phone kept the clock, and this one takes it."""
    phone.page.wait_for_timeout(500)
    start = phone.page.locator(".dock__start")
    if "Clock: " in start.inner_text():
        phone.touch(start)
        phone.choose("Take the clock")
        if phone.page.locator("dialog").count():
            phone.choose("Close")
    begin = phone.page.locator(".dock").get_by_role("button", name=re.compile("^Begin"))
    if begin.count():
        phone.touch(begin)
    expect(phone.page.locator(".dock__start")).to_contain_text("Start clock")
    phone.page.wait_for_timeout(600)


def test_sign_off_leads_to_what_is_open_and_asks_before_it_closes_over_it(phone: Phone) -> None:
    open_game(phone, "Bears", "Pikes")
    _begin(phone)
    for number in ("23", "25"):
        phone.penalty(number)
    expect(phone.flags().first).to_contain_text("Penalty shot")
    game = phone.page.url.split("#")[1]
    phone.page.evaluate(f"location.hash = '{game}/sign-off'")
    name = phone.page.get_by_label("Your name")
    name.fill("")
    expect(phone.page.locator(".sheet__foot")).to_contain_text("Still missing: Your name")
    name.fill("Pat Reyes")
    phone.choose("Sign off and close the log")
    phone.choose("Not now")
    phone.choose(re.compile("Penalty shot"))
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.flags().first).to_be_focused()

    phone.page.evaluate(f"location.hash = '{game}/acknowledge/PIK'")
    expect(phone.page.get_by_label("Captain’s name")).to_have_value("Harper Lund")


def test_a_call_after_sign_off_says_at_once_why_it_is_held_and_after_a_reload(phone: Phone) -> None:
    open_game(phone, "Herons", "Wasps")
    _begin(phone)
    game = phone.page.url.split("#")[1]
    phone.page.evaluate(f"location.hash = '{game}/sign-off'")
    expect(phone.page.get_by_label("Your name")).to_be_visible()
    is_open = phone.page.locator(".missing button").count()
    phone.choose("Sign off and close the log")
    if is_open:
        phone.choose("Close it all the same")
    expect(phone.page.locator(".dock")).to_contain_text("The log is closed.")
    phone.tap("Goal")
    phone.touch(phone.page.locator("dialog .number").first)
    expect(phone.page.locator(".last")).to_contain_text("Held: the log was signed off without it")
    phone.page.reload()
    expect(phone.page.locator(".last")).to_contain_text("Held: the log was signed off without it")


def test_a_penalty_is_put_right_by_its_number_and_clock_first(phone: Phone) -> None:
    open_game(phone, "Bears", "Pikes")
    _begin(phone)
    phone.penalty("29")
    phone.touch(phone.log().filter(has_text="Hooking").first)
    phone.choose("Put right")
    sheet = phone.page.locator("dialog")
    expect(sheet.locator(".infraction").first).to_be_hidden()
    clock = sheet.get_by_label(re.compile("^Clock"))
    clock.fill("99:99")
    expect(sheet).to_contain_text("There is no such time")
    expect(sheet.locator(".sheet__foot .button")).to_be_disabled()
    expect(sheet.locator(".sheet__foot .button")).to_have_text("Still missing: Clock")
    clock.fill("05:30")
    expect(sheet).not_to_contain_text("There is no such time")
    phone.touch(sheet.locator(".sheet__foot .button"))
    expect(phone.log().first).to_contain_text("Put right")


def test_a_game_that_does_not_open_says_so_in_its_heading(phone: Phone) -> None:
    phone.page.evaluate("location.hash = '#/game/nowhere'")
    why = "The server does not give you this game"
    expect(phone.page.get_by_role("heading", name=why)).to_be_focused()
    expect(phone.page).to_have_title(f"{why} – Rinkside")
    assert phone.faults() == []
