"""What comes in on the wire, checked once: the batch as a whole, then every call by itself.

A faulty batch is the sender's bug and refused whole. A faulty call is refused alone, so that it never
holds up the others.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec

from webapp.calls.answer_schema import MOST_BYTES_A_CALL
from webapp.calls.call_schema import MOST_N, PATTERNS
from webapp.calls.order import place


def _whole(name: str) -> str:
    """The pattern for Python, where `$` would let a line break pass at the end."""
    return PATTERNS[name].removesuffix("$") + r"\Z"


MOST_HEADS = 2000  # games that a phone tells of at a time
DEEPEST = 8  # objects and lists within one another; no call needs more than four
Id = Annotated[str, msgspec.Meta(pattern=_whole("id"))]
NO_NUL = r"^[^\x00]*\Z"  # PostgreSQL keeps none
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=NO_NUL)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_N)]
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_N)]


class Malformed(Exception):
    """The sender has a bug. `str()` says where sense stops: `/hlc: …`."""


class TooLarge(Exception):
    """More than one call may weigh."""


class OldNumber(msgspec.Struct):
    """The number that a call had before its phone took another device id."""

    id: Id
    device: Id
    n: Number


class SyncRequest(msgspec.Struct):
    """`POST /api/v1/sync`. `heads`: for each game, the highest `n` that this phone has logged.

    `moved`: of calls that it sends here, what they were numbered as before, so that nobody waits for those.
    """

    batch: Id
    device: Id
    calls: list[msgspec.Raw]
    epoch: Name | None = None
    heads: Annotated[dict[Name, Count], msgspec.Meta(max_length=MOST_HEADS)] = {}
    moved: Annotated[list[OldNumber], msgspec.Meta(max_length=MOST_HEADS)] = []


class DeviceRequest(msgspec.Struct):
    """`POST /api/v1/devices`: with username and password, with a one-time code, or with a game's code.

    With a game's code comes `official`, the name of the substitute who joins by it, and `joined`, what this
    phone was answered under that name when they joined before, where they had.
    """

    device: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=NO_NUL)]
    username: Annotated[str, msgspec.Meta(max_length=100, pattern=NO_NUL)] | None = None
    password: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    code: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    official: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    joined: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Wire(msgspec.Struct):
    """What every call on the wire carries, whatever its type."""

    id: Id
    type: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    game: Name
    device: Id
    n: Number
    hlc: Annotated[str, msgspec.Meta(pattern=_whole("hlc"))]
    made_at: Annotated[datetime, msgspec.Meta(tz=True)]
    made_by: Name
    v: Number
    app: Name
    called_by: Id | None = None
    packet: Name | None = None

    @property
    def place(self) -> tuple[str, str, int]:
        return place({"hlc": self.hlc, "device": self.device, "n": self.n})


class Numbered(msgspec.Struct):
    """Which call of its phone it is: what is known even of a call that is off in other fields."""

    game: Name
    device: Id
    n: Number


class OfGame(msgspec.Struct):
    """Which game a call is of."""

    game: str


Request = TypeVar("Request")

_GAME_OF = msgspec.json.Decoder(OfGame)

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_AT = re.compile(r" - at `\$(?P<path>.*)`$")


def read_request(body: bytes, kind: type[Request]) -> Request:
    """A whole request; raises Malformed."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Malformed(_where_sense_stops(fault)) from None


def read_batch(body: bytes) -> SyncRequest:
    """A push; raises Malformed.

    JSON that is off only within a call (half a surrogate pair, a byte that is no UTF-8, NaN) is that call's
    fault alone: such a batch is taken apart by a more lenient reader, and each call judged by itself. There
    1.0 is the whole number that it is.
    """
    try:
        return read_request(body, SyncRequest)
    except Malformed as strict:
        try:
            loose = json.loads(body.decode(errors="surrogateescape"), parse_float=_number)
        except (ValueError, RecursionError):
            raise strict from None
        if not isinstance(loose, dict) or not isinstance(loose.get("calls"), list):
            raise
        calls = [msgspec.Raw(json.dumps(call).encode()) for call in loose["calls"]]
        request = read_request(json.dumps({**loose, "calls": []}).encode(), SyncRequest)
        return msgspec.structs.replace(request, calls=calls)


def read_call(raw: bytes) -> tuple[Wire, dict[str, Any]]:
    """One call of a batch: what the wire carries, and all its fields. Raises Malformed, TooLarge."""
    if len(raw) > MOST_BYTES_A_CALL:
        raise TooLarge(f"{len(raw)} bytes; a call has at most {MOST_BYTES_A_CALL}")
    try:
        call = msgspec.json.decode(raw)
        wire = msgspec.convert(call, Wire)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Malformed(_where_sense_stops(fault)) from None
    if b"\\u" in raw or raw.count(b"{") + raw.count(b"[") > DEEPEST:  # else there is nothing to find
        _refuse_unstorable(call, DEEPEST)
    return wire, call


def claimed_id(raw: bytes) -> str | None:
    """The id of a call that could not be read, where it has one that can be told back."""
    try:
        call = msgspec.json.decode(raw)
        return msgspec.convert(call["id"], Id) if isinstance(call, dict) and "id" in call else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def claimed_number(raw: bytes) -> Numbered | None:
    """Which call of its phone one that could not be read claims to be."""
    try:
        return msgspec.json.decode(raw, type=Numbered)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def named_games(calls: Iterable[bytes | msgspec.Raw]) -> set[str]:
    """The games that calls say they are of, whatever else is off in them."""
    found = set()
    for raw in calls:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            found.add(_GAME_OF.decode(raw).game)
    return found


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse_unstorable(value: Any, depth: int) -> None:
    """Raise Malformed for what no database can keep: NUL, half a surrogate pair, endless nesting."""
    if isinstance(value, str):
        if _UNSTORABLE.search(value):
            raise Malformed("holds a character that is no text (NUL or half a surrogate pair)")
    elif isinstance(value, dict | list):
        if depth == 0:
            raise Malformed("nested too deeply")
        for inner in value:
            _refuse_unstorable(inner, depth - 1)
        for inner in value.values() if isinstance(value, dict) else ():
            _refuse_unstorable(inner, depth - 1)


def _where_sense_stops(fault: Exception) -> str:
    """`Expected `str`, got `int` - at `$.hlc`` becomes `/hlc: Expected `str`, got `int``."""
    if isinstance(fault, RecursionError):
        return "nested too deeply"
    text = str(fault)
    found = _AT.search(text)
    if found is None or not found["path"]:
        return text
    path = re.sub(r"\[\.\.\.\]|\]", "", found["path"])
    return f"{re.sub(r'[.[]', '/', path)}: {text[: found.start()]}"
