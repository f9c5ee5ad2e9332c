"""The kinds of clause that rank teams and goalies: a part of `kinds`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parameters import COUNT, COUNT_OPTIONAL

if TYPE_CHECKING:
    from .typed import Json

# What parts teams that are level: a figure, or somebody who is asked.
TIE_BREAK_STEPS = [
    "points",
    "wins",
    "goal_average",
    "goal_difference",
    "goals_against",
    "goals_for",
    "penalty_minutes",
    "first_goal",
    "coin_toss",
    "director",
]

RANKING_KINDS: Json = {
    "goalie_rating": {
        "for": (
            "What adds to a goalie's shots and goals beside play itself; where no clause says so, "
            "penalty shots do."
        ),
        "alone": "Only here goalies compete with each other.",
        "kept_by": "rules",
        "parameters": {"counts": {"kind": "ids", "values": ["penalty_shot", "shootout_attempt"]}},
    },
    "ranking": {
        "for": (
            "What a game gives a team in the standings, and the goals at which a forfeit stands. Overtime "
            "and shoot-out may have points of their own; `tie` may be left out where no game ends in one."
        ),
        "kept_by": "rules",
        "parameters": {
            "win": COUNT,
            "tie": COUNT_OPTIONAL,
            "loss": COUNT,
            "overtime_win": COUNT_OPTIONAL,
            "overtime_loss": COUNT_OPTIONAL,
            "shootout_win": COUNT_OPTIONAL,
            "shootout_loss": COUNT_OPTIONAL,
            "forfeit_goals": COUNT,
        },
    },
    "tie_break": {
        "for": "One step between teams level on points; the order of the clauses is the order of the steps.",
        "kept_by": "rules",
        "parameters": {
            "step": {"kind": "enum", "values": TIE_BREAK_STEPS},
            # How many teams are level on points: those steps hold for them to the end.
            "teams": {"kind": "enum", "values": ["two", "three_or_more", "any"]},
            # The games that count: all of the stage (left out), or those among the teams level at first.
            "among": {"kind": "enum", "values": ["all", "tied"], "optional": True},
            # Only games against the first so many of `top`, without the teams level at first.
            "against_top": {"kind": "ordinal", "optional": True},
            # Goals by which a win counts at the most where the schedule is mixed.
            "mixed_win_by_at_most": COUNT_OPTIONAL,
        },
    },
}
