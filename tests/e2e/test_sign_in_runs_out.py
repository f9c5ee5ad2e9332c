"""Who is signed in changes; what was logged stays with whoever logged it."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

SIGNED_OUT = "The server wants you to sign in again. Go on logging: everything is kept and sent afterwards."


def test_a_token_that_the_server_no_longer_takes_costs_no_call(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    product.change("UPDATE device SET revoked_at = created_at")
    pat.possession("Hogs")
    expect(pat.page.get_by_text(SIGNED_OUT)).to_be_visible()
    expect(pat.sending).to_have_text("1 not sent · sign in")
    pat.goal("Hogs", 9)
    expect(pat.sending).to_have_text("2 not sent · sign in")
    assert len(product.log_of(game)) == 2

    pat.tap(pat.page.get_by_role("button", name="Sign in again"))
    expect(pat.page.get_by_text("2 calls wait on this phone")).to_be_visible()
    pat.sign_in("pat")
    pat.open_game("Hogs", "Foxes")
    pat.wait_until_all_is_sent()
    expect(pat.page.get_by_text(SIGNED_OUT)).to_have_count(0)
    assert [row["type"] for row in product.log_of(game)] == ["period_start", "clock", "possession", "goal"]


def test_another_official_on_the_same_phone_sees_and_sends_nothing_of_the_first(product, pat):
    game = product.game("Game 3")
    pat.handset.offline()
    pat.begin_period(1)
    sign_out_with_calls_unsent(pat, 2)

    pat.handset.offline(False)
    waiting = pat.page.get_by_text("2 calls of Pat Reyes wait on this phone, locked.")
    expect(waiting).to_be_visible()
    pat.sign_in("sam")
    expect(waiting).to_be_visible()
    expect(pat.row("Hogs", "Foxes")).not_to_contain_text("not sent")
    pat.open_game("Hogs", "Foxes")
    expect(pat.sending).to_have_text("All sent")
    assert pat.handset.held()["calls"] == []
    pat.possession("Foxes")
    pat.wait_until_all_is_sent()
    assert [row["type"] for row in product.log_of(game)] == ["possession"]
    kept = pat.page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => url))))"
    )
    assert not re.search("/api/|captain|director", str(kept))

    pat.back_to_games()
    pat.tap(pat.page.get_by_role("button", name="Sign out"))
    pat.tap(pat.page.get_by_role("button", name="Sign in as Pat Reyes"))
    pat.sign_in("pat")
    pat.open_game("Hogs", "Foxes")
    pat.wait_until_all_is_sent()
    authors = product.rows(
        "SELECT type, username FROM logged_call JOIN account"
        " ON account.id = json_extract(body, '$.made_by') WHERE game_id = ? ORDER BY seq",
        game,
    )
    assert authors == [("possession", "sam"), ("period_start", "pat"), ("clock", "pat")]


def sign_out_with_calls_unsent(pat, unsent) -> None:
    pat.back_to_games()
    pat.tap(pat.page.get_by_role("button", name="Sign out"))
    expect(pat.page.get_by_role("status")).to_contain_text(f"{unsent} calls are not sent. Nothing of them")
    pat.tap(pat.page.get_by_role("button", name="Sign out, keep them locked here"))
    expect(pat.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_signing_out_with_calls_unsent_offers_to_send_them_first(product, pat):
    game = product.game("Game 3")
    pat.handset.offline()
    pat.begin_period(1)
    pat.back_to_games()
    pat.tap(pat.page.get_by_role("button", name="Sign out"))
    pat.tap(pat.page.get_by_role("button", name="Send now"))
    expect(pat.page.get_by_text("No network. Find a signal")).to_be_visible()
    pat.handset.offline(False)
    expect(pat.page.get_by_text("All is sent.")).to_be_visible(timeout=60_000)
    assert len(product.log_of(game)) == 2
    pat.tap(pat.page.get_by_role("button", name="Sign out"))
    expect(pat.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_signing_out_with_calls_unsent_offers_a_file_and_deletes_nothing(pat):
    pat.handset.offline()
    pat.begin_period(1)
    pat.back_to_games()
    pat.tap(pat.page.get_by_role("button", name="Sign out"))
    with pat.page.expect_download() as saved:
        pat.tap(pat.page.get_by_role("button", name="Save to a file"))
    assert saved.value.suggested_filename.endswith(".rinkside")
    expect(pat.page.get_by_text("Look for 1 file in your downloads")).to_be_visible()
    pat.tap(pat.page.get_by_role("button", name="Stay signed in"))
    expect(pat.row("Hogs", "Foxes")).to_contain_text("2 calls not sent")
    assert [record["outbox"] for record in pat.handset.kept("calls") if record.get("outbox")] == [1, 1]


def test_who_signs_out_in_one_tab_is_signed_out_in_all(pat):
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    other = pat.handset.new_tab()
    other.goto(f"{pat.handset.root}/rink/")
    expect(other.get_by_role("heading", name="My games")).to_be_visible()
    other.get_by_role("button", name="Sign out").tap()
    expect(pat.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_sign_in_that_ran_out_while_offline_locks_nothing_and_loses_nothing(product, pat):
    game = product.game("Game 3")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    pat.handset.offline()
    pat.possession("Hogs")
    product.change("UPDATE device SET expires_at = '2020-01-01 00:00:00'")
    pat.goal("Hogs", 9)
    pat.handset.offline(False)
    expect(pat.page.get_by_text(SIGNED_OUT)).to_be_visible(timeout=60_000)
    expect(pat.page.get_by_text(SIGNED_OUT)).to_have_count(1)
    pat.page.reload()
    pat.wait_for_the_rules()
    pat.possession("Foxes")
    expect(pat.sending).to_have_text("3 not sent · sign in")
    pat.tap(pat.page.get_by_role("button", name="Sign in again"))
    pat.sign_in("pat")
    pat.open_game("Hogs", "Foxes")
    pat.wait_until_all_is_sent()
    assert [row["type"] for row in product.log_of(game)][2:] == ["possession", "goal", "possession"]
