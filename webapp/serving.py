"""`rinkside migrate` and `rinkside serve`: bring the database up to date, and serve the product."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import flask_migrate
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from webapp import settings
from webapp.app import create_app
from webapp.courier_beside import CourierBeside
from webapp.served import served
from webapp.store import db, epoch, vapid_keys

OPTIONS = {  # of gunicorn, for SQLite and phones; how many workers: WEB_CONCURRENCY, 1 where it is not set
    "worker_class": "gthread",
    "threads": 32,  # of a worker
    "keepalive": 30,  # seconds: a phone's next push finds its connection open
    "control_socket_disable": True,
    "proc_name": "rinkside",
}
COLLECT_AFTER = 5000  # objects more: a push makes thousands, none of which hold one another


class Server(BaseApplication):
    """gunicorn with these options. Each worker makes its own app."""

    def __init__(self, bind: str) -> None:
        self.bind = bind
        super().__init__()

    def load_config(self) -> None:
        for name, value in {**OPTIONS, "bind": self.bind}.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return application()


def application() -> Flask:
    """The app of a worker, which stays: whoever collects garbage need not look at it each time."""
    app = create_app()
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    return app


def migrate() -> None:
    """Apply the migrations that this database lacks, and begin a new epoch where it is a restored backup."""
    app = create_app()
    with app.app_context():
        flask_migrate.upgrade()
        if epoch.is_of_a_backup():
            epoch.renew(datetime.now(UTC))
        vapid_keys.make_first_key(datetime.now(UTC))
        db.session.commit()
        db.engine.dispose()


@contextmanager
def up_to_date() -> Iterator[None]:
    """Have the database migrated, and nothing restored over it meanwhile. Waits for a restore to end."""
    with served(settings.read().database_url):
        migrate()
        yield


class ArbiterWithCourier(Arbiter):
    """gunicorn's, which looks after a courier as it does after its workers."""

    def __init__(self, server: Server, courier: CourierBeside) -> None:
        super().__init__(server)
        self._courier = courier

    def reap_workers(self) -> None:
        """Take note of who has ended: the courier first, for gunicorn asks after any child of ours."""
        self._courier.note_end()
        super().reap_workers()

    def manage_workers(self) -> None:
        """Once a second, and whenever a child has ended."""
        super().manage_workers()
        self._courier.keep_up()


def serve(host: str, port: int, sends: bool = False) -> None:
    """Migrate, then serve until a signal ends it. `sends`: with a courier beside it, which ends with it."""
    with up_to_date():
        server = Server(f"{host}:{port}")
        if not sends:
            server.run()
            return
        ourselves, us = [sys.executable, "-c", "from webapp.cli import main; main()"], os.getpid()
        courier = CourierBeside([*ourselves, "courier", "--works-for", str(us)])
        try:
            ArbiterWithCourier(server, courier).run()
        finally:
            if os.getpid() == us:  # a worker comes by here, too, when it ends
                courier.end()
