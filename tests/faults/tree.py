"""A copy of the product for one run, so that nobody's edit reaches it, and deliberate breaks of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("webapp", "templates", "static/src", "tests/faults")


@dataclass(frozen=True)
class Change:
    """One place of the product that is made wrong on purpose."""

    path: str
    old: str
    new: str


class NoSuchPlace(Exception):
    """The text that a break replaces is no longer there, or there twice: the break has to be written anew."""


def published(folder: Path, changes: Iterable[Change] = ()) -> Path:
    """Copy the product into a folder, change it where asked, bundle its phone into `folder/bundle`."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "static/dist").symlink_to(ROOT / "static/dist")
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copy(ROOT / "engine_files.mjs", folder)
    for change in changes:
        file = folder / change.path
        text = file.read_text()
        if text.count(change.old) != 1:
            raise NoSuchPlace(f"{change.path} holds {text.count(change.old)} times, not once: {change.old}")
        file.write_text(text.replace(change.old, change.new))
    bundling = ["node", str(folder / "tests/faults/bundle.mjs"), str(folder), str(folder / "bundle")]
    subprocess.run(bundling, cwd=folder, check=True, timeout=60)
    return folder
