"""A machine that loses its power loses no call that it has answered for.

The kernel would keep what a killed process has written; only what was synced survives the machine. So the
system calls of the real server are traced: the log goes to the disk before the answer goes to the phone.
"""

import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.api.conftest import free_port, wait_for
from tests.api.traced import once_told, read, under_strace
from tests.conftest import SECRET, app_on, fill
from tests.databases import Postgresql
from tests.simulated_phone import Phone, over_http, over_wsgi


def pushed_under_strace(factory, tmp_path, url):
    """The system calls by which a server took in a push, from its first to when its answer is on the way."""
    port = free_port()
    log = tmp_path / "trace"
    options = ["--no-control-socket", "--worker-class", "gthread", "--threads", "2", "--log-level", "error"]
    server = under_strace(
        [sys.executable, "-m", "gunicorn", factory, *options, "--bind", f"127.0.0.1:{port}"],
        log,
        env=os.environ | {"DATABASE_URL": url, "RINKSIDE_SECRET_KEY": SECRET},
        start_new_session=True,
    )
    try:
        root = f"http://127.0.0.1:{port}"
        wait_for(root, server)
        pat = Phone(over_http(root), "pat")
        told = pat.push(pat.call("note", text="He apologised."))
        calls = once_told(log, told["batch"])
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)
    return between("POST /api/v1/sync", "HTTP/1.1 200", calls)


def between(asked, answered, calls):
    """What the server did after it was asked, the answer's first bytes the last."""
    ends = next(
        place
        for place in reversed(range(len(calls)))
        if calls[place].writes and calls[place].to_socket and answered in calls[place].rest
    )
    begins = max(place for place in range(ends) if calls[place].reads and asked in calls[place].rest)
    return calls[begins + 1 : ends + 1]


def synced_before_told(calls, kept_in):
    """Whether all that was written to these files was synced before anything was sent over a socket."""
    of_the_log = [call for call in calls if kept_in in call.file and (call.writes or call.syncs)]
    assert any(call.writes for call in of_the_log), "the push wrote nothing"
    return of_the_log[-1].syncs


@pytest.mark.database("sqlite")
@pytest.mark.parametrize(
    ("factory", "synced"),
    [
        ("webapp.app:create_app()", True),
        ("tests.api.careless:careless_app('NORMAL')", False),
        ("tests.api.careless:careless_app('OFF')", False),
    ],
)
def test_the_log_is_on_the_disk_before_the_answer_leaves(databases, migrated, tmp_path, factory, synced):
    url = databases.copy(migrated)
    calls = pushed_under_strace(factory, tmp_path, url)
    assert synced_before_told(calls, ".sqlite-wal") is synced


@pytest.mark.database("postgresql")
@pytest.mark.parametrize("fsync", ["on", "off"])
def test_postgresql_has_the_log_on_the_disk_before_it_says_that_it_is_committed(tmp_path, fsync):
    traces = Path("/tmp") / f"rinkside-trace-{os.getpid()}"
    server = Postgresql(partial(under_strace, log=traces), fsync=fsync)
    try:
        url = server.empty()
        fill(url)
        app = app_on(url)
        pat = Phone(over_wsgi(app), "pat")
        pat.push(pat.call("note", text="He apologised."))
    finally:
        server.stop()
    calls = read(traces)
    traces.unlink()
    stored = next(place for place, call in enumerate(calls) if call.reads and "INTO logged_call" in call.rest)
    backend = calls[stored].thread
    commit = next(
        place
        for place in range(stored, len(calls))
        if calls[place].thread == backend and calls[place].reads and "COMMIT" in calls[place].rest
    )
    said = next(
        place
        for place in range(commit, len(calls))
        if calls[place].thread == backend and calls[place].writes and calls[place].to_socket
    )
    synced = any(call.syncs and "/pg_wal/" in call.file for call in calls[commit:said])
    assert synced is (fsync == "on")
