"""Everything that one run of the faults is made of: a server, a network, phones, a journal and a judge."""

from __future__ import annotations

import itertools
import uuid
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import flask_migrate

from tests.cast import FIRST_GAME, PASSWORD, play_a_season
from tests.faults.journal import Journal, Tap
from tests.faults.judge import Findings, Judge
from tests.faults.network import Network
from tests.faults.phones import ChromiumPhone, NodePhone, Phone, PhoneGone, Said
from tests.faults.rink_database import database
from tests.faults.rink_server import SECRET, RinkServer
from tests.faults.tree import Change, published
from tests.simulated_phone import Phone as ApiPhone
from tests.simulated_phone import over_http
from webapp.app import create_app
from webapp.settings import Settings, with_driver
from webapp.store import Game, db

GAME = "game1"
PERIODS, PERIOD_S = 3, 360
SIGN_INS = 10


@dataclass
class Tally:
    """What a run has counted. `kills`: of a Chromium, or of the server while a Chromium was at work.

    `happened`: how often each thing that can happen did; `logged`: the calls that got to the server, by type.
    """

    calls: int = 0
    kills: int = 0
    examples: int = 0
    lost: int = 0
    doubled: int = 0
    differing: int = 0
    by_hand: int = 0
    wiped: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    logged: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        return (
            f"{self.calls} calls, {self.kills} kills, "
            f"{self.lost} lost, {self.doubled} doubled, {self.differing} differing"
        )

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.differing)


@dataclass
class Copy:
    """A backup, and how far the server had heard of phones when it was taken."""

    name: str
    heard: dict[tuple[str, str], int]


