"""deploy/rinkside.env.example names every setting that the product reads, and no other."""

from __future__ import annotations

import ast
import re

import click

from tests.deploy.installation import DEPLOY
from tests.house.sources import WEBAPP
from webapp.cli import main

EXAMPLE = (DEPLOY / "rinkside.env.example").read_text()
SETTING = re.compile(r"[A-Z]+(?:_[A-Z]+)+")
OF_GUNICORN = {"WEB_CONCURRENCY"}  # which it reads by itself


def read_by_the_product() -> set[str]:
    """The names that stand as strings in webapp/settings.py, and those of commands' options."""
    words = ast.walk(ast.parse((WEBAPP / "settings.py").read_text()))
    texts = {word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)}
    of_options = {
        option.envvar
        for command in main.commands.values()
        for option in command.params
        if isinstance(option, click.Option) and isinstance(option.envvar, str)
    }
    return {text for text in texts if SETTING.fullmatch(text)} | of_options


def test_the_example_names_every_setting_and_no_other() -> None:
    named = re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE)
    assert len(named) > 8
    assert sorted(named) == sorted(read_by_the_product() | OF_GUNICORN)


def test_every_setting_is_explained() -> None:
    paragraphs = EXAMPLE.strip().split("\n\n")
    with_settings = [one for one in paragraphs if re.search(r"^#?[A-Z_]+=", one, re.MULTILINE)]
    assert len(with_settings) > 5
    assert [one for one in with_settings if not one.startswith("# ")] == []
