"""What a log holds, in two numbers: phones compare them with their rows and see what neither side noticed."""

from __future__ import annotations

import functools
import zlib
from typing import Any

from sqlalchemy import bindparam, select

from webapp.store.call_log import LoggedCall
from webapp.store.database import db

LOGS_REMEMBERED = 1000

_log = LoggedCall.__table__.c
_CALLS = select(_log.id, _log.device, _log.n).where(
    _log.game_id == bindparam("game"), _log.seq <= bindparam("upto")
)


@functools.lru_cache(LOGS_REMEMBERED)
def log_in_short(game_id: str, upto: int, last: str | None, epoch: str) -> dict[str, Any]:
    """`{"calls", "sum"}` of a game's calls up to a `seq`.

    How many they are, and the sum of the CRC-32 of "id device n" of each, modulo 2^32: it hangs neither on
    their order nor on their `seq`. A phone whose own rows make other numbers pulls from the start.

    The log up to a call never changes: `last`, the id of that call, and `epoch` tell it from that of another
    database.
    """
    rows = db.session.execute(_CALLS, {"game": game_id, "upto": upto}).all()
    total = sum(zlib.crc32(f"{row.id} {row.device} {row.n}".encode()) for row in rows)
    return {"calls": len(rows), "sum": total % 2**32}
