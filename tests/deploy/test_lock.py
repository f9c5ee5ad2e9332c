"""deploy/requirements.lock is what an installation needs of requirements.lock: all of it, and no more."""

from __future__ import annotations

import re
import tomllib

from tests.deploy.installation import DEPLOY
from tests.e2e.product import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK = (DEPLOY / "requirements.lock").read_text()


def locked(text: str) -> set[str]:
    """Every requirement with its marker and its digests."""
    return set(re.split(r"\n(?=\S)", text.strip()))


def names(requirements: list[str] | set[str]) -> set[str]:
    return {re.split(r"[^\w.-]", one)[0].lower() for one in requirements}


def test_it_has_the_versions_and_digests_that_are_tested() -> None:
    assert locked(LOCK) - locked((ROOT / "requirements.lock").read_text()) == set()
    assert all("--hash=sha256:" in one for one in locked(LOCK))


def test_it_has_every_dependency_and_nothing_that_only_developers_use() -> None:
    assert names(PROJECT["project"]["dependencies"]) <= names(locked(LOCK))
    assert not names(PROJECT["dependency-groups"]["dev"]) & names(locked(LOCK))


def test_it_names_no_place_to_fetch_from() -> None:
    assert "://" not in LOCK
