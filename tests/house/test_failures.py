"""The failures that others had are each shown, by tests that there are, not to happen here."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.sources import ROOT

NUMBERS = [*range(1, 9), 10, 11, *range(13, 17), *range(18, 23), *range(24, 34), 35, *range(37, 46), 47]
NUMBERS += [*range(50, 54), *range(55, 59), *range(60, 66), 67, 69, 70, 72, 73, *range(75, 79)]
TABLE = (ROOT / "tests" / "failures.md").read_text()
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`|`(tests/[\w/]+\.test\.mjs) › \"([^`]+)\"`")


def rows(table: str) -> list[tuple[int, str]]:
    """`(number, what shows it)` of every row."""
    found = re.findall(r"^\| (\d+) \| [^|]+ \| (.*) \|$", table, re.MULTILINE)
    return [(int(number), shown_by) for number, shown_by in found]


def faults(shown_by: str) -> list[str]:
    """What is wrong with what a row names: tests that are not there, or neither a test nor a reason."""
    named = list(NAMED.finditer(shown_by))
    missing = [one.group() for one in named if not there(*one.groups())]
    if shown_by.count("`") != 2 * len(named):
        missing.append(f"not understood: {shown_by}")
    if not named and not re.search(r"Not here: \w.{20}", shown_by):
        missing.append("neither a test nor a reason")
    return missing


def there(file: str | None, function: str, titled: str | None, title: str) -> bool:
    """Whether the file has a test of that name."""
    path = ROOT / (file or titled or "")
    if not path.is_file():
        return False
    source = path.read_text()
    if not file:
        return any(f"test({quote}{title}{quote}" in source for quote in "'\"`")
    tests = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return function.startswith("test_") and function in [node.name for node in tests]


def test_every_failure_has_its_row() -> None:
    assert [number for number, _ in rows(TABLE)] == NUMBERS


def test_every_row_names_tests_that_there_are_or_says_why_not() -> None:
    wrong = {number: faults(shown_by) for number, shown_by in rows(TABLE)}
    assert {number: said for number, said in wrong.items() if said} == {}


@pytest.mark.parametrize(
    "shown_by",
    [
        "",
        "Not here: no.",
        "`tests/house/test_failures.py::test_no_such_thing`",
        "`tests/house/test_failures.py::rows`",
        "`tests/no_such_file.py::test_every_failure_has_its_row`",
        '`tests/phone/sync.test.mjs › "there is no such title"`',
        "`tests/phone/sync.test.mjs › there is no last try`",
    ],
)
def test_a_row_that_shows_nothing_would_be_seen(shown_by: str) -> None:
    assert faults(shown_by)
