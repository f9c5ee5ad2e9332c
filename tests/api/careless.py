"""The product on a SQLite that says "committed" before the disk has it, for tests that must notice it."""

from flask import Flask
from sqlalchemy import event

from webapp.app import create_app
from webapp.store import db


def careless_app(synchronous: str) -> Flask:
    app = create_app()
    with app.app_context():

        @event.listens_for(db.engine, "connect")
        def trust_to_luck(connection, _record) -> None:
            connection.execute(f"PRAGMA synchronous = {synchronous}")

    return app
