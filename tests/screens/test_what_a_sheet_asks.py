"""What a sheet asks, tells and finds before a call is tapped, and the way back out of each of its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.handset import OPEN_GAME, held_by
from tests.screens.conftest import Phone
from tests.screens.prepared import BEGUN, SLOW_RULES, game, phone_with, show

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Phone]:
    """Pat's phone, without a server."""
    with phone_with(browser, "first", game(*BEGUN)) as page:
        yield Phone(page)


def calls(phone: Phone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = held_by(phone.page)["calls"]
    return found


def test_a_penalty_tells_whose_moment_it_logs_and_its_number_has_a_way_back(phone: Phone) -> None:
    show(phone.page, "back", game(*BEGUN))
    expect(phone.page.locator(".signal")).to_have_text("Nothing to signal")
    phone.tap("Penalty")
    sheet = phone.page.get_by_role("dialog", name="Penalty")
    expect(sheet).to_have_accessible_description("For Period 1, 5:43")
    expect(sheet.locator(".sheet__moment")).to_contain_text("P1 · 5:43")
    head = sheet.locator(".sheet__head").bounding_box()
    assert head is not None
    assert head["height"] <= 57
    add = sheet.get_by_role("button", name="other").first
    phone.touch(add)
    sheet.get_by_label("Number", exact=True).fill("77")
    assert phone.faults() == []
    phone.choose("Back")
    expect(add).to_be_focused()
    phone.touch(add)
    expect(sheet.get_by_label("Number", exact=True)).to_have_value("")
    assert len(calls(phone)) == len(BEGUN)
    phone.choose("Close")

    show(phone.page, "no-clock", game(BEGUN[0]))
    phone.tap("Goal")
    expect(phone.page.locator("dialog .number").first).to_be_visible()
    expect(phone.page.locator(".sheet__moment")).to_have_count(0)
    phone.choose("Close")


@pytest.mark.parametrize(
    ("rulebook", "sought", "finds"),
    [
        ("half-sheet-3v3", "STICKS high", "High sticks (opponent)"),
        ("half-sheet-3v3", "ffb", "Fouled from behind on breakaway"),
        ("half-sheet-3v3", "match", "Attempt to injure / recklessly endanger"),
        ("half-sheet-3v3", "Pénalties 5", "Vulgarity"),
        ("half-sheet-3v3", "stick foul", "Spearing"),
        ("no-check-league", "603", "Boarding"),
        ("coed-ball", "waist", "High sticking"),
    ],
)
def test_an_infraction_is_found_by_all_that_the_rulebook_says_of_it(
    phone: Phone, rulebook: str, sought: str, finds: str
) -> None:
    show(phone.page, f"{rulebook}-{sought}".replace(" ", "-"), game(*BEGUN, rulebook=rulebook))
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    search = phone.page.get_by_role("searchbox")
    search.fill(sought)
    found = phone.page.locator("dialog .infraction")
    expect(found.filter(has_text=finds)).to_have_count(1)
    assert found.count() < 20, "it leaves out most"
    if rulebook != "coed-ball":
        return
    search.fill("aist")
    expect(phone.page.get_by_text("No infraction has “aist”")).to_be_visible()
    expect(found).to_have_count(0)
    assert phone.faults() == []
    phone.choose("Show all infractions")
    expect(search).to_be_focused()
    expect(found.filter(has_text=finds)).to_have_count(1)


def test_a_shoot_out_before_its_time_asks_and_says_who_is_on_no_roster(phone: Phone) -> None:
    show(phone.page, "early", game(*BEGUN))
    phone.tap("More")
    phone.choose("Shoot-out")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet.locator(".notice")).to_have_text("Period 1 is not over: 5:43 left.")
    phone.choose(re.compile("other"))
    sheet.get_by_label("Number", exact=True).fill("88")
    phone.choose("Add")
    expect(sheet.locator(".shooter-says")).to_contain_text("#88 Hogs is on no roster.")
    before = len(calls(phone))
    phone.choose("Scored")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("Period 1 is not over: 5:43 left. Log a shoot-out shot all the same?")
    assert phone.faults() == []
    phone.tap("Not now", within=".ask")
    assert len(calls(phone)) == before
    place = sheet.locator(".number").last.bounding_box()
    phone.choose(re.compile("^9"))
    expect(sheet.locator(".shooter-says")).to_be_empty()
    assert sheet.locator(".number").last.bounding_box() == place
    phone.choose("Close")


