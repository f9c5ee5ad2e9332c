"""The judge: once everything has drained, was a call lost or doubled, and do all show one sheet?"""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webapp.calls.order import place

if TYPE_CHECKING:
    from tests.faults.phones import Phone
    from tests.faults.rink import Rink

DRAINS_WITHIN_S = 45
LEAST_ROUNDS = 2


@dataclass
class Findings:
    """What went wrong, a line each.

    `by_hand` is no fault: calls that a phone shows and that their author has yet to send.
    """

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)

    @property
    def any(self) -> bool:
        return bool(self.lost or self.doubled or self.differing)

    @property
    def lines(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.differing]


class Judge:
    """Judges by the server's rows, by what phones hold, and by the phone's own code for order and sheet."""

    def __init__(self, tree: Path):
        here = Path(__file__).parent
        self.last: dict[str, dict[str, Any]] = {}
        self._node = subprocess.Popen(
            ["node", str(here / "judge.mjs"), str(tree / "bundle/judge.mjs"), str(tree)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=here,
        )

    def close(self) -> None:
        self._node.kill()
        self._node.wait()

    def settled(self, rink: Rink) -> Findings:
        """Drain until all agree or time is up; what is wrong then."""
        until = time.monotonic() + DRAINS_WITHIN_S
        rounds = 0
        while True:
            rounds += 1
            self._drain(rink)
            log = self.log_of_the_server(rink)
            views = {phone.name: self.view(phone, log) for phone in rink.phones.values()}
            agreed = all(ids == log.ids and not unsent for ids, unsent, _ in views.values())
            if (agreed and rounds >= LEAST_ROUNDS) or time.monotonic() > until:
                break
        findings = Findings(self.lost(rink, log), self.doubled(log))
        for name, (ids, unsent, marks) in views.items():
            if ids != log.ids or unsent:
                lacks, more = set(log.ids) - set(ids), set(ids) - set(log.ids)
                findings.differing.append(
                    f"{name}: {self.last[name]}, {unsent} unsent, "
                    f"lacks {sorted(lacks)}, has beyond the server {sorted(more)}"
                    + ("" if lacks or more else ", another order")
                )
            findings.doubled += [
                f"{name} shows {mark} twice" for mark, times in Counter(marks).items() if times > 1
            ]
        for phone in rink.phones.values():
            beyond = [one["id"] for one in phone.ask("held", game="game1")["records"] if waits(one, log)]
            if beyond:
                findings.by_hand.append(f"{phone.name} alone shows {sorted(beyond)}")
        if not findings.differing:
            findings.differing += self.sheets_that_differ(rink, log)
        return findings

    def _drain(self, rink: Rink) -> None:
        """Phones in Node are made to; those in a browser have a loop of their own, which is only poked.

        Who has to sign in does so once the others are done: of two phones with one device id, which a clone
        has until it is told to take another, one that signs in ends the other's token.
        """
        do = [(phone, phone.begin("poke" if phone.real else "drain")) for phone in rink.phones.values()]
        for phone, begun in do:
            self.last[phone.name] = begun.result(60)
        for phone in rink.phones.values():
            if self.last[phone.name].get("state") == "signed_out":
                rink.sign_in(phone)
        time.sleep(0.1)

    def view(self, phone: Phone, log: Log) -> tuple[list[str], int, list[str]]:
        """Ids of the calls that a phone shows, in its own order, how many are unsent, and their marks."""
        held = phone.ask("held", game="game1")
        shown = [one for one in held["records"] if one.get("result") != "refused" and not waits(one, log)]
        calls = [record["call"] for record in shown]
        return [call["id"] for call in calls], held["unsent"], [mark(call) for call in calls]

    def log_of_the_server(self, rink: Rink) -> Log:
        rows = rink.database.rows("SELECT body FROM logged_call WHERE game_id = 'game1'")
        calls = [body if isinstance(body, dict) else json.loads(body) for (body,) in rows]
        return Log(sorted(calls, key=place))

    def lost(self, rink: Rink, log: Log) -> list[str]:
        here = set(log.ids)
        taps = rink.journal.taps.values()
        lost = [
            f"lost: {tap.id} of {tap.phone}"
            for tap in taps
            if tap.saved and not tap.gone and tap.id not in here
        ]
        numbers = {(call["device"], call["n"]) for call in log.calls}
        owed = self.owed(rink)
        for tap in taps:
            heard = rink.network.heard.get((tap.device, "game1"), 0)
            number = (tap.device, tap.n)
            if tap.gone and tap.id not in here and tap.n <= heard and number not in numbers | owed:
                lost.append(f"lost without a word: {tap.id} was number {tap.n} of {tap.device}")
        return lost

    def owed(self, rink: Rink) -> set[tuple[str, int]]:
        """What the server's gap list names, as (device, n)."""
        progress = self.told(rink, "/api/v1/games/game1/calls?cursor=0")["progress"]
        return {
            (device, n)
            for device, one in progress.items()
            for first, last in one["missing"]
            for n in range(first, last + 1)
        }

    def doubled(self, log: Log) -> list[str]:
        times = Counter(mark(call) for call in log.calls)
        return [f"doubled: {times[one]} calls of one tap at {one}" for one in times if times[one] > 1]

    def sheets_that_differ(self, rink: Rink, log: Log) -> list[str]:
        """Phones whose sheet, ruled on by their own engine from what they hold, is not the server's.

        A call that came by hand counts on the phone; one that the server has not heard of is told apart, and
        left out, for no two could agree on it.
        """
        theirs = self.told(rink, "/api/v1/games/game1/sheet")
        found = []
        clocks = []
        for phone in rink.phones.values():
            phone.ask("packet", game="game1")
            held = phone.ask("held", game="game1")
            held["records"] = [one for one in held["records"] if not waits(one, log)]
            mine = self.ruled_on_the_phone(held)
            if mine.get("sheet") != theirs:
                parts = [part for part in theirs if (mine.get("sheet") or {}).get(part) != theirs[part]]
                found.append(f"{phone.name}: another sheet: {mine.get('failed') or parts}")
            elif mine["clock"] not in clocks:
                clocks.append(mine["clock"])
                if len(clocks) > 1:
                    found.append(f"{phone.name}: another clock: {clocks}")
        return found

    def ruled_on_the_phone(self, held: dict[str, Any]) -> dict[str, Any]:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        asked = {"packet": held["packet"], "records": held["records"]}
        self._node.stdin.write(json.dumps(asked).encode() + b"\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())

    def undecided(self, held: dict[str, Any]) -> list[str]:
        """Ids of the calls that wait for a word, as a phone with these records shows them."""
        return self.ruled_on_the_phone(held).get("undecided", []) if held["packet"] else []

    def what_was_logged(self, rink: Rink) -> Counter[str]:
        """The calls in the server's log by type, and how many of them are late."""
        logged = Counter(call["type"] for call in self.log_of_the_server(rink).calls)
        logged["late"] = len(self.told(rink, "/api/v1/games/game1/sheet").get("late", []))
        return logged

    def told(self, rink: Rink, path: str) -> Any:
        """What the server tells the director, who asks it without anything in between."""
        answer = rink.lee.get(path)
        assert answer.status == 200, answer.body
        return answer.json


@dataclass
class Log:
    """The server's log of the game in canonical order."""

    calls: list[dict[str, Any]]

    @property
    def ids(self) -> list[str]:
        return [call["id"] for call in self.calls]


def waits(record: dict[str, Any], log: Log) -> bool:
    """Whether a phone has a call from another phone alone: the server has not heard of it."""
    return bool(record.get("by_hand")) and record["id"] not in log.ids


def mark(call: dict[str, Any]) -> str:
    """What a tap is known by, whatever id its call has."""
    return f"{call.get('period')} {call.get('clock')}"
