"""Couriers are killed with `kill -9`; in the end every phone shows the last of each event, once.

The couriers are processes of their own, the push service is a real one on this machine, and phones are keys
that read what came. A run queues news of games, some of it in the place of what was told before, lets a
courier begin, and kills it: after some milliseconds, or at some message, before or after that was answered.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from tests.cast import Season
from tests.conftest import SECRET, app_on
from tests.notices.push_service import Message, PushService
from webapp.courier import Courier
from webapp.notices import queueing
from webapp.notices.endpoints import place_of
from webapp.settings import Settings, with_driver
from webapp.store import Delivery, Membership, Notice, PushSubscription, db
from webapp.store.vapid_keys import make_key

PHONES = {"casey": 4, "drew": 4, "pat": 2, "sam": 2}
RUNS_AT_MOST_S = 3.0


@dataclass
class Judged:
    """What came of it. `lost`: of an event a phone ends with something else than the last notice.

    `shown_twice`: events that a phone ends with under two tags, and second rings for one notice, whether
    people leave it on the screen, put it away at once, or have a browser that shows it without the worker.
    """

    notices: int
    kills: int
    lost: int
    twice: int
    shown_twice: int
    faults: list[str]

    def __str__(self) -> str:
        return (
            f"{self.notices} notices, {self.kills} kills, {self.lost} lost, "
            f"{self.twice} sent twice, {self.shown_twice} shown twice"
        )


def nursery(url: str, origin: str, line: Connection) -> None:
    """A process that forks a courier each time it is asked to, and tells its id, and then its end.

    What is asked is whether the courier is to end by itself; none ends the nursery.
    """
    settings = Settings(SECRET, with_driver(url), testing=True, push_origins=frozenset({origin}))
    app = app_on(url)
    while (once := line.recv()) is not None:
        courier = os.fork()
        if not courier:
            Courier(app, settings).run(once)
            os._exit(0)
        line.send(courier)
        os.waitpid(courier, 0)
        line.send("ended")


class Rink:
    """A database with the cast, whose phones have subscribed, and the service that pushes to them."""

    def __init__(self, url: str, seed: int):
        self.url, self.chance = url, random.Random(seed)
        self.service = PushService(self._answered)
        self.app = app_on(url)
        self._guard = threading.Lock()
        self._victim: int | None = None
        self._kill_at: tuple[int, bool] | None = None
        self._came, self._born, self._killed = 0, threading.Event(), threading.Event()
        self.kills = 0

    def __enter__(self) -> Rink:
        self.service.__enter__()
        with self.app.app_context():
            self._subscribe()
            db.session.remove()
        processes = multiprocessing.get_context("forkserver")  # this one has threads
        self._line, theirs = processes.Pipe()
        self._nursery = processes.Process(target=nursery, args=(self.url, self.service.origin, theirs))
        self._nursery.start()
        return self

    def __exit__(self, *of: object) -> None:
        self._line.send(None)
        self._nursery.join()
        self.service.__exit__(*of)
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()

    def run(self) -> None:
        """News, and a courier that is killed while it tells."""
        with self.app.app_context():
            self._news()
            self._time_passes()
            db.session.remove()
        at_a_message = self.chance.random() < 0.7
        self._came, self._killed = 0, threading.Event()
        self._kill_at = (self.chance.randint(1, 14), self.chance.random() < 0.5) if at_a_message else None
        self._bear(once=False)
        if at_a_message:
            self._killed.wait(RUNS_AT_MOST_S)
        else:
            time.sleep(self.chance.uniform(0, 0.3))
        self._kill()
        self._line.recv()

    def drain(self) -> None:
        """Let one courier tell all that is left, as often as it takes."""
        self._kill_at = None
        for _ in range(20):
            with self.app.app_context():
                self._time_passes()
                waiting = select(Delivery.id).where(Delivery.state == "queued")
                left = db.session.scalars(waiting.limit(1)).all()
                db.session.remove()
            if not left:
                return
            self._bear(once=True)
            self._line.recv()

    def judged(self) -> Judged:
        """What every phone shows, beside what there was to tell."""
        with self.app.app_context():
            notices = {one.id: one for one in db.session.scalars(select(Notice))}
            standing = {
                (one.account_id, one.game_id): one.id for one in notices.values() if one.withdrawn_at is None
            }
            phones = {
                one.endpoint.rpartition("/")[2]: one.account_id
                for one in db.session.scalars(select(PushSubscription))
            }
            unended = db.session.scalars(select(Delivery.id).where(Delivery.state == "queued")).all()
            db.session.remove()
        lost = len(unended)
        twice = shown_twice = 0
        for phone, account in phones.items():
            sent = Counter(_notice(shown) for shown in self.service.of(phone))
            twice += sum(many - 1 for many in sent.values())
            screen = [_notice(shown) for shown in self.service.on_screen(phone).values()]
            events = Counter(notices[one].game_id for one in screen)
            shown_twice += sum(many - 1 for many in events.values())
            due = {notice for (whose, _), notice in standing.items() if whose == account}
            lost += len(due - set(screen))
        shown_twice += sum(second_rings({phone: self.service.of(phone) for phone in phones}).values())
        return Judged(len(notices), self.kills, lost, twice, shown_twice, self.service.faults)

    def _subscribe(self) -> None:
        season, now = Season.of_the_cast(), datetime.now(UTC)
        key = make_key(now)
        for username, many in PHONES.items():
            for number in range(many):
                name = f"{username}{number}"
                phone = self.service.phone(name, key.public)
                endpoint = self.service.endpoint(name)
                place = place_of(endpoint, {self.service.origin})
                db.session.add(
                    PushSubscription(
                        account_id=season.accounts[username].id,
                        endpoint=endpoint,
                        host=place.lane,
                        **phone.keys.public(),
                        vapid_key_id=key.id,
                        origin="https://rinkside.example.org",
                        created_at=now,
                    )
                )
        db.session.add(
            Membership(
                account_id=season.accounts["sam"].id,
                organisation_id=season.organisation.id,
                team_id=season.foxes.id,
                role="coach",
                starts_at=now - timedelta(days=1),
            )
        )
        db.session.commit()

    def _news(self) -> None:
        """Often a game or two are late, by another time than was told; else some was not told yet."""
        waiting = select(Delivery.id).where(Delivery.state == "queued")
        left = db.session.scalars(waiting.limit(1)).all()
        if left and self.chance.random() < 0.4:
            return
        for game in self.chance.sample(Season.of_the_cast().games, self.chance.randint(1, 2)):
            queueing.of_schedule(game, datetime.now(UTC), self.chance.randint(1, 10_000))
        db.session.commit()

    def _time_passes(self) -> None:
        """So much that claims of couriers who are dead have run out, and waits are over."""
        past = datetime.now(UTC) - timedelta(seconds=1)
        db.session.execute(
            update(Delivery).where(Delivery.claimed_until.is_not(None)).values(claimed_until=past)
        )
        db.session.execute(update(Delivery).where(Delivery.state == "queued").values(next_try_at=past))
        db.session.commit()

    def _bear(self, once: bool) -> None:
        self._born.clear()
        self._line.send(once)
        self._victim = self._line.recv()
        self._born.set()

    def _answered(self, _message: Message) -> int | None:
        """Kill who sent this message, where its turn has come: before or after it is answered."""
        with self._guard:
            self._came += 1
            its_turn = self._kill_at is not None and self._came == self._kill_at[0]
        if its_turn and self._kill_at is not None:
            self._born.wait()
            if self._kill_at[1]:
                self._kill()
            else:
                threading.Timer(self.chance.uniform(0, 0.01), self._kill).start()
        return 201

    def _kill(self) -> None:
        with self._guard:
            victim, self._victim = self._victim, None
        if victim is not None:
            os.kill(victim, signal.SIGKILL)
            self.kills += 1
        self._killed.set()


def second_rings(came: dict[str, list[dict[str, Any]]]) -> dict[str, int]:
    """How often phones rang a second time for one notice, by the worker's own code; see rings.mjs."""
    judge = ["node", str(Path(__file__).with_name("rings.mjs"))]
    found = subprocess.run(judge, input=json.dumps(came), capture_output=True, text=True, check=True)
    rings: dict[str, int] = json.loads(found.stdout)
    return rings


def _notice(shown: dict[str, Any]) -> str:
    return shown["navigate"].rpartition("/")[2]
