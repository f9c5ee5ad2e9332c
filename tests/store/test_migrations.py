"""The migrations make what the models say, and can be taken back."""

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from tests.conftest import app_on
from webapp.store import Epoch, current_epoch, db


@pytest.fixture
def empty(databases):
    url = databases.empty()
    app = app_on(url)
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()
    databases.drop(url)


def test_make_what_the_models_say(empty):
    flask_migrate.upgrade()
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []


def test_give_a_new_database_its_epoch(empty):
    flask_migrate.upgrade()
    assert len(current_epoch()) == 36
    assert db.session.query(Epoch).count() == 1


def test_can_be_taken_back(empty):
    flask_migrate.upgrade()
    flask_migrate.downgrade(revision="base")
    assert inspect(db.engine).get_table_names() == ["alembic_version"]
