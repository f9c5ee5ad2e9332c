"""The database itself keeps the log as it was written."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from tests.cast import log
from webapp.store import LoggedCall, db

CALL = [{"type": "period_start", "period": 1, "clock": "06:00"}]


@pytest.fixture
def logged(season):
    log(season.games[0], CALL)
    return db.session.scalars(db.select(LoggedCall)).one()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE logged_call SET result = 'held'",
        "UPDATE logged_call SET seq = seq",
        "DELETE FROM logged_call",
        "INSERT INTO logged_call SELECT * FROM logged_call WHERE true ON CONFLICT (id) DO UPDATE SET n = 7",
    ],
)
def test_refuses_to_change_a_logged_call(logged, change):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(change))


@pytest.mark.database("sqlite")
@pytest.mark.parametrize(
    "change",
    [
        "INSERT OR REPLACE INTO logged_call SELECT * FROM logged_call",
        "UPDATE OR IGNORE logged_call SET hlc = '0'",
    ],
)
def test_is_not_talked_round_by_sqlites_own_words(logged, change):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(change))


@pytest.mark.database("postgresql")
def test_is_not_emptied(logged):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text("TRUNCATE logged_call CASCADE"))


def test_refuses_a_second_call_under_one_number(logged):
    again = {name: getattr(logged, name) for name in LoggedCall.__table__.columns.keys()}  # noqa: SIM118
    with pytest.raises(IntegrityError, match=r"logged_call\.device, logged_call\.n|call_game_id_device_n"):
        db.session.execute(db.insert(LoggedCall).values(**again | {"id": "another", "seq": 2}))
