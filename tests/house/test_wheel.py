"""The wheel is the whole product: it runs in an empty environment, without Node and without this checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.house.sources import FETCHED_OR_BUILT, ROOT

LEFT_BEHIND = FETCHED_OR_BUILT | {"tests", "bench", "deploy"}
PAGES = """
import webapp
from webapp.app import create_app
assert webapp.__file__.startswith({folder!r}), webapp.__file__
client = create_app().test_client()
for url in ("/sign-in", "/rink/", "/worker.js", "/manifest.webmanifest"):
    assert client.get(url).status_code == 200, url
"""


def run(command: list[str], folder: Path, **environment: str) -> str:
    """What a command prints; one that fails shows what it said."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel in it and nothing else, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "checkout"
    shutil.copytree(ROOT, copy, ignore=lambda _, names: LEFT_BEHIND & set(names))
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], copy)
    (wheel,) = folder.glob("*.whl")
    run([sys.executable, "-m", "venv", "--without-pip", "empty"], folder)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "empty" / "bin" / "python")]
    run([*pip, "install", "--no-deps", "--no-index", str(wheel)], folder)
    return folder / "empty"


def in_the_environment(installed: Path, command: str, *arguments: str) -> str:
    """What a command of the new environment prints, with our dependencies and without our checkout."""
    dependencies, instance = sysconfig.get_path("purelib"), str(installed / "instance")
    words = [str(installed / "bin" / command), *arguments]
    return run(words, installed, PYTHONPATH=dependencies, RINKSIDE_INSTANCE=instance)


def test_its_command_knows_the_rulebooks(installed: Path) -> None:
    assert "half-sheet-3v3\t" in in_the_environment(installed, "rinkside", "rulebooks")
    assert '"clauses"' in in_the_environment(installed, "rinkside", "rulebooks", "half-sheet-3v3")


def test_it_makes_its_database_and_serves_its_pages(installed: Path) -> None:
    in_the_environment(installed, "rinkside", "migrate")
    in_the_environment(installed, "python", "-c", PAGES.format(folder=str(installed)))
