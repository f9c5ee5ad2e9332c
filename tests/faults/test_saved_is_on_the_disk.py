"""A phone whose battery is pulled out loses no call that it has called saved.

The kernel would keep what a killed browser has written; only what was synced survives the phone. So the
system calls of a real Chromium are traced: a call goes to the disk before the page is told that it is saved.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.api.traced import CALLS, SystemCall, once_told
from tests.faults.phones import Phone
from tests.faults.rink import Rink
from tests.faults.tree import Change

pytestmark = [pytest.mark.e2e, pytest.mark.database("sqlite")]
ATTACHED_WITHIN_S = 20
RELAXED = Change("static/src/database.ts", "{ durability: 'strict' }", "{ durability: 'relaxed' }")


def processes_of(phone: Phone) -> list[int]:
    """All that this phone's browser consists of."""
    assert phone._process is not None
    group = phone._process.pid
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if group_of(pid) == group]


def group_of(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def attached(phone: Phone, log: Path) -> subprocess.Popen[bytes]:
    """strace on a browser that runs, once it is."""
    of_the_browser = processes_of(phone)
    options = ["-f", "-qq", "-y", "-s", "4096", "-e", f"trace={CALLS}", "-o", log]
    strace = subprocess.Popen(["strace", *options, *(f"--attach={pid}" for pid in of_the_browser)])
    until = time.monotonic() + ATTACHED_WITHIN_S
    while not all(map(is_traced, of_the_browser)):
        assert time.monotonic() < until, "strace does not get hold of the browser"
        time.sleep(0.05)
    return strace


def is_traced(pid: int) -> bool:
    """Whether all threads of a process are."""
    threads = Path(f"/proc/{pid}/task").glob("*/status")
    return not any("TracerPid:\t0\n" in status.read_text() for status in threads)


def from_disk_to_word(rink: Rink, log: Path) -> list[SystemCall]:
    """What the browser did from when it wrote a tap's call to its database to when it called it saved."""
    rink.begin()
    phone = rink.phones["b1"]
    phone.line.off = True
    strace = attached(phone, log)
    try:
        [tap] = rink.tap(phone, {"type": "note", "text": "He apologised."})
        name = tap.result(40)["saved"]
        calls = once_told(log, saved := rf"\"saved\":\"{name}")
    finally:
        strace.send_signal(signal.SIGINT)
        strace.wait(20)
    ends = next(at for at, call in enumerate(calls) if call.to_socket and call.writes and saved in call.rest)
    begins = max(at for at in range(ends) if of_the_database(calls[at]) and name in calls[at].rest)
    return calls[begins:ends]


def of_the_database(call: SystemCall) -> bool:
    """Of the log's: the second copy of what is unsent, which nobody waits for, is under WebStorage."""
    return "/Default/IndexedDB/" in call.file and (call.writes or call.syncs)


@pytest.mark.parametrize(
    ("changes", "synced"), [((), True), ((RELAXED,), False)], ids=["as it is", "relaxed"]
)
def test_a_call_is_on_the_disk_before_it_is_called_saved(tmp_path, changes, synced):
    rink = Rink(tmp_path, node=0, browsers=1, changes=changes)
    try:
        written, *then = from_disk_to_word(rink, tmp_path / "trace")
    finally:
        rink.close()
    assert any(call.syncs and call.file == written.file for call in then) is synced
