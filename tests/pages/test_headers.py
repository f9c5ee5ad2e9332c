"""Headers of every answer, files included, and templates that keep to the content security policy."""

import re
from pathlib import Path

import pytest

from tests.conftest import app_on, token_in
from webapp.app import create_app
from webapp.pages import built
from webapp.settings import Settings

TEMPLATES = sorted(built.folder("templates").glob("*.html"))


@pytest.mark.parametrize("url", ["/", "/sign-in", "/healthz", "/no-such-page", "/api/v1/games"])
def test_every_answer_is_held_to_the_policy(app, url):
    headers = app.test_client().get(url).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_inline_style_or_script(template):
    text = template.read_text()
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", text)


@pytest.mark.parametrize(
    ("who", "url"),
    [
        ("casey", "/captain/"),
        ("lee", "/director/"),
        ("lee", "/"),
        ("casey", "/no-such-page"),
        (None, "/sign-in"),
    ],
)
def test_a_page_for_one_person_is_not_stored(client_of, who, url):
    answer = client_of(who).get(url, follow_redirects=True)
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_page_is_of_the_language_that_was_asked_for(app):
    assert app.test_client().get("/sign-in").vary.as_set() >= {"accept-language", "cookie"}
    assert "accept-language" not in app.test_client().get("/healthz").vary.as_set()


def test_no_answer_of_the_api_is_stored(app):
    for url in ("/api/v1/games", "/api/v1/openapi.json", "/api/v1/no-such-thing"):
        assert app.test_client().get(url).headers["Cache-Control"] == "no-store", url


def test_signing_out_leaves_what_the_phone_has_logged(client_of):
    browser = client_of("lee")
    answer = browser.post("/sign-out", data={"csrf_token": token_in(browser, "/director/")})
    assert answer.status_code == 302
    assert "Clear-Site-Data" not in answer.headers


def test_over_https_cookie_and_transport_are_held_to_it(tmp_path: Path):
    app = create_app(Settings("a secret", f"sqlite:///{tmp_path / 'database.sqlite'}", https=True))
    answer = app.test_client().get("/sign-in", base_url="https://localhost")
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert answer.headers["Set-Cookie"].startswith("__Host-rinkside=")
    assert "Secure" in answer.headers["Set-Cookie"]


@pytest.fixture
def with_files(files, migrated):
    """An app with a few built files."""
    return app_on(migrated).test_client()


@pytest.fixture
def files(tmp_path: Path, monkeypatch):
    """A few built files."""
    dist = tmp_path / "static" / "dist"
    dist.mkdir(parents=True)
    (dist / "pages-0123456789.css").write_text("body {}")
    (dist / "assets.json").write_text('{"pages.css": "pages-0123456789.css"}')
    for name in ("rink.html", "worker.js", "retired_worker.js", "manifest.webmanifest"):
        (dist / name).write_text(name)
    folder = built.folder
    monkeypatch.setattr(built, "folder", lambda name: dist.parent if name == "static" else folder(name))


def test_a_hashed_file_is_kept_for_ever(with_files):
    assert '/static/pages-0123456789.css"' in with_files.get("/sign-in").text
    answer = with_files.get("/static/pages-0123456789.css")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]


def test_the_shells_address_without_the_slash_leads_to_it(with_files):
    answer = with_files.get("/rink")
    assert (answer.status_code, answer.location) == (302, "/rink/")
    assert with_files.get("/rink", follow_redirects=True).text == "rink.html"


@pytest.mark.parametrize(
    ("url", "kind", "text"),
    [
        ("/rink/", "text/html", "rink.html"),
        ("/worker.js", "text/javascript", "worker.js"),
        ("/manifest.webmanifest", "application/manifest+json", "manifest.webmanifest"),
    ],
)
def test_the_shell_is_asked_for_anew_and_never_redirects(with_files, url, kind, text):
    answer = with_files.get(url)
    assert (answer.status_code, answer.text) == (200, text)
    assert answer.headers["Content-Type"].startswith(kind)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_retired_worker_is_served_in_the_workers_place(files, migrated):
    answer = app_on(migrated, retire_worker=True).test_client().get("/worker.js")
    assert (answer.status_code, answer.text) == (200, "retired_worker.js")
    assert answer.headers["Cache-Control"] == "no-cache"
