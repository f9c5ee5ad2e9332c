"""The network between phones and server: a proxy that does to requests what rinks do to them.

Every request carries its phone's name. What a phone's line does next is a queue of faults, one a request, the
first that can strike it; an empty queue means that all goes well. Chromium's page and its commands come from
here too, and never fail.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

PORTAL = b"<!doctype html><title>Rink WiFi</title><h1>Welcome. Tap here to go on.</h1>"
FORWARD_WITHIN_S = 20
HOP = {
    "host",
    "connection",
    "x-phone",
    "accept-encoding",
    "content-length",
    "transfer-encoding",
    "keep-alive",
}
LONG_POLL_S = 20

FAULTS = (
    "lost_before",  # the request never arrives
    "lost_after",  # the server has committed, the answer never arrives
    "half_answer",  # the answer breaks off, its length says so
    "half_json",  # the answer breaks off and says that it is whole
    "slow",  # on the way for a while
    "twice",  # arrives two times, one after the other
    "twice_at_once",  # arrives two times at the same time
    "overtaken",  # lost to the phone, and arrives once later ones have been answered
    "portal_page",
    "portal_json",
    "portal_redirect",
    "portal_511",
    "portal_401",
    "earlier_answer",  # that of another request
    "busy",  # the server asks for a second's patience
    "too_large",  # a proxy takes no more than one call
)
CUT_AFTER_COMMIT = "answer to a push cut after the commit"
ON_THE_NETWORK = (*FAULTS, CUT_AFTER_COMMIT)


@dataclass
class Asked:
    """One request of a phone's, as it is sent on."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def is_push(self) -> bool:
        return self.path == "/api/v1/sync"

    @property
    def calls(self) -> int:
        """How many a push sends."""
        return len(json.loads(self.body)["calls"]) if self.is_push else 0


@dataclass
class Answered:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass
class Line:
    """A phone's line. `off`: no network at all."""

    off: bool = False
    faults: list[str] = field(default_factory=list)
    last: Answered | None = None


class Gone(Exception):
    """The line breaks off here."""


