"""How long the rules take: on the server beside json.loads, on the phone in Chromium slowed four times.

`python -m bench.rules`, or `make bench-rules`. Prints a row for logs of 30, 120 and 400 calls under every
rulebook, each ruled on as the app does, then the compressed sizes of shell and engine. Budgets: 40 times
json.loads of the same file on the server and 150 ms on the phone for 120 calls, at most four times as long
for 400; 60 KB for the shell, 250 KB for the engine with its runtime.
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench.games import game_of
from tests.browser import ARGUMENTS, chromium
from webapp.calls.ruled import Entry, made_from, ruled, waiting
from webapp.rulebooks.reader import load, slugs
from webapp.rulebooks.words import words

ROOT = Path(__file__).parent.parent
DIST = ROOT / "static" / "dist"
SIZES = (30, 120, 400)
SLOWED = 4
ENGINE = ("engine.json", "micropython.mjs", "micropython.wasm", "rules_worker.js")
SHELL = ("rink.js", "rink.css", "icon.svg", "one_language.js")

PAGE = """<!doctype html><title>bench</title><script type="module">
import {{ loadMicroPython }} from './{runtime}';
import {{ startEngine }} from './engine.js';
const files = await (await fetch('./{engine}')).json();
const answer = await startEngine(loadMicroPython, './{wasm}', files);
window.ruleOn = (request, times) => {{
  const spent = [];
  for (let turn = 0; turn < times; turn += 1) {{
    const began = performance.now();
    answer(request);
    spent.push(performance.now() - began);
  }}
  return spent;
}};
window.ready = true;
</script>"""


def median_ms(act: Callable[[], Any], times: int) -> float:
    """The median of so many runs, in milliseconds."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        spent.append((time.perf_counter() - began) * 1000)
    return statistics.median(spent)


def on_the_server(game: dict[str, Any]) -> tuple[float, float]:
    """json.loads of the file, and the rulings as a push has them made, in milliseconds: the lower quartiles.

    The two are measured in turns, so that whatever else the machine does slows both.
    """
    text, rulebook = json.dumps(game), load(game["rulebook"])
    entries = [Entry(call) for call in game["calls"]]
    file = {part: game[part] for part in game if part != "calls"}
    floors, spent = [], []
    for _ in range(25):
        floors.append(median_ms(lambda: json.loads(text), 20))
        spent.append(median_ms(lambda: ruled(entries, file, rulebook), 1))
    return statistics.quantiles(floors, n=4)[0], statistics.quantiles(spent, n=4)[0]


def asked_by_the_phone(game: dict[str, Any]) -> tuple[str, str]:
    """The first request that a phone's engine gets in a game, and the one after every further tap."""
    file = {part: game[part] for part in game if part != "calls"}
    rulebook = load(game["rulebook"])
    tap = {
        "do": "rule_on_log",
        "calls": game["calls"],
        "held": {},
        "game": file,
        "made_from": made_from(file, rulebook),
    }
    return json.dumps(tap | {"rulebook": rulebook, "words": words("en")}), json.dumps(tap)


def on_the_phone(requests: list[tuple[str, str]]) -> list[float]:
    """The median for each request, in milliseconds, on the main thread of Chromium slowed four times."""
    assets = json.loads((DIST / "assets.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        for name in ("engine.json", "micropython.mjs", "micropython.wasm"):
            (Path(folder) / assets[name]).write_bytes((DIST / assets[name]).read_bytes())
        bundle = ["--bundle", "--format=esm", "--log-level=error", f"--outfile={folder}/engine.js"]
        subprocess.run(["node_modules/.bin/esbuild", "static/src/engine.ts", *bundle], cwd=ROOT, check=True)
        page = PAGE.format(
            runtime=assets["micropython.mjs"], engine=assets["engine.json"], wasm=assets["micropython.wasm"]
        )
        (Path(folder) / "index.html").write_text(page)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            return _in_chromium(f"http://127.0.0.1:{server.server_port}/", requests)
        finally:
            server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *args: Any) -> None:
        return


def _in_chromium(address: str, requests: list[tuple[str, str]]) -> list[float]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            page = browser.new_page()
            page.goto(address)
            page.wait_for_function("() => window.ready === true", timeout=60_000)
            devtools = page.context.new_cdp_session(page)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            return [
                statistics.median(
                    page.evaluate(
                        "([first, tap, times]) => { ruleOn(first, 1); return ruleOn(tap, times); }",
                        [first, tap, 15],
                    )
                )
                for first, tap in requests
            ]
        finally:
            browser.close()


def compressed(names: tuple[str, ...]) -> tuple[int, int]:
    """Bytes of these assets with Brotli, as served over HTTPS, and with gzip."""
    assets = json.loads((DIST / "assets.json").read_text())
    brotli = zipped = 0
    for name in names:
        path = DIST / assets.get(name, name)
        zipped += len(gzip.compress(path.read_bytes(), 9))
        twin = path.with_name(path.name + ".br")
        brotli += twin.stat().st_size if twin.exists() else path.stat().st_size
    return brotli, zipped


def lazy() -> list[str]:
    """The parts of the app that come when they are opened: none of them is the shell's."""
    return sorted(name for name in json.loads((DIST / "assets.json").read_text()) if name.startswith("lazy-"))


def over_budget(server: dict[int, tuple[float, float]], phone: dict[int, float]) -> list[str]:
    """What of one rulebook is over budget; both by number of calls, the server's beside json.loads."""
    floor, ruled_in = server[120]
    over = ["server"] * (ruled_in > 40 * floor) + ["phone"] * (phone[120] > 150)
    over += ["server, 400 calls"] * (server[400][1] > 4 * ruled_in)
    return over + ["phone, 400 calls"] * (phone[400] > 4 * phone[120])


def main() -> int:
    """Print the table; 1 where a budget is missed."""
    games = {(slug, size): game_of(slug, size) for slug in slugs() for size in SIZES}
    for game in games.values():
        assert not waiting([Entry(call) for call in game["calls"]], game, load(game["rulebook"])).reasons
    slowed = dict(
        zip(games, on_the_phone([asked_by_the_phone(game) for game in games.values()]), strict=True)
    )
    measured = {key: on_the_server(game) for key, game in games.items()}
    print(f"{'rulebook':<16} {'calls':>5} {'json.loads':>11} {'server':>9} {'ratio':>6} {'phone':>10}")
    for key, (floor, server) in measured.items():
        row = f"{key[0]:<16} {key[1]:>5} {floor:>8.3f} ms {server:>6.2f} ms {server / floor:>5.1f}x"
        print(f"{row} {slowed[key]:>7.1f} ms")
    missed = []
    for slug in slugs():
        over = over_budget(
            {size: measured[slug, size] for size in SIZES}, {size: slowed[slug, size] for size in SIZES}
        )
        missed += [f"{slug} ({what})" for what in over]
    for name, files, budget_kb in (
        ("shell", (*SHELL, "rink.html", "worker.js"), 60),
        ("engine", ENGINE, 250),
    ):
        brotli, zipped = compressed(files)
        sizes = f"{brotli / 1000:.1f} KB with Brotli, {zipped / 1000:.1f} KB with gzip"
        print(f"{name}: {sizes}, budget {budget_kb} KB")
        missed += [name] * (brotli > budget_kb * 1000)
    for name in lazy():
        brotli, zipped = compressed((name,))
        print(
            f"{name}: {brotli / 1000:.1f} KB with Brotli, {zipped / 1000:.1f} KB with gzip, once it is opened"
        )
    print("over budget: " + ", ".join(missed) if missed else "within budget")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
