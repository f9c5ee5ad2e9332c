"""Time to serve: how long, by whom, in full or until a goal, and whether the team plays short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Penalty, Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause, Json


def serve_penalty(play: Play, penalty: Penalty) -> None:
    """Give the time that a penalty's offender, or a teammate for them, serves.

    A double minor is two minors. A `wiped` penalty has none. Where two clauses give the same time for
    one penalty, it is served once.
    """
    if penalty.call.get("wiped"):
        return
    served: list[str] = []
    for clause in play.book.of("serve"):
        if not penalty.is_of(clause) or (clause.get("unless_out") and _is_put_out(play, penalty)):
            continue
        served_as = clause.get("as", penalty.penalty_class)
        again = served_as in served
        for _ in range(1 if again else penalty.counts_as):
            seconds = _seconds(play, clause)
            if _give(play, clause, penalty, served_as, seconds) and not again:
                penalty.seconds += seconds or 0
                _put_in_box(play, clause, penalty, served_as, seconds)
        served.append(served_as)


def _seconds(play: Play, clause: Clause) -> int | None:
    """A clause's length in the timing that holds now."""
    seconds: int | None = clause.get("seconds")
    if play.timing == "running":
        seconds = clause.get("running_s", seconds)
    return seconds


def seconds_for(play: Play, penalty_class: str) -> int | None:
    """How long a penalty of that class is now, or none where nobody serves it."""
    for clause in play.book.of("serve"):
        if penalty_class in clause.get("classes", []):
            return _seconds(play, clause)
    return None


def _give(play: Play, clause: Clause, penalty: Penalty, served_as: str, seconds: int | None) -> bool:
    team = penalty.team
    fields: Json = {"team": team}
    offender = penalty.offender()
    for field in sorted(offender):
        fields[field] = offender[field]
    fields["class"] = served_as
    fields["seconds"] = seconds
    if "until" in clause:
        fields["until"] = clause["until"]
    fields["by"] = clause.get("by", _by(play, penalty))
    fields["in_full"] = _in_full(play, clause, penalty)
    fields["short"] = _short(play, clause, penalty)
    of_class = "@class." + served_as
    args = {
        "who": play.sides.named(penalty.person) if penalty.person is not None else play.sides.names[team],
        "class": [of_class, "@nobody_short"] if _nobody_short(play, penalty) else of_class,
        "seconds": seconds if seconds is not None else "",
    }
    key = "serve." + clause["until"] if seconds is None and "until" in clause else "serve." + fields["by"]
    message = (key, args)
    return play.give("serve", clause, [penalty.id], message, fields)


def _by(play: Play, penalty: Penalty) -> str:
    """A teammate for the bench, staff, a goalie, and whoever is put out by the same call."""
    if penalty.field != "player" or play.sides.is_goalie(penalty.person or ""):
        return "teammate"
    return "teammate" if _is_put_out(play, penalty) else "self"


def _is_put_out(play: Play, penalty: Penalty) -> bool:
    """Whether a penalty has put its offender out of the game."""
    for ruling in play.rulings.in_effect(penalty.id):
        if ruling["code"] in ["player_ejected", "staff_ejected"]:
            if ruling.get(penalty.field) == penalty.person:
                return True
    return False


def _in_full(play: Play, clause: Clause, penalty: Penalty) -> bool:
    """Whether a goal against does not end it: by class, infraction, the referee's word, or in a pair."""
    if clause["in_full"] or penalty.call.get("in_full") or _nobody_short(play, penalty):
        return True
    for other in play.book.of("served_in_full"):
        if penalty.is_of(other):
            return True
    return False


def _short(play: Play, clause: Clause, penalty: Penalty) -> bool:
    return bool(clause["short"]) and not _nobody_short(play, penalty)


def _nobody_short(play: Play, penalty: Penalty) -> bool:
    """Whether the penalty is one of a coincident pair that leaves nobody short."""
    clause = play.book.the("coincident")
    return penalty.coincident and clause is not None and clause["gives"] == "nobody_short"


def _put_in_box(play: Play, clause: Clause, penalty: Penalty, served_as: str, seconds: int | None) -> None:
    if seconds is None:
        return
    # Each penalty of the bench, staff's among them, is somebody else's to serve.
    who = penalty.person if penalty.field == "player" and penalty.person is not None else penalty.id
    play.served.append(
        {
            "call": penalty.id,
            "team": penalty.team,
            "offender": penalty.offender(),
            "who": who,
            "class": served_as,
            "left_s": seconds,
            "in_full": _in_full(play, clause, penalty),
            "short": _short(play, clause, penalty),
        }
    )


def rule_on_discrepancy(play: Play, call: Call) -> None:
    """A jersey that is not as on the roster, and was not declared before the game: a bench minor is due."""
    for clause in play.book.of("undeclared_discrepancy"):
        if not call["declared"]:
            give_bench_minor(play, clause, [call["id"]], call["team"])


def give_bench_minor(play: Play, clause: Clause, because: list[Any], team: str) -> None:
    fields = {"team": team, "seconds": seconds_for(play, "bench_minor")}
    play.give("bench_minor", clause, because, ("bench_minor", {"who": play.sides.names[team]}), fields)
