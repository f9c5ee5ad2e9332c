"""What comes after a tap on a sheet, and where: nothing out of its time, nothing under a late thumb."""

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

PLAYED = [{"type": f"period_{what}", "period": period} for period in (1, 2, 3) for what in ("start", "end")]
NOW = f"(call) => {{{OPEN_GAME} return game.log(call); }}"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Phone]:
    """Pat's phone, without a server."""
    with phone_with(browser, "first", game(*BEGUN)) as page:
        yield Phone(page)


def shot(team: str, number: int, scored: bool) -> dict[str, Any]:
    return {
        "type": "shootout_attempt",
        "period": "SO",
        "team": team,
        "shooter": f"{team}-{number}",
        "scored": scored,
    }


def test_the_deciding_shot_tapped_once_more_leads_nowhere(phone: Phone) -> None:
    shots = [shot("HOG", 4, False), shot("BEA", 2, True), shot("HOG", 9, False), shot("BEA", 5, True)]
    show(phone.page, "decided", game(*PLAYED, {"type": "period_start", "period": "SO"}, *shots))
    phone.touch(phone.page.locator(".dock__whole"))
    sheet = phone.page.get_by_role("dialog")
    phone.choose(re.compile("^11"))
    tapped = sheet.get_by_role("button", name="Missed").bounding_box()
    numbers = sheet.locator(".who").bounding_box()
    phone.choose("Missed")
    expect(sheet).to_contain_text("Winner of the shoot-out: Bears")
    sign_off = sheet.get_by_role("button", name="Sign off")
    phone.settled(sign_off)
    assert tapped is not None
    phone.page.touchscreen.tap(tapped["x"] + tapped["width"] / 2, tapped["y"] + tapped["height"] / 2)
    expect(sheet).to_have_accessible_name("Shoot-out")
    assert sheet.locator(".who").bounding_box() == numbers
    assert phone.faults() == []
    phone.touch(sign_off)
    expect(sheet).to_have_accessible_name("Sign off")
    phone.choose("Close")


def test_a_shoot_out_says_who_chooses_whose_turn_it_is_and_which_shot_did_not_count(phone: Phone) -> None:
    show(phone.page, "tied", game(*PLAYED))
    sheet = phone.page.get_by_role("dialog")
    phone.touch(phone.page.locator(".dock__whole"))
    expect(sheet).to_contain_text("Tied: shoot-out.")
    phone.choose(re.compile("^4"))
    phone.choose("Scored")
    expect(phone.page.locator(".board__period")).to_contain_text("Shoot-out")
    expect(sheet.get_by_role("status")).to_have_text("Bears: who shoots?")
    phone.choose("Close")
    phone.touch(phone.page.locator(".last__undo"))
    expect(phone.page.locator(".board__period")).not_to_contain_text("Shoot-out")
    phone.touch(phone.page.locator(".dock__whole"))
    phone.choose(re.compile("^4"))
    phone.choose("Scored")
    expect(phone.page.locator(".board__period")).to_contain_text("Shoot-out")
    expect(sheet.get_by_role("status")).to_have_text("Bears: who shoots?")
    phone.choose(re.compile("^9"))
    phone.choose("Scored")
    phone.touch(sheet.get_by_role("alertdialog").locator(".ask__acts button").last)
    expect(sheet.locator(".shot-mark.is-out")).to_have_text(re.compile("did not count$"))
    expect(sheet.locator(".rounds .figure")).to_have_text(["1", "0"])
    expect(sheet.get_by_role("status")).to_have_text("Bears: who shoots?")
    assert [call["type"] for call in held_by(phone.page)["calls"][-3:]] == [
        "period_start",
        "shootout_attempt",
        "shootout_attempt",
    ]
    assert phone.faults() == []
    phone.choose("Close")


