"""The app on a server of files alone, with games in its database as the cases have them: no tap, no account.

A phone that is told of a game by `lay` opens it as one that lost the signal: whatever can be logged is a
state.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.handset import HELD_BY_THE_APP
from tests.phone.site import DIST, Site
from tests.screens.conftest import build
from webapp.calls.ruled import made_from
from webapp.rulebooks.reader import load, slugs
from webapp.rulebooks.words import words

CASES = Path(__file__).parents[1] / "cases"
AT_MS = 1_796_070_000_000
BEGUN = [{"type": "period_start"}, {"type": "clock", "action": "stop", "clock": "05:43"}]
"""A game under way, its clock stopped."""
PAT = {
    "account": "pat",
    "name": "Pat Quill",
    "language": "en",
    "roles": ["referee"],
    "device": "0123456789abcdef0123456789abcdef",
    "token": "of a server that is away",
}
LAY = """({ identity, records, packet }) => new Promise((done, fail) => {
    const opening = indexedDB.open('rinkside');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
        const tx = opening.result.transaction(['identities', 'settings', 'packets', 'calls'], 'readwrite');
        tx.objectStore('identities').put(identity);
        tx.objectStore('settings').put(identity.account, 'account');
        tx.objectStore('packets').put(packet);
        tx.objectStore('calls').clear();
        for (const record of records) tx.objectStore('calls').put(record);
        tx.oncomplete = () => { opening.result.close(); done(); };
        tx.onerror = () => fail(tx.error);
    };
})"""
RULED = f"""({{ game, calls }}) => {{
    const held = ({HELD_BY_THE_APP})();
    return held?.ruling === 'ready' && held.sheet.game === game && held.calls.length === calls;
}}"""
# What the rules answer is heard so many milliseconds later.
SLOW_RULES = """(ms) => {
    const there = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    const late = (hear) => hear && ((event) => setTimeout(() => hear(event), ms));
    Object.defineProperty(Worker.prototype, 'onmessage', {
        ...there, set(hear) { there.set.call(this, late(hear)); },
    });
}"""


class FilesAlone(Site):
    """What is pushed gets no answer."""

    def do_POST(self) -> None:
        with suppress(ConnectionError):  # a page that is left waits for none
            self.send_error(503)


@contextmanager
def files_alone(dist: Path = DIST) -> Iterator[str]:
    """The address of a server of built files."""
    if dist == DIST:
        build()
    server = ThreadingHTTPServer(("127.0.0.1", 0), FilesAlone)
    server.dist, server.portal, server.signed_out = dist, False, False  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


NUMBERS = {"HOG": (4, 9, 11, 22), "BEA": (2, 5, 8, 10)}


def game(*calls: dict[str, Any], rulebook: str = "half-sheet-3v3", **more: Any) -> dict[str, Any]:
    """Hogs against Bears in the first period, with these calls, each with an id of its place."""
    teams = {
        key: {
            "name": name,
            "players": [{"id": f"{key}-{n}", "number": str(n), "position": "skater"} for n in NUMBERS[key]],
            "staff": [],
        }
        for key, name in (("HOG", "Hogs"), ("BEA", "Bears"))
    }
    return {
        "rulebook": rulebook,
        "game": {"id": "g", "stage": "playoff", "home": "HOG", "away": "BEA"},
        "teams": teams,
        "goalies": [{"id": "G1", "name": "Gale Hutchins", "level": "10U"}],
        "calls": [{"id": f"{place:032x}", "period": 1} | call for place, call in enumerate(calls, 1)],
    } | more


@cache
def cases() -> list[dict[str, Any]]:
    """Every worked case of a game."""
    found = [one for path in sorted(CASES.glob("*.json")) for one in json.loads(path.read_text())]
    return [one for one in found if "game" in one]


def case_called(name: str) -> dict[str, Any]:
    """The game file of one case."""
    [found] = [one["game"] for one in cases() if one["case"] == name]
    return found


def case_of(code: str, slug: str | None = None) -> dict[str, Any] | None:
    """The first case that expects a ruling of that code, of one rulebook or of any."""
    for case in cases():
        expected = [ruling["code"] for ruling in case.get("expect", [])]
        if code in expected and case["game"]["rulebook"] in ([slug] if slug else slugs()):
            return case
    return None


def packet(game: str, file: dict[str, Any], rulebook: dict[str, Any]) -> dict[str, Any]:
    """What a phone keeps of a game file without its calls."""
    without = {part: file[part] for part in file if part != "calls"}
    without["game"] = without["game"] | {"id": game}
    without.setdefault("goalies", [])
    without["history"] = {"players": {}, "goalies": {}, "teams": {}} | file.get("history", {})
    sides = {
        side: {"key": file["game"][side], "name": file["teams"][file["game"][side]]["name"], "colour": colour}
        for side, colour in (("home", "red"), ("away", "blue"))
    }
    when = {
        "starts_at": "2026-12-01T15:00:00Z",
        "starts_local": "2026-12-01T10:00",
        "timezone": "America/Toronto",
    }
    row = {"id": game, "label": game, "competition": "", "stage": file["game"]["stage"], "status": "in_play"}
    return {
        "account": PAT["account"],
        "game": game,
        "etag": None,
        "row": row | when | sides | {"rink": "", "duty": "referee", "head": True, "score": None},
        "packet": when
        | {
            "game_file": without,
            "rulebook": rulebook,
            "words": words("en", rulebook),
            "earlier": [],
            "suspended": [],
            "officials": [
                {"account": "pat", "name": PAT["name"], "duty": "referee", "head": True, "by_code": False}
            ],
            "label": game,
            "rink": "",
            "made_from": made_from(without, rulebook),
            "cursor": 0,
            "digest": "sha256:" + "0" * 64,
        },
    }


def record(game: str, call: dict[str, Any], place: int, **became: Any) -> dict[str, Any]:
    """A call as the phone's database keeps it, the so many-th of its log."""
    wire = {"device": PAT["device"], "n": place + 1, "hlc": f"{AT_MS + 1_000 * place}-0000"}
    said = {"made_at": "2026-12-01T15:00:00.000Z", "made_by": PAT["account"], "v": 1, "app": "tests"}
    return {
        "account": PAT["account"],
        "game": game,
        "id": call["id"],
        "call": wire | said | {"game": game} | call,
        "own": True,
    } | became


