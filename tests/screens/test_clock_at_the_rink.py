"""The clock beyond start and stop: warm-up, last minutes, curfew, the rink's own clock, what is heard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.screens.conftest import Phone, open_game, served, signed_in

pytestmark = pytest.mark.e2e

# What is felt, and how many tones begin, in place of the phone's own.
FELT_AND_HEARD = """
window.felt = [];
window.tones = 0;
navigator.vibrate = (pattern) => { felt.push(JSON.stringify(pattern)); return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Games that no other test has begun."""
    with served(tmp_path_factory.mktemp("clock")) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Phone]:
    """Pat's phone, which tells what is felt and heard and whose time the test passes."""
    with signed_in(browser, address, FELT_AND_HEARD) as phone:
        yield phone


def test_the_end_of_a_period_is_felt_and_heard_unless_muted(phone: Phone) -> None:
    open_game(phone, "Hogs", "Foxes")
    phone.tap(re.compile("^Begin"))
    expect(phone.log()).to_have_count(1)
    for tones, muted in ((1, False), (1, True)):
        _put_clock_to(phone, "0:02")
        if muted:
            phone.touch(phone.page.get_by_label("Sound"))
        phone.choose("Start clock")
        phone.choose("Close")
        expect(phone.page.locator(".board__time")).to_have_text("0:00")
        phone.page.wait_for_function("() => felt.includes('[900]')")
        assert phone.page.evaluate("tones") == tones
        phone.page.evaluate("felt.length = 0")


def _put_clock_to(phone: Phone, clock: str) -> None:
    """As it is typed on a keypad of digits; the sheet stays open."""
    phone.touch(phone.page.locator(".board__clock"))
    sheet = phone.page.locator("dialog")
    field = sheet.get_by_label("Set to")
    field.fill("0:75")
    phone.choose("Set")
    expect(sheet.get_by_role("alert")).to_have_text(re.compile("^Minutes and seconds, as 5:43 .*at most"))
    field.fill(clock.replace(":", ""))
    phone.choose("Set")
    expect(sheet.locator(".clock-now .figure")).to_have_text(clock)


def test_the_last_minutes_are_told_as_they_begin(phone: Phone) -> None:
    open_game(phone, "Comets", "Gulls")
    for period in (1, 2):
        phone.tap(re.compile("^Begin"))
        expect(phone.page.locator(".dock__start")).to_contain_text("Start clock")
        if period == 1:
            phone.tap("Goal")
            phone.choose("Comets")
            phone.touch(phone.page.locator("dialog .number").first)
            expect(phone.page.locator("dialog")).to_have_count(0)
            phone.touch(phone.page.locator(".board__clock"))
            phone.choose("End period")
            question = phone.page.get_by_role("alertdialog")
            expect(question).to_contain_text(re.compile("End Period 1 before its time.*20:00 left"))
            assert phone.faults() == []
            phone.tap("Not now", within=".ask")
            expect(phone.log()).to_have_count(2)
            phone.end_period()
            phone.page.wait_for_timeout(600)
    _put_clock_to(phone, "2:02")
    phone.choose("Start clock")
    phone.choose("Close")
    expect(phone.page.locator(".dock__start")).to_have_text(re.compile("Stop clock.*Period 2"))
    expect(phone.page.locator(".dock__start")).to_contain_text("last two minutes", timeout=8_000)
    expect(phone.page.locator(".signal")).to_contain_text(
        re.compile("Stop the clock: last two minutes.*Game Structure 4")
    )
    assert "[300,100,300]" in phone.page.evaluate("felt")
    assert phone.faults() == []


def test_where_the_rinks_clock_counts_none_is_kept_and_calls_carry_no_time(phone: Phone) -> None:
    open_game(phone, "Newts", "Toads")
    phone.tap(re.compile("^Begin"))
    expect(phone.log()).to_have_count(1)
    phone.touch(phone.page.locator(".board__clock"))
    phone.touch(phone.page.get_by_label(re.compile("^The rink’s own clock counts")))
    expect(phone.page.locator("dialog").get_by_role("button", name="Start clock")).to_have_count(0)
    phone.choose("Close")
    expect(phone.page.locator(".board")).to_contain_text("Rink’s clock")
    assert phone.faults() == []
    for _ in range(2):
        phone.tap("Penalty")
        phone.choose(re.compile("^8"))
        phone.choose("Tripping")
        expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.log()).to_have_count(3)
    expect(phone.flags().filter(has_text="Logged twice?")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator(".board")).to_contain_text("Rink’s clock")
    phone.tap(re.compile("^Clock and periods"))
    phone.choose("End period")
    expect(phone.log().first).to_contain_text("Period ends")


