"""What a referee is told before the tap that logs it, and after the one that closed the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.handset import OPEN_GAME, held_by
from tests.screens.conftest import Phone
from tests.screens.prepared import PAT, SLOW_RULES, game, phone_with, show

pytestmark = pytest.mark.e2e

BEGUN = [{"type": "period_start"}, {"type": "clock", "action": "stop", "clock": "12:00"}]
SHOT_FOR_THE_BEARS = [
    {"type": "penalty", "team": "HOG", "player": "HOG-4", "infraction": "hooking", "clock": "11:00"},
    {"type": "penalty", "team": "HOG", "player": "HOG-11", "infraction": "tripping", "clock": "10:00"},
]
STRANGER = {"type": "roster_add", "team": "BEA", "player": {"id": "BEA-88", "number": "88"}}
FIVE_IS_OUT = {"type": "ejection", "team": "BEA", "player": "BEA-5", "reason": "fighting", "clock": "09:00"}


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Phone]:
    """Pat's phone, without a server."""
    with phone_with(browser, "first", game(*BEGUN)) as page:
        yield Phone(page)


def log(phone: Phone) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = held_by(phone.page)["calls"]
    return calls


def test_a_shot_that_would_not_count_says_so_before_and_at_its_tap(phone: Phone) -> None:
    show(phone.page, "shot", game(*BEGUN, *SHOT_FOR_THE_BEARS, FIVE_IS_OUT))
    phone.tap("Take the shot", within=".flag")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet.locator(".number").nth(1)).to_contain_text("OUT")
    phone.choose(re.compile("^8"))
    expect(sheet.locator(".follows")).to_contain_text("A goal by #8 Bears would count.")
    phone.choose(re.compile("^5"))
    refusal = re.compile(
        "This shot would not count:.*#5 Bears is out of the game and may not shoot.*Penalties 4, shot"
    )
    expect(sheet.locator(".follows")).to_contain_text(refusal)
    assert phone.faults() == []
    phone.choose("Scored")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text(refusal)
    phone.tap("Not now", within=".ask")
    phone.choose("Close")


PLACES = """(dialog) => Object.fromEntries([...dialog.querySelectorAll('section :is(.button, .number)')]
    .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [`${one.closest('section').ariaLabel} ${one.firstChild.textContent}`, [x, y, width, height]];
}))"""


@pytest.mark.parametrize("sheet", ["Goal", "Penalty"])
def test_no_number_moves_because_another_was_added_or_somebody_is_out(phone: Phone, sheet: str) -> None:
    places = []
    for later in ((), (STRANGER, FIVE_IS_OUT)):
        file = game(*BEGUN, *later)
        file["teams"]["BEA"]["players"].pop()  # three, whose last row is full with "other"
        show(phone.page, f"{sheet}-{len(later)}", file)
        phone.tap(sheet)
        dialog = phone.page.get_by_role("dialog")
        expect(dialog.locator(".number--out")).to_have_count(1 if later else 0)
        places.append(dialog.evaluate(PLACES))
        assert phone.faults() == []
        phone.choose("Close")
    before, after = places
    added = before.pop("Bears +"), after.pop("Bears +")
    assert after.pop("Bears 88") == added[0] != added[1]
    assert before == after
    if sheet == "Penalty":
        numbers = [place for name, place in after.items() if name.startswith("Hogs") and "Bench" not in name]
        assert all(y + height + 16 <= after["Hogs Bench"][1] for _, y, _, height in numbers)


def test_a_shot_by_a_number_on_no_roster_says_that_it_may_not_play_and_what_a_goal_would_be(
    phone: Phone,
) -> None:
    show(phone.page, "stranger", game(*BEGUN, *SHOT_FOR_THE_BEARS))
    phone.tap("Take the shot", within=".flag")
    sheet = phone.page.get_by_role("dialog")
    phone.choose(re.compile("^8"))
    before = sheet.evaluate(PLACES)
    phone.choose(re.compile("other"))
    sheet.get_by_label("Number", exact=True).fill("88")
    phone.choose("Add")
    expect(sheet.locator(".follows")).to_contain_text("#88 Bears is on no roster.")
    expect(sheet.locator(".follows")).to_contain_text(
        "May not play, but a goal would be counted all the same."
    )
    expect(sheet.locator(".number--not_rostered")).to_have_text("88no roster")
    after = sheet.evaluate(PLACES)
    assert after.pop("Bears 88") == before.pop("Bears +")
    assert after == before | {"Bears +": after["Bears +"]}
    assert phone.faults() == []
    phone.choose("Scored")
    expect(phone.page.locator(".board__score").nth(1)).to_have_text("1")
    expect(phone.log().filter(has_text="Penalty shot #88 Bears")).to_have_count(1)


