"""Tie-break steps put in other words: another figure, other teams, other games, another place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webapp.rules.kinds import KINDS

WORDS = ("step", "teams", "among")
OPTIONAL = ("among", "against_top", "mixed_win_by_at_most")


def changed_step(
    clauses: list[dict[str, Any]], place: int, name: str
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A tie-break step in other words, with one left out, and behind the next step."""
    step = clauses[place]
    others = [{key: kept for key, kept in step.items() if key != left_out} for left_out in OPTIONAL]
    for key in WORDS:
        others += [step | {key: word} for word in KINDS["tie_break"]["parameters"][key]["values"]]
    for other in others:
        if other != step and not _says_the_same(step, other):
            what = {
                key: other.get(key) for key in ("step", "teams", *OPTIONAL) if other.get(key) != step.get(key)
            }
            yield f"{name}: {what}", [*clauses[:place], other, *clauses[place + 1 :]]
    following = clauses[place + 1] if place + 1 < len(clauses) else {}
    if following.get("kind") == "tie_break" and following["teams"] == step["teams"]:
        yield (
            f"{name}: after {following['clause']}",
            [*clauses[:place], following, step, *clauses[place + 2 :]],
        )


def _says_the_same(step: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether no competition can tell the two apart."""
    if "among" not in step and other.get("among") == "all":
        return True
    # Somebody who is asked has no games.
    if step["step"] in ("coin_toss", "director") and step["step"] == other["step"] and "among" in other:
        return True
    # Two teams' points from the games between them differ as their wins do.
    if (
        step["teams"] == "two"
        and step.get("among") == "tied"
        and {step["step"], other["step"]} == {"points", "wins"}
    ):
        return True
    # With averages and goals against level, more goals scored are the better difference.
    if step["step"] == "goals_for" and other["step"] == "goal_difference" and step["teams"] != "any":
        return True
    # Behind the coin toss of two nothing is left to be parted.
    return step["teams"] == "three_or_more" and other["teams"] == "any"
