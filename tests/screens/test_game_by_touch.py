"""A game on the game screen, by touch alone: what each call takes, and what the screen says of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Phone, open_game

pytestmark = pytest.mark.e2e


def test_a_second_penalty_is_a_flag_until_its_shot_is_taken(phone: Phone) -> None:
    open_game(phone, "Bears", "Otters")
    phone.tap(re.compile("^Begin"))
    for number in ("4", "11"):
        phone.penalty(number)
    flag = phone.flags().filter(has_text="Penalty shot for Otters")
    expect(flag).to_contain_text("Penalties 4")

    phone.tap("#5 Otters", within=".fouled")
    expect(phone.flags().filter(has_text="Penalty shot for #5 Otters")).to_be_visible()
    phone.page.reload()
    expect(phone.flags().filter(has_text="Penalty shot for #5 Otters")).to_be_visible()

    phone.tap("Take the shot", within=".flag")
    phone.choose("Scored")
    expect(phone.flags()).to_have_count(0)
    expect(phone.page.locator(".board__score")).to_have_text(["0", "1"])


def test_what_ends_somebodys_tournament_asks_first_and_falls_with_its_call(phone: Phone) -> None:
    open_game(phone, "Herons", "Pikes")
    phone.tap(re.compile("^Begin"))
    phone.tap("Penalty")
    expect(phone.page.get_by_role("button", name=re.compile("Gale Hutchins.*1 MORE"))).to_be_visible()
    phone.choose(re.compile("^Gale Hutchins"))
    phone.choose("Herons")
    phone.choose("Slashing")
    asked = phone.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("Gale Hutchins is out of the tournament")
    expect(phone.log()).to_have_count(1)

    phone.tap("Log it", within=".ask")
    expect(phone.flags()).to_contain_text(["out of the tournament"])
    phone.tap("Show captain", within=".flag")
    card = phone.page.get_by_role("dialog")
    expect(card).to_contain_text("Three penalties in the whole tournament")
    expect(card).to_contain_text("and 2 in earlier games")
    phone.choose("Close")
    phone.touch(phone.log().first)
    phone.choose("Put right")
    chosen = phone.page.locator(".goalie[aria-pressed=true]")
    expect(chosen.filter(has_text="Gale Hutchins")).to_contain_text("OUT")
    assert phone.faults() == [], "out and chosen can be read, too"
    phone.choose("Close")

    phone.tap(re.compile("^Undo"), within=".last")
    expect(phone.flags()).to_have_count(0)


def test_a_goal_before_all_had_tagged_up_has_its_verdict_before_it_is_logged(phone: Phone) -> None:
    open_game(phone, "Wasps", "Moles")
    phone.tap(re.compile("^Begin"))
    phone.tap("Goal")
    phone.choose("Check the goal …")
    phone.choose(re.compile("^26"))
    phone.touch(phone.page.get_by_label(re.compile("Not all had tagged up")))
    expect(phone.page.locator(".follows")).to_contain_text(
        "No goal for #26 Wasps: not all had tagged up. § Procedure 4"
    )
    phone.choose("Log it")
    expect(phone.page.locator(".board__score")).to_have_text(["0", "0"])
    expect(phone.flags()).to_contain_text(["No goal for #26 Wasps"])
    expect(phone.page.locator(".last__words")).to_have_text("Goal · #26 WaspsNo goal · § Procedure 4")


def test_what_is_not_sent_is_counted_where_it_can_be_seen(phone: Phone) -> None:
    open_game(phone, "Foxes", "Bears")
    expect(phone.page.get_by_role("button", name="All sent")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap(re.compile("^Begin"))
    phone.tap("Foxes Possession")
    expect(phone.page.get_by_role("button", name="2 calls not sent")).to_be_visible()
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_role("button", name="All sent")).to_be_visible(timeout=70_000)


def test_a_number_is_put_right_and_its_history_kept(phone: Phone) -> None:
    open_game(phone, "Pikes", "Moles")
    phone.tap(re.compile("^Begin"))
    phone.tap("Penalty")
    phone.choose(re.compile("^15"))
    phone.choose("Tripping")
    phone.tap(re.compile("Penalty #15"), within=".log")
    phone.choose("Put right")
    phone.choose(re.compile("^23"))
    phone.choose("Put right")
    expect(phone.log().first).to_contain_text("#23 Pikes")
    changed = "Put right · Player: #23 Pikes · was: Penalty · #15 Pikes · Tripping"  # the end may be cut
    expect(phone.page.locator(".last__words")).to_have_text(changed)
    phone.tap(re.compile("Penalty #23"), within=".log")
    expect(phone.page.get_by_role("dialog")).to_contain_text("Logged: Penalty · #15 Pikes · Tripping")