def test_who_was_fouled_marks_who_is_out_and_moves_nothing_as_it_is_said(phone: Phone) -> None:
    show(phone.page, "fouled", game(*BEGUN, *SHOT_FOR_THE_BEARS, FIVE_IS_OUT))
    asked = phone.page.locator(".fouled")
    expect(asked.get_by_role("button", name="#5 Bears, OUT").locator(".is-struck")).to_have_count(1)
    act = phone.flags().get_by_role("button", name="Take the shot")
    for number in ("#8 Bears", "#2 Bears"):
        button = asked.get_by_role("button", name=number)
        before = act.bounding_box(), button.bounding_box()
        phone.touch(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(phone.flags().first).to_contain_text(f"Penalty shot for {number}")
        assert (act.bounding_box(), button.bounding_box()) == before
    assert phone.faults() == []
    phone.page.wait_for_timeout(500)  # sooner it would be the same tap
    phone.touch(button)
    expect(phone.flags().first).to_contain_text("Their captain picks the shooter")


# By the page's own clock, as soon as the next flag is where the first was.
TAP_AGAIN_ONCE_IT_HAS_GONE = """(flag) => new Promise((done) => {
    const { left, top, width, height } = flag.querySelector('.flag__acts .button').getBoundingClientRect();
    const spot = { clientX: left + width / 2, clientY: top + height / 2 };
    const at = { bubbles: true, cancelable: true, detail: 1, ...spot };
    const tap = () => {
        const under = document.elementFromPoint(spot.clientX, spot.clientY);
        under.dispatchEvent(new PointerEvent('pointerdown', at));
        under.dispatchEvent(new MouseEvent('click', at));
        return under.closest('.flag button')?.textContent;
    };
    const gone = new MutationObserver(() => {
        if (flag.isConnected) return;
        gone.disconnect();
        requestAnimationFrame(() => done(tap()));
    });
    gone.observe(document.body, { childList: true, subtree: true });
    tap();
})"""


def test_a_second_tap_does_not_settle_the_flag_that_took_the_place_of_the_first(phone: Phone) -> None:
    kicked = {"type": "goal", "team": "HOG", "conditions": ["kicked"]}
    show(phone.page, "flags", game(*BEGUN, *(kicked | {"scorer": f"HOG-{n}"} for n in (4, 9))))
    first = phone.flags().filter(has_text="No goal for #4 Hogs")
    expect(first.locator(".clause")).to_have_text("General rules: goals")
    phone.touch(first.get_by_role("button", name="Show captain"))
    phone.choose("General rules: goals")
    expect(phone.page.locator("dialog .is-opened")).to_contain_text("No goal by a kick")
    phone.page.get_by_role("dialog").get_by_role("searchbox").fill("general rules")
    expect(phone.page.locator("dialog .clause-block").first).to_contain_text("General rules")
    phone.choose("Close")
    phone.settled(first.get_by_role("button", name="Done: signalled"))
    before = len(log(phone))
    assert first.evaluate(TAP_AGAIN_ONCE_IT_HAS_GONE) == "Done: signalled", "the next flag is in its place"
    phone.page.wait_for_function("() => !('settling' in document.documentElement.dataset)")
    phone.touch(phone.flags().filter(has_text="No goal for #9 Hogs").get_by_role("button", name="Done"))
    expect(phone.flags()).to_have_count(0)
    assert [call["call"] for call in log(phone)[before:]] == [f"{3:032x}", f"{4:032x}"]


def test_several_penalties_say_what_would_follow_of_all_of_them(phone: Phone) -> None:
    show(phone.page, "several", game(*BEGUN))
    phone.tap("Penalty")
    phone.choose("Several penalties at once …")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet.locator(".infraction[aria-pressed=true], .number")).to_have_count(0)
    phone.choose("Hooking")
    phone.choose(re.compile("^9"))
    expect(sheet.locator(".follows")).not_to_contain_text("Penalty shot")
    before = sheet.locator(".sheet__foot").bounding_box()
    phone.choose(re.compile("^22"))
    expect(sheet.locator(".follows")).to_contain_text("Penalty shot for Bears (Hogs penalty 2 this period)")
    assert sheet.locator(".sheet__foot").bounding_box() == before
    numbers = sheet.locator(".who").bounding_box()
    for number in ("^5", "^8"):
        phone.choose(re.compile(number))
    expect(sheet.locator(".follows")).to_contain_text("Nobody sits: as many skate as before.")
    assert sheet.locator(".who").bounding_box() == numbers
    assert phone.faults() == []
    phone.choose("Close")


