"""Sentences from message keys, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .english import SENTENCES

if TYPE_CHECKING:
    from .typed import Json


def sentence(words: Json, key: str, args: Json) -> str:
    """The sentence of `key` with its `{slots}` filled, from `words` or, where they lack it, in English."""
    text = words.get(key)
    if text is None:
        text = SENTENCES.get(key, key)
    for name in sorted(args):
        slot = "{" + name + "}"
        if slot in text:
            text = text.replace(slot, spoken(words, args[name]))
    return text


def spoken(words: Json, value: object) -> str:
    """A slot's value in words: a list is joined, a word key such as `@class.minor` is looked up."""
    if isinstance(value, list):
        return ", ".join([spoken(words, item) for item in value])
    text = str(value)
    if text.startswith("@"):
        key = text[1:]
        found = words.get(key)
        if found is None:
            found = SENTENCES.get(key)
        return found if found is not None else key.split(".")[-1].replace("_", " ")
    return text
