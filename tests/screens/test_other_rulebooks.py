"""A short game of each other rulebook by touch: offered is what that rulebook knows, and axe is silent."""

import re

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Phone, open_game

pytestmark = pytest.mark.e2e


def begin(phone: Phone, home: str, away: str) -> None:
    """Open the game, begin period 1 and start the clock: two taps that are meant as two."""
    open_game(phone, home, away)
    phone.tap(re.compile("^Begin"))
    expect(phone.log()).to_have_count(1)
    phone.page.wait_for_timeout(700)
    phone.tap(re.compile("^Start clock"))
    expect(phone.page.locator(".board__state")).to_contain_text("Running")


def end_period(phone: Phone) -> None:
    phone.tap(re.compile("Running|Stopped"), within=".board")
    phone.end_period()
    expect(phone.log().first).to_contain_text("Period ends")


def disallow(phone: Phone, team: str | None, number: str, condition: str) -> None:
    """A goal with what was seen, from whichever screen asks for the scorer."""
    phone.tap("Goal")
    phone.choose("Check the goal …")
    if team:
        phone.choose(team)
    phone.choose(re.compile(f"^{number}"))
    phone.touch(phone.page.get_by_label(re.compile(f"^{condition}")).first)
    expect(phone.page.locator(".follows")).to_contain_text("No goal for")
    assert phone.faults() == []
    phone.choose("Log it")
    expect(phone.flags().filter(has_text="No goal for")).to_be_visible()
    expect(phone.page.locator(".board__score")).to_have_text(["0", "0"])


def test_the_no_check_league_serves_its_time(phone: Phone) -> None:
    begin(phone, "Larks", "Rooks")
    expect(phone.page.get_by_role("timer").first).to_contain_text("14:")
    phone.tap("Penalty")
    phone.choose("Larks")
    phone.choose("Type the number …")
    phone.choose("1")
    phone.choose("7")
    expect(phone.page.locator(".keypad__found")).to_contain_text("17")
    assert phone.faults() == []
    phone.choose("9")
    phone.choose("9")
    phone.choose(re.compile("^.99 other"))
    expect(phone.page.get_by_label("Number", exact=True)).to_have_value("99")
    phone.choose("Back")
    phone.choose("Show the roster …")
    phone.choose(re.compile("^17"))
    for offered in ("Somebody was hurt", "Intentional", "Served in full"):
        expect(phone.page.get_by_role("button", name=offered, exact=True)).to_have_count(1)
    expect(phone.page.get_by_role("button", name="Breakaway", exact=True)).to_have_count(0)
    assert phone.faults() == []
    phone.choose("Tripping")
    box = phone.page.get_by_role("region", name="Penalty box")
    expect(box).to_contain_text("#17 Larks")
    expect(box).to_contain_text("1:2")  # it runs with the clock
    assert phone.faults() == []

    phone.tap("Violation")
    phone.choose("Rooks")
    expect(phone.page.locator(".signal")).to_contain_text(
        re.compile(r"Face-off in the defending zone\..*5\.A")
    )
    disallow(phone, "Rooks", "5", "Kicked")

    end_period(phone)
    expect(phone.page.locator(".dock")).to_contain_text("BeginPeriod 2")


