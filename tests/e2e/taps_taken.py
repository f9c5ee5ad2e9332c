"""What each call of a game took: taps, and how long until it was saved and until the rules had answered.

A call's taps are counted from the game screen on, or from the call before where a sheet stays open.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.handset import OPEN_GAME
from webapp.rulebooks.reader import load

WATCH = f"""() => {{{OPEN_GAME}
    const calls = [], tasks = [];
    let taps = 0, tapped = 0, asked = false;
    let opened = false;
    addEventListener('pointerdown', () => {{
        opened = Boolean(document.querySelector('dialog[open]'));
        asked = Boolean(document.querySelector('[role=alertdialog]'));
    }}, {{ capture: true, passive: true }});
    addEventListener('click', ({{ timeStamp }}) => {{
        taps = opened ? taps + 1 : 1;
        tapped = timeStamp;
    }}, {{ capture: true }});
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (value, ...key) {{
        if (this.name === 'calls') {{
            const {{ id, type, period, infraction, action, set, conditions }} = value.call;
            let one = calls.find((known) => known.id === id); // written again where it was undone
            if (!one) {{
                one = {{ id, type, period, infraction, action, asked, taps, tapped }};
                one.fouled = Boolean(set?.fouled);
                one.checked = Boolean(conditions?.length);
                taps = 0;
                calls.push(one);
            }}
            this.transaction.addEventListener('complete', ({{ timeStamp }}) => {{ one.saved = timeStamp; }});
        }}
        return add.call(this, value, ...key);
    }};
    game.ruling.subscribe((state) => {{
        if (state !== 'ready') return;
        const there = new Set(game.calls.peek().map(({{ id }}) => id));
        const ruled = performance.now();
        for (const one of calls) if (there.has(one.id)) one.ruled ??= ruled;
    }});
    const slow = (list) => tasks.push(...list.getEntries().map(({{ duration }}) => duration));
    new PerformanceObserver(slow).observe({{ type: 'longtask' }});
    window.taken = () => ({{ calls, tasks }});
}}"""
# No throttling reaches Workers: each answer is held back as long as the rules would have needed beyond that.
SLOW_THE_RULES = """(slowed) => {
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
    const stop = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    const answer = self.postMessage.bind(self);
    let asked;
    Object.defineProperty(MessageEvent.prototype, 'data', {
        get() {
            asked = performance.now();
            return get.call(this);
        },
    });
    self.postMessage = (message) => {
        Atomics.wait(stop, 0, 0, (performance.now() - asked) * (slowed - 1));
        answer(message);
    };
}"""

MOST = {
    "goal": 3,
    "penalty": 4,
    "uncommon penalty": 7,
    "fouled": 1,
    "possession": 1,
    "clock start": 1,
    "period_start": 1,
    "void": 1,
}
"""Taps that a call may take. `fouled`: who was, beyond the penalty's own; `void`: the last call undone."""


@dataclass(frozen=True)
class Taken:
    """One call. `saved_ms` and `ruled_ms` since the finger was lifted.

    Both are None of a call that no tap of its own brought. `asked`: the last tap answered a question, as
    before what ends somebody's game.
    """

    kind: str
    taps: int
    asked: bool
    saved_ms: float | None
    ruled_ms: float | None


def watch(page: Page) -> None:
    """Begin to look; the game is on the screen, and stays on this page."""
    page.evaluate(WATCH)


def slow_the_rules(page: Page, slowed: int) -> None:
    """Have the rules take so many times as long from now on, as the page does on a slow phone."""
    (worker,) = page.workers
    worker.evaluate(SLOW_THE_RULES, slowed)


def taken(page: Page, slug: str) -> tuple[list[Taken], list[float]]:
    """Every call since, and the tasks over 50 ms in milliseconds.

    `slug`: the game's rulebook, whose first infractions are common.
    """
    common = {one["infraction"] for one in load(slug)["infractions"] if one.get("common")}
    seen = page.evaluate("window.taken()")
    return [_one(call, common) for call in seen["calls"]], seen["tasks"]


def _one(call: dict[str, Any], common: set[str]) -> Taken:
    kind = _kind(call, common)
    if not call["taps"] or "saved" not in call or "ruled" not in call:
        return Taken(kind, call["taps"], call["asked"], None, None)
    saved_ms, ruled_ms = call["saved"] - call["tapped"], call["ruled"] - call["tapped"]
    return Taken(kind, call["taps"], call["asked"], saved_ms, ruled_ms)


def _kind(call: dict[str, Any], common: set[str]) -> str:
    if call["type"] == "penalty" and call["infraction"] not in common:
        return "uncommon penalty"
    if call["checked"]:
        return "checked goal"
    if call["fouled"]:
        return "fouled"
    if call["type"] == "period_start" and call.get("period") == "SO":
        return "shootout_attempt"  # its first shot begins it
    return f"clock {call['action']}" if call["type"] == "clock" else call["type"]


def taps_by_kind(calls: list[Taken]) -> dict[str, list[int]]:
    """How many taps each call took, by kind, in the order of the game."""
    by_kind = defaultdict(list)
    for one in calls:
        if one.taps:
            by_kind[one.kind].append(one.taps)
    return dict(by_kind)


def over_budget(calls: list[Taken]) -> list[str]:
    """Calls that took more taps than they may, a line each; the answer to a question is one more."""
    over = (one for one in calls if one.taps > MOST.get(one.kind, one.taps) + one.asked)
    return [f"{one.kind}: {one.taps} taps" for one in over]
