"""This product as `rinkside serve` starts it, on a database of its own: the demo and phones for its games."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select

from bench.own_phone import OwnPhone
from bench.queues import Queue, fill
from bench.running import Refused, Server, Syncing
from tests.cast import PASSWORD
from tests.e2e.product import COMMAND, fill_with_the_demo, publish
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store import Account, Device, Game, GameSheet, db
from webapp.store.call_log import LoggedCall
from webapp.store.packet import game_file
from webapp.store.phones import secret_hash

SECRET = "a secret for benchmarks, and for these alone"


class Rinkside(Server):
    """`queues`: as many phones of the demo's officials, each with so many calls of one of so many games.

    `warming`: one more, on a game of its own.
    """

    name = "rinkside"
    healthy = "/healthz"

    def __init__(self, folder: Path, phones: int, games: int, calls: int):
        super().__init__(folder)
        self.published = publish(folder / "published")
        self.database = folder / "rinkside.sqlite"
        fill_with_the_demo(self.published, self.database, PASSWORD)
        self.warming, *self.queues = self._register(phones, games, calls)

    def command(self) -> tuple[list[str], dict[str, str]]:
        environment = {
            "DATABASE_URL": f"sqlite:///{self.database}",
            "RINKSIDE_INSTANCE": str(self.folder),
            "RINKSIDE_SECRET_KEY": SECRET,
            "PYTHONPATH": str(self.published),
        }
        return [sys.executable, "-c", COMMAND, "serve", "--port", str(self.port)], environment

    def phone(self, queue: Queue) -> Syncing:
        return OwnPhone(self, queue)

    def check_rulings(self) -> None:
        with self._database():
            last = select(LoggedCall.game_id, func.max(LoggedCall.seq)).group_by(LoggedCall.game_id)
            for game, seq in db.session.execute(last).all():
                sheet = db.session.get_one(GameSheet, game)
                if sheet.upto_seq != seq or sheet.stale_since is not None:
                    raise Refused(f"the sheet of {game} is behind its log")

    def _register(self, phones: int, games: int, calls: int) -> list[Queue]:
        now = datetime.now(UTC)
        with self._database():
            officials = db.session.scalars(select(Account).where(Account.username.in_(("pat", "sam")))).all()
            to_come = db.session.scalars(
                select(Game).where(Game.status == "scheduled").order_by(Game.sequence)
            ).all()
            if games >= len(to_come):
                raise ValueError(f"{games} games: at most {len(to_come) - 1}, for one more is for warming up")
            queues = []
            spread = [(one // games, to_come[one % games]) for one in range(phones)]
            for place, game in [(0, to_come[-1]), *spread]:
                queue = Queue(game.id, officials[place % 2].id)
                fill(queue, game_file(game), calls, place)
                queues.append(queue)
                db.session.add(
                    Device(
                        id=queue.device,
                        account_id=queue.account,
                        name="A phone",
                        token_hash=secret_hash(queue.token),
                        created_at=now,
                        expires_at=now + timedelta(days=1),
                    )
                )
            db.session.commit()
        return queues

    def _database(self):
        """The application's context on this server's database."""
        settings = Settings(secret_key=SECRET, database_url=f"sqlite:///{self.database}")
        return create_app(settings).app_context()
