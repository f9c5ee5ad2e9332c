"""What a flag asks for is done by doing it: it goes with the act, comes back with Undo."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.handset import held_by
from tests.screens.conftest import Phone
from tests.screens.prepared import BEGUN, game, phone_with, show

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Phone]:
    """Pat's phone, without a server."""
    with phone_with(browser, "first", game(*BEGUN)) as page:
        yield Phone(page)


def test_a_penalty_that_is_due_is_settled_by_logging_it(phone: Phone) -> None:
    breach = {"type": "violation", "team": "HOG", "kind": "goalie_contact"}
    show(phone.page, "due", game(*BEGUN, breach, rulebook="coed-ball"))
    flag = phone.flags().filter(has_text="Log it")
    phone.touch(flag.get_by_role("button", name="Log the penalty"))
    phone.choose(re.compile("^9"))
    phone.touch(phone.page.locator("dialog .infraction").first)
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(flag).to_have_count(0)
    assert held_by(phone.page)["calls"][-1]["infraction"] == "goalie_contact"
    phone.touch(phone.page.locator(".last").get_by_role("button", name=re.compile("Undo")))
    expect(flag).to_have_count(1)
    assert phone.faults() == []


def test_a_penalty_settles_what_asks_for_it_and_not_what_was_dismissed_before(phone: Phone) -> None:
    breach = {"type": "violation", "team": "HOG", "kind": "goalie_contact"}
    file = game(*BEGUN, breach, breach, rulebook="coed-ball")
    first = file["calls"][-2]["id"]
    file["calls"].append({"id": f"{8:032x}", "type": "done", "call": first, "code": "penalty_due"})
    show(phone.page, "of-two", file)
    expect(phone.flags().filter(has_text="Log it")).to_have_count(1)
    logged = {"type": "penalty", "team": "HOG", "player": "HOG-9", "infraction": "goalie_contact"}
    file["calls"].append({"id": f"{9:032x}", "period": 1, "clock": "05:43", **logged})
    show(phone.page, "of-two-logged", file)
    expect(phone.flags().filter(has_text="Log it")).to_have_count(0)


def test_a_bench_minor_that_is_due_is_logged_from_its_flag(phone: Phone) -> None:
    undeclared = {"type": "roster_discrepancy", "team": "BEA", "declared": False}
    show(phone.page, "bench", game(*BEGUN, undeclared, rulebook="no-check-league"))
    flag = phone.flags().filter(has_text="Bench minor to Bears")
    phone.touch(flag.get_by_role("button", name="Log the penalty"))
    sheet = phone.page.locator("dialog")
    expect(sheet).to_contain_text("Class: Bench minor")
    phone.choose("Back")
    phone.choose(re.compile("^9"))
    expect(sheet).to_contain_text("Class: As the rulebook says")  # a player's is no bench minor
    phone.choose("Close")
    phone.touch(flag.get_by_role("button", name="Log the penalty"))
    phone.touch(sheet.locator(".infraction").first)
    expect(sheet).to_have_count(0)
    logged = held_by(phone.page)["calls"][-1]
    assert (logged["team"], logged["bench"], logged["class"]) == ("BEA", True, "bench_minor")
    expect(flag).to_have_count(0)


def test_one_that_is_logged_with_a_name_is_that_bench_minor(phone: Phone) -> None:
    undeclared = {"type": "roster_discrepancy", "team": "BEA", "declared": False}
    named = {"type": "penalty", "team": "BEA", "player": "BEA-5", "infraction": "delay_of_game"}
    due = game(*BEGUN, undeclared, rulebook="no-check-league")
    show(phone.page, "named", due)
    expect(phone.flags().filter(has_text="Bench minor to Bears")).to_have_count(1)
    due["calls"].append({"id": f"{9:032x}", "period": 1, "class": "bench_minor"} | named)
    show(phone.page, "named-logged", due)
    expect(phone.flags().filter(has_text="Bench minor to Bears")).to_have_count(0)


def test_who_is_sent_off_heads_the_flag_before_the_suspension_that_goes_with_it(phone: Phone) -> None:
    fight = {"type": "penalty", "team": "BEA", "player": "BEA-5", "infraction": "fighting"}
    show(phone.page, "sent-off", game(*BEGUN, fight, rulebook="no-check-league"))
    flag = phone.flags().filter(has_text="#5 Bears")
    expect(flag.locator(".flag__what").first).to_contain_text("#5 Bears is out of the game")
    expect(flag.locator(".flag__more").first).to_contain_text("suspended")
    expect(flag.get_by_role("button", name="Done: sent off")).to_be_visible()


@pytest.mark.parametrize("way", ["struck out", "checked again"])
def test_who_is_suspended_and_does_not_play_after_all_costs_no_forfeit(phone: Phone, way: str) -> None:
    file = game(rulebook="no-check-league")
    file["history"] = {"players": {"HOG-9": {"suspended_games_left": 1}}, "goalies": {}, "teams": {}}
    here = [one["id"] for one in file["teams"]["HOG"]["players"]]
    file["calls"] = [{"id": f"{1:032x}", "type": "attendance", "team": "HOG", "players": here}]
    show(phone.page, f"suspended-{way}", file)
    flag = phone.flags().filter(has_text="#9 Hogs")
    phone.page.evaluate("location.hash += '/roster-check/HOG'")
    phone.choose("4 of Hogs are here")
    phone.choose("Close")
    assert len(held_by(phone.page)["calls"]) == 1, "what is as before is not logged again"
    if way == "struck out":
        phone.touch(flag.get_by_role("button", name="Struck out: does not play"))
    else:
        phone.page.evaluate("location.hash += '/roster-check/HOG'")
        sheet = phone.page.locator("dialog")
        ticked = sheet.locator(".roster-row").filter(has_text="#9").get_by_role("checkbox")
        phone.touch(ticked)
        expect(ticked).not_to_be_checked()
        phone.choose("3 of Hogs are here")
        phone.choose("Close")
    expect(flag).to_have_count(0)
    phone.tap(re.compile("^Begin"))
    expect(phone.page.locator(".dock__start")).to_contain_text("Start clock")
    phone.page.evaluate("location.hash += '/sign-off'")
    phone.choose("Sign off and close the log")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    phone.touch(question.get_by_role("button").last)
    expect(phone.page.locator(".board__state")).to_contain_text("Signed off")
    rulings = held_by(phone.page)["sheet"]["rulings"]
    assert [one for one in rulings if one["clause"] == "5.E.5" and one["code"] == "game_forfeited"] == []


def test_a_shot_of_the_end_that_was_put_off_is_a_flag_once_it_is_due(phone: Phone) -> None:
    tripped = {"type": "penalty", "team": "BEA", "player": "BEA-5", "infraction": "tripping"}
    file = game(*BEGUN, tripped, rulebook="cha-3v3")
    penalty = file["calls"][-1]["id"]
    file["calls"].append({"id": f"{9:032x}", "type": "done", "call": penalty, "code": "penalty_shot"})
    show(phone.page, "put-off", file)
    expect(phone.flags()).to_have_count(0)
    file["calls"].append({"id": f"{10:032x}", "type": "period_end", "period": 1})
    show(phone.page, "at-the-end", file)
    expect(phone.flags().get_by_role("button", name="Take the shot")).to_be_visible()
