"""The API's guests: officials with phones, straight into the app or through a real server."""

import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
import requests

from tests.conftest import SECRET
from tests.faults.rink_server import GUNICORN
from tests.simulated_phone import Phone, over_http, over_wsgi
from webapp.store import Game, db


@pytest.fixture
def kim(app):
    """The phone of a referee of another organisation."""
    return Phone(over_wsgi(app), "kim")


@pytest.fixture
def today(app):
    """The games are today's."""
    with app.app_context():
        db.session.execute(db.update(Game).values(starts_at_utc=datetime.now(UTC)))
        db.session.commit()


@dataclass
class Served:
    """A gunicorn with two workers of four threads on a database of its own."""

    root: str
    database: str
    process: subprocess.Popen

    def workers(self) -> list[int]:
        """Process ids of the workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]


@pytest.fixture(scope="module")
def served(databases, migrated):
    """The product, served as it is served for real, over loopback; each test takes a game of its own."""
    database = databases.copy(migrated)
    port = free_port()
    process = subprocess.Popen(
        [*GUNICORN, "--bind", f"127.0.0.1:{port}"],
        env=os.environ
        | {
            "DATABASE_URL": database,
            "RINKSIDE_SECRET_KEY": SECRET,
        },
    )
    root = f"http://127.0.0.1:{port}"
    try:
        wait_for(root, process)
        yield Served(root, database, process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
        databases.drop(database)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(root: str, process: subprocess.Popen) -> None:
    """Return once the server answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            if requests.get(root + "/healthz", timeout=20).ok:
                return
        except requests.RequestException:
            time.sleep(0.1)
    raise AssertionError("gunicorn did not start")


@pytest.fixture
def phone_at(served):
    """`phone_at("pat")`: a phone that reaches the served product over a socket."""
    return lambda username, device=None: Phone(over_http(served.root), username, device)