def test_the_other_half_is_asked_of_the_other_team_and_undo_says_it_takes_back_one_of_two(
    phone: Phone,
) -> None:
    first, second = SHOT_FOR_THE_BEARS
    show(phone.page, "half", game(*BEGUN, first, second | {"coincident": "a scrum"}))
    phone.tap("Log the other half", within=".flag")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Coincident with #11 Hogs, Tripping: who of Bears?")
    expect(sheet.get_by_role("region", name="Hogs")).to_have_count(0)
    phone.choose(re.compile("^5"))
    expect(sheet.get_by_label("Coincident with #11 Hogs, Tripping")).to_be_checked()
    phone.choose("Hooking")
    expect(phone.flags()).to_have_count(0)
    assert (log(phone)[-1]["player"], log(phone)[-1]["coincident"]) == ("BEA-5", "a scrum")
    phone.tap(re.compile("^Undo 1 of 2"), within=".last")
    expect(phone.flags()).to_contain_text("Log the other half")


def test_an_ejection_asks_who_before_it_can_be_logged(phone: Phone) -> None:
    show(phone.page, "nobody", game(*BEGUN))
    phone.page.evaluate("location.hash = '#/game/nobody/ejection'")
    phone.choose("Hooking")
    button = phone.page.locator(".sheet__foot .button--main")
    expect(button).to_have_text("Still missing: Who")
    expect(button).to_be_disabled()
    phone.choose(re.compile("^Gale Hutchins"))
    expect(button).to_have_text("Log: Ejection")
    phone.choose("Close")


def test_a_goal_is_of_the_moment_at_which_its_sheet_was_opened(phone: Phone) -> None:
    show(phone.page, "moment", game(*BEGUN))
    phone.tap(re.compile("^Start clock"))
    expect(phone.page.locator(".board__state")).to_contain_text("Running")
    time = phone.page.locator(".board__time")
    before = time.inner_text()
    phone.tap("Goal")
    opened = time.inner_text()
    for _ in range(2):
        shown = time.inner_text()
        expect(time).not_to_have_text(shown)
    phone.touch(phone.page.locator("dialog .number").first)
    expect(phone.log().filter(has_text="Goal")).to_have_count(1)
    assert before.zfill(5) >= log(phone)[-1]["clock"] >= opened.zfill(5)


def test_a_number_on_no_roster_is_said_to_be_logged_before_it_is(phone: Phone) -> None:
    show(phone.page, "number", game(*BEGUN, {"type": "goal", "team": "HOG", "scorer": "HOG-9"}))
    phone.page.evaluate(f"location.hash = '#/game/number/amend/{3:032x}'")
    sheet = phone.page.get_by_role("dialog")
    phone.touch(sheet.get_by_role("region", name="Hogs").get_by_role("button", name="other"))
    sheet.get_by_label("Number", exact=True).fill("77")
    expect(sheet).to_contain_text("Logged at once: Add a player · #77 · Hogs")
    assert phone.faults() == []
    phone.choose("Close")


