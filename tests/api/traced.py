"""What a process asks of the kernel, in order: written, synced, told."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CALLS = "read,recvfrom,recvmsg,write,pwrite64,pwritev,sendto,sendmsg,writev,fsync,fdatasync"
LINE = re.compile(r"(?P<thread>\d+) +(?P<name>\w+)\(\d+<(?P<file>[^>]*)>(?P<rest>.*)")
RESUMED = re.compile(r"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)")
UNFINISHED = " <unfinished ...>"
ENDS_WITHIN_S = 20


@dataclass(frozen=True)
class SystemCall:
    """One call of one thread; `file` is a path, or a socket."""

    thread: str
    name: str
    file: str
    rest: str

    @property
    def reads(self) -> bool:
        return self.name in ("read", "recvfrom", "recvmsg")

    @property
    def writes(self) -> bool:
        return self.name in ("write", "pwrite64", "pwritev", "writev", "sendto", "sendmsg")

    @property
    def syncs(self) -> bool:
        """It came back, and all is well: what was written to the file is on the disk."""
        return self.name in ("fsync", "fdatasync") and self.rest.endswith("= 0")

    @property
    def to_socket(self) -> bool:
        return self.file.startswith(("socket:", "TCP:", "UNIX"))


def under_strace(command: Sequence[str | Path], log: Path, **how) -> subprocess.Popen[bytes]:
    """Start a command whose system calls, and those of its children, are written to a file."""
    strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", f"trace={CALLS}", "-o", log]
    return subprocess.Popen([*strace, *command], **how)


def read(log: Path) -> list[SystemCall]:
    """The system calls of a trace in order: of what is written the beginning counts, else the end."""
    begun: dict[str, SystemCall] = {}
    found = []
    for line in log.read_text(errors="replace").splitlines():
        if match := LINE.fullmatch(line):
            call = SystemCall(*match.group("thread", "name", "file", "rest"))
            if call.rest.endswith(UNFINISHED):
                begun[call.thread] = call
                if call.writes:  # it may have reached its reader before it comes back
                    found.append(call)
            else:
                found.append(call)
        elif match := RESUMED.fullmatch(line):
            call = begun.pop(match["thread"], None)
            if call and not call.writes:
                rest = call.rest.removesuffix(UNFINISHED) + match["rest"]
                found.append(SystemCall(call.thread, call.name, call.file, rest))
    return found


def once_told(log: Path, what: str) -> list[SystemCall]:
    """The system calls of a trace, as soon as it shows that `what` was sent over a socket."""
    until = time.monotonic() + ENDS_WITHIN_S
    while time.monotonic() < until:
        calls = read(log)
        if any(call.writes and call.to_socket and what in call.rest for call in calls):
            return calls
        time.sleep(0.1)
    raise AssertionError(f"the trace does not show that {what!r} was sent")
