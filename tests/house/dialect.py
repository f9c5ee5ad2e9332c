"""The Python that webapp/rules/ may use: what CPython and MicroPython do alike.

Each check takes a module's syntax tree and yields `(line, what is wrong)`. Where order comes from is checked
in `order_dialect.py`: it needs to know the whole package.
"""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Found = Iterator[tuple[int, str]]

ALLOWED_NAMES = {("__future__", "annotations"), ("typing", "TYPE_CHECKING")}
ASYNC = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
# They look outside, or answer differently from run to run, or there.
IMPURE = {"open", "print", "input", "eval", "exec", "compile", "globals", "locals", "vars", "hash", "id"}
IMPURE |= {"repr", "ascii", "__import__"}
# Known to MicroPython for ASCII alone, or not at all.
ABOUT_LETTERS = re.compile(
    r"upper|lower|[lr]?strip|title|capitalize|swapcase|casefold|zfill|center|[lr]just|expandtabs|splitlines"
    r"|is(alpha|digit|alnum|space|upper|lower|title|decimal|numeric|ascii|identifier|printable)"
    r"|removeprefix|removesuffix|translate|maketrans|format_map"
)
BUILT_IN = {name: thing for name, thing in vars(builtins).items() if isinstance(thing, type)}
BUILT_IN_ERRORS = {name for name, thing in BUILT_IN.items() if issubclass(thing, BaseException)}


def imports(tree: ast.Module) -> Found:
    """Only modules of the engine, `annotations` and `TYPE_CHECKING`."""
    for node in _at_run_time(tree):
        if isinstance(node, ast.Import):
            yield node.lineno, "import " + ", ".join(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                outside = not node.level and (node.module, alias.name) not in ALLOWED_NAMES
                if outside or alias.name == "*":
                    yield node.lineno, f"import of {alias.name} from {node.module}"


def syntax(tree: ast.Module) -> Found:
    """Syntax that MicroPython 1.27 lacks."""
    for node in _at_run_time(tree):
        if isinstance(node, (ast.Match, ast.TryStar, *ASYNC)):
            yield node.lineno, type(node).__name__
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield node.lineno, "{**a}"
        elif isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load):
            if not _is_argument(tree, node):
                yield node.lineno, "[*a]"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only parameter"
        elif isinstance(node, ast.Slice) and node.step is not None:
            yield node.step.lineno, "slice with a step"
        elif isinstance(node, ast.FormattedValue) and node.conversion != -1:
            yield node.lineno, f"!{chr(node.conversion)} in an f-string"
        elif isinstance(node, ast.ClassDef) and (node.keywords or node.decorator_list):
            yield node.lineno, f"class {node.name} with a metaclass or a decorator"


def calls(tree: ast.Module) -> Found:
    """No built-in that is impure, and no argument that MicroPython's lack."""
    for node in _at_run_time(tree):
        name = _function(node)
        if name is None:
            continue
        given = {keyword.arg for keyword in node.keywords}
        if name in IMPURE:
            yield node.lineno, f"{name}()"
        elif name == "zip" and "strict" in given:
            yield node.lineno, "zip(strict=)"
        elif name == "sum" and (given or len(node.args) > 1):
            yield node.lineno, "sum(start=)"


def numbers(tree: ast.Module) -> Found:
    """Whole numbers alone."""
    for node in _at_run_time(tree):
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            yield node.lineno, "/"
        elif isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            yield node.lineno, f"the number {node.value}"
        elif _function(node) in ("round", "float"):
            yield node.lineno, f"{_function(node)}()"


def text(tree: ast.Module) -> Found:
    """Text is opaque: nothing that has to know letters or white space."""
    for node in _at_run_time(tree):
        if isinstance(node, ast.Attribute) and ABOUT_LETTERS.fullmatch(node.attr):
            yield node.lineno, f".{node.attr}"
        elif _method(node) in ("split", "rsplit") and not node.args:
            yield node.lineno, f".{_method(node)}() at white space"


def sorting(tree: ast.Module) -> Found:
    """Sorting is not stable there: only `sorted()` of what is unique, so without a key."""
    for node in _at_run_time(tree):
        if _method(node) == "sort":
            yield node.lineno, ".sort()"
        elif _function(node) == "sorted":
            if any(keyword.arg == "key" for keyword in node.keywords):
                yield node.lineno, "sorted() with a key"
            elif _method(node.args[0]) == "values":
                yield node.lineno, "sorted() of values, which need not be unique"


def errors(tree: ast.Module) -> Found:
    """Only the engine's own errors are raised, and no built-in one is told of."""
    own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in _at_run_time(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            own |= {alias.asname or alias.name for alias in node.names}
    for node in _at_run_time(tree):
        if isinstance(node, ast.Raise):
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if not isinstance(raised, ast.Name) or raised.id not in own:
                yield node.lineno, f"raise {ast.unparse(raised) if raised else 'of what was caught'}"
        elif isinstance(node, ast.Assert):
            yield node.lineno, "assert, which raises a built-in error"
        elif isinstance(node, ast.ExceptHandler):
            if node.type is None:
                yield node.lineno, "except without a name"
            elif node.name and BUILT_IN_ERRORS & {getattr(part, "id", "") for part in ast.walk(node.type)}:
                yield node.lineno, f"a built-in error as {node.name}"


CHECKS: list[Callable[[ast.Module], Found]] = [imports, syntax, calls, numbers, text, sorting, errors]


def _function(node: ast.AST) -> str | None:
    """The name of the function that a node calls, if it is such a call."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _method(node: ast.AST) -> str | None:
    """The name of the method that a node calls, if it is such a call."""
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None


def _is_argument(tree: ast.Module, starred: ast.Starred) -> bool:
    """`f(*a)`, which is fine."""
    return any(isinstance(node, ast.Call) and starred in node.args for node in ast.walk(tree))


def _at_run_time(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node but annotations and what stands under `if TYPE_CHECKING`."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        for field, value in ast.iter_fields(node):
            if field not in ("annotation", "returns"):
                values = value if isinstance(value, list) else [value]
                waiting += [part for part in values if isinstance(part, ast.AST)]