def test_a_shoot_out_that_is_begun_in_a_period_that_is_up_ends_it(phone: Phone) -> None:
    up = {"type": "clock", "action": "stop", "period": 3, "clock": "00:00"}
    show(phone.page, "up", game(*PLAYED[:-1], up))
    phone.page.evaluate("location.hash += '/shootout-attempt'")
    phone.choose(re.compile("^4"))
    phone.choose("Scored")
    expect(phone.page.locator(".board__period")).to_contain_text("Shoot-out")
    logged = [call["type"] for call in held_by(phone.page)["calls"][-3:]]
    assert logged == ["period_end", "period_start", "shootout_attempt"]
    phone.choose("Close")


def test_the_clocks_sheet_stays_where_it_is_as_the_clock_stops(phone: Phone) -> None:
    show(phone.page, "stays", game(*BEGUN))
    phone.touch(phone.page.locator(".board__clock"))
    less = phone.page.get_by_role("button", name="10 seconds less")
    phone.choose("Start clock")
    expect(phone.page.locator("dialog").get_by_role("button", name="Stop clock")).to_be_visible()
    place = less.bounding_box()
    phone.choose("Stop clock")
    expect(phone.page.locator("dialog").get_by_role("button", name="Start clock")).to_be_visible()
    assert less.bounding_box() == place
    phone.choose("Close")


def test_a_question_keeps_its_words_though_the_period_ends_meanwhile(phone: Phone) -> None:
    show(phone.page, "words", game(*BEGUN))
    phone.page.evaluate("location.hash += '/shootout-attempt'")
    phone.choose(re.compile("^9"))
    phone.choose("Scored")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("Period 1 is not over: 5:43 left. Log a shoot-out shot all the same?")
    phone.page.evaluate(NOW, {"type": "period_end"})  # by whoever keeps the clock
    expect(phone.page.locator("dialog .notice")).to_have_text("Period 2 is still to be played.")
    expect(question).to_contain_text("Period 1 is not over: 5:43 left. Log a shoot-out shot all the same?")
    phone.tap("Not now", within=".ask")
    phone.choose("Close")


@pytest.mark.parametrize(("stage", "is_there"), [("round_robin", False), ("playoff", True)])
def test_a_shoot_out_is_listed_where_one_may_follow(phone: Phone, stage: str, is_there: bool) -> None:
    file = game(*(PLAYED if stage == "round_robin" else PLAYED[:-1]))
    file["game"]["stage"] = stage
    show(phone.page, f"listed-{stage}", file)
    phone.tap("More")
    expect(phone.page.get_by_role("dialog").get_by_role("button", name="Protest")).to_be_visible()
    listed = phone.page.get_by_role("dialog").get_by_role("button", name="Shoot-out")
    expect(listed).to_have_count(1 if is_there else 0)
    phone.choose("Close")


@pytest.mark.parametrize("is_abandoned", [False, True])
def test_a_game_abandoned_before_it_began_asks_for_no_roster_check(phone: Phone, is_abandoned: bool) -> None:
    calls = [{"type": "abandon", "reason": "No ice."}] if is_abandoned else []
    show(phone.page, f"abandoned-{is_abandoned}", game(*calls))
    assert held_by(phone.page)["sheet"]["status"] == ("abandoned" if is_abandoned else "scheduled")
    both = phone.page.get_by_role("button", name="Roster check: Hogs, Bears")
    expect(both).to_have_count(0 if is_abandoned else 1)


@pytest.mark.parametrize("sheet", ["shootout-attempt", "scrum"])
def test_a_number_that_was_added_has_the_focus(phone: Phone, sheet: str) -> None:
    show(phone.page, f"added-{sheet}", game(*BEGUN))
    phone.page.evaluate("(sheet) => { location.hash += '/' + sheet; }", sheet)
    dialog = phone.page.get_by_role("dialog")
    if sheet == "scrum":
        phone.touch(dialog.locator(".infraction").first)
    phone.touch(dialog.locator(".number--add").first)
    dialog.get_by_label("Number", exact=True).fill("88")
    phone.choose("Add")
    added = dialog.get_by_role("button", name=re.compile("^88"))
    expect(added).to_have_attribute("aria-pressed", "true")
    expect(added).to_be_focused()
    phone.choose("Close")


