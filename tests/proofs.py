"""Proofs over many repetitions have two sizes: some of them in `make test`, all of them by `make proofs`.

`@pytest.mark.proof(3)`, on a test with parameters: three of them are run, other three by another `--sample`,
so that in time all are. A run's last lines say what was run at small size, and by which sample.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest

SAMPLES = 10_000


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", action="store_true", help="Run what is marked `proof` at full size.")
    parser.addoption("--sample", type=int, help="Which part of each proof is run otherwise; by chance.")


class Proofs:
    """The plugin. `told`: by test, how many of its parameters were run, and of how many."""

    def __init__(self, config: pytest.Config):
        asked = config.option.sample
        told = getattr(config, "workerinput", {}).get("sample")  # by the process that started this one
        by_chance = random.SystemRandom().randrange(SAMPLES)
        self.whole: bool = config.option.proofs
        self.sample: int = next(one for one in (told, asked, by_chance) if one is not None)
        self.told: dict[str, tuple[int, int]] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["sample"] = self.sample

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        proofs = defaultdict(list)
        for item in items:
            if item.get_closest_marker("proof") and not self.whole:
                proofs[item.nodeid.partition("[")[0]].append(item)
        left_out: set[pytest.Item] = set()
        for name, all_of_it in proofs.items():
            [most] = all_of_it[0].get_closest_marker("proof").args
            places = taken(len(all_of_it), most, self.sample)
            left_out |= {item for place, item in enumerate(all_of_it) if place not in places}
            self.told[name] = (len(places), len(all_of_it))
        if left_out:
            config.hook.pytest_deselected(items=list(left_out))
            items[:] = [item for item in items if item not in left_out]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["proofs"] = self.told

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.told.update(getattr(node, "workeroutput", {}).get("proofs", {}))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        small = {name: of for name, of in self.told.items() if of[0] < of[1]}
        if small:
            terminalreporter.section(f"at small size, --sample={self.sample}; `make proofs` has all of it")
        for name, (some, all_of_it) in sorted(small.items()):
            terminalreporter.line(f"{some} of {all_of_it}: {name}")


def taken(count: int, most: int, sample: int) -> set[int]:
    """Places of `count` that are run: at most so many, those next to the ones of the sample before."""
    return {(sample * most + place) % count for place in range(min(most, count))}
