"""What the screen offers once the rules say that a game is over; what it names before the log is closed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.accessible import as_shown
from tests.e2e.handset import held_by
from tests.screens.conftest import Phone
from tests.screens.prepared import case_of, cases, game, phone_with, show

pytestmark = pytest.mark.e2e

TIE = next(one["game"] for one in cases() if one["case"].endswith("round-robin-tie-stays-a-tie"))
OUT = case_of("report_required", "no-check-league")["game"]


@pytest.fixture(scope="module")
def app(browser: Browser) -> Iterator[Page]:
    """A phone on the game whose tie stands."""
    with phone_with(browser, "tie", TIE) as page:
        yield page


def attempt(nth: int, team: str, shooter: str, scored: bool) -> dict[str, Any]:
    return {
        "id": f"s{nth}",
        "type": "shootout_attempt",
        "period": "SO",
        "team": team,
        "shooter": shooter,
        "scored": scored,
    }


def test_where_a_tie_stands_no_shoot_out_is_offered_and_one_is_asked_about(app: Page) -> None:
    show(app, "tie", TIE)
    phone = Phone(app)
    sheet = app.get_by_role("dialog")
    expect(app.locator(".dock__start")).to_contain_text("Sign off")
    phone.touch(app.locator(".board__clock"))
    expect(sheet.get_by_role("checkbox").first).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("^Begin"))).to_have_count(0)
    phone.choose("Close")

    app.evaluate("location.hash += '/shootout-attempt'")  # from another tab: More does not list it
    expect(sheet).to_contain_text(re.compile("By the rulebook the tie stands.*Game Format 4"))
    before = phone.log().count()
    phone.touch(sheet.locator(".number").first)
    phone.choose("Scored")
    expect(app.get_by_role("alertdialog")).to_contain_text(re.compile("No shoot-out follows.*Scored"))
    assert as_shown(app) == []
    phone.tap("Not now", within=".ask")
    expect(phone.log()).to_have_count(before)
    phone.choose("Missed")
    phone.tap("Log the shot", within=".ask")
    expect(phone.log()).to_have_count(before + 1)
    phone.choose(re.compile("^10"))
    phone.choose("Missed")
    expect(phone.log()).to_have_count(before + 2)  # one that goes on is not asked about again


def test_once_a_shoot_out_is_won_its_sheet_leads_on_to_sign_off(app: Page) -> None:
    pairs = [("R4", "B2"), ("R7", "B5"), ("R9", "B8")]
    shots = [shot for red, blue in pairs for shot in (("RED", red, True), ("BLU", blue, False))]
    attempts = [attempt(nth, *shot) for nth, shot in enumerate(shots)]
    final = TIE | {"game": TIE["game"] | {"stage": "playoff"}, "calls": [*TIE["calls"], *attempts]}
    show(app, "won", final)
    app.evaluate("location.hash = '#/game/won/shootout-attempt'")
    phone = Phone(app)
    expect(app.get_by_role("dialog").get_by_role("status")).to_contain_text("Winner of the shoot-out: Red")
    expect(app.get_by_role("dialog")).not_to_contain_text("By the rulebook the tie stands")
    phone.choose("Sign off")
    expect(app.get_by_label("Your name")).to_be_visible()


def test_a_report_is_about_what_awaits_one_and_its_text_is_in_sight(app: Page) -> None:
    calls = [
        {"id": "p1", "type": "period_start", "period": 1},
        *OUT["calls"],
        {"id": "p2", "type": "penalty", "period": 1, "team": "BLU", "player": "B2", "infraction": "hooking"},
        {"id": "p3", "type": "goal", "period": 1, "team": "RED", "scorer": "R4"},
    ]
    show(app, "report", OUT | {"calls": calls})
    phone = Phone(app)
    sheet = app.get_by_role("dialog")
    app.evaluate("location.hash = '#/game/report/sign-off'")
    app.get_by_label("Your name").fill("Pat Quill")
    phone.choose("Sign off and close the log")
    expect(app.get_by_role("alertdialog")).to_contain_text("Period 1 has not ended")
    expect(app.get_by_role("alertdialog")).to_contain_text("a report is due before sign-off")
    assert as_shown(app) == []
    phone.tap("Not now", within=".ask")
    phone.choose("Close")

    phone.tap("More")
    phone.choose("Report")
    offered = sheet.locator(".choices button")
    expect(offered).to_have_count(len(OUT["calls"]) + 1)
    expect(offered.first).to_contain_text("Report due")
    expect(offered.last).not_to_contain_text("Report due")
    assert as_shown(app) == []
    phone.touch(offered.first)
    expect(sheet.get_by_label("Text")).to_be_in_viewport()
    sheet.get_by_label("Text").fill("As the linesman saw it.")
    phone.choose("Log: Report")
    expect(sheet).to_have_count(0)
    expect(phone.flags().filter(has_text="report is due")).to_have_count(0)


def test_an_abandoned_game_is_closed_by_its_sign_off_and_not_before(app: Page) -> None:
    abandoned = [{"type": "period_start"}, {"type": "abandon", "reason": "No ice."}]
    show(app, "abandoned", game(*abandoned))
    expect(app.locator(".dock__start")).to_have_text("Sign off")
    show(app, "and-signed-off", game(*abandoned, {"type": "sign_off", "by": "Pat"}))
    assert held_by(app)["sheet"]["status"] == "abandoned"
    Phone(app).tap(re.compile("^The log is closed."))
    sheet = app.get_by_role("dialog")
    expect(sheet).to_contain_text("Signed off.")
    expect(sheet.get_by_role("button", name="Sign off and close the log")).to_have_count(0)
    Phone(app).choose("Close")
