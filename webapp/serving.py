"""`rinkside migrate` and `rinkside serve`: bring the database up to date, and serve the product."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime

import flask_migrate
from flask import Flask
from gunicorn.app.base import BaseApplication

from webapp import settings
from webapp.app import create_app
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


@contextmanager
def courier_beside() -> Iterator[None]:
    """A courier in a process of its own, which ends with this one, however that ends."""
    ourselves, server = [sys.executable, "-c", "from webapp.cli import main; main()"], os.getpid()
    child = subprocess.Popen([*ourselves, "courier", "--works-for", str(server)])  # noqa: S603
    try:
        yield
    finally:
        if os.getpid() == server:  # a worker comes by here, too, when it ends
            child.terminate()
            child.wait()


def serve(host: str, port: int, sends: bool = False) -> None:
    """Migrate, then serve until a signal ends it. `sends`: with a courier beside it, which ends with it."""
    with up_to_date(), courier_beside() if sends else nullcontext():
        Server(f"{host}:{port}").run()
