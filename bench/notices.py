"""`make bench-notices`: ten thousand notices on PostgreSQL, sent by four couriers to one push service.

All are queued at once; a notice's time is from then until the push service has it, read and checked. The
service runs beside the couriers on the same machine, in one process. Judged is that none is lost, that
each is as it should be and noted as sent, and how long they take. Whether a phone rings twice for what is
sent twice is judged by `make faults-push`, by the worker's own code.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime

from sqlalchemy import func, select

from tests.cast import Season
from tests.conftest import SECRET, app_on, fill
from tests.databases import Postgresql
from tests.notices.push_service import Message, PushService
from webapp.notices.facts import topic_of
from webapp.store import Delivery, Notice, PushSubscription, db, new_id
from webapp.store.database import insert_all
from webapp.store.deliveries import queue_deliveries
from webapp.store.vapid_keys import make_key

NOTICES, COURIERS, PHONES = 10_000, 4, 100
ENDS_WITHIN_S = 900
COURIER = [sys.executable, "-c", "from webapp.cli import main; main()", "courier"]


class Counting:
    """When each notice first came to each phone, how often, and whether all have."""

    def __init__(self, notices: int) -> None:
        self.notices = notices
        self.moments: dict[tuple[str, str], float] = {}
        self.came = 0
        self.all_here = threading.Event()
        self._guard = threading.Lock()

    def __call__(self, message: Message) -> int:
        with self._guard:
            told = (message.phone, message.shown["navigate"])
            self.came += 1
            self.moments.setdefault(told, time.monotonic())
            if len(self.moments) >= self.notices:
                self.all_here.set()
        return 201

    @property
    def lost(self) -> int:
        return self.notices - len(self.moments)

    @property
    def sent_twice(self) -> int:
        """What came again."""
        return self.came - len(self.moments)


def main(notices: int = NOTICES) -> int:
    """0 where none was lost, and all were as they should be and noted."""
    server, counting = Postgresql(fsync="on", full_page_writes="on"), Counting(notices)
    try:
        url = server.empty()
        fill(url)
        with PushService(counting) as service, tempfile.TemporaryDirectory() as folder:
            app = app_on(url)
            with app.app_context():
                subscribe(service)
                queue(notices)
            queued = time.monotonic()
            environment = os.environ | {
                "DATABASE_URL": url,
                "RINKSIDE_SECRET_KEY": SECRET,
                "RINKSIDE_PUSH_ORIGINS": service.origin,
                "RINKSIDE_INSTANCE": folder,
            }
            couriers = [subprocess.Popen(COURIER, env=environment) for _ in range(COURIERS)]
            whole = counting.all_here.wait(ENDS_WITHIN_S)
            for one in couriers:
                one.terminate()
            ends = [one.wait(60) for one in couriers]
            with app.app_context():
                sent = db.session.scalar(select(func.count()).where(Delivery.state == "sent"))
                db.session.remove()
                db.engine.dispose()
            faults = service.faults
    finally:
        server.stop()
    moments = sorted(counting.moments.values())
    took = moments[-1] - moments[0]
    p95 = moments[int(len(moments) * 0.95) - 1] - queued
    lost = counting.lost
    print(
        f"{notices} notices, {COURIERS} couriers, {lost} lost, {counting.sent_twice} sent twice:"
        f" {len(moments) / took:.0f} a second from the first on, p95 {p95:.1f} s after they were queued"
    )
    for fault in faults[:10]:
        print(fault, file=sys.stderr)
    wrong = not whole or lost or sent != notices or faults or any(ends)
    if sent != notices or any(ends):
        print(f"{sent} noted as sent; couriers ended with {ends}", file=sys.stderr)
    return int(bool(wrong))


def subscribe(service: PushService) -> None:
    """Phones of one account, all at one service."""
    account, key, now = Season.of_the_cast().accounts["casey"], make_key(datetime.now(UTC)), datetime.now(UTC)
    for number in range(PHONES):
        phone = service.phone(f"{number}", key.public)
        db.session.add(
            PushSubscription(
                account_id=account.id,
                endpoint=service.endpoint(f"{number}"),
                host=service.origin.partition("://")[2],
                **phone.keys.public(),
                vapid_key_id=key.id,
                origin="https://rinkside.example.org",
                created_at=now,
            )
        )
    db.session.commit()


def queue(notices: int) -> None:
    """News of as many topics as it takes, each for every phone."""
    season, now = Season.of_the_cast(), datetime.now(UTC)
    game, account = season.games[0], season.accounts["casey"].id
    values = {"starts_local": game.starts_local, "rink": game.rink_id, "status": "scheduled"}
    for number in range(notices // PHONES):
        row = {
            "id": new_id(),
            "account_id": account,
            "organisation_id": season.organisation.id,
            "kind": "schedule",
            "topic": topic_of("bench", f"{number}"),
            "game_id": game.id,
            "values": values,
            "queued_at": now,
        }
        insert_all(Notice, [row])
        queue_deliveries([row], "schedule", now)
    db.session.commit()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
