"""Imports point one way: a part knows the parts to its left and no others."""

from __future__ import annotations

import pytest

from tests.house.import_direction import RANK, part_of, wrong_imports
from tests.house.sources import ROOT, WEBAPP, python_files, shown

MODULES = [path for path in python_files(WEBAPP) if path != WEBAPP / "__init__.py"]


def name_of(path) -> str:
    """`webapp/rules/goals.py` is `webapp.rules.goals`, a package's `__init__.py` the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", MODULES, ids=shown)
def test_imports_point_to_the_left(path) -> None:
    assert wrong_imports(name_of(path), path.name == "__init__.py", path.read_text()) == []


def test_every_part_has_its_place() -> None:
    assert {part_of(name_of(path)) for path in MODULES} <= set(RANK)


@pytest.mark.parametrize(
    "line",
    [
        "from webapp.pages import captain",
        "from webapp import officiating",
        "import webapp.app",
        "from ..pages.access import RULES",
        "from .. import officiating",
        "if TYPE_CHECKING:\n    from webapp.pages.access import Viewer",
        "def late():\n    from webapp.cli import main",
        "from webapp.somewhere_new import thing",
    ],
)
def test_an_import_to_the_right_is_caught(line: str) -> None:
    assert wrong_imports("webapp.store.packet", False, line) != []


@pytest.mark.parametrize(
    "line",
    [
        "from webapp.calls import order",
        "from webapp.store import db",
        "from . import db",
        "from .heads import heads",
        "from ..rules import shapes",
        "from flask import Flask",
    ],
)
def test_an_import_to_the_left_is_fine(line: str) -> None:
    assert wrong_imports("webapp.store.packet", False, line) == []


def test_a_package_counts_its_dots_from_itself() -> None:
    assert wrong_imports("webapp.store", True, "from ..pages import access") != []
    assert wrong_imports("webapp.store", True, "from .pages import access") == []


def test_parts_of_one_row_do_not_know_each_other() -> None:
    assert wrong_imports("webapp.founding", False, "from webapp import courier") != []