class Rink:
    """One run. `begin` sets all back to before the first call; `end` lets everything drain and judges."""

    def __init__(
        self,
        folder: Path,
        node: int = 3,
        browsers: int = 2,
        changes: tuple[Change, ...] = (),
        kind: str = "sqlite",
    ):
        tree = published(folder / "tree", changes)
        self.database = database(kind, folder)
        play_a_season_in(self.database.url)
        self.pristine = self.database.copy()
        self.server = RinkServer(tree, folder, self.database)
        self.network = Network(self.server.port, tree / "bundle")
        self.journal = Journal(folder / "journal.jsonl")
        self.judge = Judge(tree)
        self.tally = Tally()
        self.guests = itertools.count(1)
        self.ends_with = ""
        self.trace: list[str] = []
        self.copies: list[Copy] = []
        self.marks = itertools.count()
        self.phones: dict[str, Phone] = {}
        for number in range(1, node + 1):
            self._add(NodePhone(f"n{number}", self.network, folder), {2: "sam", 3: "lee"}.get(number, "pat"))
        for number in range(1, browsers + 1):
            phone = ChromiumPhone(f"b{number}", self.network, folder, tabs=2 if number == 1 else 1)
            self._add(phone, "sam" if number == 2 else "pat")
        self.server.start()

    def _add(self, phone: Phone, official: str) -> None:
        self.phones[phone.name] = phone
        phone.official = official

    @property
    def has_seen_enough(self) -> bool:
        """Whether what the run is to end with was found: `lost`, `doubled` or `differing`."""
        return bool(self.ends_with and getattr(self.tally, self.ends_with))

    def close(self) -> None:
        for phone in self.phones.values():
            phone.kill()
        self.judge.close()
        self.server.stop()
        self.network.close()
        self.database.stop()

    def begin(self) -> None:
        """An example: nobody has logged anything, every phone is new, every official signed in."""
        self.tally.examples += 1
        self.trace.clear()
        self.copies.clear()
        self.marks = itertools.count()
        self.network.begin()
        self.journal.begin(self.tally.examples)
        for phone in self.phones.values():
            phone.wipe()
            phone.jumped_ms = 0
        self.server.restore(self.pristine)
        self.lee = ApiPhone(over_http(self.server.root), "lee")
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(self.new_phone, self.phones.values()))
        self.copy()

    def new_phone(self, phone: Phone, joins_as: str = "") -> None:
        """Switch on an empty phone and sign its official in, or a substitute by a code."""
        phone.guest = joins_as
        phone.switch_on(GAME)
        self.sign_in(phone)
        phone.ask("packet", game=GAME)

    def sign_in(self, phone: Phone) -> None:
        """Until it has worked: on a machine that is busy with other things a request may take too long."""
        for _ in range(SIGN_INS):
            if phone.guest:
                said = phone.ask("join", code=self.code(), name=phone.guest)
            else:
                said = phone.ask("sign_in", username=phone.official, password=PASSWORD)
            if "failed" not in said:
                break
            if phone.guest and self.lee.sheet()["status"] == "signed_off":
                self.take_up_again()
        else:
            raise AssertionError(said)
        phone.account = said["account"]

    def switch_on_again(self, phone: Phone) -> None:
        """A cold start. If the browser threw its database away, the official finds a network and signs in."""
        if phone.switch_on(GAME)["account"]:
            return
        line = phone.line
        off, line.off, faults, line.faults = line.off, False, line.faults, []
        self.sign_in(phone)
        phone.ask("packet", game=GAME)
        line.off, line.faults = off, faults

    def code(self) -> str:
        """A code for the game, of the director's. One that is over, and that nobody had joined, has none."""
        making = ("POST", f"/api/v1/games/{GAME}/codes", self.lee.signed, None)
        for _ in range(SIGN_INS):
            made = self.lee.send(*making)
            if made.status != 409:
                break
            self.take_up_again()  # until no phone's sign-off has come in meanwhile
        assert made.status == 201, (made.body, self.lee.sheet()["status"], self.judge.log_of_the_server(self))
        return made.json["code"]

    def take_up_again(self) -> None:
        """The director takes every sign-off back: nobody new joins a game that is over."""
        calls = self.judge.log_of_the_server(self).calls
        [[self.lee.epoch]] = self.database.rows("SELECT epoch FROM epoch")
        after = int(calls[-1]["hlc"].split("-")[0])
        for number, one in enumerate((one for one in calls if one["type"] == "sign_off"), start=1):
            said = {
                **self.mark(),
                "call": one["id"],
                "hlc": f"{after + number:013}-0000",
                "reason": "Goes on",
            }
            self.lee.push(self.lee.call("void", **said))

    def mark(self) -> dict[str, Any]:
        """A time of the game that no other tap has: what a tap is known by, whatever id its call has."""
        place = next(self.marks)
        return {
            "period": place // PERIOD_S % PERIODS + 1,
            "clock": f"{(PERIOD_S - place % PERIOD_S) // 60:02}:{-place % 60:02}",
        }

    def tap(self, phone: Phone, call: dict[str, Any], twice: bool = False) -> list[Future[Said]]:
        """Tap once, or twice so fast that both are one call; the journal has it before the phone does."""
        mark = self.mark()
        said = {"id": str(uuid.uuid4()), **mark, **call}
        self.journal.tapped(Tap(said["id"], phone.name, phone.account, f"{mark['period']} {mark['clock']}"))
        self.tally.calls += 1
        begun = [phone.begin("tap", game=GAME, call=said) for _ in range(2 if twice else 1)]
        for future in begun:
            future.add_done_callback(self._noted)
        return begun

    def _noted(self, future: Future[Said]) -> None:
        if future.exception() is None and "saved" in (said := future.result()):
            self.journal.saved(said["saved"], said["device"], said["n"])

    def copy(self) -> None:
        heard = dict(self.network.heard)
        self.copies.append(Copy(self.server.copy(), heard))

    def restore(self, which: int, told: bool) -> None:
        copy = self.copies[which % len(self.copies)]
        before = self.everything()
        self.server.restore(copy.name, epoch=str(uuid.uuid4()) if told else None)
        self.network.heard = dict(copy.heard)
        self.note_what_is_gone(before)

    def everything(self) -> set[str]:
        """Ids of the calls that the server has or a phone may send."""
        there = {row[0] for row in self.database.rows("SELECT id FROM logged_call")}
        return there.union(*map(self.own_calls, self.phones.values()))

    def note_what_is_gone(self, before: set[str]) -> None:
        """After a wipe or a restore: which of the calls that were there no storage holds any more."""
        gone = before - self.everything()
        for tap in self.journal.taps.values():
            if tap.saved and not tap.gone and tap.id in gone:
                self.journal.gone(tap)
                self.tally.wiped += 1

    def own_calls(self, phone: Phone, unsent: bool = False) -> set[str]:
        """Ids of the calls that a phone holds and may send, or of those alone that are not answered."""
        if not phone.on:
            return set()
        records = phone.ask("held", game=GAME)["records"]
        return {one["id"] for one in records if one["own"] and ("outbox" in one or not unsent)}

    def end(self) -> Findings:
        """The faults stop, everything drains, the judge looks."""
        self.network.calm()
        for phone in self.phones.values():
            if not phone.on:
                self.switch_on_again(phone)
        findings = self.judge.settled(self)
        self.tally.lost += len(findings.lost)
        self.tally.doubled += len(findings.doubled)
        self.tally.differing += len(findings.differing)
        self.tally.by_hand += len(findings.by_hand)
        self.tally.logged.update(self.judge.what_was_logged(self))
        if findings.any:
            self.tally.told += [*self.trace, *findings.lines]
        return findings

    def wait_for(self, begun: list[Future[Said]]) -> None:
        for future in begun:
            try:
                future.result(40)
            except PhoneGone:
                continue


def play_a_season_in(url: str) -> None:
    """Migrate an empty database and add the cast, whose games are today's: others nobody joins by a code."""
    app = create_app(Settings(secret_key=SECRET, database_url=with_driver(url), testing=True))
    with app.app_context():
        flask_migrate.upgrade()
        play_a_season()
        for game in db.session.scalars(db.select(Game)):
            game.starts_at_utc += datetime.now(UTC) - FIRST_GAME
        db.session.commit()
        db.session.remove()
        db.engine.dispose()
