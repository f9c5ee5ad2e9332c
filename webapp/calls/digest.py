"""By what a call is recognised, and how its free text stays out of the log.

The log cannot be changed, text must be: so the log keeps a salted digest where the text stood, and the
text stands beside the log, where it can be redacted.
"""

from __future__ import annotations

import copy
import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

BESIDE_THE_CONTENT = frozenset({"device", "n", "made_at", "called_by", "packet", "v", "app"})
"""Fields that say how a call travelled. They may change when a phone takes a new device id."""

EVERYTHING = ""
"""The pointer of a call whose shape nobody here knows: all of its own fields are taken for text."""

REDACTED = "…"
"""Stands where a text was redacted, so that a call which must have one is still well shaped."""

ENVELOPE = frozenset({"id", "type", "game", "hlc", "made_by"}) | BESIDE_THE_CONTENT


class Text(NamedTuple):
    """One free text of a call: the JSON pointer of where it stood, its salt (32 hex digits), the text."""

    pointer: str
    salt: str
    text: str


def canonical(value: Any) -> bytes:
    """JSON with one spelling for one value: sorted keys, no spaces, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def sha256(value: Any) -> str:
    """`sha256:` and 64 hex digits over the canonical JSON of a value."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def content_hash(sealed: Mapping[str, Any]) -> str:
    """The digest of what a call says: its own fields, `id`, `game`, `hlc`, `made_by`.

    Taken over the sealed call, so that redacted text cannot be guessed from it.
    """
    return sha256({field: value for field, value in sealed.items() if field not in BESIDE_THE_CONTENT})


def sealed(
    call: Mapping[str, Any], pointers: Iterable[str], salts: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[Text]]:
    """The call with a salted digest in place of each free text, and the texts.

    `pointers` say where free text may stand; one that leads nowhere is passed over. `salts` are those of an
    earlier sealing (pointer to salt): with them the same text gives the same digest.
    """
    salts = salts or {}
    there = [pointer for pointer in pointers if pointer == EVERYTHING or isinstance(_at(call, pointer), str)]
    closed = copy.deepcopy(dict(call)) if there else dict(call)
    texts = []
    for pointer in there:
        if pointer == EVERYTHING:
            own = {field: closed.pop(field) for field in sorted(closed) if field not in ENVELOPE}
            text: Any = canonical(own).decode()
        else:
            text = _at(closed, pointer)
        salt = salts.get(pointer) or secrets.token_hex(16)
        _put(closed, pointer, sha256([salt, text]))
        texts.append(Text(pointer, salt, text))
    return closed, texts


def opened(
    sealed_call: Mapping[str, Any], texts: Mapping[str, str | None]
) -> tuple[dict[str, Any], list[str]]:
    """The call with its texts back in place, and the pointers of those that were redacted."""
    call = copy.deepcopy(dict(sealed_call)) if texts else dict(sealed_call)
    redacted = []
    for pointer, text in texts.items():
        if text is None:
            redacted.append(pointer)
        if pointer == EVERYTHING:
            del call[_WHOLE]
            call.update(json.loads(text or "{}"))
        else:
            _put(call, pointer, REDACTED if text is None else text)
    return call, sorted(redacted)


_WHOLE = "content"


def _steps(pointer: str) -> list[str]:
    return pointer.split("/")[1:] if pointer else [_WHOLE]


def _at(value: Any, pointer: str) -> Any:
    for step in _steps(pointer):
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    return value


def _put(value: dict[str, Any], pointer: str, text: str) -> None:
    *way, last = _steps(pointer)
    for step in way:
        value = value[step]
    value[last] = text
