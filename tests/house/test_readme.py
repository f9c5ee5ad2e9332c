"""What the README names exists: commands, paths, and nothing left out."""

from __future__ import annotations

import re

from tests.house.sources import FETCHED_OR_BUILT, ROOT
from webapp.cli import main

README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
CODE = re.findall(r"`([^`\n]+)`", README) + re.findall(r"^ {4}(\S.*)$", README, re.MULTILINE)
PATH = re.compile(r"[\w.*-]*/[\w./*-]*|[\w-]+\.(?:md|toml|json|lock|mjs|py)|LICENSE|Makefile")


def named_paths(text: str) -> list[str]:
    """The paths among what the README sets as code: no URL, no pointer into a file, nothing that is built."""
    return [
        code
        for code in re.findall(r"`([^`\n]+)`", text)
        if PATH.fullmatch(code) and not code.startswith("/") and not FETCHED_OR_BUILT & set(code.split("/"))
    ]


def words_after(program: str) -> set[str]:
    """The first words that stand after a program's name."""
    return {code.split()[1] for code in CODE if code.split()[0] == program and len(code.split()) > 1}


def targets() -> set[str]:
    """What can be made, as the Makefile lists it."""
    offered = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert offered
    return set(offered.group(1).split())


def test_every_path_exists() -> None:
    paths = named_paths(README)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_a_path_that_does_not_exist_would_be_seen() -> None:
    assert named_paths("see `webapp/no_such.py`, `POINTER`, `/calls/3` and `.venv/bin/rinkside`") == [
        "webapp/no_such.py"
    ]


def test_every_command_exists_and_every_one_is_named() -> None:
    assert words_after("rinkside") == set(main.commands)


def test_every_target_exists_and_every_one_but_the_parts_of_test_is_named() -> None:
    assert words_after("make") == targets() - {
        "browser",
        "caddy",
        "postgresql",
        "lint",
        "types",
        "phone-tests",
    }
