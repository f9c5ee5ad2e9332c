"""What an official does on the phone, screen by screen, by touch alone. Every tap is counted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.cast import PASSWORD
from tests.e2e.handset import HELD_BY_THE_APP, Handset

RULED_ON_MORE_THAN = f"""(before) => {{
    const held = ({HELD_BY_THE_APP})();
    return held && held.calls.length > before && held.ruling === 'ready';
}}"""
SETTLED = "() => !('settling' in document.documentElement.dataset)"
"""What lies under the finger has not just changed: the app takes taps."""
THUMB_MS = 600
"""Between two taps on one button that are meant as two: what comes sooner is taken for the same tap."""


class Referee:
    """An official with a phone in one hand."""

    def __init__(self, handset: Handset):
        self.handset = handset
        self.taps = 0

    @property
    def page(self) -> Page:
        return self.handset.page

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap(trial=True)  # once it is there, and uncovered
        self.page.wait_for_function(SETTLED)
        what.tap()

    def tap_thrice(self, what: Locator) -> None:
        """As fast as a shaking thumb can, on the same spot, whatever is under it by then."""
        what.tap(trial=True)
        self.page.wait_for_function(SETTLED)
        middle = self._middle(what)
        for _ in range(3):
            self.page.touchscreen.tap(*middle)

    def touch(self, what: Locator) -> None:
        """Tap the spot where something is, looking neither before nor after: for a measurement."""
        self.page.touchscreen.tap(*self._middle(what))

    def _middle(self, what: Locator) -> tuple[float, float]:
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None, "not on the screen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_until(self, says: str, holds: Callable[[], bool], within_s: float = 60) -> None:
        until = time.monotonic() + within_s
        while not holds():
            assert time.monotonic() < until, f"in vain: {says}"
            self.page.wait_for_timeout(50)

    @contextmanager
    def counted(self) -> Iterator[list[int]]:
        """How many taps were made meanwhile: one number, once it is over."""
        before, made = self.taps, []
        yield made
        made.append(self.taps - before)

    # Sign-in and the list of games

    def open_app(self, address: str = "") -> None:
        self.page.goto(f"{self.handset.root}/rink/{address}")

    def sign_in(self, username: str) -> None:
        """In the app itself; ends on the list of games."""
        self.page.get_by_label("User name").fill(username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.tap(self.page.get_by_role("button", name="Sign in", exact=True))
        expect(self.page.get_by_role("heading", name="My games")).to_be_visible()

    def sign_in_on_the_page(self, username: str) -> None:
        """On the product's page, which leads officials to the app."""
        self.page.goto(f"{self.handset.root}/sign-in")
        self.page.get_by_label("User name").fill(username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.tap(self.page.get_by_role("button", name="Sign in"))

    def wait_until_it_opens_offline(self, *teams: str) -> None:
        """Until the phone says that a game opens offline, and keeps the app as well."""
        expect(self.row(*teams)).to_contain_text("Opens offline")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def row(self, *teams: str) -> Locator:
        """The list's row of the next game between two teams."""
        row = (
            self.page.get_by_role("listitem")
            .filter(has_text="Scheduled")
            .or_(self.page.get_by_role("listitem"))
        )
        for team in teams:
            row = row.filter(has_text=team)
        return row.first

    def open_game(self, *teams: str) -> None:
        self.tap(self.row(*teams).get_by_role("link"))
        self.wait_for_the_rules()

    def wait_for_the_rules(self) -> None:
        """Until the game is on the screen and the rules have answered."""
        expect(self.button("Penalty")).to_be_visible()
        self.page.wait_for_function("() => !/^–$/.test(document.querySelector('.board__score').textContent)")

    def back_to_games(self) -> None:
        self.tap(self.page.get_by_role("button", name="Games"))

    # What is read on the game screen

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("navigation", name="Calls")

    @property
    def flags(self) -> Locator:
        return self.page.get_by_role("region", name="Flags").get_by_role("article")

    def flag(self, words: str | re.Pattern[str]) -> Locator:
        return self.flags.filter(has_text=words)

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="Log").get_by_role("listitem")

    @property
    def sending(self) -> Locator:
        return self.page.locator(".sending")

    @property
    def score(self) -> list[int]:
        return [int(text) for text in self.page.locator(".board__score").all_inner_texts()]

    @property
    def clock(self) -> str:
        return self.page.locator(".board__time").inner_text()

    # The game screen's own buttons

    def button(self, name: str) -> Locator:
        return self.dock.get_by_role("button", name=re.compile(rf"^{re.escape(name)}$"))

    def begin_period(self, number: int) -> None:
        self.tap(self.dock.get_by_role("button", name=f"Begin Period {number}"))
        expect(self.dock.get_by_role("button", name=f"Start clock Period {number}")).to_be_visible()
        self.page.wait_for_timeout(THUMB_MS)
        self.tap(self.dock.get_by_role("button", name=f"Start clock Period {number}"))
        expect(self.dock.get_by_role("button", name="Stop clock")).to_be_visible()

    def stop_clock(self) -> None:
        self.page.wait_for_timeout(THUMB_MS)
        self.tap(self.dock.get_by_role("button", name=re.compile("^Stop (clock|at)")))  # of a call lately
        expect(self.dock.get_by_role("button", name="Start clock")).to_be_visible()

    def start_clock(self) -> None:
        self.page.wait_for_timeout(THUMB_MS)
        self.tap(self.dock.get_by_role("button", name="Start clock"))
        expect(self.dock.get_by_role("button", name="Stop clock")).to_be_visible()

    def end_period(self) -> None:
        """With time left on its clock, which is asked about; the sheet closes."""
        self.tap(self.page.locator(".board__clock"))
        self.tap(self.sheet.get_by_role("button", name="End period"))
        with self.one_more_call():
            self.tap(self.question.get_by_role("button", name="End period"))
        expect(self.sheet).to_have_count(0)

    def take_time_off(self, seconds: int) -> None:
        """Ten seconds a tap, as after a whistle that the timekeeper missed."""
        self.tap(self.page.locator(".board__clock"))
        for _ in range(seconds // 10):
            before = self.sheet.locator(".clock-now").inner_text()
            self.tap(self.sheet.get_by_role("button", name="10 seconds less"))
            expect(self.sheet.locator(".clock-now")).not_to_have_text(before)
        self.close()

    def possession_button(self, team: str) -> Locator:
        return self.dock.get_by_role("button", name=re.compile(rf"^{team}\s*Possession"))

    def possession(self, team: str) -> None:
        with self.one_more_call():
            self.tap(self.possession_button(team))

    def undo(self) -> None:
        with self.one_more_call():
            self.tap(self.page.get_by_role("region", name="Last call").get_by_role("button"))

    # Input sheets

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def follows(self) -> Locator:
        """What the open sheet says would follow."""
        return self.sheet.locator(".follows")

    @property
    def question(self) -> Locator:
        """Asked before a call is kept that ends something."""
        return self.page.get_by_role("alertdialog")

    @property
    def close_button(self) -> Locator:
        return self.sheet.get_by_role("button", name="Close")

    def close(self) -> None:
        self.tap(self.close_button)
        expect(self.sheet).to_have_count(0)

    def number(self, team: str, number: int) -> Locator:
        side = self.sheet.get_by_role("region", name=team, exact=True)
        return side.locator(".number", has=self.page.locator(f".number__figure:text-is('{number}')"))

    def shot(self, team: str) -> None:
        with self.one_more_call():
            self.tap(self.button("Shot saved"))
            self.tap(self.sheet.get_by_role("button", name=team))

    def send_in(self, goalie: str) -> None:
        self.tap(self.button("Shot saved"))
        self.tap(self.sheet.get_by_role("button", name="Change"))
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name=goalie))
        self.close()

    def goal(self, team: str, number: int) -> None:
        with self.one_more_call():
            self.tap(self.button("Goal"))
            self.tap(self.number(team, number))

    def check_goal(self, team: str, number: int, *seen: str) -> None:
        """Open a goal with what was seen ticked; not logged yet."""
        self.tap(self.button("Goal"))
        self.tap(self.sheet.get_by_role("button", name="Check the goal"))
        self.tap(self.number(team, number))
        for words in seen:
            self.tap(self.sheet.get_by_label(re.compile(words, re.IGNORECASE)))

    def log_it(self) -> None:
        """The one more tap: of a checked goal, or of a call that was asked about."""
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name="Log it"))

    def choose_offender(self, team: str, offender: int | str) -> None:
        """A penalty's first taps: who; of a goalie of no team, whom they were defending, too."""
        self.tap(self.button("Penalty"))
        if isinstance(offender, int):
            self.tap(self.number(team, offender))
        else:
            self.tap(self.sheet.get_by_role("button", name=offender))
            self.tap(self.sheet.get_by_role("button", name=team))

    def infraction(self, name: str) -> Locator:
        return self.sheet.locator(".infraction").filter(has_text=re.compile(rf"^{name}")).first

    def penalty(self, team: str, offender: int | str, infraction: str) -> None:
        """Penalty, the number among its team's, the infraction: logged."""
        with self.one_more_call():
            self.choose_offender(team, offender)
            self.tap(self.infraction(infraction))

    def penalty_that_is_asked_about(self, team: str, offender: int | str, infraction: str) -> Locator:
        self.choose_offender(team, offender)
        self.tap(self.infraction(infraction))
        expect(self.question).to_be_visible()
        return self.question

    def say_who_was_fouled(self, number: int) -> None:
        with self.one_more_call():
            self.tap(self.flags.get_by_role("button", name=re.compile(rf"^#{number} ")))

    def take_the_shot(self, scored: bool) -> None:
        with self.one_more_call():
            self.tap(self.flags.get_by_role("button", name="Take the shot"))
            self.tap(self.sheet.get_by_role("button", name="Scored" if scored else "Missed"))

    def settle(self, words: str) -> None:
        """A flag's own act: "Signalled", "Sent off", "Captain told"."""
        with self.one_more_call():
            self.tap(self.flags.get_by_role("button", name=words).first)

    def settle_first(self) -> None:
        """The first flag's own act, whatever it is; a report is written."""
        first = self.flags.first
        report = first.get_by_role("button", name="Write report")
        if report.count():
            self.write_report("Gloves off at the blue line.")
            return
        with self.one_more_call():
            self.tap(first.locator(".flag__acts").get_by_role("button").first)

    def toss(self, team: str, takes: str) -> None:
        self.from_more("Coin toss")
        self.tap(self.sheet.get_by_role("button", name=team))
        self.tap(self.sheet.get_by_role("button", name=takes))
        self.log_any()

    def freeze(self, defending: str) -> None:
        with self.one_more_call():
            self.tap(self.button("Freeze"))
            self.tap(self.sheet.get_by_role("button", name=defending))

    def tagged_up(self, team: str) -> None:
        self.from_more("Tagged up")
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name=team))

    def violation(self, team: str, kind: str) -> None:
        self.from_more("Violation")
        self.tap(self.sheet.get_by_role("button", name=kind))
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name=team))

    def timeout(self, team: str, zone: str) -> None:
        self.from_more("Time-out")
        self.tap(self.sheet.get_by_role("button", name=team))
        self.tap(self.sheet.get_by_role("button", name=zone))
        self.log_any()

    def all_present(self, team: str) -> None:
        self.from_more("Attendance")
        self.tap(self.sheet.get_by_role("button", name=team))
        self.tap(self.sheet.get_by_role("button", name="All of them"))
        self.log_any()

    def from_more(self, name: str) -> None:
        self.tap(self.button("More"))
        self.tap(self.sheet.get_by_role("button", name=name, exact=True))

    def log_any(self) -> None:
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name=re.compile("^Log: ")))

    def put_right(self, call: str) -> None:
        """Open a call of the log to amend it."""
        self.tap(self.log.filter(has_text=call).first.get_by_role("button"))
        self.tap(self.sheet.get_by_role("button", name="Put right"))

    def put_right_now(self) -> None:
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name="Put right", exact=True).last)

    def write_report(self, text: str) -> None:
        self.tap(self.flags.get_by_role("button", name="Write report").first)
        self.sheet.get_by_role("textbox").fill(text)
        self.log_any()

    def sign_off(self) -> None:
        self.tap(self.dock.get_by_role("button", name="Sign off"))
        close = self.sheet.get_by_role("button", name=re.compile("^(Sign off and close|Close now)"))
        expect(close).to_be_visible()
        is_open = self.sheet.locator(".missing button").count() or "Close now" in close.inner_text()
        with self.one_more_call():
            self.tap(close)
            if is_open:
                self.tap(self.question.get_by_role("button", name="Close it all the same"))

    @property
    def button_send_now(self) -> Locator:
        return self.sheet.get_by_role("button", name="Send now")

    def send_now(self) -> None:
        """Ask for a try at once, by hand."""
        self.tap(self.sending)
        self.tap(self.button_send_now)
        self.close()

    def wait_until_all_is_sent(self) -> None:
        expect(self.sending).to_contain_text("All sent", timeout=60_000)

    @contextmanager
    def one_more_call(self) -> Iterator[None]:
        """What is done meanwhile adds a call, which the rules have then answered."""
        before = len(self.handset.held()["calls"])
        yield
        self.page.wait_for_function(RULED_ON_MORE_THAN, arg=before)
