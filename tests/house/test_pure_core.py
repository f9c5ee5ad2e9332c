"""The first five parts know no clock, no environment, no database and no request."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house.sources import ROOT, RULES, WEBAPP, python_files, shown

CORE_PARTS = ("rules", "rulebooks", "standings", "calls", "suspensions")
CORE = [path for part in CORE_PARTS for path in python_files(WEBAPP / part)]
OUTSIDE = re.compile(
    r"datetime\.now|utcnow|date\.today|time\.time|os\.environ|getenv|flask|sqlalchemy", re.IGNORECASE
)
RULES_WITHOUT_THE_SERVER = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
import {modules}
from webapp.rules.history import history_after
assert history_after([]) == {{"players": {{}}, "goalies": {{}}, "teams": {{}}}}
"""


@pytest.mark.parametrize("path", CORE, ids=shown)
def test_the_core_names_nothing_outside(path) -> None:
    assert OUTSIDE.findall(path.read_text()) == []


@pytest.mark.parametrize(
    "text", ["datetime.now(UTC)", "os.environ", "from flask import g", "import sqlalchemy"]
)
def test_what_is_outside_is_recognised(text: str) -> None:
    assert OUTSIDE.search(text)


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rules_load_without_the_server() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in python_files(RULES)]
    names = {"flask", "sqlalchemy", "msgspec", "click", "flask_sqlalchemy", "werkzeug"}
    done = run(
        RULES_WITHOUT_THE_SERVER.format(
            names=names, modules=", ".join(name.removesuffix(".__init__") for name in modules)
        )
    )
    assert done.returncode == 0, done.stderr


def test_what_needs_the_server_does_not_load_without_it() -> None:
    done = run(RULES_WITHOUT_THE_SERVER.format(names={"flask"}, modules="webapp.app"))
    assert "ModuleNotFoundError: flask" in done.stderr
