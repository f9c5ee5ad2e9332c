"""The application: settings in, a WSGI application out. Nothing happens on import."""

from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_migrate import Migrate
from werkzeug.middleware.proxy_fix import ProxyFix

import webapp.store
from webapp import pages
from webapp import settings as settings_module
from webapp.pages import access, built, errors, headers, languages, sign_in, wording
from webapp.rulebooks import reader
from webapp.served import WhileServed
from webapp.settings import Settings
from webapp.store import database

PACKAGE = Path(__file__).parent
MIGRATIONS = PACKAGE / "store" / "migrations"
SIGNED_IN_FOR = timedelta(days=30)  # since the last page
LARGEST_BODY = 4 * 1024 * 1024  # bytes


def create_app(settings: Settings | None = None) -> Flask:
    """The whole product; `settings` default to those of the environment.

    Raises SettingsFault where they do not allow a start, FaultyRulebook where a rulebook cannot be read, and
    MissingRule where a route has no rule in the access table.
    """
    reader.read_all()
    settings = settings or settings_module.read()
    app = Flask("webapp", template_folder=str(built.folder("templates")), static_folder=None)
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key,
        TESTING=settings.testing,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=database.engine_options(settings.database_url),
        SESSION_COOKIE_NAME="__Host-rinkside" if settings.https else "rinkside",
        PERMANENT_SESSION_LIFETIME=SIGNED_IN_FOR,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.https,
        PUSH_ORIGINS=settings.push_origins,
        SENDS_MAIL=settings.mail is not None,
        WTF_CSRF_TIME_LIMIT=None,  # as long as the session: a page left open overnight still works
    )
    webapp.store.db.init_app(app)
    with app.app_context():
        database.prepare(webapp.store.db.engine)
    Migrate(app, webapp.store.db, directory=str(MIGRATIONS))

    languages.init_app(app)
    sign_in.init_app(app)
    pages.register(app)
    wording.init_app(app)
    errors.init_app(app)
    headers.init_app(app, https=settings.https)
    built.init_app(app, https=settings.https, retire_worker=settings.retire_worker)
    access.init_app(app)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies, settings.proxies)
    app.wsgi_app = WhileServed(app.wsgi_app, settings.database_url)
    return app