def lay(page: Page, game: str, file: dict[str, Any], **became: Any) -> None:
    """Put a game file into the database of the app that is open, in the place of what calls are there.

    `became`: what each record of a call has beside it, such as `outbox`.
    """
    records = [record(game, call, place, **became) for place, call in enumerate(file["calls"])]
    kept = packet(game, file, load(file["rulebook"]))
    page.evaluate(LAY, {"identity": PAT, "packet": kept, "records": records})


def show(page: Page, game: str, file: dict[str, Any], **became: Any) -> None:
    """Lay a game and turn to it; ends once the rules have answered for all its calls."""
    lay(page, game, file, **became)
    page.evaluate(f"location.hash = '#/game/{game}'")
    page.wait_for_function(RULED, arg={"game": game, "calls": len(file["calls"])})


def begin(page: Page, address: str, game: str, file: dict[str, Any], **became: Any) -> None:
    """Open the app as Pat, who is signed in, on a first game."""
    page.goto(f"{address}/rink/")
    page.get_by_role("heading").first.wait_for()
    lay(page, game, file, **became)
    page.goto(f"{address}/rink/#/game/{game}")
    page.reload()
    page.wait_for_function(RULED, arg={"game": game, "calls": len(file["calls"])})


@contextmanager
def phone_with(browser: Browser, game: str, file: dict[str, Any]) -> Iterator[Page]:
    """Pat's phone without a server, on that game; others are laid by `show`."""
    with files_alone() as address:
        page = browser.new_page(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
        )
        page.set_default_timeout(10_000)
        begin(page, address, game, file)
        yield page
        page.close()
