"""What a director decided on a suspension stays as it was decided."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.cast import FIRST_GAME, MISCONDUCT, START, log
from webapp.store import IssuedRuling, db
from webapp.store.suspension_decisions import Word, decide_on


@pytest.fixture
def decided(season):
    log(season.games[0], [START, MISCONDUCT])
    issued = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()
    assert decide_on(issued, Word("office", "extend", "Again.", 2), 0, season.accounts["lee"], FIRST_GAME)
    db.session.flush()


@pytest.mark.parametrize(
    "change", ["UPDATE suspension_decision SET games = 9", "DELETE FROM suspension_decision"]
)
def test_refuses_to_change_a_decision(decided, change):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(change))


@pytest.mark.database("postgresql")
def test_is_not_emptied(decided):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text("TRUNCATE suspension_decision"))