class Network:
    """Listens on loopback; `lines` by phone. `heard`: by device and game, the head told of."""

    def __init__(self, server_port: int, bundle: Path):
        self.server_port = server_port
        self.lines: dict[str, Line] = defaultdict(Line)
        self.heard: dict[tuple[str, str], int] = {}
        self.struck: dict[str, int] = defaultdict(int)
        self.commands: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.said: dict[str, Callable[[dict[str, Any]], None]] = {}
        self.changed = threading.Condition()
        self._turn = threading.Lock()
        self._late: list[Asked] = []
        self.bundle = bundle
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"network": self}))
        self._http.daemon_threads = True
        self.root = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def begin(self) -> None:
        """Nothing is under way, nobody was heard."""
        self.calm()
        self._late.clear()
        self.heard.clear()

    def calm(self) -> None:
        """No more faults: what was overtaken arrives, and every line works."""
        for line in self.lines.values():
            line.off = False
            line.faults.clear()
        self.deliver_late()

    @property
    def rarest(self) -> str:
        """The fault that has struck least often so far."""
        return min(ON_THE_NETWORK, key=lambda fault: self.struck[fault])

    def command(self, run: str, command: dict[str, Any]) -> None:
        """Have a browser's run do something."""
        with self.changed:
            self.commands[run].append(command)
            self.changed.notify_all()

    def commands_for(self, run: str) -> list[dict[str, Any]]:
        with self.changed:
            self.changed.wait_for(lambda: self.commands[run], LONG_POLL_S)
            return self.commands.pop(run, [])

    def file(self, name: str) -> bytes | None:
        path = self.bundle / name
        return path.read_bytes() if name in ("page.js", "other_tab.js") else None

    def carry(self, phone: str, asked: Asked) -> Answered:
        """Take a phone's request to the server, or do what its line does. Raises Gone."""
        line = self.lines[phone]
        if line.off:
            raise Gone
        with self._turn:
            fault = next((one for one in line.faults if can_strike(one, asked, line)), None)
            if fault:
                line.faults.remove(fault)
        answered = self._with_fault(fault, line, asked) if fault else self._sent(asked)
        if line.off:
            raise Gone
        line.last = answered
        return answered

    def _with_fault(self, fault: str, line: Line, asked: Asked) -> Answered:
        self.struck[fault] += fault != CUT_AFTER_COMMIT  # that is known once the server has answered
        if fault == "lost_before":
            raise Gone
        if fault == "overtaken":
            self._late.append(asked)
            raise Gone
        if fault.startswith("portal"):
            return _portal(fault)
        if fault == "busy":
            said = {"error": "busy", "says": "In a moment."}
            return Answered(
                503, [("Content-Type", "application/json"), ("Retry-After", "1")], json.dumps(said).encode()
            )
        if fault == "too_large":
            return Answered(413, [("Content-Type", "text/html")], b"too large")
        if fault == "earlier_answer" and line.last is not None:
            return line.last
        if fault == "slow":
            time.sleep(0.3)
        if fault == "twice_at_once":
            other = threading.Thread(target=self._send_late, args=(asked,))
            other.start()
            answered = self._sent(asked)
            other.join()
            return answered
        answered = self._sent(asked)
        if fault == "twice":
            self._send_late(asked)
        if fault in ("lost_after", CUT_AFTER_COMMIT):
            self.struck[CUT_AFTER_COMMIT] += bool(asked.calls and answered.status == 200)
            raise Gone
        if fault == "half_json":
            return Answered(answered.status, answered.headers, answered.body[: len(answered.body) // 2])
        if fault == "half_answer":
            length = str(len(answered.body) + 100)
            return Answered(answered.status, [*answered.headers, ("Content-Length", length)], answered.body)
        return answered

    def deliver_late(self) -> int:
        """Let what was overtaken arrive now; nobody waits for its answers. How many."""
        late, self._late = self._late, []
        for asked in late:
            self._send_late(asked)
        return len(late)

    def _send_late(self, asked: Asked) -> None:
        with contextlib.suppress(Gone):
            self._sent(asked)

    def _sent(self, asked: Asked) -> Answered:
        connection = http.client.HTTPConnection("127.0.0.1", self.server_port, timeout=FORWARD_WITHIN_S)
        try:
            connection.request(asked.method, asked.path, asked.body or None, asked.headers)
            response = connection.getresponse()
            answered = Answered(response.status, response.getheaders(), response.read())
        except (OSError, http.client.HTTPException):
            raise Gone from None
        finally:
            connection.close()
        if asked.is_push and answered.status == 200:
            self._hear(json.loads(asked.body), json.loads(answered.body))
        return answered

    def _hear(self, push: dict[str, Any], answer: dict[str, Any]) -> None:
        if "fork" not in answer:
            for game, n in push.get("heads", {}).items():
                key = (push["device"], game)
                self.heard[key] = max(self.heard.get(key, 0), n)


def can_strike(fault: str, asked: Asked, line: Line) -> bool:
    """Whether there is something for it to do to this request; else it waits for one."""
    if fault == "too_large":
        return asked.calls > 1
    if fault == CUT_AFTER_COMMIT:
        return asked.calls > 0
    return fault != "earlier_answer" or line.last is not None


def _portal(fault: str) -> Answered:
    page = [("Content-Type", "text/html; charset=utf-8")]
    return {
        "portal_page": Answered(200, page, PORTAL),
        "portal_json": Answered(200, [("Content-Type", "application/json")], b'{"ok": true, "results": []}'),
        "portal_redirect": Answered(302, [*page, ("Location", "/portal")], PORTAL),
        "portal_511": Answered(511, page, PORTAL),
        "portal_401": Answered(401, page, PORTAL),
    }[fault]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    network: Network

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        run = parse_qs(url.query).get("run", [""])[0]
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if url.path == "/faults/commands":
            return self._tell(200, "application/json", json.dumps(self.network.commands_for(run)).encode())
        if url.path == "/faults/said":
            said = self.network.said.get(run)
            if said:
                said(json.loads(body))
            return self._tell(200, "application/json", b"{}")
        if url.path in ("/page", "/other_tab"):
            self.network.struck[f"opened {url.path[1:]}"] += 1
            page = f'<!doctype html><title>phone</title><script type="module" src="{url.path}.js"></script>'
            return self._tell(200, "text/html; charset=utf-8", page.encode())
        if (script := self.network.file(url.path[1:])) is not None:
            return self._tell(200, "text/javascript", script)
        return self._carry(body)

    do_POST = do_DELETE = do_GET

    def _carry(self, body: bytes) -> None:
        phone = self.headers.get("x-phone", "")
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        try:
            answered = self.network.carry(phone, Asked(self.command, self.path, headers, body))
        except Gone:
            self.close_connection = True
            return
        told = dict(answered.headers)
        short = int(told.get("Content-Length") or 0) > len(answered.body)
        self.send_response_only(answered.status)
        for name, value in told.items():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", told["Content-Length"] if short else str(len(answered.body)))
        self.end_headers()
        self.wfile.write(answered.body)
        self.close_connection = short

    def _tell(self, status: int, kind: str, body: bytes) -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        return
