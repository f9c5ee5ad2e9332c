"""The replication protocol of CouchDB, request by request as PouchDB's client makes it (7.3.1, pinned).

https://docs.couchdb.org/en/stable/replication/protocol.html; in `bench/pouchdb/node_modules`:
pouchdb-replication, pouchdb-checkpointer, pouchdb-adapter-http. Both ways begin with the database and the
server's id. A batch that is pushed: `_revs_diff`, `_bulk_docs` with the revisions that the phone gave, the
checkpoint read and written. A page that is pulled: `_changes`, `_all_docs` for documents that the phone
lacks (all are of the first generation, and those PouchDB fetches so), the checkpoint read and written.
`bench.same_requests` compares this with a recording of that client.
"""

from __future__ import annotations

import base64
import hashlib
import uuid
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote

import msgspec

from bench.queues import Call, Queue
from bench.running import PULLED, Refused, Server, Syncing, ask

JSON = {"Content-Type": "application/json", "Accept": "application/json"}


class Rev(msgspec.Struct):
    rev: str


class Change(msgspec.Struct):
    id: str
    changes: list[Rev]
    seq: int


class Changes(msgspec.Struct):
    results: list[Change]
    last_seq: int


class Row(msgspec.Struct):
    doc: msgspec.Raw
    id: str = ""
    value: Rev | None = None


class Rows(msgspec.Struct):
    rows: list[Row]


class Replicating(Syncing):
    """A phone of PouchDB: pushes once, then pulls, each with a checkpoint of its own on the server."""

    def __init__(self, server: Server, queue: Queue):
        super().__init__(server, queue)
        self.path = f"/g{queue.game}"
        self.batches = [[as_document(call) for call in calls] for calls in queue.batches()]
        self.revisions = {doc["_id"]: doc["_rev"] for docs in self.batches for doc in docs}
        self.cursor = 0
        self.caught_up = True
        self.bodies = [
            (
                msgspec.json.encode({doc["_id"]: [doc["_rev"]] for doc in docs}),
                msgspec.json.encode({"docs": docs, "new_edits": False}),
            )
            for docs in self.batches
        ]
        self.to, self.back = Checkpoint(self.path), Checkpoint(self.path)
        self.began = False

    def push(self, line: HTTPConnection) -> Iterator[list[str]]:
        ask(line, "GET", f"{self.path}/", JSON)
        ask(line, "GET", "/", {})
        self.to.read(line)
        seq = 0
        for docs, (revisions, body) in zip(self.batches, self.bodies, strict=True):
            lacks = msgspec.json.decode(ask(line, "POST", f"{self.path}/_revs_diff", JSON, revisions))
            if len(lacks) != len(docs):
                raise Refused(f"{len(lacks)} of {len(docs)} revisions are new to it")
            said = msgspec.json.decode(ask(line, "POST", f"{self.path}/_bulk_docs", JSON, body))
            if any("error" in one for one in said):
                raise Refused(str(said)[:300])
            yield [doc["_id"] for doc in docs]
            seq += len(docs)
            self.to.write(line, seq)

    def pull(self, line: HTTPConnection) -> list[str]:
        if not self.began:
            ask(line, "GET", "/", {})
            self.began = True
        path = f"{self.path}/_changes?style=all_docs&since={self.cursor}&limit={PULLED}"
        page = msgspec.json.decode(ask(line, "GET", path, JSON), type=Changes)
        self._fetch(line, [one for one in page.results if one.id not in self.revisions])
        if page.results:
            self.cursor = page.results[-1].seq
            self.back.write(line, self.cursor)
        return [one.id for one in page.results]

    def _fetch(self, line: HTTPConnection, lacking: list[Change]) -> None:
        """Get the documents that are not here yet."""
        if not lacking:
            return
        body = msgspec.json.encode({"keys": [one.id for one in lacking]})
        said = ask(line, "POST", f"{self.path}/_all_docs?conflicts=true&include_docs=true", JSON, body)
        rows = msgspec.json.decode(said, type=Rows).rows
        for asked, row in zip(lacking, rows, strict=True):
            if row.value is None or row.value.rev != asked.changes[0].rev:
                raise Refused(f"{asked.id} did not come")
            self.revisions[row.id] = row.value.rev


class Checkpoint:
    """How far a replication is, kept on the server by a name that belongs to the two sides of it."""

    def __init__(self, database: str):
        name = base64.b64encode(uuid.uuid4().bytes).decode().replace("/", ".").replace("+", "_")
        self.name, self.session = f"_local/{name}", str(uuid.uuid4())
        self.path = f"{database}/_local/{quote(name, safe='')}"

    def read(self, line: HTTPConnection) -> dict[str, Any]:
        said: dict[str, Any] = msgspec.json.decode(ask(line, "GET", f"{self.path}?", JSON, well=(200, 404)))
        return {} if "error" in said else said

    def write(self, line: HTTPConnection, seq: int) -> None:
        before = self.read(line)
        now = {
            "session_id": self.session,
            "_id": self.name,
            "history": [{"last_seq": seq, "session_id": self.session}],
            "replicator": "pouchdb",
            "version": 1,
            "last_seq": seq,
        }
        if before:
            now["_rev"] = before["_rev"]
        ask(line, "PUT", self.path, JSON, msgspec.json.encode(now))


def as_document(call: Call) -> dict[str, Any]:
    """The call as PouchDB keeps it, in its first revision."""
    return {**call, "_id": call["id"], "_rev": f"1-{hashlib.md5(msgspec.json.encode(call)).hexdigest()}"}
