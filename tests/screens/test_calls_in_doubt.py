"""What a referee must not be led past: a call logged twice or held, a game closed too early, a grave call."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.screens.conftest import Phone, open_game, served

pytestmark = pytest.mark.e2e


AT_ITS_TOP = "() => document.querySelector('.game__middle').scrollTop === 0"
FROM_ANOTHER_PHONE = """(game) => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const tx = opening.result.transaction('calls', 'readwrite');
        const calls = tx.objectStore('calls');
        calls.getAll().onsuccess = ({ target }) => {
            const last = target.result.filter((one) => one.game === game).at(-1);
            const id = last.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
            const call = { ...last.call, id, device: 'f'.repeat(32), type: 'note', text: 'Seen' };
            calls.put({ ...last, id, call, own: false, outbox: undefined });
        };
        tx.oncomplete = () => {
            opening.result.close();
            new BroadcastChannel('rinkside').postMessage({ game, of: 'log' });
            done();
        };
    };
})"""
COUNT_HASHED = """() => {
  const real = BigInt.asUintN;
  window.hashed = 0;
  BigInt.asUintN = (...said) => { window.hashed += 1; return real(...said); };
}"""
SECONDS_PASS_WITHOUT_A_DIGEST = """() => {
  if (!window.told || window.hashed) window.told = new Set();
  window.hashed = 0;
  window.told.add(document.querySelector('dialog [role=alert]').textContent);
  return window.told.size > 3;
}"""
WITHOUT_PENALTIES = """() => new Promise((done) => {
  const opening = indexedDB.open('rinkside');
  opening.onsuccess = () => {
    const writing = opening.result.transaction('packets', 'readwrite');
    writing.oncomplete = () => { opening.result.close(); done(); };
    writing.objectStore('packets').openCursor().onsuccess = ({ target: { result } }) => {
      if (!result) return;
      const { rulebook } = result.value.packet;
      rulebook.calls = rulebook.calls.filter((type) => type !== 'penalty');
      result.update(result.value);
      result.continue();
    };
  };
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Games that no other test has begun."""
    with served(tmp_path_factory.mktemp("in_doubt")) as address:
        yield address


def test_what_rests_on_a_call_that_may_be_logged_twice_waits_for_the_answer(phone: Phone) -> None:
    _begin(phone, "Bears", "Otters")
    for _ in range(2):
        phone.penalty("11")
    expect(phone.flags()).to_have_count(1)
    expect(phone.flags()).to_contain_text("Logged twice?")
    expect(phone.flags()).to_contain_text(re.compile("Only if it happened twice: Penalty shot for Otters"))
    shot = phone.page.locator(".dock").get_by_role("button", name="Penalty shot")
    expect(shot).not_to_have_class(re.compile("button--act"))
    expect(phone.page.get_by_role("button", name="Take the shot")).to_have_count(0)
    assert phone.faults() == []
    _says_of_the_last_penalty(phone, is_asked=True)
    for answer in ("One event, logged twice", "It happened twice"):
        expect(phone.flags().get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)

    phone.tap("It happened twice", within=".flag")
    _says_of_the_last_penalty(phone, is_asked=False)
    expect(phone.flags()).to_have_count(1)
    expect(phone.page.get_by_role("button", name="Take the shot")).to_be_visible()
    expect(shot).to_have_class(re.compile("button--act"))

    phone.tap(re.compile("^Undo"), within=".last")
    expect(phone.flags()).to_contain_text("Logged twice?")
    phone.tap("One event, logged twice", within=".flag")
    expect(phone.flags()).to_have_count(0)
    expect(shot).not_to_have_class(re.compile("button--act"))


def _says_of_the_last_penalty(phone: Phone, is_asked: bool) -> None:
    phone.touch(phone.log().filter(has_text="Hooking").first)
    said = phone.page.get_by_role("dialog").locator(".row__says")
    expect(said.filter(has_text="Penalty shot for Otters")).to_have_count(1)
    expect(said.filter(has_text="Logged twice?")).to_have_count(1 if is_asked else 0)
    phone.choose("Close")


def test_a_game_that_is_not_over_is_closed_in_red_alone(phone: Phone) -> None:
    _begin(phone, "Hogs", "Foxes")
    phone.tap(re.compile("^Start clock"))
    _sheet(phone, "sign-off")
    sheet = phone.page.locator("dialog")
    warning = sheet.get_by_role("alert")
    expect(warning).to_contain_text("The game is not over.")
    expect(warning).to_contain_text(re.compile("Period 1 has not ended: 5:.. left, and the clock runs."))
    phone.page.evaluate(COUNT_HASHED)
    phone.page.wait_for_function(SECONDS_PASS_WITHOUT_A_DIGEST)  # but where the log changes
    phone.choose("Sign off and close the log")
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("the clock runs")
    expect(question.get_by_role("button", name="Close it all the same")).to_have_class(
        re.compile("button--out")
    )
    assert phone.faults() == []
    phone.choose("Not now")
    phone.tap(re.compile("^Period 1 has not ended"), within="dialog .missing")
    expect(sheet).to_contain_text("Clock and periods")
    phone.choose("Close")
    expect(phone.page.locator(".dock")).not_to_contain_text("The log is closed.")


def test_a_held_call_stands_first_and_in_the_header(phone: Phone) -> None:
    _begin(phone, "Herons", "Pikes")
    for number in ("15", "23"):
        phone.penalty(number)
    expect(phone.flags()).to_have_count(1)
    _sheet(phone, "sign-off")
    phone.choose("Sign off and close the log")
    phone.choose("Close it all the same")
    expect(phone.page.locator(".dock")).to_contain_text("The log is closed.")
    phone.tap("More")
    expect(phone.page.locator("dialog").get_by_role("button", name="Admit late calls")).to_have_count(0)
    phone.choose("Close")
    phone.tap("Goal")
    phone.touch(phone.page.locator("dialog .number").first)
    expect(phone.page.locator(".sending")).to_contain_text("1 call held")
    held = phone.page.get_by_role("region", name="Not accepted")
    expect(held).to_be_in_viewport()
    assert _top(held) < _top(phone.flags().first)
    assert phone.faults() == []

    phone.touch(phone.page.locator(".sending"))
    why = phone.page.locator("dialog .notice--act").filter(has_text="Goal")
    expect(why).to_contain_text("Held: the log was signed off without it")
    phone.choose("Decide on 1 call")
    phone.choose("Admit")
    phone.choose("Close")
    expect(phone.page.locator(".sending")).not_to_contain_text("held")


def test_where_the_rulebook_has_no_penalties_no_scrum_is_offered(phone: Phone) -> None:
    open_game(phone, "Foxes", "Bears")
    phone.page.evaluate(WITHOUT_PENALTIES)
    phone.page.reload()
    phone.tap("More")
    expect(phone.page.locator("dialog").get_by_role("button", name="Time-out", exact=True)).to_be_visible()
    expect(phone.page.locator("dialog").get_by_role("button", name="Scrum")).to_have_count(0)


def test_a_game_that_stands_as_older_rules_made_it_says_so(phone: Phone) -> None:
    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"older_rules": True})

    phone.page.route("**/calls?*", newer)
    open_game(phone, "Foxes", "Bears")
    note = phone.page.get_by_role("status").filter(has_text="this game stands as it was signed off")
    expect(note).to_be_visible()


def test_a_grave_question_names_the_call_and_what_follows_and_moves_nothing(phone: Phone) -> None:
    _begin(phone, "Hogs", "Herons")
    phone.tap("Penalty")
    phone.choose(re.compile("^Gale Hutchins"))
    phone.choose("Herons")
    slashing = phone.page.locator("dialog .infraction").filter(has_text="Slashing")
    phone.settled(slashing)
    before = slashing.bounding_box()
    slashing.tap()
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("Penalty · Gale Hutchins · for Herons · Slashing")
    expect(question).to_contain_text("Gale Hutchins is out of the tournament: penalty 3 of 3.")
    assert slashing.bounding_box() == before
    assert phone.faults() == []
    phone.choose("Not now")
    assert slashing.bounding_box() == before
    phone.choose("Close")


def test_what_is_asked_lies_over_a_low_sheet_and_moves_none_of_its_buttons(phone: Phone) -> None:
    _begin(phone, "Wasps", "Moles")
    _sheet(phone, "timeout")
    phone.choose("Wasps")
    log = phone.page.locator("dialog .sheet__foot .button--main")
    phone.touch(log)
    expect(phone.page.locator("dialog")).to_have_count(0)
    _sheet(phone, "timeout")
    phone.choose("Wasps")
    phone.settled(log)
    team = phone.page.locator("dialog").get_by_role("button", name="Wasps")
    before = team.bounding_box(), phone.page.locator(".sheet__foot").bounding_box()
    log.tap()
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("No time-out for Wasps")
    assert (team.bounding_box(), phone.page.locator(".sheet__foot").bounding_box()) == before
    phone.choose("Not now")
    assert (team.bounding_box(), phone.page.locator(".sheet__foot").bounding_box()) == before
    phone.choose("Close")


def test_tallies_keep_this_game_and_the_tournament_apart(phone: Phone) -> None:
    open_game(phone, "Foxes", "Bears")
    _sheet(phone, "tallies")
    rows = phone.page.locator("dialog").get_by_role("row").filter(has_text="Gale Hutchins")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("cell").first).to_have_text("0")
    expect(rows.last.get_by_role("cell")).to_have_text(["2", "2"])
    assert phone.faults() == []


def test_a_call_says_who_logged_it_and_the_log_says_what_came_in_above(phone: Phone) -> None:
    _begin(phone, "Pikes", "Moles")
    for _ in range(5):
        phone.tap("Freeze")
        phone.choose("Pikes")
        expect(phone.page.locator("dialog")).to_have_count(0)
    phone.touch(phone.log().first)
    expect(phone.page.locator("dialog")).to_contain_text("Logged by Pat Reyes")
    phone.choose("Close")

    chip = phone.page.locator(".log__new")
    _read_the_log_s_end(phone)
    before = _top(phone.log().last)
    phone.page.evaluate(FROM_ANOTHER_PHONE, phone.page.url.split("/")[-1])
    expect(chip).to_have_text("↑ 1 new")
    assert _top(phone.log().last) == before
    assert phone.faults() == []
    phone.touch(chip)
    expect(phone.log().first).to_be_in_viewport()
    expect(chip).to_have_count(0)

    _read_the_log_s_end(phone)
    phone.tap("Freeze")
    phone.choose("Moles")
    phone.page.wait_for_function(AT_ITS_TOP)  # after one's own: what it brings, and the call
    expect(chip).to_have_count(0)
    _read_the_log_s_end(phone)
    phone.tap(re.compile("^Undo"), within=".last")
    phone.page.wait_for_function(AT_ITS_TOP)


def test_a_substitutes_code_is_under_more(phone: Phone) -> None:
    open_game(phone, "Hogs", "Foxes")
    phone.tap("More")
    phone.choose("Phones and substitutes")
    phone.choose("Let a substitute join")
    expect(phone.page.locator("dialog .qr")).to_be_visible()


def _begin(phone: Phone, home: str, away: str) -> None:
    """Until the clock stands at a time that calls carry."""
    open_game(phone, home, away)
    phone.tap(re.compile("^Begin"))
    phone.page.wait_for_timeout(700)
    phone.tap(re.compile("^Start clock"))
    phone.page.wait_for_timeout(700)
    phone.tap(re.compile("^Stop clock"))
    expect(phone.page.locator(".dock__start")).to_contain_text("Start clock")
    phone.page.wait_for_timeout(600)


def _read_the_log_s_end(phone: Phone) -> None:
    phone.page.locator(".game__middle").evaluate("middle => middle.scrollTo(0, 9999)")
    expect(phone.log().first).not_to_be_in_viewport()
    expect(phone.page.locator(".log__new")).to_have_count(0)


def _sheet(phone: Phone, name: str) -> None:
    game = "/".join(phone.page.url.split("#")[1].split("/")[:3])
    phone.page.evaluate(f"location.hash = '{game}/{name}'")
    expect(phone.page.locator("dialog")).to_be_visible()


def _top(what: Locator) -> float:
    box = what.bounding_box()
    assert box is not None
    return box["y"]