def test_ball_hockey_asks_who_had_the_ball(phone: Phone) -> None:
    begin(phone, "Comets", "Gulls")
    phone.tap("Penalty")
    phone.choose("Comets")
    phone.choose(re.compile("^8"))
    expect(phone.page.get_by_role("button", name="Coincident pair")).to_have_count(0)
    phone.choose("Offending team had it")
    assert phone.faults() == []
    phone.choose(re.compile("^Hooking"))
    expect(phone.page.locator(".signal")).to_contain_text("Ball to Gulls")
    expect(phone.page.get_by_role("region", name="Penalty box")).to_have_count(0)

    phone.tap("Violation")
    assert phone.faults() == []
    phone.choose("Ball head high")
    phone.choose("Deflected")
    phone.choose("Comets")
    expect(phone.log().first).to_contain_text("Ball head high Comets · Deflected")
    phone.touch(phone.log().first)
    phone.choose("Put right")
    phone.choose("Comets")
    button = phone.page.locator("dialog .sheet__foot .button")
    expect(button).to_have_text("Still missing: Team")
    expect(button).to_be_disabled()
    phone.choose("Close")
    phone.tap("Violation")
    phone.choose("Unplayable ball")
    assert phone.faults() == []
    phone.choose("Nobody knows")
    expect(phone.page.locator(".signal")).to_contain_text("Face-off at the nearest safe spot")
    disallow(phone, "Gulls", "5", "In off a tree")

    phone.tap("Show captain", within=".flag")
    card = phone.page.get_by_role("dialog")
    expect(card).to_contain_text("A ball that falls from a tree")
    assert phone.faults() == []
    phone.choose(re.compile("Trees$"))
    expect(card.locator(".is-opened")).to_contain_text("Trees")
    phone.page.get_by_role("searchbox").fill("Game Structure 4")
    expect(card.locator(".clause-block")).to_have_count(1)
    expect(card).to_contain_text("The clock stops for water breaks")
    phone.page.get_by_role("searchbox").fill("smashes")
    expect(card.locator(".clause-block")).to_have_count(1)
    assert phone.faults() == []
    phone.choose("Close")
    end_period(phone)


def test_three_on_three_takes_its_shots_at_the_end(phone: Phone) -> None:
    begin(phone, "Newts", "Toads")
    expect(phone.page.locator(".board__state")).to_contain_text("change 0:5")
    phone.tap("Penalty")
    phone.choose(re.compile("^8"))
    for not_offered in ("Somebody was hurt", "Served in full"):
        expect(phone.page.get_by_role("button", name=not_offered)).to_have_count(0)
    phone.choose("Tripping")
    phone.tap("#11 Toads", within=".fouled")
    expect(phone.flags()).to_have_count(0)

    phone.tap("More")
    phone.choose("Violation")
    phone.choose("Offside")
    phone.choose("Toads")
    expect(phone.page.locator(".signal")).to_contain_text(
        re.compile(r"Puck to Newts, outside the zone\..*3\(f\)")
    )
    disallow(phone, None, "14", "Kicked")
    assert phone.faults() == []

    end_period(phone)
    phone.page.wait_for_timeout(700)
    phone.tap(re.compile("^Take the shot"), within=".dock__clock")
    phone.choose("Scored")
    phone.tap("Log it", within=".ask")  # it ends the game
    expect(phone.page.locator(".board__score")).to_have_text(["0", "1"])
    expect(phone.page.locator(".dock")).to_contain_text("Sign off")


def test_a_league_that_the_product_has_never_heard_of(phone: Phone) -> None:
    """Four quarters, five minors to an ejection, a garage door: all of it from a rulebook's file alone."""
    begin(phone, "Magpies", "Wrens")
    expect(phone.page.get_by_role("timer").first).to_contain_text("9:")
    for nth in range(1, 6):
        phone.page.wait_for_timeout(700)
        phone.tap("Penalty")
        phone.choose(re.compile("^8"))
        phone.choose("Shooting at the garage door")
        if nth == 5:
            expect(phone.page.locator(".ask")).to_contain_text("4.3")
            phone.tap("Log it", within=".ask")
        expect(phone.log()).to_have_count(nth + 2)
    expect(phone.flags().filter(has_text="#8 Magpies").filter(has_text="out of the game")).to_contain_text(
        "4.3"
    )
    box = phone.page.get_by_role("region", name="Penalty box")
    expect(box).to_contain_text("#8 Magpies")

    disallow(phone, None, "5", "In off the garage door")
    phone.tap("Show captain", within=".flag:has-text('No goal for')")
    expect(phone.page.get_by_role("dialog")).to_contain_text(
        "A puck that went in off the garage door is no goal"
    )
    phone.choose("Close")
    end_period(phone)
    expect(phone.page.locator(".dock")).to_contain_text("BeginPeriod 2")
