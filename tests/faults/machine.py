"""The state machine: what happens to phones, network and server, in an order that Hypothesis makes up.

Chance alone leaves something out of a short run, and other things every time. So all work meets the fault
that has struck least often by then, too, and each example ends with what has happened least often.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.faults.network import FAULTS
from tests.faults.phones import ChromiumPhone, Phone, Said
from tests.faults.rink import GAME, Rink
from tests.faults.taps import CLOCK, DECISIONS, KINDS, tapped

DECIDE = ("pat", "lee")  # the head referee, and the director
HOURS_3_MS = 3 * 3_600_000
TOKEN_EXPIRES = None
JUMPS_MS = (TOKEN_EXPIRES, HOURS_3_MS, -HOURS_3_MS, 0, 90_000, -1_500)

some = st.integers(min_value=0, max_value=9)
team = st.sampled_from(("BEA", "HOG"))
kinds = st.sampled_from(KINDS)
faults = st.lists(st.sampled_from(FAULTS), min_size=2, max_size=8)
few_faults = st.lists(st.sampled_from(FAULTS), max_size=4)
taps = st.lists(st.tuples(some, kinds, team, st.booleans()), min_size=2, max_size=8)
WORK = {"taps": taps, "drains": st.sets(some), "which": some, "after_ms": st.integers(0, 120)}
in_the_middle = st.sampled_from(("browser", "workers", "server", "node", "node", "copy", "off", "late"))


going_on = precondition(lambda self: not self.over)


class Faults(RuleBasedStateMachine):
    """Runs on a rink that outlives it: `Faults.of(rink)`. It never fails by itself: the tally counts."""

    rink: Rink

    @classmethod
    def of(cls, rink: Rink) -> type[Faults]:
        return type("FaultsOnThatRink", (cls,), {"rink": rink})

    def __init__(self) -> None:
        super().__init__()
        self.over = self.rink.has_seen_enough
        if not self.over:
            self.rink.begin()

    def teardown(self) -> None:
        if not self.over:
            self.rarest_happens()
            self.rink.end()

    @precondition(lambda self: self.over)
    @rule()
    def nothing_more(self) -> None:
        """What was looked for was found by an earlier example."""

    def note(self, *words: object) -> None:
        self.rink.trace.append(" ".join(map(str, words)))

    def happened(self, what: str, times: int = 1) -> None:
        self.rink.tally.happened[what] += times

    def rarest_happens(self) -> None:
        """What calls, faults and happenings a run has seen least of, and a kill, which is never too much."""
        tally = self.rink.tally
        kind = min(KINDS, key=lambda kind: tally.logged["clock" if kind in CLOCK else kind])
        self.signal_comes_back(which=0, taps=[("goal", "HOG"), (kind, "BEA")], faults=[])
        kill = "browser killed"  # where there is one
        HAPPENINGS[kill](self)
        others = HAPPENINGS.keys() - {kill, *([] if self.browsers else [THROWN_AWAY])}
        HAPPENINGS[min(others, key=lambda what: (tally.happened[what], what))](self)

    def phone(self, which: int) -> Phone:
        return list(self.rink.phones.values())[which % len(self.rink.phones)]

    @property
    def browsers(self) -> list[ChromiumPhone]:
        return [phone for phone in self.rink.phones.values() if isinstance(phone, ChromiumPhone)]

    def browser(self, which: int) -> Phone:
        return self.browsers[which % len(self.browsers)] if self.browsers else self.rink.phones["n1"]

    @initialize(**WORK, faults=faults)
    def begin(self, **what) -> None:
        if not self.over:
            self.officials_work(ends="nothing", **what)

    @going_on
    @rule(**WORK, ends=in_the_middle, faults=faults)
    def work(self, **what) -> None:
        self.officials_work(**what)

    @going_on
    @rule(**WORK, faults=few_faults)
    def work_while_a_browser_dies(self, **what) -> None:
        self.officials_work(ends="browser", **what)

    @going_on
    @rule(**WORK, times=st.integers(1, 3), faults=few_faults)
    def work_while_the_server_dies(self, **what) -> None:
        self.officials_work(ends="workers", **what)

    def officials_work(self, faults, taps, drains, ends, which, after_ms, times=1) -> None:
        """Officials tap, phones sync on a network that fails, and in the middle of it something ends."""
        self.meets(self.phone(which), faults)
        begun: list[Future[Said]] = []
        draining = {self.phone(one).name for one in drains}
        self.note(
            "work:", len(taps), "taps,", *sorted(draining), "sync;", ends, which, "after", after_ms, "ms"
        )
        begun += [self.rink.phones[name].begin("drain") for name in draining]
        for one, kind, side, twice in taps:
            begun += self.rink.tap(self.phone(one), self.call(self.phone(one), kind, side), twice)
        begun += [self.rink.phones[name].begin("drain") for name in draining]
        for _ in range(times):
            time.sleep(after_ms / 1000)
            self.end_something(ends, which, begun)
        self.rink.wait_for(begun)
        for phone in self.rink.phones.values():
            if not phone.on:
                self.rink.switch_on_again(phone)

    def meets(self, phone: Phone, faults: list[str]) -> None:
        faults = [self.rink.network.rarest, *faults]
        self.note(phone.name, "meets", *faults)
        phone.line.faults = [*faults, *phone.line.faults]

    @going_on
    @rule(which=some, taps=st.lists(st.tuples(kinds, team), min_size=2, max_size=6), faults=few_faults)
    def signal_comes_back(self, which, taps, faults) -> None:
        """A phone logs without a network, and then sends all that it has at once."""
        phone = self.phone(which)
        self.note(phone.name, "logs", len(taps), "calls without a signal, which comes back")
        phone.line.off = True
        for kind, side in taps:
            self.rink.wait_for(self.rink.tap(phone, self.call(phone, kind, side)))
        self.meets(phone, faults)
        phone.line.off = False
        self.rink.wait_for([phone.begin("drain")])

    def call(self, phone: Phone, kind: str, side: str) -> dict[str, object]:
        """What is tapped, where that goes by what this phone knows."""
        held = phone.ask("held", game=GAME)
        decides = phone.official in DECIDE and not phone.guest
        if kind in DECISIONS and not decides:
            kind = "note"
        return tapped(kind, side, held["records"], lambda: self.rink.judge.undecided(held))

    def end_something(self, ends: str, which: int, begun: list[Future[Said]]) -> None:
        browsers_at_work = bool(self.browsers) and any(not future.done() for future in begun)
        if ends in ("browser", "node"):
            phone = self.browser(which) if ends == "browser" else self.rink.phones["n1"]
            phone.kill()
            self.rink.tally.kills += phone.real
            self.happened("browser killed" if phone.real else "phone in Node killed")
        elif ends == "workers":
            self.rink.server.kill_workers()
            self.rink.tally.kills += browsers_at_work
            self.happened("workers killed")
        elif ends == "server":
            self.rink.server.kill_whole()
            self.rink.tally.kills += browsers_at_work
            self.happened("whole server killed")
        elif ends == "copy":
            self.rink.copy()
        elif ends == "off":
            line = self.phone(which).line
            line.off = not line.off
            self.happened("line off", line.off)
        elif ends == "late":
            self.happened("what was overtaken arrives", self.rink.network.deliver_late())

    @going_on
    @rule(which=some, ms=st.sampled_from(JUMPS_MS))
    def clock_jumps_or_token_expires(self, which, ms) -> None:
        phone = self.phone(which)
        if ms == TOKEN_EXPIRES:
            self.token_expires(phone)
        else:
            self.note(phone.name, "is", ms, "ms off")
            self.happened("clock jumped", ms != phone.jumped_ms)
            phone.jumped_ms = ms
            phone.ask("jump", ms=ms)

    def token_expires(self, phone: Phone) -> None:
        self.note("the token of", phone.name, "has run out")
        self.happened("token ran out")
        device = phone.ask("held", game=GAME)["device"]
        ended = "UPDATE device SET expires_at = '2026-01-01 00:00:00' WHERE id = ?"
        self.rink.database.change(ended, device)

    @going_on
    @rule(which=some, told=st.booleans())
    def restored(self, which, told) -> None:
        self.note("restored", which % len(self.rink.copies), "told" if told else "and nobody told")
        self.happened("restored and told" if told else "restored and nobody told")
        self.rink.restore(which, told)

    @going_on
    @rule(which=some, joins=st.booleans())
    def wiped(self, which, joins) -> None:
        """A phone loses everything, or a substitute's takes its place, who joins by a code."""
        phone = self.phone(which)
        name = f"Guest {next(self.rink.guests)}" if joins else ""
        self.note("wiped", phone.name, f"and {name} joins on it" if joins else "")
        self.happened("joined by a code" if joins else "wiped")
        before = self.rink.everything()
        self.renew(phone, phone.wipe)
        self.rink.new_phone(phone, joins_as=name)
        self.rink.note_what_is_gone(before)

    @going_on
    @rule(which=some, taps=st.lists(st.tuples(kinds, team), min_size=1, max_size=4))
    def database_thrown_away(self, which, taps) -> None:
        """A browser is killed and finds its database torn, with calls in it that were not sent.

        What the server had answered for, and has lost since without the phone's hearing of it, goes with it.
        """
        if not self.browsers:
            return
        phone = self.browsers[which % len(self.browsers)]
        self.note("the database of", phone.name, "is thrown away with", len(taps), "calls or more")
        phone.line.off = True
        for kind, side in taps:
            self.rink.wait_for(self.rink.tap(phone, self.call(phone, kind, side)))
        phone.ask("agree")
        answered = self.rink.everything() - self.rink.own_calls(phone, unsent=True)
        phone.lose_database()
        self.rink.tally.kills += 1
        self.rink.switch_on_again(phone)
        phone.line.off = False
        self.happened(THROWN_AWAY)
        self.rink.note_what_is_gone(answered)

    @going_on
    @rule(which=some, other=some, side=team, lost=st.booleans())
    def handed_over(self, which, other, side, lost) -> None:
        """A log goes from phone to phone without a signal.

        `lost`: the first is said to be, and the other sends what it has got.
        """
        source = self.phone(which)
        others = [phone for phone in self.rink.phones.values() if phone is not source]
        target = others[other % len(others)]
        source.line.off = True
        self.rink.wait_for(self.rink.tap(source, self.call(source, "goal", side)))
        said = source.ask("hand_over", game=GAME)
        source.line.off = False
        if "parcel" not in said:
            return
        self.note(source.name, "hands over to", target.name, "which sends it" if lost else "")
        taken = target.ask("take", parcel=said["parcel"])
        self.happened("log handed over", taken.get("fresh", 0) > 0)
        if lost:
            waiting = [one for one in target.ask("held", game=GAME)["records"] if one.get("by_hand")]
            target.ask("send_for_others", game=GAME)
            self.happened("sent for others", bool(waiting))

    @going_on
    @rule(which=some, other=some)
    def cloned(self, which, other) -> None:
        """A phone's backup restored on another phone, of the same kind and for the same official."""
        source = self.phone(which)
        twins = [one for one in self.rink.phones.values() if type(one) is type(source) and one is not source]
        if not twins:
            return
        target = twins[other % len(twins)]
        self.note(source.name, "cloned onto", target.name)
        before = self.rink.everything()
        self.renew(target, lambda: target.take_copy_of(source))
        self.happened("cloned")
        target.official, target.account, target.guest = source.official, source.account, source.guest
        self.rink.switch_on_again(source)
        self.rink.switch_on_again(target)
        self.rink.note_what_is_gone(before)

    def renew(self, phone: Phone, change) -> None:
        """Storage changes hands: what was still on its way from the old one arrives first, or never."""
        phone.line.faults.clear()
        phone.line.off = False
        change()
        phone.jumped_ms = 0