@pytest.mark.parametrize(
    ("rulebook", "timing", "is_due"),
    [("half-sheet-3v3", "running", True), ("no-check-league", "stop", True), ("cha-3v3", "running", False)],
)
def test_a_clock_that_runs_on_after_a_penalty_is_put_back_to_it_by_one_tap(
    phone: Phone, rulebook: str, timing: str, is_due: bool
) -> None:
    file = game(*BEGUN, rulebook=rulebook)
    file["game"]["timing"] = timing
    show(phone.page, f"due-{rulebook}", file)
    phone.tap(re.compile("^Start clock"))
    expect(phone.page.locator(".dock__start")).to_have_text(re.compile("^Stop clock"))
    expect(phone.page.locator(".board__time")).not_to_have_text("5:43")
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    phone.touch(phone.page.locator("dialog .infraction").first)
    expect(phone.page.locator("dialog")).to_have_count(0)
    at = calls(phone)[-1]["clock"]
    button = phone.page.locator(".dock__start")
    if not is_due:
        expect(button).to_have_text(re.compile("^Stop clock"))
        expect(button).not_to_have_class(re.compile("button--act"))
        return
    expect(button).to_have_class(re.compile("button--act"))
    phone.page.wait_for_function(
        "(at) => document.querySelector('.board__time').textContent !== at", arg=at[1:]
    )
    expect(button).to_have_text(f"Stop at {at[1:]}for the penalty")
    cut = "(button) => [...button.children].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert button.evaluate(cut) == 0
    assert phone.faults() == []
    phone.touch(button)
    expect(button).to_have_text(re.compile("^Start clock"))
    expect(phone.page.locator(".board__time")).to_have_text(at[1:])
    assert calls(phone)[-1] | {"type": "clock", "action": "stop", "clock": at} == calls(phone)[-1]


LATE_PENALTY = f"""(clock) => {{{OPEN_GAME}
    return game.log({{
        type: 'penalty', team: 'HOG', player: 'HOG-9', infraction: 'tripping', period: 1, clock,
    }});
}}"""


def test_a_clock_that_had_stopped_for_a_penalty_is_not_put_back_to_it(phone: Phone) -> None:
    file = game(*BEGUN, rulebook="no-check-league")
    file["game"]["timing"] = "stop"
    show(phone.page, "had-stopped", file)
    button = phone.page.locator(".dock__start")
    phone.tap(re.compile("^Start clock"))
    expect(phone.page.locator(".board__time")).not_to_have_text("5:43")
    phone.page.evaluate(LATE_PENALTY, "05:43")  # by another phone, of the whistle before
    expect(phone.log().first).to_contain_text("Tripping")
    held_by(phone.page)
    expect(button).to_have_text(re.compile("^Stop clock"))
    expect(button).not_to_have_class(re.compile("button--act"))


def test_a_report_that_is_missing_at_sign_off_is_asked_for_once(phone: Phone) -> None:
    fight = {"type": "penalty", "team": "HOG", "player": "HOG-9", "infraction": "fighting", "clock": "05:00"}
    show(
        phone.page,
        "report",
        game(*BEGUN, fight, {"type": "sign_off", "by": "Pat"}, rulebook="no-check-league"),
    )
    due = [one for one in held_by(phone.page)["sheet"]["rulings"] if one["code"] == "report_required"]
    assert len(due) == 2, "the rules tell it once more"
    phone.page.evaluate("location.hash += '/sending'")
    phone.choose("Phones and substitutes")  # how many is not known yet
    phone.choose("Close")
    assert held_by(phone.page)["sheet"]["box"] != []
    expect(phone.page.get_by_role("region", name="Penalty box")).to_have_count(0)  # nobody serves any more
    for words in (".board__state", ".signal"):
        expect(phone.page.locator(words)).to_have_text("Signed off")
    for name in ("Goal", "Penalty"):
        late = phone.page.locator(".dock").get_by_role("button", name=name, exact=True)
        expect(late).to_contain_text("late call")
        expect(late).not_to_have_class(re.compile("button--main"))
        expect(late).to_have_accessible_description("A call made now waits for the head referee.")
    report = phone.flags().get_by_role("button", name="Write report")
    expect(report).to_have_count(1)
    phone.touch(report)
    phone.page.get_by_role("dialog").get_by_role("textbox").fill("Both dropped their gloves.")
    phone.touch(phone.page.locator("dialog .sheet__foot .button--main"))
    expect(phone.page.locator("dialog")).to_have_count(0)
    assert calls(phone)[-1]["about"] == f"{3:032x}"
    expect(report).to_have_count(0)


