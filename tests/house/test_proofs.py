"""A proof is run in part, another part by another sample, and the run says so; `--proofs` runs all of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT
from tests.proofs import taken

TOLD = ("-rP", "-p", "no:cacheprovider", "-p", "xdist.plugin")
CONFTEST = """
from tests.proofs import Proofs, add_options as pytest_addoption

def pytest_configure(config):
    config.addinivalue_line("markers", "proof(most)")
    config.pluginmanager.register(Proofs(config))
"""
PROOF = """
import pytest

@pytest.mark.proof(2)
@pytest.mark.parametrize("one", range(5))
def test_of_many(one):
    print(f"ran {one}.")
"""


@pytest.fixture
def run(tmp_path: Path):
    """`run("-n2")`: pytest on a proof of five parts of which two are its small size; what it says."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_proof.py").write_text(PROOF)
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/proofs.py", tmp_path / "tests")

    def run(*options: str) -> str:
        command = [sys.executable, "-m", "pytest", *TOLD, *options]
        alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return subprocess.run(
            command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=True
        ).stdout

    return run


def ran(said: str) -> list[int]:
    return sorted(int(one) for one in re.findall(r"^ran (\d)\.$", said, re.MULTILINE))


def test_some_are_run_and_the_last_lines_say_so(run) -> None:
    said = run("--sample=2", "-n2")
    assert ran(said) == [0, 4]
    assert "at small size, --sample=2" in said
    assert said.splitlines()[-2] == "2 of 5: test_proof.py::test_of_many"


def test_which_they_are_is_left_to_chance_and_alike_in_all_processes(run) -> None:
    said = run("-n3")
    [sample] = re.findall(r"--sample=(\d+)", said)
    assert set(ran(said)) == taken(5, 2, int(sample))


def test_all_are_run_where_that_is_asked_for(run) -> None:
    said = run("--proofs")
    assert ran(said) == [0, 1, 2, 3, 4]
    assert "small size" not in said


@pytest.mark.parametrize(("count", "most"), [(5, 2), (21, 4), (2, 1), (3, 5)])
def test_samples_one_after_the_other_leave_nothing_out(count: int, most: int) -> None:
    samples = [taken(count, most, sample) for sample in range(-(-count // most))]
    assert set().union(*samples) == set(range(count))
    assert {len(sample) for sample in samples} == {min(count, most)}