def test_what_was_missing_can_be_read_after_the_sign_off(phone: Phone) -> None:
    before = [*BEGUN, *SHOT_FOR_THE_BEARS, FIVE_IS_OUT]
    signed = {"type": "sign_off", "by": "Pat Quill", "heads": {PAT["device"]: len(before)}}
    show(phone.page, "signed", game(*before, signed))
    phone.page.evaluate("location.hash = '#/game/signed/sign-off'")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Signed off")
    expect(sheet).to_contain_text(re.compile("was not over when the log was closed.*Period 1 was not ended"))
    expect(sheet).to_contain_text("1 penalty shot was not taken.")
    expect(sheet.locator(".missing")).to_contain_text(["Period 1", "#5 Bears is out of the game"])
    assert phone.faults() == []


PERIOD_2_BEGINS = f"""() => {{{OPEN_GAME}
    return game.log({{ type: 'period_end' }})
        .then(() => game.log({{ type: 'period_start', period: 2 }})).then(() => game.clock.start());
}}"""


def test_a_sheet_that_was_open_as_a_period_began_logs_into_that_period(phone: Phone) -> None:
    show(phone.page, "left-open", game(*BEGUN))
    phone.tap("Goal")
    phone.page.evaluate(PERIOD_2_BEGINS)
    phone.choose(re.compile("^9"))
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert [(call["type"], call["period"]) for call in log(phone)[-1:]] == [("goal", 2)]


def test_what_was_just_typed_is_asked_about_all_the_same(phone: Phone) -> None:
    show(phone.page, "typed", game(*BEGUN))
    phone.page.evaluate("location.hash += '/abandon'")
    sheet = phone.page.get_by_role("dialog")
    phone.page.evaluate(SLOW_RULES, 60)
    before = len(log(phone))
    sheet.get_by_role("button", name="Hogs").tap()
    sheet.get_by_role("textbox").press_sequentially("a fight in the stands", delay=15)
    sheet.locator(".sheet__foot .button--main").click()
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("Game forfeited by Hogs")
    assert len(log(phone)) == before


def test_who_was_fouled_is_not_taken_back_by_a_second_tap(phone: Phone) -> None:
    show(phone.page, "fouled-twice", game(*BEGUN, *SHOT_FOR_THE_BEARS))
    button = phone.page.locator(".fouled").get_by_role("button", name="#8 Bears")
    phone.settled(button)
    phone.page.evaluate(SLOW_RULES, 200)
    before = len(log(phone))
    button.dispatch_event("click")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.dispatch_event("click")
    phone.page.wait_for_function(
        "() => document.querySelector('.fouled [aria-pressed=true]')?.textContent.startsWith('8')"
    )
    assert [call["set"] for call in log(phone)[before:]] == [{"fouled": "BEA-8"}]


def test_another_number_for_a_goal_leaves_its_goalie_as_it_is(phone: Phone) -> None:
    show(
        phone.page,
        "righted",
        game(*BEGUN, {"type": "goal", "team": "HOG", "scorer": "HOG-9", "goalie": "G1"}),
    )
    phone.page.evaluate(f"location.hash = '#/game/righted/amend/{3:032x}'")
    sheet = phone.page.get_by_role("dialog")
    phone.touch(sheet.get_by_role("region", name="Hogs").get_by_role("button", name=re.compile("^11")))
    phone.touch(sheet.locator(".sheet__foot .button").last)
    expect(sheet).to_have_count(0)
    assert log(phone)[-1]["set"] == {"scorer": "HOG-11"}


WITH_SLASHING = """() => {
    const post = Worker.prototype.postMessage;
    window.asked = 0;
    Worker.prototype.postMessage = function (message, ...rest) {
        const { do: what, game } = JSON.parse(message.text);
        window.asked += what === 'adjudicate' && game.calls.at(-1).infraction === 'slashing';
        return post.call(this, message, ...rest);
    };
}"""


def test_the_rules_are_asked_as_a_finger_comes_down_on_an_infraction_and_not_again_at_its_tap(
    phone: Phone,
) -> None:
    show(phone.page, "pressed", game(*BEGUN))
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    button = phone.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Slashing"))
    phone.settled(button)
    phone.page.evaluate(WITH_SLASHING)
    button.dispatch_event("pointerdown")
    phone.page.wait_for_function("() => window.asked === 1")
    button.dispatch_event("click")
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert phone.page.evaluate("() => window.asked") == 1
    assert log(phone)[-1]["infraction"] == "slashing"
