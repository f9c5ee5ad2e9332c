"""Around the play: who is here, a scrum in one go, the game as it stood, and what both captains compare."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.screens.conftest import Phone, open_game, served

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Games that no other test has begun."""
    with served(tmp_path_factory.mktemp("before_and_after")) as address:
        yield address


def test_a_roster_check_counts_against_the_rulebook_and_logs_both_teams(phone: Phone) -> None:
    open_game(phone, "Larks", "Rooks")
    phone.tap("Roster check: Larks, Rooks", within="main")
    sheet = phone.page.locator("dialog")
    expect(sheet).to_contain_text("Here: 21 skaters, 1 goalie")
    expect(sheet).not_to_contain_text("Too few")
    goalie = sheet.locator(".roster-row").filter(has_text="goalie")
    expect(goalie.get_by_role("button")).to_be_disabled()  # 7.A: neither captain nor alternate
    for place in range(17):
        sheet.get_by_role("checkbox").nth(place + 2).uncheck()
    expect(sheet).to_contain_text(re.compile(r"Too few players: 5, at least 6\..*2\.A"))
    expect(sheet).to_contain_text(re.compile(r"Too few to begin: 5, at least 6\..*10\.A"))
    phone.choose("Captain: #5")
    expect(sheet).to_contain_text(re.compile(r"Larks has named no captain\..*7\.A"))
    assert phone.faults() == []
    phone.choose("Captain: #5")
    teams = sheet.locator(".pair")
    phone.touch(teams.get_by_role("button", name="Rooks"))
    expect(sheet).to_contain_text("Here: 21 skaters")
    phone.touch(teams.get_by_role("button", name="Larks"))
    expect(sheet).to_contain_text("Too few players: 5")
    sheet.get_by_role("checkbox").nth(2).check()
    expect(sheet).not_to_contain_text("Too few")
    phone.choose("6 of Larks are here")
    expect(sheet.locator(".pair").get_by_role("button", name="Larks")).to_contain_text("checked")
    phone.choose("22 of Rooks are here")
    expect(sheet.locator(".pair").get_by_role("button", name="Rooks")).to_contain_text("checked")
    phone.choose("Close")
    expect(phone.log()).to_have_count(2)
    expect(phone.page.get_by_role("button", name=re.compile("^Roster check"))).to_have_count(0)


def test_a_scrum_is_called_in_one_go_and_cancels_out(phone: Phone) -> None:
    open_game(phone, "Hogs", "Foxes")
    phone.begin()
    phone.taps = 0
    phone.several("Hooking")
    for number in ("9", "14", "3", "10"):
        phone.choose(re.compile(f"^{number}"))
    expect(phone.page.get_by_label(re.compile("^Coincident"))).to_be_checked()
    assert phone.faults() == []
    phone.choose("Log 4 penalties")
    expect(phone.page.locator("dialog")).to_have_count(0)
    assert phone.taps <= 8, "two taps a penalty"
    expect(phone.log().filter(has_text=re.compile("Penalty.*coincident"))).to_have_count(4)
    expect(phone.flags()).to_have_count(0)
    expect(phone.page.locator(".board__fouls")).to_have_text(["Penalties: 2", "Penalties: 2"])


def test_penalties_of_one_team_at_once_have_no_pair_and_what_is_grave_is_asked(phone: Phone) -> None:
    open_game(phone, "Herons", "Pikes")
    phone.begin()
    sheet = phone.several("Hooking")
    phone.choose(re.compile("^Class"))
    phone.choose("Game misconduct")
    phone.touch(sheet.get_by_role("region", name="Pikes").locator(".number").nth(0))
    phone.choose(re.compile("^Class"))
    phone.choose("As the rulebook says")
    phone.touch(sheet.get_by_role("region", name="Pikes").locator(".number").nth(1))
    expect(phone.page.get_by_label(re.compile("^Coincident"))).not_to_be_checked()
    phone.choose("Log 2 penalties")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("is out of the game")
    expect(phone.log()).to_have_count(1)
    phone.tap("Log it", within=".ask")
    expect(sheet).to_have_count(0)
    expect(phone.log()).to_have_count(3)
    expect(phone.log().filter(has_text="coincident")).to_have_count(0)


