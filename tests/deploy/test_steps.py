"""deploy/README.md: what it names is there, and the command that it installs does what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import SECRET
from tests.deploy.installation import DEPLOY, settings_of_the_example
from tests.e2e.product import ROOT
from webapp.cli import main

STEPS = (DEPLOY / "README.md").read_text()
SHIPPED = {str(path.relative_to(DEPLOY)) for path in DEPLOY.rglob("*") if path.is_file()} - {"README.md"}


def test_every_file_is_explained_and_every_one_that_is_named_is_there() -> None:
    explained = set(re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.+?) \| ", STEPS, re.MULTILINE))))
    assert explained == {name for name in SHIPPED if "__pycache__" not in name}
    used = re.findall(r"deploy/([\w./*-]*[\w*])", STEPS)
    assert len(used) > 5
    assert [name for name in used if not list(DEPLOY.glob(name))] == []


def test_every_command_exists() -> None:
    told = re.findall(r"(?:^    |`)rinkside (\w+)", STEPS, re.MULTILINE)
    assert len(told) > 5
    assert set(told) <= set(main.commands)


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="it becomes another user")
def test_the_command_runs_as_the_installations_user_with_its_settings(tmp_path: Path) -> None:
    settings = settings_of_the_example() | {"RINKSIDE_SECRET_KEY": SECRET.replace(" ", "-")}
    (tmp_path / "rinkside.env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    command = tmp_path / "bin"
    command.mkdir()
    (command / "rinkside").write_text('#!/bin/sh\nid -un; pwd; umask; echo "$RINKSIDE_SECRET_KEY" "$@"\n')
    (command / "rinkside").chmod(0o755)
    script = (DEPLOY / "rinkside").read_text()
    for its, ours in {
        "/etc/rinkside": str(tmp_path),
        "/opt/rinkside/current/bin": str(command),
        "/var/lib/rinkside": "/",
        "--reuid rinkside --regid rinkside": "--reuid nobody --regid nogroup",
    }.items():
        assert its in script
        script = script.replace(its, ours)
    for folder in [tmp_path, *tmp_path.parents][: len(tmp_path.parents) - 1]:
        folder.chmod(folder.stat().st_mode | 0o055)
    said = subprocess.run(
        ["sh", "-c", script, "rinkside", "found", "Sunday League"], check=True, capture_output=True, text=True
    )
    secret = settings["RINKSIDE_SECRET_KEY"]
    assert said.stdout.split("\n")[:4] == ["nobody", "/", "0077", f"{secret} found Sunday League"]


def test_the_wheel_that_the_steps_install_is_the_one_that_is_made() -> None:
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert f"dist/rinkside-{version[1]}-py3-none-any.whl" in STEPS