def test_a_bench_penalty_that_would_put_a_player_out_asks_who_did_it(phone: Phone) -> None:
    show(phone.page, "bench", game(*BEGUN))
    sheet = phone.page.get_by_role("dialog")
    for infraction, is_asked in (("Tripping", False), ("Fighting", True)):
        phone.tap("Penalty")
        phone.touch(sheet.locator(".who__as_such").first)
        phone.touch(sheet.locator(".infraction").filter(has_text=infraction).first)
        if is_asked:
            question = phone.page.get_by_role("alertdialog")
            expect(question).to_contain_text("Penalty · Bench of Hogs · Fighting")
            expect(question).to_have_accessible_name(re.compile("nobody is named"))
            assert phone.faults() == []
            assert "Fighting" not in phone.log().first.inner_text()
            phone.tap("The bench", within=".ask")
        expect(sheet).to_have_count(0)
        expect(phone.log().first).to_contain_text(f"Bench of Hogs · {infraction}")


def test_a_bench_penalty_that_is_left_while_the_rules_are_asked_is_not_logged(phone: Phone) -> None:
    show(phone.page, "left", game(*BEGUN))
    phone.tap("Penalty")
    phone.touch(phone.page.locator("dialog .who__as_such").first)
    phone.settled(phone.page.locator("dialog .infraction").first)
    phone.page.evaluate(SLOW_RULES, 200)
    before = len(calls(phone))
    phone.page.locator("dialog .infraction").first.dispatch_event("click")
    phone.page.get_by_role("dialog").get_by_role("button", name="Back").dispatch_event("click")
    phone.page.wait_for_timeout(1_500)  # both questions are answered by then
    assert len(calls(phone)) == before
    expect(phone.page.get_by_role("alertdialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("rulebook", "says", "leads_to"),
    [
        ("half-sheet-3v3", "No shot to take", "Penalty"),
        ("no-check-league", "This rulebook awards no penalty shots", "Goal"),
    ],
)
def test_without_a_shot_to_take_the_sheet_says_what_would_award_one(
    phone: Phone, rulebook: str, says: str, leads_to: str
) -> None:
    show(phone.page, f"no-shot-{rulebook}", game(*BEGUN, rulebook=rulebook))
    phone.page.evaluate("location.hash += '/penalty-shot'")
    sheet = phone.page.get_by_role("dialog")
    expect(sheet.locator(".empty__title")).to_have_text(says)
    phone.touch(sheet.locator(".empty .button"))
    expect(sheet.locator(".number").first).to_be_visible()
    expect(sheet.get_by_role("heading").first).to_contain_text("scored" if leads_to == "Goal" else leads_to)
    phone.choose("Close")


def test_what_is_put_right_twice_says_what_it_was_before(phone: Phone) -> None:
    goal = {"type": "goal", "team": "HOG", "scorer": "HOG-9"}
    changes = [
        {"type": "amend", "call": f"{3:032x}", "set": {"scorer": scorer}} for scorer in ("HOG-4", "HOG-11")
    ]
    show(phone.page, "twice", game(*BEGUN, goal, *changes))
    last = phone.page.get_by_role("region", name="Last call")
    expect(last).to_contain_text("Put right · Scorer: #11 Hogs · was: Goal · #4 Hogs")


def test_a_log_that_others_may_have_begun_is_said_to_be_empty_here(phone: Phone) -> None:
    show(phone.page, "not-heard", game())
    empty = phone.page.locator(".empty")
    expect(empty).to_contain_text("Nothing logged on this phone yet")
    expect(empty).to_contain_text("What others have logged comes with the first signal.")


def test_every_line_of_the_log_says_when(phone: Phone) -> None:
    possession = {"type": "possession", "team": "HOG"}
    file = game(possession, BEGUN[0], possession, BEGUN[1], {"type": "note", "text": "Seen"})
    del file["calls"][0]["period"]
    show(phone.page, "when", file)
    expect(phone.page.locator(".log__time")).to_have_text(["P1", "P1 5:43", "P1 6:00", "P1 6:00", "Before"])
    del file["calls"][-1]["period"], file["calls"][1]
    show(phone.page, "of-no-period", file)  # nor was its period's beginning logged
    expect(phone.page.locator(".log__time").first).to_have_text("")


def test_of_two_calls_that_look_alike_the_one_that_does_not_count_says_so(phone: Phone) -> None:
    goal = {"type": "goal", "team": "HOG", "scorer": "HOG-9", "clock": "05:43"}
    kicked = goal | {"conditions": ["kicked"]}
    show(phone.page, "alike", game(*BEGUN, kicked, goal | {"device": "f" * 32}))
    alike = phone.flags().filter(has_text="Logged twice?").locator(".history li")
    expect(alike).to_contain_text(["No goal · General rules: goals", "another phone"])
    expect(alike.last).not_to_contain_text("No goal")
