"""What a director decided stays as it was decided."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.cast import FIRST_GAME, MISCONDUCT, START, log
from webapp.store import GameSheet, IssuedRuling, db, engine_decisions
from webapp.store.suspension_decisions import Word, decide_on

TABLES = ("suspension_decision", "engine_decision")


@pytest.fixture
def decided(season):
    lee = season.accounts["lee"]
    log(season.games[0], [START, MISCONDUCT])
    issued = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()
    assert decide_on(issued, Word("office", "extend", "Again.", 2), 0, lee, FIRST_GAME)
    sheet = db.session.get_one(GameSheet, season.games[0].id)
    sheet.otherwise = "another result"
    engine_decisions.note(sheet, "leave", "It was signed off so.", lee, FIRST_GAME)
    db.session.flush()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", ["UPDATE {} SET reason = 'No.'", "DELETE FROM {}"])
def test_refuses_to_change_a_decision(decided, table, change):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(change.format(table)))


@pytest.mark.database("postgresql")
@pytest.mark.parametrize("table", TABLES)
def test_is_not_emptied(decided, table):
    with pytest.raises(DBAPIError, match="append-only"):
        db.session.execute(text(f"TRUNCATE {table}"))
