"""A substitute official joins at the rink with a code and a name, and the head referee ends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.several_officials import Official, on_one_game

pytestmark = pytest.mark.e2e


def test_by_a_code_of_the_head_referees_and_until_he_ends_it(handset):
    [pat] = on_one_game(handset, "pat")
    pat.open_phones()
    pat.tap(pat.sheet.get_by_role("button", name="Let a substitute join"))
    shown = pat.sheet.locator(".notice .figure")
    expect(shown).to_have_text(pat.CODE)
    pat.look("code")
    assert pat.faults() == []

    expect(pat.sheet.get_by_role("img", name="QR code")).to_be_visible()

    alex = Official(handset("alex's"))
    alex.open_app()
    alex.tap(alex.page.get_by_role("button", name="Join a game by a code"))
    alex.page.get_by_label("Your name").fill("Alex Moor")
    alex.page.get_by_label("Code").fill("2345-6789")
    alex.tap(alex.page.get_by_role("button", name="Join the game"))
    expect(alex.page.get_by_role("alert")).to_contain_text("There is no such code")
    alex.look("join")
    assert alex.faults() == []
    alex.page.get_by_label("Code").fill(shown.inner_text().lower().replace("-", " "))
    alex.tap(alex.page.get_by_role("button", name="Join the game"))
    alex.wait_until_it_opens_offline("Bears", "Otters")
    expect(alex.page.get_by_role("listitem")).to_have_count(1)
    alex.open_game("Bears", "Otters")
    alex.goal("Bears", 4)
    alex.wait_until_all_is_sent()

    pat.ask_until(pat.phone_of("Alex Moor"), "1 call on the server")
    pat.close()
    expect(pat.page.locator(".board__score").first).to_have_text("1")
    pat.page.reload()
    pat.wait_for_the_rules()
    pat.open_phones()
    pat.tap(pat.sheet.get_by_role("button", name="End for Alex Moor"))
    expect(pat.sheet.get_by_role("button", name="End for Alex Moor")).to_have_count(0)
    pat.close()

    alex.goal("Bears", 4)
    expect(alex.not_accepted).to_contain_text("its author was no longer on this game", timeout=60_000)
    pat.send_now()
    expect(pat.not_accepted).to_contain_text("its author was no longer on this game")
    assert pat.score == [1, 0]


def test_a_substitute_whose_sign_in_has_ended_is_led_to_the_code(handset, product):
    [pat] = on_one_game(handset, "pat")
    alex = Official(handset("alex's"))
    alex.open_app("#/join")
    join(alex, code_of(pat))
    alex.wait_until_it_opens_offline("Bears", "Otters")
    alex.open_game("Bears", "Otters")
    product.change("UPDATE device SET revoked_at = created_at WHERE id = ?", alex.device)
    alex.goal("Bears", 4)
    again = alex.page.get_by_role("button", name="Sign in again")
    expect(again).to_be_visible()
    alex.tap(again)
    expect(alex.page.get_by_label("Your name")).to_have_value("Alex Moor")
    expect(alex.page.get_by_label("Password")).to_have_count(0)
    join(alex, code_of(pat))
    alex.open_game("Bears", "Otters")
    alex.wait_until_all_is_sent()


def code_of(head: Official) -> str:
    """A code that the head referee has made just now."""
    head.open_phones()
    head.tap(head.sheet.get_by_role("button", name="Let a substitute join"))
    shown = head.sheet.locator(".notice .figure")
    expect(shown).to_have_text(head.CODE)
    code = shown.inner_text()
    head.close()
    return code


def join(official: Official, code: str) -> None:
    official.page.get_by_label("Your name").fill("Alex Moor")
    official.page.get_by_label("Code").fill(code)
    official.tap(official.page.get_by_role("button", name="Join the game"))