def works(ends: str) -> Callable[[Faults], None]:
    """Work, in the middle of which something ends."""
    taps = [(number, "goal", "HOG", False) for number in range(4)]
    faults = ["overtaken", "overtaken"]
    return lambda machine: machine.officials_work(faults, taps, {0}, ends, 0, after_ms=120)


THROWN_AWAY = "database thrown away"

# What can happen, and how it is brought about.
HAPPENINGS: dict[str, Callable[[Faults], None]] = {
    "browser killed": works("browser"),
    "workers killed": works("workers"),
    "whole server killed": works("server"),
    "phone in Node killed": works("node"),
    "line off": works("off"),
    "what was overtaken arrives": works("late"),
    "clock jumped": lambda machine: machine.clock_jumps_or_token_expires(which=0, ms=HOURS_3_MS),
    "token ran out": lambda machine: machine.clock_jumps_or_token_expires(which=0, ms=TOKEN_EXPIRES),
    "restored and told": lambda machine: machine.restored(which=0, told=True),
    "restored and nobody told": lambda machine: machine.restored(which=0, told=False),
    "wiped": lambda machine: machine.wiped(which=0, joins=False),
    THROWN_AWAY: lambda machine: machine.database_thrown_away(
        which=0, taps=[("goal", "HOG"), ("note", "BEA")]
    ),
    "cloned": lambda machine: machine.cloned(which=0, other=0),
    "joined by a code": lambda machine: machine.wiped(which=0, joins=True),
    "log handed over": lambda machine: machine.handed_over(which=0, other=0, side="HOG", lost=False),
    "sent for others": lambda machine: machine.handed_over(which=0, other=0, side="HOG", lost=True),
}


def run(rink: Rink, seeded: int, examples: int, steps: int) -> None:
    """So many examples from a seed; what they found stands in the rink's tally."""
    machine = seed(seeded)(Faults.of(rink))
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
