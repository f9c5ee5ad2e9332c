"""A language that nobody speaks, in every place where French would be: each letter has an accent.

What is still read without one on a screen is in no catalogue, or is data.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo

from tests.screens.conftest import ROOT
from webapp.rulebooks.reader import load, slugs
from webapp.rulebooks.words import SAID
from webapp.rules.english import SENTENCES

LANGUAGE = "fr"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒǵħíĵķĺḿńóṕɋŕśťúṽẃẍýźÁɃĆĐÉƑǴĦÍĴĶĹḾŃÓṔɊŔŚŤÚṼẂẌÝŹ"
LEFT_ALONE = re.compile(r"(\{\w+\}|%\(\w+\)s|%\w|<[^>]*>|&\w+;|@\w+)")
BUILT_FROM = ("build.mjs", "app_bundles.mjs", "engine_files.mjs", "package.json", "tsconfig.json")
PARTS = ("webapp", "templates", "service_worker", "static/src", "static/css", "static/icons")


def said(english: str) -> str:
    """A sentence in that language; its slots stay as they are."""
    parts = LEFT_ALONE.split(english)
    return "".join(
        part if nth % 2 else part.translate(str.maketrans(PLAIN, ACCENTED)) for nth, part in enumerate(parts)
    )


def speaking(folder: Path) -> Path:
    """The product's files in a folder, built, with that language's catalogues beside the English ones."""
    for part in PARTS:
        shutil.copytree(
            ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "unfinished-*")
        )
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    _of_the_app(folder / "static/src/words")
    _of_the_rulebooks(folder / "webapp/rulebooks/translations")
    _of_the_pages(folder / "webapp/pages/translations")
    subprocess.run(
        ["node", "build.mjs"], cwd=folder, check=True, env={**os.environ, "PYTHON": sys.executable}
    )
    return folder


def _of_the_app(words: Path) -> None:
    for path in words.glob("*en.json"):
        theirs = {key: said(text) for key, text in json.loads(path.read_text()).items()}
        path.with_name(re.sub(r"en\.json$", f"{LANGUAGE}.json", path.name)).write_text(json.dumps(theirs))


def _of_the_rulebooks(translations: Path) -> None:
    translations.mkdir(exist_ok=True)
    texts = {text: said(text) for slug in slugs() for text in texts_of(load(slug))}
    sentences = {key: said(text) for key, text in SENTENCES.items()}
    catalogue = {"sentences": sentences, "texts": texts}
    (translations / f"{LANGUAGE}.json").write_text(json.dumps(catalogue))


def _of_the_pages(translations: Path) -> None:
    """As `pybabel extract`, `init` and `compile` make it."""
    catalogue = Catalog(locale=LANGUAGE)
    with (translations / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    keywords = dict.fromkeys(("_", "gettext", "lazy_gettext")) | {
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
    }
    for part in ("webapp", "templates"):
        found = extract_from_dir(
            str(ROOT / part),
            [(_within(part, pattern), method) for pattern, method in methods],
            options,
            keywords,
        )
        for _, _, message, _, context in found:
            several = isinstance(message, tuple)
            theirs = (
                (said(message[0]), *[said(message[1])] * (catalogue.num_plurals - 1))
                if several
                else said(message)
            )
            catalogue.add(message, theirs, context=context)
    compiled = translations / LANGUAGE / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    written = BytesIO()
    write_mo(written, catalogue)
    compiled.write_bytes(written.getvalue())


def _within(part: str, pattern: str) -> str:
    return pattern.removeprefix(f"{part}/")


def texts_of(rulebook: Any) -> list[str]:
    """All that a rulebook says."""
    if isinstance(rulebook, list):
        return [text for one in rulebook for text in texts_of(one)]
    if not isinstance(rulebook, dict):
        return []
    own = [value for key, value in rulebook.items() if key in SAID and isinstance(value, str)]
    return [*own, *(text for value in rulebook.values() for text in texts_of(value))]


def spoken(rulebook: Any) -> Any:
    """A rulebook as the server gives it to whoever reads that language."""
    if isinstance(rulebook, list):
        return [spoken(one) for one in rulebook]
    if not isinstance(rulebook, dict):
        return rulebook
    return {
        key: said(value) if key in SAID and isinstance(value, str) else spoken(value)
        for key, value in rulebook.items()
    }