def test_a_rarer_call_asks_for_who_it_is_about_once_and_says_that_the_clock_stops(phone: Phone) -> None:
    file = game(*BEGUN, {"type": "clock", "action": "start"}, rulebook="no-check-league")
    show(phone.page, "rarer", file)
    sheet = phone.page.get_by_role("dialog")
    phone.page.evaluate("location.hash += '/injury'")
    expect(sheet.get_by_role("button", name=re.compile("^9"))).to_be_visible()
    expect(sheet.get_by_role("region", name="Goalie", exact=True)).to_have_count(0)
    phone.choose("Close")
    phone.page.evaluate("location.hash += '/depart'")
    expect(sheet.locator(".sheet__foot")).to_have_text("Still missing: Player")
    phone.choose("Close")
    show(phone.page, "stops", game(*BEGUN))
    phone.page.evaluate("location.hash += '/timeout'")
    phone.choose("Hogs")
    expect(sheet.locator(".follows")).to_contain_text("Stop the clock")
    phone.choose("Close")


def test_what_would_follow_says_of_which_infraction_and_others_are_marked_with_what_they_bring(
    phone: Phone,
) -> None:
    fouled = {"type": "penalty", "team": "HOG", "player": "HOG-4", "infraction": "hooking", "clock": "05:43"}
    show(phone.page, "marked", game(*BEGUN, fouled))
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    sheet = phone.page.get_by_role("dialog")
    expect(sheet.locator(".follows__head")).to_have_text("If Body checking:")
    places = sheet.locator(".infraction").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    expect(sheet.get_by_role("button", name="Tripping", exact=True)).to_have_accessible_description(
        "Brings a penalty shot"
    )
    expect(sheet.get_by_role("button", name=re.compile("^Fighting"))).to_have_accessible_description(
        "Puts out of the game"
    )
    expect(sheet.get_by_role("button", name=re.compile("^Vulgarity"))).to_have_accessible_description("")
    assert sheet.locator(".infraction").evaluate_all("(all) => all.map((one) => one.offsetTop)") == places
    assert phone.faults() == []
    phone.choose("Close")


@pytest.mark.parametrize(("width", "rulebook"), [(360, "no-check-league"), (390, "coed-ball")])
def test_all_that_is_said_of_a_penalty_is_whole_and_as_high_as_a_thumb(
    phone: Phone, width: int, rulebook: str
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 760})
    show(phone.page, f"whole-{width}", game(*BEGUN, rulebook=rulebook))
    phone.tap("Penalty")
    phone.choose(re.compile("^9"))
    sheet = phone.page.get_by_role("dialog")
    opener = sheet.get_by_role("button", name="Class: As the rulebook says")
    phone.touch(opener)
    expect(opener).to_have_attribute("aria-expanded", "true")
    small = """(chips) => chips.filter((chip) => {
        const { left, right, height } = chip.getBoundingClientRect();
        return left < 0 || right > innerWidth || height < 48 || chip.scrollWidth > chip.clientWidth;
    }).map((chip) => chip.textContent)"""
    chips = sheet.locator(".chip")
    assert chips.count() > 9
    assert chips.evaluate_all(small) == []
    assert phone.faults() == []
    phone.choose("Match penalty")
    chosen = sheet.get_by_role("button", name="Class: Match penalty")
    expect(chosen).to_be_focused()
    expect(chosen).to_have_attribute("aria-expanded", "false")
    phone.choose("Close")
    phone.page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize(
    ("rulebook", "says"),
    [
        ("half-sheet-3v3", "Nobody sits: as many skate as before."),
        ("cha-3v3", "Nobody sits: as many skate as before."),
        ("no-check-league", "#9 Hogs serves 90 s: minor, nobody short."),
    ],
)
def test_penalties_that_cancel_out_say_how_many_skate(phone: Phone, rulebook: str, says: str) -> None:
    show(phone.page, f"skate-{rulebook}", game(*BEGUN, rulebook=rulebook))
    phone.page.evaluate("location.hash += '/scrum'")
    phone.choose("Hooking")
    strip = phone.page.locator(".follows")
    phone.choose(re.compile("^9"))
    expect(strip).not_to_contain_text("Asking")
    expect(strip).not_to_contain_text(says)
    phone.choose(re.compile("^5"))
    expect(strip).to_contain_text(says)
    assert strip.evaluate("(strip) => strip.scrollHeight <= strip.clientHeight"), "all of it is shown"
    phone.choose("Close")


