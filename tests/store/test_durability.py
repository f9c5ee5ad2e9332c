"""What the database promises once it has said that a transaction is committed."""

import psycopg
import pytest
from sqlalchemy import text

from webapp.store import db


@pytest.mark.database("sqlite")
def test_sqlite_writes_ahead_and_fully_synchronous(app):
    with app.app_context(), db.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1}


@pytest.mark.database("postgresql")
@pytest.mark.parametrize(("set_here", "held"), [("off", "on"), ("remote_apply", "remote_apply")])
def test_postgresql_commits_to_the_disk_even_where_an_installation_has_said_otherwise(app, set_here, held):
    url = app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = {set_here}")
    with app.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == held


@pytest.mark.database("sqlite")
def test_what_sqlite_has_taken_back_cannot_be_committed(season):
    """It does so by itself where the disk is full, and lets the COMMIT after it pass."""
    db.session.execute(text("UPDATE account SET display_name = 'x'"))
    db.session.connection().connection.execute("ROLLBACK")
    with pytest.raises(RuntimeError, match="taken the transaction back"):
        db.session.commit()
