"""`rinkside backup` copies a database in use; what is restored from it knows that it is behind."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.api.conftest import free_port
from tests.conftest import SECRET, app_on
from tests.databases import file_of
from tests.house.sources import ROOT
from webapp.cli import main
from webapp.served import Served, served, served_by_nobody

KILLED_WHILE_WRITING = """
import os, signal, sqlite3, sys
live = sqlite3.connect(sys.argv[1])
live.execute("PRAGMA journal_mode = WAL")
live.execute("UPDATE account SET display_name = 'After the backup'")
live.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def rinkside(databases: Any, migrated: str) -> Any:
    """`rinkside(…)` on a database of its own, with the cast in it."""
    url = databases.copy(migrated)

    def run(*words: str, url: str = url) -> Any:
        environment = {"DATABASE_URL": url, "RINKSIDE_SECRET_KEY": SECRET, "RINKSIDE_HTTPS": ""}
        return CliRunner().invoke(main, [str(word) for word in words], env=environment)

    run.url = url  # type: ignore[attr-defined]
    yield run
    databases.drop(url)


def epoch_in(file: Path) -> str:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT epoch FROM epoch").fetchone()[0]


@pytest.mark.database("sqlite")
def test_a_backup_is_whole_and_its_owners_alone_while_the_database_is_written_to(
    rinkside: Any, tmp_path: Path
) -> None:
    file = tmp_path / "backup.sqlite"
    writer = sqlite3.connect(file_of(rinkside.url))
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE account SET display_name = 'Not yet'")
    done = rinkside("backup", file)
    writer.rollback()
    assert done.exit_code == 0, done.output
    assert [path.name for path in tmp_path.iterdir()] == ["backup.sqlite"]
    assert file.stat().st_mode & 0o077 == 0
    with sqlite3.connect(file) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT count(*) FROM account WHERE display_name = 'Not yet'").fetchone() == (0,)
        assert copy.execute("SELECT count(*) FROM account").fetchone()[0] > 5


@pytest.mark.database("sqlite")
def test_every_start_on_a_backup_begins_an_epoch_of_its_own(rinkside: Any, tmp_path: Path) -> None:
    live = epoch_in(file_of(rinkside.url))
    begun = {live}
    for number in range(2):
        file = tmp_path / f"{number}.sqlite"
        assert rinkside("backup", file).exit_code == 0
        for _ in range(2):
            assert rinkside("migrate", url=f"sqlite:///{file}").exit_code == 0
            begun.add(epoch_in(file))
    assert len(begun) == 3
    assert epoch_in(file_of(rinkside.url)) == live


@pytest.mark.database("sqlite")
@pytest.mark.parametrize(("name", "says"), [("there", "File exists"), ("no/such", "No such file")])
def test_no_file_is_overwritten_and_no_folder_made(
    rinkside: Any, tmp_path: Path, name: str, says: str
) -> None:
    (tmp_path / "there").write_text("mine")
    done = rinkside("backup", tmp_path / name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr
    assert (tmp_path / "there").read_text() == "mine"


@pytest.mark.database("postgresql")
def test_on_postgresql_it_says_what_to_use(rinkside: Any, tmp_path: Path) -> None:
    done = rinkside("backup", tmp_path / "copy", url="postgresql://rinkside:a-secret@127.0.0.1:1/league")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "a-secret" not in done.stderr
    assert "PGPASSWORD" in done.stderr
    words = shlex.split(done.stderr.partition("(")[0].partition(": ")[2])
    assert words[:2] == ["pg_dump", "--format=custom"]
    assert words[-1] == "postgresql://rinkside@127.0.0.1:1/league", "a command that runs as it is printed"


@pytest.mark.database("sqlite")
def test_a_backup_takes_the_place_of_a_database_whose_server_was_killed(
    rinkside: Any, tmp_path: Path
) -> None:
    file, place = tmp_path / "backup.sqlite", file_of(rinkside.url)
    live = epoch_in(place)
    assert rinkside("backup", file).exit_code == 0
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, place], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert Path(f"{place}-wal").stat().st_size > 0, "what SQLite would play over the copy"
    done = rinkside("restore", file)
    assert done.exit_code == 0, done.output
    assert not Path(f"{place}-wal").exists()
    assert place.stat().st_mode & 0o077 == 0
    with sqlite3.connect(place) as now:
        assert now.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        after = now.execute("SELECT count(*) FROM account WHERE display_name = 'After the backup'")
        assert after.fetchone() == (0,)
    begun = epoch_in(place)
    assert begun not in (live, epoch_in(file))
    assert rinkside("migrate").exit_code == 0
    assert epoch_in(place) == begun


