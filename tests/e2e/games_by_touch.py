"""A whole game of each rulebook by touch alone: periods, goals, penalties, an undo, the sign-off.

`PLAYED[slug](official)` begins on the game screen before the first call and ends with the log closed. The
half sheet's game is that of `test_whole_game.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.referee import THUMB_MS, Referee
from tests.e2e.test_whole_game import first_period, second_period, third_period

SIDES = {
    "half-sheet-3v3": ("Hogs", "Foxes"),
    "no-check-league": ("Larks", "Rooks"),
    "coed-ball": ("Comets", "Gulls"),
    "cha-3v3": ("Newts", "Toads"),
}
"""Who plays, home first, in the demo and in `tests/screens/leagues.py`."""


class AtABigRink(Referee):
    """A referee where rosters may be too big to stand side by side: then the team is chosen first."""

    def choose_offender(self, team: str, offender: int | str) -> None:
        if isinstance(offender, str):
            super().choose_offender(team, offender)
        else:
            self.tap(self.button("Penalty"))
            self._turn_to(team)
            self.tap(self.number(team, offender))

    def goal(self, team: str, number: int) -> None:
        with self.one_more_call():
            self.tap(self.button("Goal"))
            self._turn_to(team)
            self.tap(self.number(team, number))

    def _turn_to(self, team: str) -> None:
        teams = self.sheet.get_by_role("group", name="Team", exact=True)
        expect(teams.or_(self.sheet.locator(".number")).first).to_be_visible()
        if teams.count():
            self.tap(teams.get_by_role("button", name=team))

    def prefer(self, shown: str, team: str) -> None:
        """By "Type the number" or "Show the roster": kept on this phone from then on."""
        self.tap(self.button("Penalty"))
        self._turn_to(team)
        self.tap(self.sheet.get_by_role("button", name=shown))
        self.close()

    def penalty_by_keypad(self, team: str, number: int, infraction: str) -> None:
        """The number typed, digit by digit."""
        with self.one_more_call():
            self.tap(self.button("Penalty"))
            self._turn_to(team)
            for digit in str(number):
                self.tap(self.sheet.locator(".keypad__keys").get_by_role("button", name=digit, exact=True))
            self.tap(self.number(team, number))
            self.tap(self.infraction(infraction))

    def begin(self) -> None:
        """The next period, and its clock: two taps on one spot that are meant as two."""
        with self.one_more_call():
            self.tap(self.dock.get_by_role("button", name=re.compile("^Begin")))
        self.page.wait_for_timeout(THUMB_MS)
        with self.one_more_call():
            self.tap(self.dock.get_by_role("button", name=re.compile("^Start clock")))

    def attempt(self, team: str, number: int, scored: bool) -> None:
        """One shot of the shoot-out, whose sheet is open and stays open."""
        self._turn_to(team)
        self.tap(self.number(team, number))
        with self.one_more_call():
            self.tap(self.sheet.get_by_role("button", name="Scored" if scored else "Missed"))

    def close_the_log(self) -> None:
        while self.flags.count():
            self.settle_first()
        self.from_more("Players left the ice")
        self.log_any()
        self.sign_off()


def half_sheet(official: AtABigRink) -> None:
    first_period(official)
    second_period(official)
    third_period(official)
    official.close_the_log()


def no_check(official: AtABigRink) -> None:
    """Twenty-two players a team: by roster, and by keypad."""
    official.begin()
    official.goal("Larks", 20)
    official.penalty("Rooks", 17, "Tripping")
    official.penalty("Larks", 41, "Boarding")
    official.undo()
    official.stop_clock()
    official.start_clock()
    official.prefer("Type the number", "Rooks")
    official.penalty_by_keypad("Rooks", 23, "Clipping")
    official.prefer("Show the roster", "Rooks")
    for _ in (2, 3):
        official.end_period()
        official.begin()
    official.end_period()
    assert official.score == [1, 0]
    official.close_the_log()


def coed_ball(official: AtABigRink) -> None:
    """Level after overtime: the Comets win the shoot-out by their third shot."""
    official.begin()
    official.goal("Comets", 8)
    official.penalty("Gulls", 11, "Hooking")
    official.penalty("Gulls", 14, "Chopping")
    official.undo()
    official.end_period()
    official.begin()
    official.goal("Gulls", 5)
    official.end_period()
    official.begin()
    official.end_period()
    official.tap(official.dock.locator(".dock__whole"))
    official.attempt("Comets", 8, scored=True)
    official.attempt("Gulls", 5, scored=False)
    official.attempt("Comets", 11, scored=False)
    official.attempt("Gulls", 8, scored=False)
    official.attempt("Comets", 14, scored=True)
    official.close()
    official.close_the_log()


def cha(official: AtABigRink) -> None:
    """One period, and the shot of its penalty once it is over."""
    official.begin()
    official.goal("Newts", 8)
    official.penalty("Toads", 11, "Tripping")
    official.say_who_was_fouled(14)
    official.penalty("Newts", 17, "Boarding")
    official.undo()
    official.end_period()
    official.tap(official.dock.get_by_role("button", name=re.compile("^Take the shot")))
    official.tap(official.sheet.get_by_role("button", name="Missed"))
    official.log_it()
    assert official.score == [1, 0]
    official.close_the_log()


PLAYED: dict[str, Callable[[AtABigRink], None]] = {
    "half-sheet-3v3": half_sheet,
    "no-check-league": no_check,
    "coed-ball": coed_ball,
    "cha-3v3": cha,
}
