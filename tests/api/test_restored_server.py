"""The server was restored from a backup: phones learn of it and lose nothing."""

from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from tests.api.test_join_by_code import joining, made
from tests.conftest import SECRET, app_on
from tests.simulated_phone import Phone, over_wsgi
from webapp.cli import main
from webapp.store import Game, db


class Restored:
    """A server, a copy of its database taken while it runs, and that copy in its place."""

    def __init__(self, databases, url):
        self.databases = databases
        self.url = databases.copy(url)
        self.app = app_on(self.url)

    def saved(self):
        self.let_go()
        self.copy = self.databases.copy(self.url)

    def restored(self, and_said_so):
        """Whether anybody thought of `rinkside restored`."""
        self.let_go()
        self.databases.drop(self.url)
        self.url = self.copy
        if and_said_so:
            environment = {"DATABASE_URL": self.url, "RINKSIDE_SECRET_KEY": SECRET, "RINKSIDE_HTTPS": ""}
            assert CliRunner().invoke(main, ["restored"], env=environment).exit_code == 0
        self.app = app_on(self.url)

    def let_go(self):
        with self.app.app_context():
            db.engine.dispose()

    def send(self, *request):
        return over_wsgi(self.app)(*request)


@pytest.fixture
def server(databases, migrated):
    server = Restored(databases, migrated)
    yield server
    server.let_go()
    databases.drop(server.url)


def test_a_phone_that_knew_another_epoch_is_told_what_the_server_lacks_and_nothing_is_lost(server):
    pat = Phone(server.send, "pat")
    calls = [pat.call("note", text=f"Note {number}") for number in range(6)]
    pat.push(*calls[:2])
    server.saved()
    pat.push(*calls[2:5])
    server.restored(and_said_so=True)

    answer = pat.post("/api/v1/sync", pat.batch([calls[5]], heads={"game1": 6}))
    assert (answer.status, answer.json["error"]) == (409, "epoch_changed")
    assert answer.json["epoch"] != pat.epoch
    assert answer.json["progress"] == {"game1": {"upto": 2, "missing": [[3, 6]]}}
    assert len(pat.pull()) == 2, "nothing of that push was taken"

    pat.epoch = answer.json["epoch"]
    told = pat.push(*calls, heads={"game1": 6})
    assert [one["result"] for one in told["results"]] == ["duplicate"] * 2 + ["accepted"] * 4
    assert [one["call"] for one in pat.pull()] == calls


def test_where_nobody_said_so_a_phone_still_sees_that_what_it_was_answered_for_is_gone(server):
    pat = Phone(server.send, "pat")
    calls = [pat.call("note", text=f"Note {number}") for number in range(5)]
    pat.push(*calls[:2], heads={"game1": 2})
    server.saved()
    answered = pat.push(*calls[2:], heads={"game1": 5})["progress"]["game1"]
    server.restored(and_said_so=False)

    now = pat.push(heads={"game1": 5})["progress"]["game1"]
    assert (answered["upto"], now) == (5, {"upto": 2, "missing": [[3, 5]]})
    assert pat.get("/api/v1/games/game1/calls?cursor=5").json["progress"][pat.device] == now
    pat.push(*calls, heads={"game1": 5})
    assert [one["call"] for one in pat.pull()] == calls


def test_a_phone_that_signed_in_after_the_backup_signs_in_again_and_goes_on_under_its_own_device(server):
    server.saved()
    pat = Phone(server.send, "pat")
    calls = [pat.call("note", text="x") for _ in range(3)]
    pat.push(*calls[:2])
    server.restored(and_said_so=True)

    assert pat.post("/api/v1/sync", pat.batch(calls)).status == 401
    pat.token = pat.sign_in("pat")["token"]
    assert pat.post("/api/v1/sync", pat.batch(calls)).status == 409
    pat.epoch = None
    assert [result for result, _ in pat.results(*calls)] == ["accepted"] * 3


def test_a_phone_that_knows_no_epoch_yet_is_told_it(pat):
    assert pat.epoch is None
    pat.push(pat.call("note", text="x"))
    assert pat.epoch


def substitute(server, code, joined=None, device="a-guests-phone", official="Alex Moor"):
    """A substitute who joins by a code; `joined`: what their phone has of when they did before."""
    alex, answer = joining(server.app, code, official, device, **({"joined": joined} if joined else {}))
    assert answer.status == 201
    alex.send = server.send
    return alex


@pytest.fixture
def pat_today(server):
    """Pat, whose games are today's."""
    with server.app.app_context():
        db.session.execute(db.update(Game).values(starts_at_utc=datetime.now(UTC)))
        db.session.commit()
    return Phone(server.send, "pat")


def test_a_substitute_who_joined_after_the_backup_joins_again_and_their_calls_are_theirs(server, pat_today):
    server.saved()
    alex = substitute(server, made(pat_today).json["code"])
    calls = [alex.call("note", text="x") for _ in range(3)]
    alex.push(*calls[:2])
    server.restored(and_said_so=True)

    assert alex.post("/api/v1/sync", alex.batch(calls)).status == 401
    pat_today.token = pat_today.sign_in("pat")["token"]
    again = substitute(server, made(pat_today).json["code"], joined=alex.joined)
    assert again.account == alex.account
    assert again.results(*calls) == [("accepted", None)] * 3

    copied = substitute(server, made(pat_today).json["code"], alex.joined, device="a-copy-of-it")
    assert copied.account == alex.account, "a copy of the phone, which has taken another device id"

    seen = {"joined": alex.account, "device": "a-strangers-phone"}
    assert substitute(server, made(pat_today).json["code"], **seen).account != alex.account


def test_nobody_becomes_an_official_by_saying_that_they_were(server, pat_today):
    alex = substitute(server, made(pat_today).json["code"], joined=pat_today.account)
    assert alex.account != pat_today.account