@pytest.mark.database("sqlite")
def test_nothing_is_restored_over_a_database_in_use_nor_from_what_is_no_backup(
    rinkside: Any, tmp_path: Path
) -> None:
    file, place = tmp_path / "backup.sqlite", file_of(rinkside.url)
    assert rinkside("backup", file).exit_code == 0
    served = sqlite3.connect(place)
    served.execute("PRAGMA journal_mode = WAL")
    served.execute("SELECT count(*) FROM account").fetchone()
    done = rinkside("restore", file)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "in use" in done.stderr
    served.close()
    (tmp_path / "notes.txt").write_text("mine" * 1000)
    for other in ("notes.txt", "no such file"):
        assert rinkside("restore", tmp_path / other).exit_code == 2
    assert rinkside("restore", place).exit_code == 2
    assert not [left for left in place.parent.iterdir() if left.suffix == ".part"]


RINKSIDE = ["-c", "from webapp.cli import main; main()", "serve"]
GUNICORN = ["-m", "gunicorn", "--config", str(ROOT / "deploy/gunicorn.conf.py")]


@pytest.fixture(params=[RINKSIDE, GUNICORN], ids=["serve", "gunicorn"])
def idle_server(request: pytest.FixtureRequest, rinkside: Any) -> Any:
    """A server on the database, of which nobody has asked anything yet."""
    port = free_port()
    environment = {"DATABASE_URL": rinkside.url, "RINKSIDE_SECRET_KEY": SECRET, "PORT": str(port)}
    process = subprocess.Popen([sys.executable, *request.param], env=os.environ | environment)
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            break
        time.sleep(0.1)
    yield process
    process.kill()
    process.wait(timeout=20)


@pytest.mark.database("sqlite")
@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_restored_under_a_server_that_is_idle(
    rinkside: Any, idle_server: subprocess.Popen[bytes], tmp_path: Path, ended_by: signal.Signals
) -> None:
    file, place = tmp_path / "backup.sqlite", file_of(rinkside.url)
    assert rinkside("backup", file).exit_code == 0, "a copy can be made all the same"
    live = epoch_in(place)
    refused = rinkside("restore", file)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "in use: end `rinkside serve`" in refused.stderr
    assert epoch_in(place) == live
    idle_server.send_signal(ended_by)
    idle_server.wait(timeout=20)
    until = time.monotonic() + 20  # a worker sees that its parent was killed, and ends
    while (done := rinkside("restore", file)).exit_code and time.monotonic() < until:
        time.sleep(0.2)
    assert done.exit_code == 0, done.output
    assert epoch_in(place) != live


@pytest.mark.database("sqlite")
def test_nothing_is_restored_under_an_app_that_was_asked_whatever_serves_it(
    rinkside: Any, tmp_path: Path
) -> None:
    file, place = tmp_path / "backup.sqlite", file_of(rinkside.url)
    assert rinkside("backup", file).exit_code == 0
    browser = app_on(rinkside.url).test_client()
    assert rinkside("restore", file).exit_code == 0, "it has opened nothing yet"
    with served_by_nobody(place):
        asked = threading.Thread(target=browser.get, args=["/healthz"], daemon=True)
        asked.start()
        asked.join(timeout=0.5)
        assert asked.is_alive(), "answers while the database is replaced"
    asked.join(timeout=20)
    assert not asked.is_alive()
    refused = rinkside("restore", file)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "in use" in refused.stderr


@pytest.mark.database("sqlite")
def test_two_may_serve_one_database_and_a_restore_keeps_both_waiting(rinkside: Any) -> None:
    place = file_of(rinkside.url)
    with served(rinkside.url), served(rinkside.url), pytest.raises(Served), served_by_nobody(place):
        raise AssertionError("restored under two servers")
    with served_by_nobody(place):
        begun = threading.Thread(target=lambda: served(rinkside.url).__enter__(), daemon=True)
        begun.start()
        begun.join(timeout=0.5)
        assert begun.is_alive(), "serves while the database is replaced"
    begun.join(timeout=20)
    assert not begun.is_alive()


@pytest.mark.database("sqlite")
def test_a_database_that_is_damaged_or_gone_is_replaced(rinkside: Any, tmp_path: Path) -> None:
    file, place = tmp_path / "backup.sqlite", file_of(rinkside.url)
    assert rinkside("backup", file).exit_code == 0
    for damage in (lambda: place.write_bytes(b"no database" * 999), place.unlink):
        damage()
        done = rinkside("restore", file)
        assert done.exit_code == 0, done.output
        assert epoch_in(place)


@pytest.mark.database("postgresql")
def test_on_postgresql_a_restore_says_what_to_use(rinkside: Any, tmp_path: Path) -> None:
    done = rinkside("restore", tmp_path / "copy", url="postgresql://rinkside:a-secret@127.0.0.1:1/league")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("End `rinkside serve` first.")
    assert "pg_restore" in done.stderr
    assert "a-secret" not in done.stderr


def test_restored_begins_another_epoch_each_time(rinkside: Any) -> None:
    told = [rinkside("restored").stdout for _ in range(2)]
    assert len(set(told)) == 2
    assert all(len(one.strip()) == 36 for one in told)
