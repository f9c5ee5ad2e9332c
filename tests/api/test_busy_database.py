"""A database that is locked, full or away turns a push away for a moment, and loses none of it."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, select

from tests.conftest import app_on
from tests.databases import file_of
from tests.simulated_phone import Phone, over_wsgi
from webapp.settings import with_driver
from webapp.store import Device, Game, database, db
from webapp.store.database import for_update


@pytest.fixture
def impatient(monkeypatch):
    """The product waits for a fifth of a second where it would for fifteen."""
    monkeypatch.setattr(database, "WAITS_MS", 200)


@pytest.fixture
def at(databases, migrated, impatient):
    """The address of a database of its own."""
    url = databases.copy(migrated)
    yield url
    databases.drop(url)


@pytest.fixture
def phone(at):
    """Pat's phone at the product on that database."""
    app = app_on(at)
    yield Phone(over_wsgi(app), "pat")
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("model", [Game, Device])
def test_a_push_that_waited_in_vain_for_a_lock_is_to_come_again_and_finds_nothing_of_itself(at, phone, model):
    call = phone.call("note", text="x")
    engine = create_engine(with_driver(at))
    database.prepare(engine)
    with engine.begin() as other:  # a migration, a backup, another push that takes its time
        other.execute(for_update(select(model.id)))
        answer = phone.post("/api/v1/sync", phone.batch([call]))
    engine.dispose()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert answer.json["error"] == "service_unavailable"
    assert phone.results(call) == [("accepted", None)]


@pytest.mark.database("postgresql")
def test_whoever_holds_a_game_for_long_holds_up_no_phone_on_another(pat, sam, app):
    held, free = pat.call("note", text="x"), sam.call("note", game="game2", text="y")
    engine = create_engine(app.config["SQLALCHEMY_DATABASE_URI"])
    database.prepare(engine)
    with ThreadPoolExecutor(2) as threads, engine.begin() as other:
        other.execute(for_update(select(Game.id).where(Game.id == "game1")))
        first = threads.submit(pat.post, "/api/v1/sync", pat.batch([held]))
        until = time.monotonic() + 20
        while not others_wait(other) and time.monotonic() < until:
            time.sleep(0.002)
        assert sam.results(free) == [("accepted", None)]
        assert not first.done(), "the other still waits for its game"
        other.rollback()
        assert first.result(20).json["results"][0]["result"] == "accepted"
    engine.dispose()


def others_wait(connection):
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return connection.exec_driver_sql(waiting).scalar()


@pytest.mark.database("sqlite")
def test_a_reader_waits_for_no_writer(at, phone):
    phone.push(phone.call("note", text="x"))
    with sqlite3.connect(file_of(at)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(phone.pull()) == 1


@pytest.fixture
def room(monkeypatch):
    """`room(3)`: the disk has room for three more pages of a SQLite database; `room(None)`: for any."""
    left = [None]
    on_begin = database._on_begin

    def begin(connection):
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        most = 2**30 if left[0] is None else pages + left[0]
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")
        on_begin(connection)

    def leave(pages):
        left[0] = pages

    monkeypatch.setattr(database, "_on_begin", begin)
    return leave


@pytest.mark.database("sqlite")
def test_wherever_in_a_push_the_disk_fills_up_only_what_is_there_is_answered_for(room, phone):
    answered, turned_away = set(), 0
    for pages in range(24):
        calls = [phone.call("note", text="x" * 500), phone.call("goal", team="HOG", scorer="HOG2")]
        room(pages)
        answer = phone.post("/api/v1/sync", phone.batch(calls))
        room(None)
        kept = {one["call"]["id"] for one in phone.pull()}
        if answer.status == 200:
            answered |= {one["id"] for one in answer.json["results"]}
        else:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
            assert not kept & {call["id"] for call in calls}
            turned_away += 1
        assert answered <= kept
    assert answered
    assert turned_away > 1


@pytest.mark.database("postgresql")
def test_postgresql_that_cannot_be_reached_is_to_be_asked_again(at, phone):
    away = app_on(at.replace("?host=/tmp/", "?host=/tmp/away-"))
    phone.send = over_wsgi(away)
    for answer in (phone.post("/api/v1/sync", phone.batch([])), phone.get("/api/v1/games/game1/calls")):
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert away.test_client().get("/sign-in").status_code == 200, "a page that needs no database is there"


@pytest.mark.database("postgresql")
def test_connections_that_postgresql_has_ended_cost_one_answer_and_no_call(at, phone, databases):
    calls = [phone.call("note", text="x") for _ in range(3)]
    phone.push(calls[0])
    databases.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    answer = phone.post("/api/v1/sync", phone.batch(calls))
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert [result for result, _ in phone.results(*calls)] == ["duplicate", "accepted", "accepted"]
