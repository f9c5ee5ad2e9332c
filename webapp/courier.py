"""`rinkside courier`: sends what is queued, until a signal ends it.

It claims deliveries, sends them in threads, and notes what came of each. Any number of couriers share the
work on PostgreSQL; on SQLite one does it, and another waits for its end. Each message is sent at least once:
what a courier had in its hands when it was killed is claimed again once its claim has run out, and shows
under the tag that it had.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy.exc import DBAPIError

from webapp import settings as settings_module
from webapp.app import create_app
from webapp.notices import queueing
from webapp.notices.answers import REFUSED_MOST, Answer, wait_before
from webapp.notices.circuits import Circuits
from webapp.notices.mailing import mail
from webapp.notices.payload import lives_until, manner, payload
from webapp.notices.posting import Line, post
from webapp.served import only_courier, served
from webapp.settings import Settings
from webapp.store import Delivery, db, deliveries, subscriptions, vapid_keys
from webapp.store.busy import passes
from webapp.store.database import reading

THREADS = 16
CLAIMED_AT_A_TIME = 8
IN_ONE_LANE = THREADS // 2
"""No more of a lane are on their way at a time: a slow service leaves room for others."""
LOOKS_EVERY_S = 1.0
TIDIES_EVERY = timedelta(hours=1)
NOTES_WITHIN = 5
"""How often it tries to note what came of something; then the claim runs out, and it is sent again."""

log = logging.getLogger(__name__)


def _by_the_wall() -> datetime:
    return datetime.now(UTC)


class Courier:
    """One process that sends. `leave()` has it finish what is on its way and end.

    `clock`: the time, UTC, by which it sends and waits. `works_for`: the process that started it, which it
    does not outlive.
    """

    def __init__(
        self,
        app: Flask,
        settings: Settings,
        clock: Callable[[], datetime] = _by_the_wall,
        works_for: int | None = None,
    ):
        self._app, self._settings, self._clock, self._works_for = app, settings, clock, works_for
        self._name = f"{socket.gethostname()[:30]}-{os.getpid()}-{secrets.token_hex(4)}"
        self._leaving = threading.Event()
        self._circuits = Circuits()
        self._here = threading.local()
        self._on_their_way: dict[Future[Answer], Delivery] = {}
        self._tidied: datetime | None = None

    def leave(self, *_signal: object) -> None:
        """Claim nothing more."""
        self._leaving.set()

    def goes_on(self) -> bool:
        """Whether nobody has told it to leave, and who it works for is still there."""
        return not self._leaving.is_set() and self._works_for in (None, os.getppid())

    def run(self, once: bool = False) -> None:
        """Send until told to leave; `once`: until nothing is due any more."""
        with ThreadPoolExecutor(THREADS) as threads, self._app.app_context():
            while self.goes_on():
                claimed = self._unless_busy(threads)
                if not claimed and not self._on_their_way:
                    if once:
                        break
                    self._leaving.wait(LOOKS_EVERY_S)
                self._note_what_came()
            self._let_go()
            while self._on_their_way:
                self._note_what_came()
            db.session.remove()

    def _unless_busy(self, threads: ThreadPoolExecutor) -> int:
        """How many were claimed; none where the database is busy or away for now."""
        try:
            return self._claim(threads)
        except DBAPIError as fault:
            db.session.rollback()
            if not passes(fault):
                raise
            log.warning("the database is busy or away: %s", type(fault.orig).__name__)
            self._leaving.wait(LOOKS_EVERY_S)
            return 0

    def _claim(self, threads: ThreadPoolExecutor) -> int:
        now = self._clock()
        if self._tidied is None or now - self._tidied > TIDIES_EVERY:
            deliveries.tidy(now)
            db.session.commit()
            queueing.of_days(now)
            self._tidied = now
        free = min(THREADS - len(self._on_their_way), CLAIMED_AT_A_TIME)
        if free <= 0:
            return 0
        trial = self._circuits.trial(now)
        lanes = Counter(one.lane for one in self._on_their_way.values())
        full = {lane for lane, many in lanes.items() if many >= IN_ONE_LANE}
        shut = self._circuits.shut(now) | full
        with reading():
            due = deliveries.is_due(now, shut)
        claimed: list[Delivery] = []
        if due:
            claimed = deliveries.claim(
                self._name, free, now, shut | trial, room=lambda lane: IN_ONE_LANE - lanes[lane]
            )
            for lane in trial - full:
                claimed += deliveries.claim(self._name, 1, now, lane=lane)
        self._circuits.tries({one.lane for one in claimed})
        for one in claimed:
            self._on_their_way[threads.submit(self._send, one)] = one
        return len(claimed)

    def _send(self, delivery: Delivery) -> Answer:
        """In a thread of its own, without the database."""
        now, notice = self._clock(), delivery.notice
        if now >= lives_until(notice):
            return Answer("too_old", "nobody took it in time")
        with self._app.app_context():
            to = delivery.subscription
            if to is None:
                server = self._settings.mail
                if server is None:
                    return Answer("too_old", "no mail server is set")
                return mail(notice, delivery.address or "", delivery.id, server)
            said = payload(notice, to.origin, to.account.language or "en", delivery.smaller)
            if not hasattr(self._here, "line"):
                self._here.line = Line(self._settings.push_origins)
            return post(to, said, manner(notice, now), self._settings.push_origins, self._here.line, now)

    def _note_what_came(self) -> None:
        if not self._on_their_way:
            return
        done, _ = wait(self._on_their_way, timeout=LOOKS_EVERY_S / 4, return_when=FIRST_COMPLETED)
        came = [(self._on_their_way.pop(one), _answer(one)) for one in done]
        if not came:
            return
        came.sort(key=lambda one: one[0].id)  # in one order, for other couriers lock rows, too
        now = self._clock()
        _noted(lambda: self._note(came, now), f"what came of {len(came)} deliveries: they are sent again")

    def _note(self, came: list[tuple[Delivery, Answer]], now: datetime) -> None:
        gone: list[str] = []
        for delivery, answer in came:
            self._circuits.heard(delivery.lane, answer.ill, now)
            _note_delivery(delivery, answer, now)
        to_whom = sorted(came, key=lambda one: one[0].subscription_id or "")
        for delivery, answer in to_whom:
            to = delivery.subscription
            if to is None:
                continue
            refused = answer.outcome == "refused"
            subscriptions.heard_of(to.id, now, answer.outcome == "taken", refused)
            if answer.outcome == "gone" or (refused and to.refused + 1 >= REFUSED_MOST):
                gone.append(to.id)
        db.session.commit()
        for subscription_id in gone:
            subscriptions.forget(subscription_id)
            db.session.commit()

    def _let_go(self) -> None:
        """Give back what no thread has begun."""
        unbegun = [one for one in self._on_their_way if one.cancel()]
        ids = [self._on_their_way.pop(one).id for one in unbegun]
        if ids:
            _noted(lambda: self._give_back(ids), f"that {len(ids)} deliveries were not begun: they wait")

    def _give_back(self, ids: list[str]) -> None:
        deliveries.let_go(self._name, ids)
        db.session.commit()


def _noted(note: Callable[[], None], what: str) -> None:
    """Note something however busy the database is; where it does not go, claims run out by themselves."""
    for attempt in range(1, NOTES_WITHIN + 1):
        try:
            note()
            return
        except DBAPIError as fault:
            db.session.rollback()
            if not passes(fault) or attempt == NOTES_WITHIN:
                log.exception("not noted: %s", what)
                return
            time.sleep(attempt * 0.2)


def _note_delivery(delivery: Delivery, answer: Answer, now: datetime) -> None:
    outcome, smaller = answer.outcome, delivery.smaller
    if outcome == "taken":
        deliveries.ended(delivery, "sent", answer.said, now)
    elif outcome == "too_large" and not smaller:
        deliveries.again_at(delivery, now, answer.said, smaller=True)
    elif outcome == "later":
        again_at = now + wait_before(delivery.attempts, answer.wait)
        if again_at < lives_until(delivery.notice):
            deliveries.again_at(delivery, again_at, answer.said, smaller)
        else:
            deliveries.ended(delivery, "given_up", answer.said, now)
    else:
        deliveries.ended(delivery, "given_up", answer.said, now)


def _answer(done: Future[Answer]) -> Answer:
    """What came; a bug of ours on one message holds up no other."""
    try:
        return done.result()
    except Exception as fault:
        log.exception("a message could not be made or sent")
        return Answer("later", type(fault).__name__)


def run(once: bool, works_for: int | None = None) -> None:
    """Send, by the settings of the environment; ends on SIGTERM and SIGINT with what is on its way."""
    settings = settings_module.read()
    with served(settings.database_url):
        courier = Courier(create_app(settings), settings, works_for=works_for)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, courier.leave)
        with only_courier(settings.database_url, courier.goes_on) as alone:
            if alone:
                courier.run(once)


def key(new: bool) -> str:
    """The public half of the key that phones subscribe with; made where there is none yet, or a `new` one.

    Who subscribed with an earlier one is sent to by that until their phone has subscribed again.
    """
    with create_app().app_context():
        now = datetime.now(UTC)
        current = vapid_keys.current_key()
        public = (vapid_keys.make_key(now) if new or current is None else current).public
        db.session.commit()
    return public
