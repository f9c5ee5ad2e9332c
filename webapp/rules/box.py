"""Who is serving at the clock of the last call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .game_time import GameTime
from .play import Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Json

# Players of a team who can be in the box with the team short for them: a third one waits.
AT_ONCE = 2
ENDED_BY_GOAL = ["minor", "bench_minor"]


def box(play: Play) -> list[Any]:
    """Everybody who serves or waits to, in order of calls: `[{"team", offender, "class", "left_s"}]`.

    `waits` where the time does not run yet: after the same person's other penalty, or as a team's third.
    """
    if not play.served:
        return []
    served: dict[str, list[Json]] = {}
    for penalty in play.served:
        served.setdefault(penalty["call"], []).append(dict(penalty))
    times = GameTime(play)
    happened: list[Any] = []
    now = 0
    for call in play.log.standing:
        now = times.at(call)
        if call["id"] in served or call["id"] in play.goals_by:
            happened.append((now, len(happened), call["id"]))
    benches = Benches(play)
    for at, _, call_id in sorted(happened):
        if at > now:
            break
        benches.run_to(at)
        if call_id in play.goals_by:
            benches.goal_by(play.goals_by[call_id])
        for penalty in served.get(call_id, []):
            benches.enter(penalty)
    benches.run_to(now)
    by_call: dict[str, list[Json]] = {}
    running = benches.running()
    for penalty in benches.inside:
        penalty["waits"] = not _is_among(penalty, running)
        by_call.setdefault(penalty["call"], []).append(penalty)
    return [_listed(penalty) for name in play.log.in_order(sorted(by_call)) for penalty in by_call[name]]


def _listed(penalty: Json) -> Json:
    listed: Json = {"team": penalty["team"]}
    for field in penalty["offender"]:
        listed[field] = penalty["offender"][field]
    listed["class"] = penalty["class"]
    listed["left_s"] = penalty["left_s"]
    if penalty["waits"]:
        listed["waits"] = True
    return listed


def _is_among(penalty: Json, penalties: list[Json]) -> bool:
    for other in penalties:
        if other is penalty:
            return True
    return False


class Benches:
    """The penalty benches of both teams as the clock runs.

    One person's penalties run one after the other. At most two persons of a team serve penalties that
    leave it short; whoever comes third waits until one of them is out.
    """

    def __init__(self, play: Play) -> None:
        self._sides = play.sides
        self._now_s = 0
        self.inside: list[Json] = []
        # Whoever serves a penalty that leaves their team short now.
        self._short_for: dict[str, list[str]] = {}
        for team in play.sides.teams:
            self._short_for[team] = []

    def enter(self, penalty: Json) -> None:
        self.inside.append(penalty)
        self._seat()

    def run_to(self, now_s: int) -> None:
        """Run the clock, and let out whoever is done on the way."""
        while self._now_s < now_s:
            running = self.running()
            if not running:
                break
            step_s = now_s - self._now_s
            for penalty in running:
                step_s = min(step_s, penalty["left_s"])
            for penalty in running:
                penalty["left_s"] -= step_s
            self._now_s += step_s
            self._let_out()
        self._now_s = now_s

    def goal_by(self, team: str) -> None:
        """A goal against the team that has fewer on the ice ends the minor with the least time left."""
        other = self._sides.other(team)
        if len(self._short_for[other]) <= len(self._short_for[team]):
            return
        ended: Json | None = None
        for penalty in self.running():
            if penalty["team"] == other and not penalty["in_full"] and penalty["class"] in ENDED_BY_GOAL:
                if ended is None or penalty["left_s"] < ended["left_s"]:
                    ended = penalty
        if ended is not None:
            ended["left_s"] = 0
            self._let_out()

    def _let_out(self) -> None:
        self.inside = [penalty for penalty in self.inside if penalty["left_s"] > 0]
        self._seat()

    def _at_hand(self) -> list[Json]:
        """The penalty that each person inside is at, in the order of their calls."""
        seen = []
        found = []
        for penalty in self.inside:
            if penalty["who"] not in seen:
                seen.append(penalty["who"])
                found.append(penalty)
        return found

    def _seat(self) -> None:
        """Who keeps a place, and who takes one that is free."""
        at_hand = [penalty for penalty in self._at_hand() if penalty["short"]]
        for team in self._sides.teams:
            waiting = [penalty["who"] for penalty in at_hand if penalty["team"] == team]
            kept = [who for who in self._short_for[team] if who in waiting]
            for who in waiting:
                if len(kept) < AT_ONCE and who not in kept:
                    kept.append(who)
            self._short_for[team] = kept

    def running(self) -> list[Json]:
        """The penalties whose time runs with the clock."""
        return [
            penalty
            for penalty in self._at_hand()
            if not penalty["short"] or penalty["who"] in self._short_for[penalty["team"]]
        ]
