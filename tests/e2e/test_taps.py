"""Taps that come sooner than the screen, or more than once; how many a call takes: test_whole_game.py."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e


def test_a_button_that_is_tapped_three_times_at_once_logs_one_call(pat):
    pat.begin_period(1)
    pat.choose_offender("Hogs", 9)
    pat.tap_thrice(pat.infraction("Slashing"))
    expect(pat.log.filter(has_text="Slashing")).to_have_count(1)
    expect(pat.sheet).to_have_count(0)

    pat.tap_thrice(pat.possession_button("Foxes"))
    expect(pat.log.filter(has_text="Possession Foxes")).to_have_count(1)

    pat.tap_thrice(pat.dock.get_by_role("button", name="Stop clock"))
    expect(pat.dock.get_by_role("button", name="Start clock")).to_be_visible()
    types = [call["type"] for call in pat.handset.held()["calls"]]
    assert types == ["period_start", "clock", "penalty", "possession", "clock"]


SEEN_SETTLING = """() => addEventListener('click', () => {
    window.settling = [...(window.settling ?? []), 'settling' in document.documentElement.dataset];
}, { capture: true })"""


def test_who_is_quicker_than_the_sheet_is_not_ignored_but_where_it_was_opened(pat):
    """The number's place is known by heart: it is tapped as soon as it is there."""
    pat.handset.context.new_cdp_session(pat.page).send("Emulation.setCPUThrottlingRate", {"rate": 1})
    pat.begin_period(1)
    pat.tap(pat.button("Goal"))
    place = pat.number("Hogs", 9).bounding_box()
    pat.close()
    pat.page.wait_for_function("() => !('settling' in document.documentElement.dataset)")
    pat.page.evaluate(SEEN_SETTLING)
    goal = pat.button("Goal").bounding_box()
    pat.page.touchscreen.tap(*middle(goal))
    pat.page.touchscreen.tap(*middle(place))
    expect(pat.log.filter(has_text="Goal")).to_have_count(1)
    assert pat.page.evaluate("window.settling") == [False, True], "it was tapped before all had settled"

    pat.page.wait_for_function("() => !('settling' in document.documentElement.dataset)")
    penalty = pat.button("Penalty").bounding_box()
    for _ in range(3):
        pat.page.touchscreen.tap(*middle(penalty))
    expect(pat.sheet.get_by_role("heading", name="Penalty")).to_be_visible()
    expect(pat.number("Hogs", 9)).to_be_visible()


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_game_that_opens_takes_the_focus_to_its_name(pat):
    expect(pat.page.get_by_role("heading", level=1, name="Game 3")).to_be_focused()
    pat.begin_period(1)
    pat.back_to_games()
    expect(pat.page.get_by_role("heading", level=1, name="My games")).to_be_focused()
