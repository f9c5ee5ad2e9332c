"""A phone as the API sees it: it signs in, numbers its calls, pushes and pulls, over WSGI or a socket."""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import requests
from flask import Flask

from tests.cast import PASSWORD

TICKS = itertools.count(1_796_070_000_000)
"""Milliseconds of the one hybrid clock that all simulated phones share, so that their calls have an order."""


@dataclass
class Answer:
    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Send = Callable[[str, str, dict[str, str], bytes | None], Answer]


def over_wsgi(app: Flask) -> Send:
    """Requests straight into the application. Closing the answer sets off what waits for it to be out."""

    def send(method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> Answer:
        with app.test_client().open(path, method=method, headers=headers, data=body) as response:
            return Answer(response.status_code, response.headers, response.get_data())

    return send


def over_http(root: str) -> Send:
    """Requests over a socket, each on a connection of its own."""

    def send(method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> Answer:
        response = requests.request(
            method, root + path, headers=headers, data=body, timeout=30, allow_redirects=False
        )
        return Answer(response.status_code, response.headers, response.content)

    return send


class Phone:
    """An official's phone. `n` by game is the number of its latest call there."""

    def __init__(self, send: Send, username: str, device: str | None = None):
        self.send = send
        self.device = device or str(uuid.uuid4())
        self.n: dict[str, int] = {}
        answer = self.sign_in(username)
        self.token = answer["token"]
        self.account = answer["account"]["id"]
        self.epoch: str | None = None

    def sign_in(self, username: str) -> dict[str, Any]:
        answer = self.post(
            "/api/v1/devices",
            {"username": username, "password": PASSWORD, "device": self.device, "name": "A phone"},
            {},
        )
        assert answer.status == 201, answer.body
        return answer.json

    @property
    def signed(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def call(self, call_type: str, game: str = "game1", **said: Any) -> dict[str, Any]:
        """A new call, numbered and timed."""
        self.n[game] = self.n.get(game, 0) + 1
        return {
            "id": str(uuid.uuid4()),
            "type": call_type,
            "game": game,
            "device": self.device,
            "n": self.n[game],
            "hlc": f"{next(TICKS):013}-0000",
            "made_at": "2026-11-28T15:00:00.000Z",
            "made_by": self.account,
            "v": 1,
            "app": "test",
            **said,
        }

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Answer:
        sent = self.signed if headers is None else headers
        return self.send(
            "POST", path, {"Content-Type": "application/json", **sent}, json.dumps(body).encode()
        )

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, {**self.signed, **headers}, None)

    def batch(self, calls: list[Any], **more: Any) -> dict[str, Any]:
        return {
            "batch": str(uuid.uuid4()),
            "device": self.device,
            "epoch": self.epoch,
            "calls": calls,
            **more,
        }

    def push(self, *calls: Any, **more: Any) -> dict[str, Any]:
        """Push, and take the answer for one only where it is one: same batch, a result for every call."""
        body = self.batch(list(calls), **more)
        answer = self.post("/api/v1/sync", body)
        assert answer.status == 200, answer.body
        told = answer.json
        assert told["batch"] == body["batch"]
        assert len(told["results"]) == len(calls)
        self.epoch = told["epoch"]
        return told

    def results(self, *calls: Any) -> list[tuple[str, str | None]]:
        """Push; `(result, code)` of every call."""
        return [(one["result"], one.get("code")) for one in self.push(*calls)["results"]]

    def pull(self, game: str = "game1", limit: int = 500) -> list[dict[str, Any]]:
        """Everything that the server has of a game, page by page."""
        found, cursor, more = [], 0, True
        while more:
            page = self.get(f"/api/v1/games/{game}/calls?cursor={cursor}&limit={limit}").json
            found += page["calls"]
            cursor, more = page["cursor"], page["more"]
        return found

    def sheet(self, game: str = "game1") -> dict[str, Any]:
        return self.get(f"/api/v1/games/{game}/sheet").json
