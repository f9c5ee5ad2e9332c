"""The sentences of rulings in a reader's language."""

from __future__ import annotations

from typing import Any

from webapp.rules.english import SENTENCES

LANGUAGES = ("en",)


def words(language: str, rulebook: dict[str, Any] | None = None) -> dict[str, str]:
    """Message key to template; English, on which every language falls back, where there is no other.

    With a rulebook, the names of its own goal conditions too.
    """
    clauses = rulebook["clauses"] if rulebook is not None else []
    own = {
        f"condition.{clause['condition']}": clause["name"]
        for clause in clauses
        if clause["kind"] == "condition"
    }
    return SENTENCES | own
