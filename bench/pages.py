"""How soon the app is there and how soon a tap is safe: a phone slowed four times, without a network.

`python -m bench.pages`. Prints, beside their budgets: a cold start without a server to a game screen that
can be used (1 s) and to the first rulings (2 s later), as medians; from a tap to the call on disk, at the
95th percentile (50 ms), for a button that acts at once and for the last tap of an input sheet; and the size
of the shell (60 KB).
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Playwright, sync_playwright

from bench.rules import SHELL, compressed
from tests.cast import PASSWORD
from tests.e2e.handset import Handset
from tests.e2e.product import Product, fill_with_the_demo, publish
from tests.e2e.referee import Referee

SLOWED = 4
STARTS = 5
TAPS = 40
LOOKS_MS = 700
BUDGET = {"usable_ms": 1_000, "ruled_ms": 3_000, "durable_ms": 50, "shell_bytes": 60_000}

# When the game screen was first painted with its buttons, and when the rules had first answered.
WATCH_THE_START = """
window.seen = {};
const look = () => {
    const score = document.querySelector('.board__score')?.textContent;
    if (!seen.usable && document.querySelector('.dock__penalty')) {
        seen.usable = -1;
        requestAnimationFrame(() => setTimeout(() => { seen.usable = performance.now(); }));
    }
    if (!seen.ruled && /^\\d/.test(score ?? '')) seen.ruled = performance.now();
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
"""
# From the moment a finger is lifted to the end of the transaction that adds a call.
WATCH_THE_DISK = """() => {
    window.durable = [];
    let tapped = 0;
    addEventListener('click', ({ timeStamp }) => { tapped = timeStamp; }, { capture: true });
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const transaction = begin.call(this, stores, mode, options);
        if (mode === 'readwrite' && [stores].flat().includes('heads')) {
            const since = tapped;
            transaction.addEventListener('complete', () => {
                if (since) durable.push(performance.now() - since);
                tapped = 0;
            });
        }
        return transaction;
    };
}"""


def cold_starts(pat: Referee, game: str) -> tuple[float, float]:
    """Medians in milliseconds since the navigation began: the screen can be used, the rules have answered."""
    usable, ruled = [], []
    for _ in range(STARTS):
        pat.handset.kill()
        pat.handset.switch_on()
        pat.handset.context.add_init_script(WATCH_THE_START)
        pat.open_app(f"#/game/{game}")
        pat.page.wait_for_function("() => window.seen.usable > 0 && window.seen.ruled > 0")
        seen = pat.page.evaluate("window.seen")
        usable.append(seen["usable"])
        ruled.append(seen["ruled"])
    return statistics.median(usable), statistics.median(ruled)


def from_tap_to_disk(pat: Referee) -> tuple[list[float], list[float]]:
    """Milliseconds of each tap: on a button that acts at once, and on the one that ends a sheet."""
    pat.page.evaluate(WATCH_THE_DISK)
    for turn in range(TAPS):
        _touched(pat, pat.possession_button(("Hogs", "Foxes")[turn % 2]))
    at_once = pat.page.evaluate("window.durable.splice(0)")
    for turn in range(TAPS):
        pat.tap(pat.button("Shot saved"))
        _touched(pat, pat.sheet.get_by_role("button", name=("Hogs", "Foxes")[turn % 2]))
    of_a_sheet = pat.page.evaluate("window.durable.splice(0)")
    assert len(at_once) == len(of_a_sheet) == TAPS, "each tap was seen on disk"
    return at_once, of_a_sheet


def _touched(pat: Referee, button: Locator) -> None:
    """One tap, once the screen has been at rest for as long as a referee takes to look at it."""
    pat.page.wait_for_timeout(LOOKS_MS)
    with pat.one_more_call():
        pat.touch(button)


def percentile(spent_ms: list[float]) -> float:
    """The 95th."""
    return statistics.quantiles(spent_ms, n=20)[-1]


def measured(playwright: Playwright, folder: Path) -> dict[str, tuple[float, str]]:
    """By what was measured: the figure, and the budget's name."""
    published = publish(folder / "published")
    fill_with_the_demo(published, folder / "demo.sqlite", PASSWORD)
    product = Product(published, folder / "demo.sqlite")
    pat = Referee(Handset(playwright, folder / "profile", product.root, slowed=SLOWED))
    try:
        product.start()
        pat.handset.switch_on()
        pat.open_app()
        pat.sign_in("pat")
        pat.wait_until_it_opens_offline("Hogs", "Foxes")
        game = product.game("Game 3")
        product.stop()
        usable, ruled = cold_starts(pat, game)
        pat.send_in("Perry Sandoval")
        pat.begin_period(1)
        at_once, of_a_sheet = from_tap_to_disk(pat)
    finally:
        pat.handset.switch_off()
        product.stop()
    return {
        "cold start, game screen": (usable, "usable_ms"),
        "cold start, first rulings": (ruled, "ruled_ms"),
        "tap on a button to disk, median": (statistics.median(at_once), "durable_ms"),
        "tap on a button to disk, p95": (percentile(at_once), "durable_ms"),
        "last tap of a sheet, median": (statistics.median(of_a_sheet), "durable_ms"),
        "last tap of a sheet, p95": (percentile(of_a_sheet), "durable_ms"),
    }


def main() -> int:
    """Print the figures; 1 where a budget is missed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        figures = measured(playwright, Path(folder))
    missed = []
    print(f"processor slowed {SLOWED} times, no network")
    for what, (spent_ms, budget) in figures.items():
        print(f"{what:<33} {spent_ms:>7.0f} ms   budget {BUDGET[budget]:>6,} ms")
        missed += [what] * (spent_ms > BUDGET[budget])
    brotli, zipped = compressed((*SHELL, "rink.html", "worker.js"))
    sizes = f"{brotli / 1000:.1f} KB with Brotli, {zipped / 1000:.1f} KB with gzip"
    print(f"{'shell':<33} {sizes}   budget {BUDGET['shell_bytes'] // 1000} KB")
    missed += ["shell"] * (brotli > BUDGET["shell_bytes"])
    print("over budget: " + ", ".join(missed) if missed else "within budget")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
