"""Phones of the cast at a push service of the tests, and a courier in this process that sends to them."""

import threading
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from webapp.courier import Courier
from webapp.notices import queueing
from webapp.notices.endpoints import place_of
from webapp.settings import Settings
from webapp.store import Delivery, PushSubscription, db
from webapp.store.vapid_keys import make_key

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)


class Post:
    """Phones of the cast that have subscribed at a service, and a courier in this process."""

    def __init__(self, app, season, service):
        self.app, self.season, self.service = app, season, service
        self.settings = Settings("x" * 40, "", testing=True, push_origins=frozenset({service.origin}))
        self.key = make_key(datetime.now(UTC))
        db.session.commit()

    def subscribe(self, username, name, *answers, key=None):
        key = key or self.key
        phone = self.service.phone(name, key.public, *answers)
        endpoint = self.service.endpoint(name)
        made = PushSubscription(
            account_id=self.season.accounts[username].id,
            endpoint=endpoint,
            host=place_of(endpoint, self.settings.push_origins).lane,
            **phone.keys.public(),
            vapid_key_id=key.id,
            origin="https://rinkside.example.org",
            created_at=datetime.now(UTC),
        )
        db.session.add(made)
        db.session.commit()
        return made.id

    def tell(self, minutes_ago=0, late_minutes=10):
        """The teams hear that a game is late."""
        at = datetime.now(UTC) - timedelta(minutes=minutes_ago)
        queueing.of_schedule(self.season.games[0], at, late_minutes)
        db.session.commit()

    def send(self):
        """Send all that is due, as if time had passed until everything was."""
        db.session.execute(update(Delivery).values(next_try_at=NOW - timedelta(days=1)))
        db.session.commit()
        self.send_at(datetime.now(UTC))

    def send_at(self, now):
        """Send what is due at a moment, by a courier whose clock stands there."""
        db.session.commit()
        worker = threading.Thread(target=lambda: Courier(self.app, self.settings, lambda: now).run(once=True))
        worker.start()
        worker.join()
        db.session.rollback()

    def states(self):
        rows = db.session.execute(select(Delivery.state, Delivery.said).order_by(Delivery.id))
        return [(state, said) for state, said in rows]

    def subscribed(self):
        return [one.endpoint.rpartition("/")[2] for one in db.session.scalars(select(PushSubscription))]
