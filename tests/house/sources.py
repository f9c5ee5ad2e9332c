"""The product's own files, as the tests of the house read them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
WEBAPP = ROOT / "webapp"
RULES = WEBAPP / "rules"
FETCHED_OR_BUILT = {".git", ".venv", "node_modules", "dist", "generated", "instance", "build", "__pycache__"}
FETCHED_OR_BUILT |= {"test-results"}


def python_files(folder: Path) -> list[Path]:
    """Every Python file under a folder, in order of path."""
    return sorted(path for path in folder.rglob("*.py") if not FETCHED_OR_BUILT & set(path.parts))


def own_files(*suffixes: str) -> list[Path]:
    """Every file of the checkout with one of these suffixes that somebody wrote."""
    return sorted(
        path
        for path in ROOT.rglob("*")
        if path.suffix in suffixes and not FETCHED_OR_BUILT & set(path.relative_to(ROOT).parts)
    )


def shown(path: Path) -> str:
    """A path as it is written in the README."""
    return str(path.relative_to(ROOT))
