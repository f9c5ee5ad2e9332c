"""Which part of webapp/ imports which, and whether that points to the left."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# From left to right; parts of one row know nothing of each other.
ORDER = [
    ["rules"],
    ["rulebooks"],
    ["standings"],
    ["calls"],
    ["suspensions"],
    ["store"],
    ["notices"],
    ["officiating"],
    ["exchange"],
    ["pages"],
    ["settings", "served", "courier_beside"],
    ["app"],
    ["serving", "demonstrate", "founding", "backup", "courier"],
    ["cli"],
]
RANK = {part: rank for rank, parts in enumerate(ORDER) for part in parts}


def part_of(module: str) -> str:
    """`webapp.rules.goals` belongs to `rules`; `webapp` itself to none."""
    return [*module.split("."), ""][1]


def wrong_imports(module: str, is_package: bool, source: str) -> list[str]:
    """The imports of one module that point to the right or to a part that nobody has placed."""
    own = part_of(module)
    return [
        f"{module}:{line} imports {name}"
        for line, name in imported(module, is_package, source)
        if part_of(name) not in (own, "") and RANK.get(part_of(name), len(ORDER)) >= RANK[own]
    ]


def imported(module: str, is_package: bool, source: str) -> Iterator[tuple[int, str]]:
    """`(line, full name)` of everything from webapp/ that a module imports, for types alone included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{_base(node, module, is_package)}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "webapp":
                yield node.lineno, name


def _base(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The package that `from … import` starts from, its dots resolved."""
    if not node.level:
        return node.module or ""
    around = module.split(".")
    around = around[: len(around) - node.level + is_package]
    return ".".join([*around, *([node.module] if node.module else [])])
