"""`rinkside migrate` and `rinkside serve`: bring the database up to date, and serve the product."""

import gc
from datetime import UTC, datetime

import flask_migrate
from gunicorn.app.base import BaseApplication

from webapp import settings
from webapp.app import create_app
from webapp.served import served
from webapp.store import db, epoch

THREADS = 32  # of a worker; how many workers: WEB_CONCURRENCY, 1 where it is not set
COLLECT_AFTER = 5000  # objects more: a push makes thousands, none of which hold one another


class Server(BaseApplication):
    """gunicorn with the options that SQLite and phones need. Each worker makes its own app."""

    def __init__(self, bind: str) -> None:
        self.bind = bind
        super().__init__()

    def load_config(self) -> None:
        self.cfg.set("bind", self.bind)
        self.cfg.set("worker_class", "gthread")
        self.cfg.set("threads", THREADS)
        self.cfg.set("keepalive", 30)  # seconds: a phone's next push finds its connection open
        self.cfg.set("control_socket_disable", True)
        self.cfg.set("proc_name", "rinkside")

    def load(self):
        """The app, which stays: whoever collects garbage need not look at it each time."""
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
        db.session.commit()
        db.engine.dispose()


def serve(host: str, port: int) -> None:
    """Migrate, then serve until a signal ends it. Nothing is restored over the database meanwhile."""
    with served(settings.read().database_url):
        migrate()
        Server(f"{host}:{port}").run()
