"""A phone that registers is told what its account's other phones owe: it may be one that lost its log."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event

from tests.simulated_phone import Phone, over_wsgi
from webapp.store import db

pytestmark = pytest.mark.usefixtures("today")


def owing(phone, username):
    """What `phone` is told at a sign-in: device, what it calls itself, game, calls."""
    told = phone.sign_in(username)["owing"]
    return [(one["device"], one["phone"], one["game"], one["calls"]) for one in told]


def test_calls_that_a_phone_told_of_and_never_sent(app, pat):
    pat.push(pat.call("note", text="here"), heads={"game1": 4})
    assert owing(Phone(over_wsgi(app), "pat"), "pat") == [(pat.device, "A phone", "game1", 3)]


def test_a_phone_that_signs_in_again_is_not_told_of_itself(pat):
    pat.push(pat.call("note", text="here"), heads={"game1": 4})
    assert owing(pat, "pat") == []


def test_a_phone_that_sent_everything_owes_nothing(app, pat):
    pat.push(pat.call("note", text="here"), heads={"game1": 1})
    assert owing(Phone(over_wsgi(app), "pat"), "pat") == []


def test_nobody_is_told_of_somebody_elses_phone(app, pat):
    pat.push(pat.call("note", text="here"), heads={"game1": 4})
    assert owing(Phone(over_wsgi(app), "sam"), "sam") == []


def test_every_phone_and_game_is_told_of_and_no_number_counts_twice(app, pat):
    other = Phone(over_wsgi(app), "pat")
    pat.push(*(pat.call("note", text=f"{n}") for n in range(2)), heads={"game1": 5})
    pat.push(pat.call("note", "game2", text="here"), heads={"game2": 1})
    malformed = pat.call("goal", team="nobody's")
    assert pat.results(malformed) == [("refused", "malformed")], "it has arrived all the same"
    skipped = other.call("note", "game3", text="never sent")
    other.push(other.call("note", "game3", text="sent"))
    told = owing(Phone(over_wsgi(app), "pat"), "pat")
    assert skipped["n"] == 1
    assert sorted(told) == sorted([(pat.device, "A phone", "game1", 2)])
    other.push(heads={"game3": 4})
    told = owing(Phone(over_wsgi(app), "pat"), "pat")
    assert (other.device, "A phone", "game3", 3) in told, "1, 3 and 4"


def test_what_is_owed_of_a_game_a_month_ago_is_no_longer_asked_for(app, pat, season):
    pat.push(pat.call("note", text="here"), heads={"game1": 4})
    for days, owed in ((29, [3]), (31, [])):
        season.games[0].starts_at_utc = datetime.now(UTC) - timedelta(days=days)
        db.session.commit()
        assert [calls for *_, calls in owing(Phone(over_wsgi(app), "pat"), "pat")] == owed


def test_as_many_queries_for_ten_phones_as_for_one(app, pat):
    def queries():
        asked = []
        with app.app_context():
            note = lambda *statement: asked.append(statement)  # noqa: E731
            event.listen(db.engine, "before_cursor_execute", note)
        owing(pat, "pat")
        with app.app_context():
            event.remove(db.engine, "before_cursor_execute", note)
        return len(asked)

    alone = queries()
    for _ in range(9):
        phone = Phone(over_wsgi(app), "pat")
        phone.push(phone.call("note", text="here"), phone.call("note", "game2", text="x"), heads={"game1": 4})
    assert queries() == alone
