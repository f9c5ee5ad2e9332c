"""What tests share: an app on a migrated database of its own, and the small cast that uses it.

Pat referees and Sam keeps score, Casey captains the Hogs, Drew captains the Bears and must not see what is
the Hogs', Lee directs. In another organisation of the same installation Robin directs and Max captains.
"""

import contextvars
from collections.abc import Iterator
from typing import Any

import flask_migrate
import pytest
from flask import Flask, has_app_context
from flask.testing import FlaskClient

from tests.browser import on_the_screen
from tests.cast import PASSWORD, Season, play_a_season
from tests.databases import Databases, Postgresql, Sqlite
from tests.proofs import Proofs, add_options
from tests.simulated_phone import Phone, over_wsgi
from webapp.app import create_app
from webapp.pages.pace import Pace
from webapp.settings import Settings, with_driver
from webapp.store import db

SECRET = "a secret for tests, and for tests alone"


class Browser(FlaskClient):
    """A client whose requests run by themselves, also where the test has an application context open.

    What the test has written is committed first: requests have a session of their own.
    """

    def open(self, *args, **kwargs):
        if has_app_context():
            db.session.commit()
        return contextvars.Context().run(super().open, *args, **kwargs)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="What the tests that need a database run on.",
    )
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Proofs(config))


def pytest_runtest_setup(item: pytest.Item) -> None:
    marker = item.get_closest_marker("database")
    if marker is not None and item.config.getoption("database") not in marker.args:
        pytest.skip(f"is about {marker.args[0]}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[Any]:
    """A test that failed with a phone in its hand tells what was on the screen."""
    report = yield
    if report.when == "call" and report.failed:
        held = getattr(item, "funcargs", {})
        phones = [*held.values(), *getattr(held.get("handset"), "made", ())]
        pages = {id(page): page for phone in phones if (page := getattr(phone, "page", None))}
        report.sections += [("on the screen", on_the_screen(page)) for page in pages.values()]
    return report


@pytest.fixture(scope="session")
def databases(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Databases]:
    """Where this run's databases come from."""
    if request.config.getoption("database") == "sqlite":
        yield Sqlite(tmp_path_factory.mktemp("databases"))
        return
    server = Postgresql()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def migrated(databases: Databases) -> str:
    """URL of a database with all migrations and the cast, made once, to be copied for every test."""
    url = databases.empty()
    fill(url)
    return url


@pytest.fixture(scope="session")
def only_app(databases: Databases, migrated: str) -> Flask:
    """The app of all tests of this process: what it has compiled of pages, routes and statements stays."""
    app = app_on(databases.copy(migrated))
    app.test_client_class = Browser
    return app


@pytest.fixture
def app(databases: Databases, migrated: str, only_app: Flask) -> Iterator[Flask]:
    """An app on a database with the cast in it, that remembers nothing of any other test."""
    databases.put_back(only_app.config["SQLALCHEMY_DATABASE_URI"], migrated)
    parts = (only_app.config, only_app.view_functions, only_app.extensions)
    before = [dict(part) for part in parts]
    only_app.extensions["pace"] = Pace()
    yield only_app
    with only_app.app_context():
        db.session.remove()
        db.engine.dispose()
    for part, was in zip(parts, before, strict=True):
        part.clear()
        part.update(was)


def fill(url: str) -> None:
    """Give an empty database all migrations and the cast, and let go of it."""
    app = app_on(url)
    with app.app_context():
        flask_migrate.upgrade()
        play_a_season()
        db.session.commit()
        db.session.remove()
        db.engine.dispose()


def app_on(url: str, **more: Any) -> Flask:
    """The product on a database."""
    return create_app(Settings(SECRET, with_driver(url), testing=True, **more))


@pytest.fixture
def season(app: Flask):
    """The cast by name, inside an application context, for tests that look into the database."""
    with app.app_context():
        yield Season.of_the_cast()
        db.session.rollback()


@pytest.fixture
def pat(app: Flask):
    """The head referee's phone."""
    return Phone(over_wsgi(app), "pat")


@pytest.fixture
def sam(app: Flask):
    """The scorekeeper's phone."""
    return Phone(over_wsgi(app), "sam")


@pytest.fixture
def client_of(app: Flask):
    """`client_of("casey")`: a browser in which Casey has signed in; `client_of(None)`: nobody has."""

    def client(username: str | None) -> FlaskClient:
        browser = app.test_client()
        if username is not None:
            answer = browser.post(
                "/sign-in",
                data={
                    "username": username,
                    "password": PASSWORD,
                    "csrf_token": token_in(browser, "/sign-in"),
                },
            )
            assert answer.status_code == 302, answer.text
        return browser

    return client


def token_in(browser: FlaskClient, url: str) -> str:
    """The CSRF token of the form on a page."""
    text = browser.get(url).text
    return text.split('name="csrf_token"', 1)[1].split('value="', 1)[1].split('"', 1)[0]
