"""A push service on this machine: a real HTTP server that checks and reads whatever is pushed to it.

What it takes is what a phone would get: signed by the key that it subscribed with (RFC 8292), encrypted
so that this phone can read it (RFC 8291), with a lifetime, an urgency and a topic (RFC 8030).
"""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.notices.browser_keys import BrowserKeys

TOPIC = re.compile(r"[A-Za-z0-9_-]{1,32}")
URGENCIES = ("very-low", "low", "normal", "high")
LARGEST = 4096  # bytes, encrypted
DAY_S = 24 * 3600
Answers = Callable[["Message"], "int | tuple[int, dict[str, str]] | bytes | None"]


@dataclass
class Message:
    """One that came, with what its phone reads in it."""

    phone: str
    headers: dict[str, str]
    said: dict[str, Any]
    size: int

    @property
    def shown(self) -> dict[str, Any]:
        return self.said["notification"]


@dataclass
class Phone:
    """A subscription's other end. `answers`: what the service answers next, in order; then 201."""

    keys: BrowserKeys
    vapid: str
    answers: deque[Any] = field(default_factory=deque)


class PushService:
    """Runs from `with` on. `faults`: what a sender did wrong; a test wants none."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.phones: dict[str, Phone] = {}
        self.taken: list[Message] = []
        self.asked: dict[str, int] = defaultdict(int)
        self.faults: list[str] = []
        self.always: Answers | None = answers
        self._guard, self._over = threading.Lock(), threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> PushService:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def phone(self, name: str, vapid: str, *answers: Any) -> Phone:
        """A phone that has subscribed with a VAPID key. Of `answers` each is a status, a status with headers,
        bytes that are sent as they are, or none: nothing at all is said.
        """
        self.phones[name] = Phone(BrowserKeys(), vapid, deque(answers))
        return self.phones[name]

    def endpoint(self, name: str) -> str:
        return f"{self.origin}/push/{name}"

    def of(self, name: str) -> list[dict[str, Any]]:
        """What a phone was shown, in order."""
        return [one.shown for one in self.taken if one.phone == name]

    def on_screen(self, name: str) -> dict[str, dict[str, Any]]:
        """What a phone shows in the end: of each tag the last."""
        return {shown["tag"]: shown for shown in self.of(name)}

    def receive(self, path: str, headers: dict[str, str], body: bytes) -> Any:
        """What to answer; notes what was taken, and what is wrong with it."""
        name = path.removeprefix("/push/")
        phone = self.phones.get(name)
        with self._guard:
            self.asked[name] += 1
            if phone is None:
                self.faults.append(f"nobody subscribed at {path}")
                return 404
            answer = phone.answers.popleft() if phone.answers else 201
        try:
            message = Message(name, headers, json.loads(phone.keys.read(body)), len(body))
            self._check(message, phone)
        except Exception as fault:
            with self._guard:
                self.faults.append(f"{name}: {fault!r}")
            return 400
        if self.always is not None and answer == 201:
            answer = self.always(message)
        status = answer[0] if isinstance(answer, tuple) else answer
        if status in (200, 201, 202):
            with self._guard:
                self.taken.append(message)
        if answer is None:
            self._over.wait()
        return answer

    def _check(self, message: Message, phone: Phone) -> None:
        headers = message.headers
        scheme, _, fields = headers["authorization"].partition(" ")
        given = dict(part.strip().split("=", 1) for part in fields.split(","))
        _wants(scheme == "vapid", "the scheme is vapid")
        _wants(given["k"] == phone.vapid, "the key is the one that was subscribed with")
        claims = _verified(given["t"], phone.vapid)
        _wants(claims["aud"] == self.origin, f"aud {claims['aud']} is this service")
        _wants(time.time() < claims["exp"] <= time.time() + DAY_S, "exp is within a day")
        _wants(claims["sub"].startswith(("https://", "mailto:")), "sub says how to reach the sender")
        _wants(headers["content-encoding"] == "aes128gcm", "the encoding of RFC 8188")
        _wants(int(headers["ttl"]) > 0, "it is kept for a phone that sleeps")
        _wants(headers["urgency"] in URGENCIES, "an urgency")
        _wants(TOPIC.fullmatch(headers["topic"]) is not None, "a topic of base64url")
        _wants(message.size <= LARGEST, "no larger than a service takes")
        _wants(message.said["web_push"] == 8030, "declarative")
        shown = message.said["notification"]
        _wants(bool(shown["title"]), "it has a title")
        _wants(shown["navigate"].startswith(("http://", "https://")), "it leads somewhere")
        _wants(shown["tag"] == headers["topic"], "one tag and topic")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """A sender that was killed is no fault of this service."""


def _handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:  # whoever sent it was killed meanwhile: no service goes by half a message
                self.close_connection = True
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = service.receive(self.path, headers, body)
            if answer is None or isinstance(answer, bytes):
                self.close_connection = True
                self.wfile.write(answer or b"")
                return
            status, more = answer if isinstance(answer, tuple) else (answer, {})
            self.send_response(status)
            for name, value in {**more, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            service.faults.append(f"a redirect was followed to {self.path}")
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _verified(token: str, public: str) -> dict[str, Any]:
    """The claims of a JWT that this key has signed (ES256, RFC 7518); raises where it has not."""
    signed, _, signature = token.rpartition(".")
    raw = _decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(public))
    try:
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise ValueError("the signature is not of that key") from None
    return json.loads(_decoded(signed.partition(".")[2]))


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _wants(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"not so: {what}")