def test_who_did_what_the_bench_was_given_can_be_named_where_that_is_asked(phone: Phone) -> None:
    show(phone.page, "named", game(*BEGUN))
    phone.tap("Penalty")
    sheet = phone.page.get_by_role("dialog")
    phone.touch(sheet.locator(".who__as_such").first)
    phone.touch(sheet.locator(".infraction").filter(has_text="Fighting").first)
    phone.tap("Name them", within=".ask")
    expect(sheet).to_have_accessible_name("Fighting: who did it?")
    expect(sheet.get_by_role("region", name="Bears")).to_have_count(0)
    assert phone.faults() == []
    phone.choose(re.compile("^9"))
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("#9 Hogs is out of the game")
    phone.tap("Log it", within=".ask")
    expect(sheet).to_have_count(0)
    logged = held_by(phone.page)["calls"][-1]
    assert (logged["player"], logged["infraction"], "bench" in logged) == ("HOG-9", "fighting", False)


def test_a_shot_of_the_end_asks_who_was_fouled_before_all_else_and_shows_twelve_whole(phone: Phone) -> None:
    foul = {"type": "penalty", "team": "HOG", "player": "HOG-4", "infraction": "hooking", "clock": "05:43"}
    file = game(*BEGUN, foul, rulebook="cha-3v3")
    file["teams"]["BEA"]["players"] = [
        {"id": f"BEA-{n}", "number": str(n), "position": "skater"} for n in range(2, 14)
    ]
    show(phone.page, "fouled", file)
    flag = phone.flags().first
    expect(flag).to_contain_text("shot at the end of the game")
    nobody, last = flag.get_by_role("button", name="Nobody: captain picks"), flag.locator(".number").last
    expect(nobody).not_to_have_class(re.compile("button--act"))
    of = "(one) => one.getBoundingClientRect().{}"
    assert last.evaluate(of.format("bottom")) < nobody.evaluate(of.format("top"))
    assert last.evaluate(of.format("bottom")) <= phone.page.locator(".last").evaluate(of.format("top"))
    assert phone.faults() == []
    phone.touch(last)
    expect(phone.flags()).to_have_count(0)


def test_a_bench_penalty_that_the_rules_do_not_answer_in_time_is_asked_about(phone: Phone) -> None:
    show(phone.page, "late", game(*BEGUN))
    phone.tap("Penalty")
    sheet = phone.page.get_by_role("dialog")
    phone.touch(sheet.locator(".who__as_such").first)
    expect(sheet.locator(".follows__line").first).to_be_visible()
    phone.page.evaluate(SLOW_RULES, 10_000)
    phone.touch(sheet.locator(".infraction").first)
    expect(sheet.locator(".follows__head")).to_have_text("Asking the rules …")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("The rules have not answered yet.")
    expect(phone.log()).to_have_count(len(BEGUN))
    phone.tap("The bench", within=".ask")
    expect(sheet).to_have_count(0)
    phone.page.reload()  # rules that answer again
    assert held_by(phone.page)["calls"][-1]["bench"] is True


def test_a_scrum_takes_in_a_goalie_of_neither_team(phone: Phone) -> None:
    show(phone.page, "with-goalie", game(*BEGUN))
    phone.page.evaluate("location.hash += '/scrum'")
    phone.choose("Hooking")
    phone.choose(re.compile("^9"))
    phone.choose(re.compile("^Gale Hutchins"))
    phone.choose("Bears")
    expect(phone.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    assert phone.faults() == []
    phone.choose("Log 2 penalties")
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    logged = held_by(phone.page)["calls"][-2:]
    assert [(one.get("player"), one.get("goalie"), one["team"]) for one in logged] == [
        ("HOG-9", None, "HOG"),
        (None, "G1", "BEA"),
    ]
    assert logged[0]["coincident"] == logged[1]["coincident"]
