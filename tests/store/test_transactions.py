"""Transactions: writers wait for each other, readers cannot write, and times are UTC."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import DBAPIError, StatementError

from webapp.store import Account, Organisation, db, new_id, writing
from webapp.store.database import for_update


def test_eight_threads_that_read_and_then_write_all_get_through(app):
    def add_one_to_a_name(_):
        with app.app_context():
            named = db.select(Organisation).filter_by(slug="elsewhere")
            organisation = db.session.scalars(for_update(named)).one()
            organisation.name = str(int(organisation.name) + 1)
            db.session.commit()

    with app.app_context():
        db.session.scalars(db.select(Organisation).filter_by(slug="elsewhere")).one().name = "0"
        db.session.commit()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add_one_to_a_name, range(80)))
    with app.app_context():
        assert db.session.scalars(db.select(Organisation.name).filter_by(slug="elsewhere")).one() == "80"


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_a_request_that_reads_cannot_write(app, method):
    with app.test_request_context(method=method):
        db.session.add(Organisation(slug="new", name="New"))
        with pytest.raises(DBAPIError, match=r"read-?only"):
            db.session.commit()


def test_a_request_that_reads_may_ask_to_write(app):
    with app.test_request_context(method="GET"):
        assert db.session.scalars(db.select(Organisation)).first()
        writing()
        db.session.add(Organisation(slug="new", name="New"))
        db.session.commit()
    with app.test_request_context(method="GET"):
        assert db.session.scalars(db.select(Organisation).filter_by(slug="new")).one()


def test_a_time_comes_back_in_utc(season):
    casey = season.accounts["casey"]
    casey.disabled_at = datetime(2026, 11, 30, 20, 0, tzinfo=timezone(timedelta(hours=-5)))
    db.session.flush()
    db.session.expire(casey)
    assert casey.disabled_at == datetime(2026, 12, 1, 1, 0, tzinfo=UTC)
    assert casey.disabled_at.utcoffset() == timedelta(0)


def test_a_time_without_a_zone_is_refused(season):
    season.accounts["casey"].disabled_at = datetime(2026, 11, 30)  # noqa: DTZ001
    with pytest.raises(StatementError, match="no time zone"):
        db.session.flush()


def test_ids_made_later_sort_later():
    made = [new_id() for _ in range(50)]
    milliseconds = [one[:13] for one in made]
    assert milliseconds == sorted(milliseconds)
    assert {one[14] for one in made} == {"7"}


def test_usernames_are_unique_in_the_installation(season):
    db.session.add(Account(username="casey", password_hash="", display_name="Another"))
    with pytest.raises(Exception, match=r"account[._]username"):
        db.session.flush()
