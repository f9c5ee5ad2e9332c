"""A file is one thought, under a name that a referee would look for."""

from __future__ import annotations

from tests.house.sources import ROOT, WEBAPP, own_files, python_files, shown

LONGEST = 400  # lines
NO_ANSWERS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "service", "base"}
MIGRATIONS = WEBAPP / "store" / "migrations" / "versions"


def test_no_two_python_files_share_a_name() -> None:
    names = [path.name for path in python_files(WEBAPP) if path.name != "__init__.py"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_file_is_longer_than_one_thought() -> None:
    written = own_files(".py", ".ts", ".tsx", ".mjs", ".css", ".html")
    long = {
        shown(path): len(path.read_text().splitlines()) for path in written if MIGRATIONS not in path.parents
    }
    assert {path: lines for path, lines in long.items() if lines > LONGEST} == {}


def test_every_name_answers_a_question() -> None:
    written = own_files(".py", ".ts", ".tsx", ".mjs", ".css", ".html")
    assert [shown(path) for path in written if path.stem in NO_ANSWERS] == []


def test_the_locks_name_no_place_to_fetch_from() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text()
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()
