"""The phone's own tests run in Node: each of their files is one test here. And what is shipped to it."""

import ast
import json
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DIST = ROOT / "static/dist"
TELL_ENGINE_FILES = """
import('./engine_files.mjs').then(({ engineFiles }) => console.log(JSON.stringify(engineFiles('.'))))
"""


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_in_node(name):
    ran = _node("--test", "--test-timeout=90000", HERE / name)  # so that one that hangs is named
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_phone_gets_the_same_rules_without_their_prose():
    shipped = json.loads(_node("-e", TELL_ENGINE_FILES).stdout)
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text() for path in ROOT.glob("webapp/rules/**/*.py")
    }
    assert sources.keys() <= shipped.keys()
    for path, source in sources.items():
        assert _without_docstrings(shipped[path]) == _without_docstrings(source), path


@pytest.mark.parametrize(
    ("names", "budget_kb"),
    [
        (["rink.js", "rink.css", "icon.svg"], 60),
        (["engine.json", "micropython.mjs", "micropython.wasm", "rules_worker.js"], 250),
    ],
    ids=["shell", "engine"],
)
def test_what_a_phone_loads_stays_within_its_budget(names, budget_kb):
    assets = json.loads((DIST / "assets.json").read_text())
    files = [assets[name] for name in names] + (["rink.html"] if "rink.js" in names else [])
    assert sum((DIST / f"{file}.br").stat().st_size for file in files) <= budget_kb * 1000


def _node(*arguments):
    return subprocess.run(["node", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)


def _without_docstrings(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and ast.get_docstring(node) is not None
        ):
            node.body[0] = ast.Pass()
    return ast.dump(tree)
