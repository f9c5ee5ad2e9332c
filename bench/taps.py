"""A whole game of each rulebook by touch alone, offline, processor slowed four times: what every call took.

`python -m bench.taps`, or `make bench-taps`. Prints, by rulebook and kind of call, how many taps each took
over the whole game; then, over all games, from the tap to the call on disk, to the rulings, and the longest
task of the page. The rules run in a Worker, which no throttling reaches: what they took counts four times.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from bench.pages import SLOWED, percentile
from tests.cast import PASSWORD
from tests.e2e.games_by_touch import PLAYED, SIDES, AtABigRink
from tests.e2e.handset import Handset
from tests.e2e.product import Product, fill_with_the_demo, publish
from tests.e2e.taps_taken import MOST, Taken, over_budget, taken, taps_by_kind, watch
from tests.e2e.test_whole_games import add_leagues, sign_in_and_go_offline

BUDGET_MS = {"saved": 50, "ruled": 150, "task": 200}


def played(playwright: Playwright, folder: Path) -> tuple[dict[str, list[Taken]], list[float]]:
    """By rulebook, the calls of its game; and all tasks over 50 ms, in milliseconds."""
    published = publish(folder / "published")
    fill_with_the_demo(published, folder / "demo.sqlite", PASSWORD)
    shutil.copy(folder / "demo.sqlite", folder / "all.sqlite")
    add_leagues(folder / "all.sqlite")
    product = Product(published, folder / "all.sqlite")
    pat = AtABigRink(Handset(playwright, folder / "pat's", product.root))
    calls, tasks = {}, []
    try:
        product.start()
        pat.handset.switch_on()
        sign_in_and_go_offline(pat, product)
        pat.handset.switch_off()
        pat.handset = Handset(playwright, folder / "pat's", product.root, slowed=SLOWED)
        pat.handset.switch_on()
        for slug, play in PLAYED.items():
            pat.open_app()
            pat.open_game(*SIDES[slug])
            watch(pat.page)
            play(pat)
            calls[slug], slow = taken(pat.page, slug)
            tasks += slow
    finally:
        pat.handset.switch_off()
        product.stop()
    return calls, tasks


def ruled_ms(one: Taken) -> float | None:
    """From the tap to the rulings, on a phone as slow as the page was."""
    if one.ruled_ms is None or one.engine_ms is None:
        return None
    return one.ruled_ms + (SLOWED - 1) * one.engine_ms


def main() -> int:
    """Print what was counted and measured; 1 where a budget is missed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        games, tasks = played(playwright, Path(folder))
    missed = []
    for slug, calls in games.items():
        print(f"{slug}: {len(calls)} calls")
        for kind, taps in taps_by_kind(calls).items():
            budget = f"   budget {MOST[kind]}" if kind in MOST else ""
            print(f"  {kind:<20} {' '.join(map(str, taps))}{budget}")
        missed += [f"{slug}, {fault}" for fault in over_budget(calls)]
    every = [one for calls in games.values() for one in calls]
    saved = [one.saved_ms for one in every if one.saved_ms is not None]
    ruled = [spent for one in every if (spent := ruled_ms(one)) is not None]
    measured = {
        "saved": ("tap to saved, p95", percentile(saved)),
        "ruled": ("tap to rulings, p95", percentile(ruled)),
        "task": ("longest task", max(tasks, default=0)),
    }
    print(f"{len(saved)} taps, processor slowed {SLOWED} times, no network")
    for key, (what, spent) in measured.items():
        print(f"{what:<22} {spent:>5.0f} ms   budget {BUDGET_MS[key]} ms")
        missed += [what] * (spent > BUDGET_MS[key])
    print("over budget: " + ", ".join(missed) if missed else "within budget")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
