"""The rules keep to the Python that server and phone share, and every check of that can fail."""

from __future__ import annotations

import ast

import pytest

from tests.house import dialect
from tests.house.order_dialect import Order
from tests.house.sources import RULES, python_files, shown

TREES = {path: ast.parse(path.read_text()) for path in python_files(RULES)}
ORDER = Order(TREES.values())
DOOR = RULES / "phone.py"  # where JSON comes in and goes out


@pytest.mark.parametrize("path", TREES, ids=shown)
def test_the_rules_keep_to_the_dialect(path) -> None:
    found = [fault for check in dialect.CHECKS for fault in check(TREES[path])]
    found += ORDER.check(TREES[path])
    assert found == ([(line, "import json") for line, _ in found[:1]] if path == DOOR else [])


OFFENDING = {
    dialect.imports: [
        "import json",
        "import os.path",
        "from dataclasses import dataclass",
        "from enum import Enum",
        "from collections import Counter",
        "from typing import Any",
        "from webapp.rules.shapes import CALLS",
        "from .shapes import *",
        "def late():\n    import random",
    ],
    dialect.syntax: [
        "match a:\n    case 1: pass",
        "b = {**a}",
        "b = [*a]",
        "b = (*a, 1)",
        "b = {*a}",
        "def f(a, /): pass",
        "b = a[::2]",
        "b = a[1:8:2]",
        "b = f'{a!r}'",
        "async def f(): pass",
        "try: pass\nexcept* OSError: pass",
        "@dataclass\nclass A: pass",
        "class A(metaclass=B): pass",
    ],
    dialect.calls: [
        "zip(a, b, strict=True)",
        "sum(a, start=1)",
        "sum(a, 1)",
        "hash(a)",
        "print(a)",
        "open('x')",
        "repr(a)",
    ],
    dialect.numbers: ["a / b", "a /= 2", "a = 0.5", "a = 1e3", "a = 2j", "round(a)", "float(a)"],
    dialect.text: [
        "a.upper()",
        "a.strip()",
        "a.isalpha()",
        "a.isdigit()",
        "a.title()",
        "a.zfill(2)",
        "a.removeprefix('x')",
        "clean = str.lower",
        "a.split()",
    ],
    dialect.sorting: [
        "a.sort()",
        "a.sort(key=f)",
        "sorted(a, key=f)",
        "sorted(a.values())",
        "sorted(a, reverse=True, key=f)",
    ],
    dialect.errors: [
        "raise ValueError('x')",
        "raise KeyError",
        "try: pass\nexcept KeyError: raise",
        "assert a",
        "try: pass\nexcept: pass",
        "try: pass\nexcept KeyError as e: pass",
        "try: pass\nexcept (A, ValueError) as e: pass",
        "raise a.Fault",
    ],
}
FINE = {
    dialect.imports: [
        "from __future__ import annotations",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from typing import Any",
        "from .shapes import CALLS",
    ],
    dialect.syntax: [
        "b = [a]",
        "f(*a, **k)",
        "first, *rest = a",
        "def f(a, *, b): pass",
        "b = a[1:]",
        "b = f'{a:02d}'",
        "class A(B): pass",
    ],
    dialect.calls: ["zip(a, b)", "sum(a)", "f(strict=True)", "len(a)"],
    dialect.numbers: ["a // b", "a % b", "a = 5", "a = '/'"],
    dialect.text: ["a.split(':')", "a.replace('a', 'b')", "a.issubset(b)", "a.startswith('x')"],
    dialect.sorting: ["sorted(a)", "sorted([(key, place) for place, key in a])", "max(a, key=f)"],
    dialect.errors: [
        "class Fault(Exception): pass\nraise Fault('x')",
        "from .log import NoCall\nraise NoCall",
        "try: pass\nexcept KeyError: pass",
    ],
}
OUT_OF_ORDER = [
    "for a in {1, 2}: f(a)",
    "for a in set(b): f(a)",
    "for a in b.items(): f(a)",
    "for a in b.keys() | c: f(a)",
    "a = set()\nfor b in a: f(b)",
    "a = {'x': 1}\ndef g():\n    for b in a: f(b)",
    "def g(a: dict[str, int]):\n    for b in a: f(b)",
    "def g(a: Json):\n    return list(a)",
    "class A:\n    def __init__(self): self.out = set()\n    def g(self):\n        for b in self.out: f(b)",
    "a = {}\nb = [c for c in a]",
    "a = {}\nb = ', '.join(c for c in a)",
    "a = {}\nb = ', '.join(a)",
    "for place, a in enumerate({1, 2}): f(a)",
    "a = set()\na.pop()",
    "a.popitem()",
    "a = {1}\nb = tuple(a)",
    "a = {}\nfor b in a:\n    if c: return_first[c] = b",
    "a = {}\nfor b in a:\n    last = b",
]
IN_ORDER = [
    "for a in [1, 2]: f(a)",
    "for a in sorted({1, 2}): f(a)",
    "for a in sorted(b.items()): f(a)",
    "a = set()\nfor b in sorted(a): f(b)",
    "a = set()\nb = sorted([c for c in a if c])",
    "a = {}\nb = any(c for c in a)",
    "a = {}\nb = len(a) + sum(a[c] for c in a)",
    "a = {}\nb = {c for c in a}",
    "a = {}\nb = {c: 1 for c in a}",
    "a = {}\ndef g(a: list[int]):\n    for b in a: f(b)",
    "a = {}\nfor b in a:\n    if c[b]:\n        d[b] = 1\n    else:\n        d[b] += 2",
    "a = []\na.pop()",
    "a = {}\na.pop('x')",
]


def snippets(table) -> list:
    pairs = [(check, line) for check, lines in table.items() for line in lines]
    return [pytest.param(check, line, id=f"{check.__name__}: {line}") for check, line in pairs]


@pytest.mark.parametrize(("check", "line"), snippets(OFFENDING))
def test_an_offence_is_caught(check, line: str) -> None:
    assert list(check(ast.parse(line))) != []


@pytest.mark.parametrize(("check", "line"), snippets(FINE))
def test_what_both_know_is_fine(check, line: str) -> None:
    assert list(check(ast.parse(line))) == []


def test_every_check_has_its_offences() -> None:
    assert set(OFFENDING) == set(FINE) == set(dialect.CHECKS)


@pytest.mark.parametrize("line", OUT_OF_ORDER)
def test_order_from_a_dict_or_a_set_is_caught(line: str) -> None:
    tree = ast.parse(line)
    assert list(Order([tree]).check(tree)) != []


@pytest.mark.parametrize("line", IN_ORDER)
def test_order_from_a_list_or_a_sort_is_fine(line: str) -> None:
    tree = ast.parse(line)
    assert list(Order([tree]).check(tree)) == []


def test_a_set_of_another_module_is_known() -> None:
    class_of_another = "class Play:\n    def __init__(self):\n        self.ejected: set[str] = set()"
    play = ast.parse(class_of_another + "\nBOTH = {1, 2}")
    sheet = ast.parse("from .play import BOTH\nfor a in play.ejected: f(a)\nfor b in BOTH: f(b)")
    assert [line for line, _ in Order([play, sheet]).check(sheet)] == [2, 3]
