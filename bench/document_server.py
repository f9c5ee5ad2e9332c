"""pouchdb-server from npm, in `bench/pouchdb/`: a database for each game, a document for each call.

Phones replicate with it as PouchDB's own client of the same version does: see `bench.replication`.
"""

from __future__ import annotations

from collections.abc import Iterable
from http.client import HTTPConnection
from pathlib import Path

from bench.bare_documents import Bare
from bench.queues import Queue
from bench.replication import Replicating
from bench.running import ANSWERS_WITHIN_S, Server, Syncing, ask

PEER = Path(__file__).parent / "pouchdb"


class PouchDB(Server):
    """LevelDB is under it.

    `synced`: a write is answered once it is on disk. `bare`: phones do not sync with it; they put documents
    and read them back, and could neither go on where they broke off nor notice a conflict.
    """

    healthy = "/"

    def __init__(self, folder: Path, queues: Iterable[Queue], synced: bool = True, bare: bool = False):
        super().__init__(folder)
        self.name = "pouchdb-server" + (", as it comes" if not synced else ", no sync" if bare else "")
        self.synced, self.bare = synced, bare
        self.games = sorted({queue.game for queue in queues})

    def command(self) -> tuple[list[str], dict[str, str]]:
        command = ["node", str(PEER / "node_modules/pouchdb-server/bin/pouchdb-server")]
        command += ["--no-stdout-logs", "--port", str(self.port), "--dir", str(self.folder)]
        if self.synced:
            backend = str(PEER / "synced_leveldown.cjs")
            command += ["--level-backend", backend, "--level-prefix", f"{self.folder}/"]
        return command, {}

    def start(self) -> None:
        super().start()
        line = HTTPConnection("127.0.0.1", self.port, timeout=ANSWERS_WITHIN_S)
        for game in self.games:
            ask(line, "PUT", f"/g{game}", {})
        line.close()

    def phone(self, queue: Queue) -> Syncing:
        return (Bare if self.bare else Replicating)(self, queue)
