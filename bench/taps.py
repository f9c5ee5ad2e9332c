"""A whole game of each rulebook by touch alone, offline, processor slowed four times: what every call took.

`python -m bench.taps`, or `make bench-taps`. Prints, by rulebook and kind of call, how many taps each took
over the whole game; then, over all games, from the finger's leaving the glass to the call on disk, to the
rulings, and the longest task of the page. The rules run in a Worker, which no throttling reaches: it is
slowed down as much by itself.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Playwright, sync_playwright

from bench.pages import SLOWED, percentile
from tests.cast import PASSWORD
from tests.e2e.games_by_touch import PLAYED, SIDES, AtABigRink
from tests.e2e.handset import Handset
from tests.e2e.product import Product, fill_with_the_demo, publish
from tests.e2e.referee import SETTLED
from tests.e2e.taps_taken import MOST, Taken, over_budget, slow_the_rules, taken, taps_by_kind, watch
from tests.e2e.test_whole_games import add_leagues, sign_in_and_go_offline

BUDGET_MS = {"saved": 50, "ruled": 150, "task": 200}
UNSEEN_MS = 250
"""Before a tap and after it: with the finger's own time more than half a second from tap to tap."""
ON_THE_GLASS_MS = 80
"""How long a finger stays there: what the page does about its coming is done when it goes."""


class Unseen(AtABigRink):
    """A referee whose taps nobody watches: whoever looks into a slow page takes of the time that is measured.

    Between two taps the rules have time to answer what was asked of the next one ahead.
    """

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap(trial=True)
        self.page.wait_for_function(SETTLED)
        x, y = self._middle(what)
        self.page.wait_for_timeout(UNSEEN_MS)
        self.handset.touch("touchStart", [{"x": x, "y": y}])
        self.page.wait_for_timeout(ON_THE_GLASS_MS)
        self.handset.touch("touchEnd", [])
        self.page.wait_for_timeout(UNSEEN_MS)


def played(playwright: Playwright, folder: Path) -> tuple[dict[str, list[Taken]], list[float]]:
    """By rulebook, the calls of its game; and all tasks over 50 ms, in milliseconds."""
    published = publish(folder / "published")
    fill_with_the_demo(published, folder / "demo.sqlite", PASSWORD)
    shutil.copy(folder / "demo.sqlite", folder / "all.sqlite")
    add_leagues(folder / "all.sqlite")
    product = Product(published, folder / "all.sqlite")
    pat = Unseen(Handset(playwright, folder / "pat's", product.root))
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
            slow_the_rules(pat.page, SLOWED)
            play(pat)
            calls[slug], slow = taken(pat.page, slug)
            tasks += slow
    finally:
        pat.handset.switch_off()
        product.stop()
    return calls, tasks


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
    ruled = [one.ruled_ms for one in every if one.ruled_ms is not None]
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
