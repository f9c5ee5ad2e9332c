"""One call of a batch on its way in: the bytes, what could be read of them, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from webapp.calls.envelope import Malformed, Numbered, TooLarge, Wire, claimed_id, claimed_number, read_call
from webapp.calls.verdict import Verdict, refused


@dataclass
class Pushed:
    """`wire` and `call` are there where the call could be read; `verdict` where something was decided.

    `texts_at`: pointers of where free text may stand, once that is known.
    """

    raw: bytes
    id: str | None
    wire: Wire | None = None
    call: dict[str, Any] | None = None
    verdict: Verdict | None = None
    texts_at: Iterable[str] = ()

    @property
    def number(self) -> Numbered | Wire | None:
        """Which call of its phone this is, as far as that can be read."""
        return self.wire or claimed_number(self.raw)


def read(raw: bytes) -> Pushed:
    """Read one call; what cannot be read is refused already."""
    try:
        wire, call = read_call(raw)
    except TooLarge as fault:
        return Pushed(raw, claimed_id(raw), verdict=refused("too_large", str(fault)))
    except Malformed as fault:
        return Pushed(raw, claimed_id(raw), verdict=refused("malformed", str(fault)))
    return Pushed(raw, wire.id, wire, call)


def in_order(batch: Iterable[Pushed]) -> list[Pushed]:
    """Those of a batch that could be read, in canonical order: what is named comes before what names it."""
    return sorted((one for one in batch if one.wire), key=lambda one: one.wire.place)


def waves(batch: Iterable[Pushed]) -> list[list[Pushed]]:
    """The readable calls of a batch, so that no id and no number comes twice in a wave. One, as a rule."""
    waves: list[list[Pushed]] = []
    seen: list[set[Any]] = []
    for one in batch:
        names = {one.wire.id, (one.wire.game, one.wire.device, one.wire.n)}
        place = next((place for place, taken in enumerate(seen) if not taken & names), len(waves))
        if place == len(waves):
            waves.append([])
            seen.append(set())
        waves[place].append(one)
        seen[place] |= names
    return waves
