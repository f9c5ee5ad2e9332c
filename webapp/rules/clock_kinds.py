"""The kinds of clause that speak of time: lengths, breaks, when the clock stops; a part of `kinds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parameters import COUNT, FLAG, IDS
from .shapes import CALLS, TIMINGS

if TYPE_CHECKING:
    from .typed import Json

CLOCK_KINDS: Json = {
    "lengths": {
        "for": "How long a period runs, and in which timing; one clause for each timing played.",
        "kept_by": "clock",
        "parameters": {"period_s": COUNT, "timing": {"kind": "enum", "values": TIMINGS}},
    },
    "change_buzzer": {
        "for": "A buzzer every so many seconds, in these divisions, at which both teams change.",
        "alone": "Children's divisions have it, so that everybody plays as long; the others have none.",
        "kept_by": "clock",
        "parameters": {"divisions": IDS, "seconds": COUNT},
    },
    "warm_up": {
        "for": "How long the teams warm up.",
        "kept_by": "clock",
        "parameters": {"seconds": COUNT},
    },
    "countdown": {
        "for": "Seconds to be counted down on the referee's screen after a call of that type.",
        "alone": "Play is free for so long only where both teams shoot on one goalie.",
        "kept_by": "clock",
        "parameters": {"after": {"kind": "enum", "values": sorted(CALLS)}, "seconds": COUNT},
    },
    "stoppage": {
        "for": "Calls at which the clock stops, where time runs otherwise.",
        "kept_by": "rules",
        "parameters": {"calls": {"kind": "ids", "values": sorted(CALLS)}},
    },
    "break": {
        "for": "The break before the next period.",
        "kept_by": "rules",
        "parameters": {"seconds": COUNT},
    },
    "time_limit": {
        "for": "The time after the warm-up's start at which a period ends, whatever its clock shows.",
        "alone": "Only this league's ice is rented by the hour; an end at such a time is no period's length.",
        "kept_by": "clock",
        "parameters": {"period": {"kind": "ordinal"}, "seconds": COUNT},
    },
    "timeout": {
        "for": (
            "How many time-outs a team has in a game and how long each is; in which zones, where not at "
            "any stoppage."
        ),
        "kept_by": "rules",
        "parameters": {
            "seconds": COUNT,
            "per_game": COUNT,
            "zones": {"kind": "ids", "values": ["neutral", "attacking", "defending"], "optional": True},
            "stops_clock": FLAG,
        },
    },
    "water_break": {
        "for": "Who may call a water break, and when.",
        "alone": "Who plays outdoors in summer has them; on ice nobody does.",
        "kept_by": "rules",
        "parameters": {
            "by": {"kind": "enum", "values": ["goalie"]},
            "situations": {"kind": "ids", "values": ["own_zone_possession", "goalie_ball", "other"]},
        },
    },
    "last_minutes": {
        "for": (
            "The last seconds of a period are stop time at a lead within these bounds, and running time "
            "otherwise."
        ),
        "alone": "Stop time that hangs on the score: stoppages alone do not say it.",
        "kept_by": "rules",
        "parameters": {
            "period": {"kind": "ordinal"},
            "last_s": COUNT,
            "lead_at_least": COUNT,
            "lead_at_most": COUNT,
        },
    },
    "running_time": {
        "for": (
            "Calls at which running time stops; in the last seconds of a period, with a lead of so many "
            "at most, the time lost is given back."
        ),
        "alone": "Only this league plays in both timings, and gives time back.",
        "kept_by": "rules",
        "parameters": {
            "calls": {"kind": "ids", "values": sorted(CALLS)},
            "restore_in_period": {"kind": "ordinal"},
            "restore_in_last_s": COUNT,
            "restore_lead_at_most": COUNT,
        },
    },
    "mercy": {
        "for": "Stop time may become running time at such a lead, from that period on.",
        "alone": "The others run the clock anyway, or not by the lead.",
        "kept_by": "rules",
        "parameters": {"lead": {"kind": "ordinal"}, "from_period": {"kind": "ordinal"}},
    },
}
