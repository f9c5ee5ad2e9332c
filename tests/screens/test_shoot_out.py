"""A shoot-out is what the screen offers until somebody has won it, one team after the other."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Phone, open_game, served

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A game that no other test has begun."""
    with served(tmp_path_factory.mktemp("shoot_out")) as address:
        yield address


def test_a_shoot_out_is_shot_by_turns_before_its_period_can_be_ended(phone: Phone) -> None:
    open_game(phone, "Comets", "Gulls")
    sheet = phone.page.locator("dialog")
    for _ in range(3):
        phone.touch(phone.page.locator(".board__clock"))
        phone.choose(re.compile("^Begin"))
        phone.end_period()
    phone.touch(phone.page.locator(".board__clock"))
    phone.choose(re.compile("^Begin · Shoot-out"))
    expect(sheet.get_by_role("button", name="End period")).to_be_visible()
    phone.choose("Close")
    button = phone.page.locator(".dock__start")
    expect(button).to_contain_text("Clock and periods")
    expect(button).not_to_have_class(re.compile("is-stopped"))

    phone.touch(phone.page.locator(".dock__whole"))
    phone.choose("Gulls")
    for nth, team in enumerate(("Gulls", "Comets", "Gulls", "Comets")):
        expect(sheet.locator("[aria-pressed=true]")).to_have_text([team])
        phone.touch(sheet.locator(".number").nth(nth // 2))
        phone.choose("Scored" if team == "Gulls" else "Missed")
    expect(sheet.get_by_role("status")).to_contain_text("Gulls")
    expect(sheet).not_to_contain_text("waits")
    assert phone.faults() == []
    expect(button).to_have_class(re.compile("is-stopped"))
    expect(button).to_have_text("Sign off")
    phone.choose("Sign off")
    expect(sheet.get_by_label("Your name")).to_be_visible()

    phone.choose("Close")
    phone.touch(phone.page.locator(".game__back"))
    row = phone.page.get_by_role("link").filter(has_text="Comets").filter(has_text="Gulls")
    expect(row).to_contain_text("Winner of the shoot-out: Gulls.")
    expect(row).to_contain_text("Gulls0 (2)")
    plain = phone.page.get_by_role("link").filter(has_text="Hogs3")
    expect(plain).to_contain_text("Bears2")
    expect(plain).not_to_contain_text("Winner")
