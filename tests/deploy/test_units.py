"""systemd's own reading of the units: no fault, and little that a service could do beyond its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.e2e.product import ROOT
from webapp.cli import main

UNITS = ROOT / "deploy/systemd"
SERVICES = sorted(UNITS.glob("*.service"))
MOST_EXPOSED = 1.5  # of 10, as systemd-analyze counts

pytestmark = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units, with this checkout's commands in the place of those that an installation has."""
    folder = tmp_path_factory.mktemp("units")
    for unit in UNITS.iterdir():
        text = unit.read_text().replace("/opt/rinkside/current/", f"{ROOT}/.venv/")
        (folder / unit.name).write_text(text)
    return folder


def analyze(*words: str | Path) -> str:
    """What systemd-analyze says; it fails where that is a fault."""
    done = subprocess.run(
        ["systemd-analyze", *map(str, words)],
        env=os.environ | {"SYSTEMD_COLORS": "0", "SYSTEMD_EMOJI": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_systemd_finds_no_fault(units: Path) -> None:
    said = analyze("verify", "--man=no", *sorted(units.iterdir()))
    assert [line for line in said.splitlines() if "rinkside" in line] == []


@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.stem)
def test_a_service_can_do_little_beyond_its_own(units: Path, service: Path) -> None:
    said = analyze("security", "--offline=true", units / service.name)
    exposed = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert exposed
    assert float(exposed[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.stem)
def test_the_commands_of_a_service_exist(service: Path) -> None:
    words = re.findall(r"current/bin/rinkside (\w+)", service.read_text())
    assert set(words) <= set(main.commands)
