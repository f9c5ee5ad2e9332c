"""Order lives in lists: MicroPython's dicts and sets have none, not even from a literal or from JSON.

As far as syntax decides it: a name or an attribute is taken for a dict or a set where the package gives
it one, or says so in an annotation, and gives it nothing else.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LITERALS = (ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
MAKERS = {"dict", "set", "frozenset"}
TYPES = ("dict", "set", "frozenset", "Json", "Call", "Clause")  # as webapp/rules/typed.py names them
VIEWS = {"keys", "values", "items", "union", "intersection", "difference", "symmetric_difference"}
# What they give does not depend on the order of what they are given.
FREE_OF_ORDER = {"sorted", "set", "frozenset", "any", "all", "sum", "len", "min", "max", "dict"}
KEEP_ORDER = {"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed"}


class Order:
    """Finds where the order of a dict or a set would show, in the modules of one package."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        trees = list(trees)
        self.attributes = _unordered((node for tree in trees for node in ast.walk(tree)), ast.Attribute)
        self.constants = _unordered((node for tree in trees for node in tree.body), ast.Name)

    def check(self, tree: ast.Module) -> Iterator[tuple[int, str]]:
        """`(line, what is wrong)` of one module."""
        yield from self._scope(tree.body, self.constants)

    def _scope(self, body: list[ast.stmt], names: set[str]) -> Iterator[tuple[int, str]]:
        excused: set[ast.AST] = set()
        for node in _within(body):
            if isinstance(node, ast.FunctionDef):
                arguments = [*node.args.args, *node.args.kwonlyargs]
                own = _unordered([*_within(node.body), *arguments], ast.Name)
                other = {argument.arg for argument in arguments} | _assigned(node.body)
                yield from self._scope(node.body, names - other | own)
            elif isinstance(node, ast.Call):
                yield from self._call(node, names, excused)
            elif isinstance(node, ast.For):
                if self._is_unordered(node.iter, names) and not _writes_by_name(node.target, node.body):
                    yield node.lineno, f"goes through {ast.unparse(node.iter)}"
            elif isinstance(node, (ast.ListComp, ast.GeneratorExp)) and node not in excused:
                for part in node.generators:
                    if self._is_unordered(part.iter, names):
                        yield node.lineno, f"makes a list from {ast.unparse(part.iter)}"

    def _call(self, node: ast.Call, names: set[str], excused: set[ast.AST]) -> Iterator[tuple[int, str]]:
        if isinstance(node.func, ast.Name) and node.func.id in FREE_OF_ORDER:
            for argument in node.args:
                excused |= set(ast.walk(argument)) if node.func.id == "sorted" else {argument}
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("update", "union"):
            excused |= set(node.args)
        elif node not in excused and _keeps_order(node):
            for argument in node.args:
                if self._is_unordered(argument, names):
                    yield node.lineno, f"{ast.unparse(node.func)} of {ast.unparse(argument)}"
        if isinstance(node.func, ast.Attribute):
            takes_any = node.func.attr == "popitem" or (node.func.attr == "pop" and not node.args)
            if node.func.attr == "popitem" or (takes_any and self._is_unordered(node.func.value, names)):
                yield node.lineno, f"takes any one of {ast.unparse(node.func.value)}"

    def _is_unordered(self, node: ast.AST, names: set[str]) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self._is_unordered(node.left, names) or self._is_unordered(node.right, names)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in VIEWS
        if isinstance(node, ast.Attribute):
            return node.attr in self.attributes
        return _makes_unordered(node) or (isinstance(node, ast.Name) and node.id in names)


def _writes_by_name(name: ast.expr, body: list[ast.stmt]) -> bool:
    """Whether a loop does nothing but write `somewhere[name]`, each name its own place."""
    for statement in body:
        if isinstance(statement, ast.If):
            if not _writes_by_name(name, statement.body + statement.orelse):
                return False
            continue
        if not isinstance(statement, (ast.Assign, ast.AugAssign)):
            return False
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            if not (isinstance(target, ast.Subscript) and ast.unparse(target.slice) == ast.unparse(name)):
                return False
    return True


def _keeps_order(node: ast.Call) -> bool:
    """Whether the call gives what it is given in the same order."""
    if isinstance(node.func, ast.Name):
        return node.func.id in KEEP_ORDER
    return isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend")


def _makes_unordered(node: ast.AST | None) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in MAKERS
    return isinstance(node, LITERALS)


def _unordered(nodes: Iterable[ast.AST], kind: type[ast.Name] | type[ast.Attribute]) -> set[str]:
    """The names, or attributes, that are given dicts or sets and nothing else."""
    yes, no = set(), set()
    for node in nodes:
        if isinstance(node, ast.arg) and kind is ast.Name:
            (yes if _annotated(node.annotation) else no).add(node.arg)
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, kind):
                name = target.id if isinstance(target, ast.Name) else target.attr
                annotated = isinstance(node, ast.AnnAssign) and _annotated(node.annotation)
                made = isinstance(node, (ast.Assign, ast.AnnAssign)) and _makes_unordered(node.value)
                if not isinstance(node, ast.AugAssign):
                    (yes if annotated or made else no).add(name)
    return yes - no


def _annotated(annotation: ast.AST | None) -> bool:
    return annotation is not None and ast.unparse(annotation).strip("'\"").startswith(
        (*MAKERS, "Json", "Call")
    )


def _assigned(body: list[ast.stmt]) -> set[str]:
    """Names that a function gives values to: they hide those around it."""
    return {
        node.id for node in _within(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _within(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node of a scope, outer ones first; functions in it are given and not entered."""
    waiting: list[ast.AST] = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            waiting += reversed(list(ast.iter_child_nodes(node)))