def test_a_period_that_ends_at_a_time_of_day_says_so_before_and_after(phone: Phone) -> None:
    phone.page.clock.install()
    open_game(phone, "Larks", "Rooks")
    for period in (1, 2, 3):
        phone.tap(re.compile("^Begin"))
        expect(phone.page.locator(".dock__start")).to_contain_text("Start clock")
        if period < 3:
            phone.touch(phone.page.locator(".board__clock"))
            phone.end_period()
            phone.page.wait_for_timeout(600)
    notice = phone.page.get_by_role("status").filter(has_text=re.compile("10.F"))
    expect(notice).to_have_count(0)
    phone.page.context.set_offline(True)  # or the server would say that the phone's clock is fast
    phone.page.clock.fast_forward("01:00:00")
    expect(notice).to_contain_text(re.compile(r"Period 3 ends at .*: \d minutes left"))
    assert phone.faults() == []
    phone.page.clock.fast_forward("00:10:00")
    expect(notice).to_contain_text("Time is up: Period 3 ended at")
    phone.touch(phone.page.locator(".board__clock"))
    phone.choose("End period")
    expect(phone.log().first).to_contain_text("Period ends")


CHANGES_IN_TWO_SECONDS = """() => new Promise((done) => {
    let changes = 0;
    const seen = new MutationObserver((list) => { changes += list.length; });
    seen.observe(document.querySelector('.countdown'), {
        attributes: true, characterData: true, childList: true, subtree: true,
    });
    setTimeout(() => done(changes), 2_000);
})"""


SLEPT_FOR_20_S = """() => {
    const [bar] = document.querySelector('.countdown__bar').getAnimations({ subtree: true });
    bar.currentTime += 20_000;
    document.dispatchEvent(new Event('visibilitychange'));
}"""
BAR_AND_FIGURE_AGREE = """() => {
    const [bar] = document.querySelector('.countdown__bar').getAnimations({ subtree: true });
    const { progress, duration } = bar.effect.getComputedTiming();
    const figure = document.querySelector('.countdown__figure');
    const [minutes, seconds] = figure.textContent.split(':').map(Number);
    return Math.abs(duration * (1 - progress) / 1_000 - 60 * minutes - seconds) < 2;
}"""


FIVE_MINUTES_FAST = "Date.now = ((now) => () => now() + 300_000)(Date.now)"


def test_the_warm_up_counts_down_and_goes_on_after_a_reload_and_on_a_phone_that_is_fast(phone: Phone) -> None:
    open_game(phone, "Bears", "Otters")
    phone.touch(phone.page.get_by_role("button", name=re.compile("warm-up$")))
    runs = re.compile(r"^[01]:\d\d$")
    counted = phone.page.get_by_role("timer", name="Warm-up").locator(".countdown__figure")
    expect(counted).to_have_text(runs)
    expect(phone.log().first).to_contain_text("Warm-up begins")
    phone.page.add_init_script(FIVE_MINUTES_FAST)
    phone.page.reload()
    expect(phone.page.get_by_text("5 minutes fast")).to_be_visible()
    expect(counted).to_have_text(runs)
    assert phone.faults() == []
    expect(phone.page.get_by_role("button", name=re.compile("warm-up$"))).to_have_count(0)
    # Three seconds begin, and the bar is put right once by the server's time; it was drawn twenty times.
    assert phone.page.evaluate(CHANGES_IN_TWO_SECONDS) <= 6, "no tap is to wait for a count-down's drawing"
    phone.page.wait_for_function(BAR_AND_FIGURE_AGREE)
    phone.page.evaluate(SLEPT_FOR_20_S)
    phone.page.wait_for_function(BAR_AND_FIGURE_AGREE)
