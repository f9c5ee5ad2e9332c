"""What Caddy makes of requests and answers, by the shipped Caddyfile."""

from __future__ import annotations

import gzip
import http.client
import http.server
import json
import threading

import pytest

from tests.deploy.installation import NAME, Answer, Installation

HSTS = "max-age=31536000; includeSubDomains"
TOO_LARGE = b"x" * (5 << 20)
WRONG = json.dumps(
    {
        "username": "nobody",
        "password": "wrong",
        "device": "0193d5a4-0000-4000-8000-000000000000",
        "name": "a phone",
    }
).encode()


@pytest.mark.parametrize(
    "path", ["/", "/sign-in", "/rink/", "/worker.js", "/healthz", "/api/v1/games", "/no-such-page"]
)
def test_every_answer_carries_the_security_headers_once(installation: Installation, path: str) -> None:
    headers = installation.ask("GET", path).headers
    assert headers.get_all("Strict-Transport-Security") == [HSTS]
    (policy,) = headers.get_all("Content-Security-Policy")
    assert "default-src 'self'" in policy
    assert headers.get_all("X-Content-Type-Options") == ["nosniff"]
    assert headers.get_all("Referrer-Policy") == ["same-origin"]
    assert "Server" not in headers


def test_plain_http_leads_to_https(installation: Installation) -> None:
    plain = http.client.HTTPConnection("127.0.0.1", installation.http, timeout=30)
    plain.request("GET", "/rink/", headers={"Host": NAME})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{NAME}/rink/")
    plain.close()


def test_built_files_pass_as_they_were_compressed(installation: Installation) -> None:
    dist = installation.published / "static/dist"
    name = json.loads((dist / "assets.json").read_text())["pages.css"]
    for wanted, encoding, file in (("gzip, br", "br", f"{name}.br"), ("gzip", "gzip", f"{name}.gz")):
        answer = installation.ask("GET", f"/static/{name}", Accept_Encoding=wanted)
        assert answer.headers["Content-Encoding"] == encoding
        assert answer.body == (dist / file).read_bytes()
        assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/sign-in"])
def test_pages_and_answers_are_compressed_for_whoever_takes_it(installation: Installation, path: str) -> None:
    plain = installation.ask("GET", path, Accept_Encoding="identity")
    packed = installation.ask("GET", path, Accept_Encoding="gzip, br")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in ", ".join(packed.headers.get_all("Vary"))
    assert len(packed.body) < len(plain.body) * 2 / 3
    assert gzip.decompress(packed.body)[:200] == plain.body[:200]


@pytest.mark.parametrize("in_chunks", [False, True])
def test_no_more_of_a_body_is_taken_than_the_product_takes(
    installation: Installation, in_chunks: bool
) -> None:
    body = iter([TOO_LARGE]) if in_chunks else TOO_LARGE
    answer = installation.ask("POST", "/sign-in", body, Content_Type="application/x-www-form-urlencoded")
    assert answer.status == 413
    assert answer.body.startswith(b"413 "), "Caddy's own: nothing of it came to the product"
    assert answer.headers.get_all("Strict-Transport-Security") == [HSTS]


def test_a_sender_of_forwarded_addresses_is_still_one_sender(installation: Installation) -> None:
    """Six failed attempts by a name from one address are all there are; by a name alone there are ten."""
    tried = [
        installation.ask("POST", "/api/v1/devices", WRONG, **as_if_from(place)).status for place in range(7)
    ]
    assert tried == [401] * 6 + [429]


def test_no_sender_says_where_the_product_is(installation: Installation) -> None:
    answer = installation.ask("GET", "/rink", X_Forwarded_Host="elsewhere.test", X_Forwarded_Proto="http")
    assert (answer.status, answer.headers["Location"]) == (302, "/rink/")
    signed_out = installation.ask("GET", "/captain/", X_Forwarded_Host="elsewhere.test")
    assert "elsewhere" not in signed_out.headers["Location"]


def as_if_from(place: int) -> dict[str, str]:
    """Headers by which proxies tell of an address, as somebody would send them who is behind none."""
    address = f"203.0.113.{place}"
    told = {"X_Forwarded_For": f"198.51.100.{place}, {address}", "X_Real_IP": address}
    return {"Content_Type": "application/json", "Forwarded": f"for={address}", **told}


def test_a_request_waits_for_a_server_that_is_being_updated(installation: Installation) -> None:
    installation.stop("gunicorn")
    try:
        answers: list[Answer] = []
        asking = threading.Thread(target=lambda: answers.append(installation.ask("GET", "/healthz")))
        asking.start()
        asking.join(timeout=0.5)
        assert asking.is_alive(), "turned away"
        with http.server.HTTPServer(("127.0.0.1", installation.behind), Back) as updated:
            updated.timeout = 30
            updated.handle_request()
        asking.join(timeout=20)
        assert [(answer.status, answer.body) for answer in answers] == [(200, b"back")]
    finally:
        installation.start_gunicorn()


class Back(http.server.BaseHTTPRequestHandler):
    """A server that is there again."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"back")

    def log_message(self, *_: object) -> None:
        pass
