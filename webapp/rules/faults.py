"""Where sense stops in a file, and what is allowed there.

A fault is `{"at": JSON pointer (RFC 6901), "key": message key, "args": {…}, "says": sentence}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .says import sentence

if TYPE_CHECKING:
    from .typed import Json


LONGEST_SHOWN = 60


class Faults:
    """Collects every fault of a file, in the order in which they are met."""

    def __init__(self, words: Json) -> None:
        self.words = words
        self.found: list[Json] = []

    def add(self, at: str, key: str, **args: object) -> None:
        for name in args:
            value = args[name]
            if isinstance(value, list):
                args[name] = [plain(entry) if isinstance(entry, str) else entry for entry in value]
        self.found.append({"at": at, "key": key, "args": args, "says": sentence(self.words, key, args)})


def step(at: str, name: object) -> str:
    """The pointer one step further: `step("/calls", 3)` is `/calls/3`."""
    text = str(name)
    if "~" in text:
        text = text.replace("~", "~0")
    if "/" in text:
        text = text.replace("/", "~1")
    return at + "/" + plain(text)


def plain(text: str) -> str:
    """The text with whatever does not print in one line of ASCII as `?`, the same in both runtimes."""
    for letter in text:
        if letter < " " or letter > "~":
            return "".join([letter if " " <= letter <= "~" else "?" for letter in text])
    return text


def shown(value: object) -> str:
    """A faulty value as a person can recognise it: short, one line, no code."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        text = plain(value)
        if len(text) > LONGEST_SHOWN:
            text = text[:LONGEST_SHOWN] + "..."
        return '"' + text + '"'
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "a number that is not whole"


def is_count(value: object) -> bool:
    """Whether it is a whole number from 0: `true` is none."""
    return isinstance(value, int) and value is not True and value is not False and value >= 0
