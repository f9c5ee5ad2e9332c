"""Requests that come while another is being done are done together, once that one is through.

Whoever writes waits for a turn in any case. Whoever gets it does the work of all who wait in the same lane,
so that they share one commit and, where they are about one game, one ruling.
"""

from __future__ import annotations

import copy
import threading
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from webapp.store.busy import gave_way, passes

MOST_AT_A_TIME = 32


@dataclass(eq=False)
class Errand:
    """What is asked for. Once it is `done`, there is an answer, or a fault to raise."""

    asked: Any
    done: bool = False
    answer: Any = None
    fault: BaseException | None = None


@dataclass(eq=False)
class Lane:
    """Errands that share turns. `users`: who is in it; with the last of them it is gone."""

    waiting: deque[Errand] = field(default_factory=deque)
    turn: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0


class Together:
    """`act` takes a list of what was asked and gives the list of answers, or fails as a whole.

    `lane`: what is asked in one lane waits for nothing that is asked in another.
    """

    def __init__(
        self, act: Callable[[list[Any]], list[Any]], lane: Callable[[Any], Hashable] = lambda asked: None
    ):
        self._act, self._lane_of = act, lane
        self._lanes: dict[Hashable, Lane] = {}
        self._guard = threading.Lock()
        self._left = False

    def leave(self) -> bool:
        """Whether somebody's errand is not done yet: who has one will be `asked_to_go_on`."""
        with self._guard:
            self._left = self._left or bool(self._lanes)
            return bool(self._lanes)

    def asked_to_go_on(self) -> bool:
        """Whether somebody has left the rest to the others; asked after one's own errand, and true once."""
        with self._guard:
            left, self._left = self._left, False
            return left

    def do(self, asked: Any) -> Any:
        """The answer, whoever has worked it out; raises what `act` raised."""
        errand, name = Errand(asked), self._lane_of(asked)
        with self._guard:
            lane = self._lanes.setdefault(name, Lane())
            lane.users += 1
            lane.waiting.append(errand)
        try:
            with lane.turn:
                while not errand.done:
                    many = min(len(lane.waiting), MOST_AT_A_TIME)
                    self._run([lane.waiting.popleft() for _ in range(many)])
        finally:
            with self._guard:
                lane.users -= 1
                if not lane.users:
                    del self._lanes[name]
        if errand.fault is not None:
            raise errand.fault
        return errand.answer

    def _run(self, errands: list[Errand]) -> None:
        """Where they fail together, each half is done by itself, so that one does not fail the others.

        A database that is busy, full or away is so for all of them; one that had two wait for each other is
        not.
        """
        try:
            answers = self._act([errand.asked for errand in errands])
        except BaseException as fault:
            if len(errands) > 1 and (gave_way(fault) or not passes(fault)):
                half = len(errands) // 2
                self._run(errands[:half])
                self._run(errands[half:])
                return
            for errand in errands:
                errand.fault, errand.done = _own(fault) if len(errands) > 1 else fault, True
        else:
            for errand, answer in zip(errands, answers, strict=True):
                errand.answer, errand.done = answer, True


def _own(fault: BaseException) -> BaseException:
    """A fault like this one: each of several threads that raise it writes into it whence it came."""
    own = copy.copy(fault)
    own.__cause__, own.__context__ = fault.__cause__, fault.__context__
    return own