def test_one_of_a_scrum_that_is_not_logged_after_all_is_left_out_and_the_rest_are_logged(
    phone: Phone,
) -> None:
    open_game(phone, "Herons", "Wasps")
    phone.begin()
    sheet = phone.several("Hooking")
    phone.touch(sheet.get_by_role("region", name="Herons").locator(".number").nth(0))
    phone.choose(re.compile("^Class"))
    phone.choose("Game misconduct")
    phone.touch(sheet.get_by_role("region", name="Wasps").locator(".number").nth(0))
    phone.choose(re.compile("^Class"))
    phone.choose("As the rulebook says")
    phone.touch(sheet.get_by_role("region", name="Herons").locator(".number").nth(1))
    phone.choose("Log 3 penalties")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("is out of the game")
    expect(phone.log()).to_have_count(2)
    assert phone.faults() == []
    phone.tap("Not now", within=".ask")
    phone.touch(sheet.get_by_role("button", name=re.compile("^Leave out")).first)
    phone.choose("Log 1 more")
    expect(sheet).to_have_count(0)
    expect(phone.log()).to_have_count(3)


def test_the_game_can_be_looked_at_as_it_stood(phone: Phone) -> None:
    open_game(phone, "Bears", "Otters")
    phone.tap(re.compile("^Begin"))
    for number in ("4", "11"):
        phone.penalty(number)
    expect(phone.flags()).to_have_count(1)
    phone.tap(re.compile("^Undo"), within=".last")
    expect(phone.flags()).to_have_count(0)

    phone.tap(re.compile("Penalty #11"), within=".log")
    phone.choose("The game as it stood then")
    card = phone.page.locator("dialog")
    expect(card).to_contain_text("Once logged: Penalty · #11 Bears · Hooking")
    expect(card).to_contain_text("Penalty shot for Otters")
    expect(card).to_contain_text("Penalties: 2")
    assert phone.faults() == []
    phone.choose("‹ Call before")
    expect(card).to_contain_text("Once logged: Penalty · #4 Bears · Hooking")
    expect(card).to_contain_text("Nothing was to be done.")
    expect(card).to_contain_text("Penalties: 1")
    phone.choose("Next call ›")
    phone.choose("Next call ›")
    expect(card).to_contain_text("Once logged: Take back")
    expect(card).to_contain_text("Nothing was to be done.")


def test_both_captains_compare_a_summary_by_its_digest(phone: Phone) -> None:
    open_game(phone, "Wasps", "Moles")
    phone.tap(re.compile("^Begin"))
    phone.tap("Goal")
    phone.touch(phone.page.locator("dialog .number").first)
    expect(phone.log()).to_have_count(2)
    digests = [_digest(phone)]
    phone.page.reload()
    phone.page.locator(".dock").wait_for()
    expect(phone.page.locator(".board__score").first).to_have_text("1")
    digests.append(_digest(phone))
    assert digests[0] == digests[1]
    phone.tap("Penalty")
    phone.choose(re.compile("^26"))
    phone.choose("Hooking")
    expect(phone.log()).to_have_count(3)
    assert _digest(phone) != digests[0]


def _digest(phone: Phone) -> str:
    phone.tap("More")
    phone.choose("Summary")
    digest = phone.page.locator(".digest").inner_text()
    expect(phone.page.locator("dialog")).to_contain_text("Goals")
    assert phone.faults() == []
    phone.choose("Close")
    return digest


def test_sign_off_says_until_when_a_protest_is_in_time(phone: Phone) -> None:
    open_game(phone, "Foxes", "Bears")
    game = phone.page.url.split("#")[1]
    phone.page.evaluate(f"location.hash = '{game}/sign-off'")
    sheet = phone.page.locator("dialog")
    expect(sheet).to_contain_text("A protest would be in time now.")
    expect(sheet).to_contain_text(re.compile("before the players leave the ice, or not at all.*Misc 6"))
    phone.choose("Players left the ice")
    phone.choose("Log: Players left the ice")
    expect(sheet).to_have_count(0)
    expect(phone.page).to_have_url(re.compile("/game/[^/]+$"))
    phone.page.evaluate(f"location.hash = '{game}/sign-off'")
    expect(sheet).to_contain_text("Too late for a protest, since “Players left the ice” was logged.")
    assert phone.faults() == []


def test_the_list_of_games_has_the_score_that_the_game_has(phone: Phone) -> None:
    open_game(phone, "Pikes", "Moles")
    phone.page.context.set_offline(True)
    phone.tap(re.compile("^Begin"))
    phone.tap("Goal")
    phone.touch(phone.page.locator("dialog .number").nth(1))  # the first is out since an earlier game
    expect(phone.page.locator(".board__score")).to_have_text(["1", "0"])
    phone.touch(phone.page.get_by_role("button", name="Games"))
    row = phone.page.get_by_role("link").filter(has_text="Pikes").filter(has_text="Moles")
    expect(row).to_contain_text("Under way")
    expect(row.locator(".game-row__team .num")).to_have_text(["1", "0"])
