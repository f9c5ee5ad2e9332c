"""The sentences of rulings, and what rulebooks themselves say, in a reader's language.

The source is English. `translations/<language>.json` has a language's `sentences`, by the keys of
`webapp/rules/english.py`, and its `texts`: names, clauses and readings, by the English of the rulebooks.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from webapp.rules.english import SENTENCES
from webapp.rules.says import sentence

CATALOGUES = Path(__file__).parent / "translations"
SAID = ("name", "says", "reading")
"""Where a rulebook, and whatever is in it, has text to be read."""


def languages() -> list[str]:
    """Those that there are sentences in, English first."""
    return ["en", *sorted(path.stem for path in CATALOGUES.glob("*.json"))]


def words(language: str, rulebook: dict[str, Any] | None = None) -> dict[str, str]:
    """Message key to template; English, on which every language falls back, where there is no other.

    With a rulebook, the names of its own goal conditions too.
    """
    clauses = rulebook["clauses"] if rulebook is not None else []
    own = {
        f"condition.{clause['condition']}": text(language, clause["name"])
        for clause in clauses
        if clause["kind"] == "condition"
    }
    return SENTENCES | _catalogue(language)["sentences"] | own


def said(message: dict[str, Any], language: str) -> str:
    """A ruling's sentence in that language, from its `message`; what a rulebook calls things, too."""
    args = {
        name: text(language, value) if isinstance(value, str) else value
        for name, value in message["args"].items()
    }
    return sentence(words(language), message["key"], args)


def text(language: str, english: str) -> str:
    """What a rulebook says in English, in that language."""
    return _catalogue(language)["texts"].get(english, english)


def translated(rulebook: Any, language: str) -> Any:
    """A rulebook, or a part of one, with what it says in that language. Its digest stays the rules'."""
    if isinstance(rulebook, list):
        return [translated(one, language) for one in rulebook]
    if not isinstance(rulebook, dict):
        return rulebook
    return {
        key: text(language, value) if key in SAID and isinstance(value, str) else translated(value, language)
        for key, value in rulebook.items()
    }


@cache
def _catalogue(language: str) -> dict[str, dict[str, str]]:
    there = {path.stem: path for path in CATALOGUES.glob("*.json")}
    return json.loads(there[language].read_text()) if language in there else {"sentences": {}, "texts": {}}
