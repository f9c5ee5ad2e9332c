"""What Lighthouse makes of the referee's and the captain's pages on a phone: scores of 100.

`python -m bench.page_scores`, a part of `make bench-pages`. Each page is opened by somebody who is signed in,
as Lighthouse has it in Chromium with a slow processor and a slow network. Lighthouse's packages are not the
product's: `bench/lighthouse/` has their lock.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from tests.browser import ARGUMENTS, chromium
from tests.cast import PASSWORD
from tests.e2e.product import Product, fill_with_the_demo, publish

ROOT = Path(__file__).parent.parent
LIGHTHOUSE = ROOT / "bench" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
RUNS = 3
WITHIN_S = 180
STARTS_WITHIN_S = 30
BUDGET = {"performance": 98, "accessibility": 100, "best-practices": 100}


def scores(playwright: Playwright, product: Product, folder: Path) -> dict[str, dict[str, float]]:
    """By page, the median of each score; the product runs, its database holds the demo."""
    with chromium_for_lighthouse(folder / "nobody") as port:
        signing_in = _median(port, f"{product.root}/rink/")
    team = _sign_in(playwright, product, folder / "signed-in")
    addresses = {
        "referee, games": f"{product.root}/rink/",
        "referee, game": f"{product.root}/rink/#/game/{product.game('Game 3')}",
        "captain, team": team,
        "inbox": f"{product.root}/inbox/",
    }
    with chromium_for_lighthouse(folder / "signed-in") as port:
        return {"referee, sign-in": signing_in} | {
            name: _median(port, url) for name, url in addresses.items()
        }


def _sign_in(playwright: Playwright, product: Product, profile: Path) -> str:
    """Leave a captain and an official signed in, in a profile; the address of the captain's team."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=ARGUMENTS
    )
    try:
        page = context.new_page()
        page.goto(f"{product.root}/sign-in")
        page.get_by_label("User name").fill("casey")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(lambda url: not url.endswith("/sign-in"))
        page.goto(f"{product.root}/captain/")
        team: str = page.url
        page.goto(f"{product.root}/rink/")
        page.get_by_label("User name").fill("pat")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_text("Opens offline").first.wait_for()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        return team
    finally:
        context.close()


@contextmanager
def chromium_for_lighthouse(profile: Path) -> Iterator[int]:
    """A browser as Lighthouse itself would start it, and the port by which it is driven.

    With Playwright's own arguments the page waits for a process to start, which counts as the page's work.
    """
    arguments = ["--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run"]
    listens = profile / "DevToolsActivePort"
    listens.unlink(missing_ok=True)
    browser = subprocess.Popen(
        [chromium(), *arguments, f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"],
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + STARTS_WITHIN_S
        while not (listens.exists() and listens.read_text().strip()):
            if time.monotonic() > until or browser.poll() is not None:
                raise RuntimeError("Chromium does not start")
            time.sleep(0.1)
        yield int(listens.read_text().split()[0])
    finally:
        browser.terminate()
        browser.wait()


def _median(port: int, url: str) -> dict[str, float]:
    runs = [_audited(port, url) for _ in range(RUNS)]
    return {category: statistics.median(run[category] for run in runs) for category in BUDGET}


def _audited(port: int, url: str) -> dict[str, float]:
    """Each score of one visit, of 100; what the visit lost points for is printed."""
    said = subprocess.run(
        [
            "node",
            str(LIGHTHOUSE),
            url,
            f"--port={port}",
            "--disable-storage-reset",
            "--quiet",
            "--output=json",
            "--form-factor=mobile",
            f"--only-categories={','.join(BUDGET)}",
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
    ).stdout
    report = json.loads(said)
    found = {category: 100 * report["categories"][category]["score"] for category in BUDGET}
    for category, least in BUDGET.items():
        if found[category] < least:
            for line in _lost(report, category):
                print(f"  {url}: {line}")
    return found


def _lost(report: dict[str, Any], category: str) -> list[str]:
    """The audits of a category that took points, a line each."""
    audits = [
        report["audits"][one["id"]] for one in report["categories"][category]["auditRefs"] if one["weight"]
    ]
    return [
        f"{audit['id']} {audit['score']:.2f} {audit.get('displayValue', '')}".rstrip()
        for audit in audits
        if audit["score"] is not None and audit["score"] < 0.9
    ]


def main() -> int:
    """Print the medians; 1 where one is under its budget."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        folder = Path(kept)
        published = publish(folder / "published")
        fill_with_the_demo(published, folder / "demo.sqlite", PASSWORD)
        product = Product(published, folder / "demo.sqlite")
        try:
            product.start()
            pages = scores(playwright, product, folder)
        finally:
            product.stop()
    missed = []
    print(f"Lighthouse, mobile, median of {RUNS}: " + ", ".join(f"{one} {BUDGET[one]}" for one in BUDGET))
    for name, found in pages.items():
        print(f"{name:<18} " + "  ".join(f"{one} {found[one]:.0f}" for one in BUDGET))
        missed += [f"{name}: {one}" for one in BUDGET if found[one] < BUDGET[one]]
    print("under budget: " + ", ".join(missed) if missed else "within budget")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
