"""What a team's penalties lead to: possession for the first, a penalty shot for each later one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play
from .restarts import give_restart

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause


def take_steps(play: Play, penalty: Penalty, earlier: list[Any]) -> None:
    """Rule on a team's penalty by every step clause.

    `earlier`: the team's penalties before this one, in order. A double minor takes two steps, a class
    in `not_for` none; a coincident penalty counts but gives nothing.
    """
    for clause in play.book.of("step"):
        if penalty.penalty_class in clause["not_for"] or penalty.coincident:
            continue
        counted = _counted(clause, earlier, penalty.period)
        reached = _reached(counted)
        because = [penalty.id]
        if clause["from"] > 1:
            because = [before.id for before in counted] + because
        for _ in range(penalty.counts_as):
            reached += 1
            if clause["from"] <= reached <= clause.get("upto", reached):
                _give_step(play, clause, penalty, because, reached)


def next_steps(play: Play, team: str) -> list[Any]:
    """What one more penalty of a team's would lead to as things stand: `[{"gives", "count", "clause"}]`.

    `count`: which one within its span it would be. One that is coincident, or of a class that takes no step,
    leads to nothing.
    """
    found = []
    for clause in play.book.of("step"):
        nth = _reached(_counted(clause, play.penalties_of_team.get(team, []), play.period)) + 1
        if clause["from"] <= nth <= clause.get("upto", nth):
            found.append({"gives": clause["gives"], "count": nth, "clause": clause["clause"]})
    return found


def _counted(clause: Clause, penalties: list[Any], period: object) -> list[Any]:
    return [
        penalty
        for penalty in penalties
        if penalty.penalty_class not in clause["not_for"]
        and (clause["within"] == "game" or penalty.period == period)
    ]


def _reached(counted: list[Any]) -> int:
    reached = 0
    for penalty in counted:
        reached += penalty.counts_as
    return reached


def _give_step(play: Play, clause: Clause, penalty: Penalty, because: list[Any], reached: int) -> None:
    team = play.sides.other(penalty.team)
    if clause["gives"] == "possession":
        give_restart(play, clause, because, team, "possession")
        return
    shooter = penalty.call.get("fouled")
    if shooter is not None and play.sides.players[shooter].get("position") == "goalie":
        shooter = None  # a goalie does not shoot: the captain chooses
    args = {
        "shooter": play.sides.named(shooter) if shooter is not None else "",
        "who": play.sides.names[team],
        "team": play.sides.names[penalty.team],
        "count": reached,
        "within": "@within." + clause["within"],
    }
    key = "penalty_shot.player" if shooter is not None else "penalty_shot.captain"
    fields = {"team": team, "shooter": shooter, "when": clause.get("when", "now")}
    if play.give("penalty_shot", clause, because, (key, args), fields):
        play.awards.append({"team": team, "shooter": shooter, "award": penalty.id, "open": True})
