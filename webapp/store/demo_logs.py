"""The logs of the demo's two played games, and how a list of calls becomes a phone's push."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from webapp.store.accounts import Account
from webapp.store.database import new_id
from webapp.store.schedule import Game

Call = dict[str, Any]
A_CALL_EVERY = timedelta(seconds=45)
_OUT = {"class": "game_misconduct"}


def as_pushed(calls: Iterable[Call], game: Game, by: Account, device: str, since: datetime) -> bytes:
    """The body of the sync request in which a phone sends these calls, in this order, made from `since` on.

    A call's `id` may be given, for others to refer to; what is left out is filled in.
    """
    wire = []
    for n, call in enumerate(calls, start=1):
        made_at = since + (n - 1) * A_CALL_EVERY
        wire.append(
            {
                "id": new_id(),
                **call,
                "game": game.id,
                "device": device,
                "n": n,
                "hlc": f"{int(made_at.timestamp() * 1000):013}-0000",
                "made_at": made_at.isoformat(),
                "made_by": by.id,
                "v": 1,
                "app": "demo",
            }
        )
    heads = {game.id: len(wire)}
    return json.dumps({"batch": new_id(), "device": device, "calls": wire, "heads": heads}).encode()


def first_game() -> list[Call]:
    """Hogs 3, Bears 2. The goalie's first penalty; a Bear is out, and suspended for the next game."""
    second = new_id()  # the Hogs' second penalty of a period: a shot for the Bears
    return [
        {"type": "coin_toss", "team": "HOG", "takes": "periods_1_and_3"},
        {"type": "goalie_in", "goalie": "G1"},
        _at(1, "06:00", "period_start"),
        _at(1, "05:12", "shot", team="HOG", goalie="G1"),
        _at(1, "04:40", "goal", team="HOG", scorer="HOG-9", assists=["HOG-7"], goalie="G1"),
        _at(1, "03:25", "penalty", team="BEA", player="BEA-8", infraction="tripping", fouled="HOG-22"),
        _at(1, "02:02", "possession", team="BEA"),
        _at(1, "01:48", "goal", team="BEA", scorer="BEA-4", goalie="G1"),
        _at(1, "00:00", "period_end"),
        _at(2, "06:00", "period_start"),
        _at(2, "05:30", "penalty", team="HOG", player="HOG-9", infraction="hooking", fouled="BEA-11"),
        _at(2, "04:05", "shot", team="BEA", goalie="G1"),
        _at(2, "03:31", "penalty", id=second, team="HOG", goalie="G1", infraction="delay_of_game"),
        _at(2, "03:31", "penalty_shot", team="BEA", shooter="BEA-4", award=second, goalie="G1", scored=False),
        _at(2, "02:17", "possession", team="HOG"),
        _at(2, "01:59", "goal", team="HOG", scorer="HOG-14", assists=["HOG-22"], goalie="G1"),
        _at(2, "00:00", "period_end"),
        _at(3, "06:00", "period_start"),
        _at(3, "04:44", "penalty", team="BEA", player="BEA-8", infraction="roughing", **_OUT, fouled="HOG-9"),
        _at(3, "03:20", "possession", team="BEA"),
        _at(3, "03:01", "goal", team="BEA", scorer="BEA-19", assists=["BEA-4"], goalie="G1"),
        _at(3, "01:10", "possession", team="HOG"),
        _at(3, "00:52", "goal", team="HOG", scorer="HOG-9", goalie="G1"),
        _at(3, "00:00", "period_end"),
        {"type": "left_ice"},
        {"type": "sign_off", "by": "Pat Reyes"},
    ]


def second_game() -> list[Call]:
    """Otters 1, Moles 1. The goalie's second penalty; a Mole's abuse takes the team along, once confirmed."""
    return [
        {"type": "coin_toss", "team": "MOL", "takes": "period_2"},
        {"type": "goalie_in", "goalie": "G1"},
        _at(1, "06:00", "period_start"),
        _at(1, "04:51", "shot", team="OTT", goalie="G1"),
        _at(1, "03:37", "goal", team="OTT", scorer="OTT-16", assists=["OTT-2"], goalie="G1"),
        _at(1, "01:15", "penalty", team="MOL", goalie="G1", infraction="tripping", fouled="OTT-5"),
        _at(1, "00:00", "period_end"),
        _at(2, "06:00", "period_start"),
        _at(2, "04:26", "possession", team="MOL"),
        _at(2, "04:09", "goal", team="MOL", scorer="MOL-13", goalie="G1"),
        _at(2, "02:40", "timeout", team="OTT", zone="neutral"),
        _at(2, "00:00", "period_end"),
        _at(3, "06:00", "period_start"),
        _at(3, "02:33", "penalty", team="MOL", player="MOL-20", infraction="abuse_of_officials", **_OUT),
        _at(3, "00:00", "period_end"),
        {"type": "left_ice"},
        {"type": "sign_off", "by": "Pat Reyes"},
    ]


def _at(period: int, clock: str, type: str, **fields: Any) -> Call:
    return {"type": type, "period": period, "clock": clock, **fields}
