"""Every result of a push is told on a screen, with what to do next; axe finds nothing there, dark or light.

The server is a real one and judges by what is in its database. Only that it is busy, and what a proxy says
in its place, is made up.
"""

from __future__ import annotations

import json
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Route, expect

from tests.accessible import faults
from tests.e2e.handset import KEPT_IN_THE_DATABASE
from tests.screens.conftest import PASSWORD, ROOT, START_S, Phone, open_game, served, signed_in
from webapp.calls.answer_schema import ANSWER_SCHEMAS, MOST_BYTES
from webapp.calls.openapi import description

pytestmark = pytest.mark.e2e

RESULTS = set(ANSWER_SCHEMAS["Result"]["properties"]["result"]["enum"])
CODES = set(ANSWER_SCHEMAS["CallCode"]["enum"])
WORDS = json.loads((ROOT / "static/src/words/en.json").read_text())
OF_SENDING = json.loads((ROOT / "static/src/words/sending.en.json").read_text())
TOLD_OTHERWISE = {"401": WORDS["sending.signed_out"], "409": WORDS["sending.sent"]}
"""By status: the sign-in is asked for, and what a restored server lacks is sent to it by itself."""
DO_NEXT = {
    "late": "do.wait",
    "assignment_ended": "do.wait",
    "not_an_official": "do.not_yours",
    "unknown_type": "do.director",
    "newer_version": "do.director",
    "unknown_target": "do.unknown_target",
}
"""By code, what to do about a held call."""
NUMBER_IS_TAKEN = "number_conflict"
"""Nothing to read: the phone takes another device id by itself, and the call arrives under that."""
PUT_UNSENT = """({ account, game, calls }) => new Promise((done, fail) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const tx = opening.result.transaction(['calls', 'heads'], 'readwrite');
        for (const call of calls) {
            tx.objectStore('calls').put({ account, game, id: call.id, call, own: true, outbox: 1 });
            tx.objectStore('heads').put({ device: call.device, game, n: call.n, hlc: call.hlc });
        }
        tx.oncomplete = () => { opening.result.close(); done(); };
        tx.onerror = () => fail(tx.error);
    };
})"""
WATCH_SETTLING = """() => {
    window.settled = false;
    new MutationObserver(() => { window.settled = true; })
        .observe(document.documentElement, { attributeFilter: ['data-settling'] });
}"""
WAITING = """() => new Promise((done) => {
    const opening = indexedDB.open('rinkside');
    opening.onsuccess = () => {
        const counting = opening.result.transaction('calls').objectStore('calls').index('outbox').count();
        counting.onsuccess = () => { opening.result.close(); done(counting.result); };
    };
})"""


class Pat:
    """Pat, whose phone this is, with a game open, who decides nothing there, and the server's database."""

    def __init__(self, phone: Phone, address: str, database: Path, label: str):
        self.phone, self.page, self.address, self.database = phone, phone.page, address, database
        [[self.game, self.home, self.team, away]] = self.rows(
            "SELECT game.id, home.name, home.key, away.name FROM game JOIN team home ON home.id = home_id"
            " JOIN team away ON away.id = away_id WHERE label = ?",
            label,
        )
        self.rows("UPDATE assignment SET head = 0")
        open_game(phone, self.home, away)
        [self.identity] = self.page.evaluate(KEPT_IN_THE_DATABASE, "identities")
        packets = self.page.evaluate(KEPT_IN_THE_DATABASE, "packets")
        [self.team] = [
            one["packet"]["game_file"]["game"]["home"] for one in packets if one["game"] == self.game
        ]
        self.device = self.identity["device"]
        self.n = 0

    def rows(self, sql: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database, timeout=20)) as connection, connection:
            return connection.execute(sql, arguments).fetchall()

    def account(self, username: str) -> str:
        return self.rows("SELECT id FROM account WHERE username = ?", username)[0][0]

    def call(self, call_type: str, **said: Any) -> dict[str, Any]:
        """A call that this phone logged."""
        self.n += 1
        wire = {"device": self.device, "n": self.n, "hlc": f"{1_796_070_000_000 + self.n}-0000", "v": 1}
        made = {"made_at": "2026-12-01T15:00:00.000Z", "made_by": self.identity["account"], "app": "tests"}
        return {"id": str(uuid.uuid4()), "type": call_type, "game": self.game} | wire | made | said

    def freeze(self, **said: Any) -> dict[str, Any]:
        return self.call("goalie_freeze", team=self.team, **said)

    def pushes(self, *calls: dict[str, Any], token: str | None = None) -> list[str]:
        """What the server says of calls that it is sent past the phone."""
        asked = {"batch": str(uuid.uuid4()), "device": calls[0]["device"], "calls": calls}
        signed = {"Authorization": f"Bearer {token or self.identity['token']}"}
        answer = requests.post(f"{self.address}/api/v1/sync", json=asked, headers=signed, timeout=20)
        return [one["result"] for one in answer.json()["results"]]

    def sends(self, *calls: dict[str, Any]) -> None:
        """These wait on the phone; ends once each has been answered."""
        about = {"account": self.identity["account"], "game": self.game, "calls": list(calls)}
        self.page.evaluate(PUT_UNSENT, about)
        self.page.reload()
        until = time.monotonic() + START_S
        while self.page.evaluate(WAITING):
            assert time.monotonic() < until
            self.page.wait_for_timeout(50)

    def sends_and_is_held_up(self, call: dict[str, Any]) -> bool:
        """A call that is not accepted, on the screen as it is: whether nothing takes taps for a moment."""
        rows = self.page.locator(".not-accepted li")
        kept = self.page.evaluate(KEPT_IN_THE_DATABASE, "calls")
        before = len([one for one in kept if one.get("result") in ("held", "refused")])
        expect(rows).to_have_count(before)
        self.page.wait_for_function("() => !('settling' in document.documentElement.dataset)")
        self.page.evaluate(WATCH_SETTLING)
        about = {"account": self.identity["account"], "game": self.game, "calls": [call]}
        self.page.evaluate(PUT_UNSENT, about)
        self.page.evaluate("dispatchEvent(new Event('online'))")
        expect(rows).to_have_count(before + 1)
        return bool(self.page.evaluate("settled"))

    def record(self, call: dict[str, Any]) -> dict[str, Any]:
        kept = self.page.evaluate(KEPT_IN_THE_DATABASE, "calls")
        return next(one for one in kept if one["id"] == call["id"])

    def apart(self) -> dict[str, Any]:
        """The call that the server refused for another under its id."""
        kept = self.page.evaluate(KEPT_IN_THE_DATABASE, "calls")
        return next(one for one in kept if one.get("code") == "id_conflict")

    def opens(self, sheet: str) -> None:
        self.page.evaluate(f"location.hash = '#/game/{self.game}/{sheet}'")
        self.page.get_by_role("dialog").wait_for()

    def closes(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture
def pat(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Pat]]:
    """`pat("Game 5")`: with that game open."""
    folder = tmp_path_factory.mktemp("pushed")
    with served(folder) as address, signed_in(browser, address) as phone:
        yield lambda label: Pat(phone, address, folder / "rinkside.sqlite", label)


def sign_in_elsewhere(pat: Pat, username: str) -> tuple[str, str]:
    """Another phone: its device id and token."""
    device = str(uuid.uuid4())
    asked = {"username": username, "password": PASSWORD, "device": device, "name": "Another"}
    answer = requests.post(f"{pat.address}/api/v1/devices", json=asked, timeout=20)
    return device, answer.json()["token"]


def of_one_log(pat: Pat) -> dict[str, dict[str, Any]]:
    """By code, a call of one game that the server answered with it."""
    on_it = "game_id = ? AND account_id = ?", pat.game, pat.identity["account"]
    [assignment] = pat.rows(f"SELECT * FROM assignment WHERE {on_it[0]}", *on_it[1:])
    came: dict[str, dict[str, Any]] = {}

    pat.rows(f"DELETE FROM assignment WHERE {on_it[0]}", *on_it[1:])
    came["not_assigned"] = pat.freeze()
    pat.sends(came["not_assigned"])
    pat.rows(f"INSERT INTO assignment VALUES ({', '.join('?' * len(assignment))})", *assignment)

    came[NUMBER_IS_TAKEN] = pat.freeze()
    assert pat.pushes(came[NUMBER_IS_TAKEN] | {"id": str(uuid.uuid4()), "period": 2}) == ["accepted"]
    pat.sends(came[NUMBER_IS_TAKEN])
    [renamed] = pat.page.evaluate(KEPT_IN_THE_DATABASE, "identities")
    was, pat.device, pat.n = pat.device, renamed["device"], 1
    assert pat.device != was, "the phone has another device id from here on"

    came["duplicate"] = pat.freeze()
    came["id_conflict"] = pat.freeze()
    there = [came["duplicate"], came["id_conflict"] | {"period": 3}]
    assert pat.pushes(*there) == ["accepted"] * 2
    came |= {
        "accepted": pat.freeze(),
        "malformed": pat.freeze(clock="7:99"),
        "too_large": pat.call("note", text="The glass behind the goal is loose. " * 1_000),
        "not_the_author": pat.freeze(made_by=pat.account("sam")),
        "unknown_type": pat.call("water_break", team=pat.team, situation="other"),
        "newer_version": pat.freeze(v=99),
        "unknown_target": pat.call("void", call=str(uuid.uuid4()), reason="Not so"),
        "not_an_official": pat.call("admit", calls=[came["duplicate"]["id"]]),
    }
    pat.sends(*[call for code, call in came.items() if code not in ("not_assigned", NUMBER_IS_TAKEN)])

    device, token = sign_in_elsewhere(pat, "sam")
    covered = {was: 2, pat.device: pat.n}
    closed = pat.call("sign_off", by="Sam", heads=covered) | {"made_by": pat.account("sam")}
    assert pat.pushes(closed | {"device": device, "n": 1}, token=token) == ["accepted"]
    came["late"] = pat.freeze()
    pat.sends(came["late"])

    pat.rows(f"UPDATE assignment SET ended_at = assigned_at WHERE {on_it[0]}", *on_it[1:])
    came["assignment_ended"] = pat.freeze()
    assert pat.sends_and_is_held_up(came["assignment_ended"]), "it has come above what may be under a finger"

    pat.rows(f"DELETE FROM assignment WHERE {on_it[0]}", *on_it[1:])
    pat.rows("DELETE FROM membership WHERE account_id = ?", pat.identity["account"])
    came["unknown_game"] = pat.freeze()
    pat.opens("more")
    assert not pat.sends_and_is_held_up(came["unknown_game"]), "it comes behind what is tapped"
    pat.closes()
    return came


def test_every_result_of_a_call_is_told_with_what_to_do_next(pat: Callable[[str], Pat]) -> None:
    here = pat("Game 5")
    page = here.page
    came = of_one_log(here)
    records = {code: here.record(call) for code, call in came.items()}
    assert records["id_conflict"]["call"]["period"] == 3, "what the server has under that id"
    records["id_conflict"] = here.apart()
    assert "period" not in records["id_conflict"]["call"]
    told = {one["code"] for one in records.values() if "code" in one}
    assert told == CODES - {NUMBER_IS_TAKEN}
    assert {one["result"] for one in records.values()} | {"duplicate"} == RESULTS
    for arrived in ("duplicate", NUMBER_IS_TAKEN):
        assert records[arrived]["result"] == "accepted", arrived
    renumbered = {name: came[NUMBER_IS_TAKEN][name] for name in ("device", "n")}
    assert records[NUMBER_IS_TAKEN]["was"] == [renumbered]

    expect(page.locator(".sending")).to_contain_text("All sent")
    found = {"game": faults(page)}
    not_accepted = page.get_by_role("region", name="Not accepted").get_by_role("listitem")
    words = {code: WORDS.get(f"held.{code}") or WORDS.get(f"refused.{code}") for code in told}
    expect(not_accepted).to_have_count(len([one for one in words.values() if one]))
    for code, why in words.items():
        if records[code]["result"] == "accepted":
            continue
        row = not_accepted.filter(has_text=why)
        expect(row).to_have_count(1)
        refused = WORDS.get(f"do.refused.{code}", WORDS["do.refused"])
        expect(row).to_contain_text(WORDS[DO_NEXT[code]] if code in DO_NEXT else refused)
    here.opens("sending")
    sheet = page.get_by_role("dialog")
    for why in filter(None, words.values()):
        expect(sheet).to_contain_text(why)
    expect(sheet).to_contain_text(OF_SENDING["answer.404"])
    found["sending"] = faults(page)
    here.closes()
    for code in ("not_assigned", "malformed", "unknown_target"):
        here.opens(f"call/{came[code]['id']}")
        expect(sheet).to_contain_text(words[code] or WORDS["log.not_assigned"])
        found[code] = faults(page)
        here.closes()
    assert {where: what for where, what in found.items() if what} == {}


def changed(body: dict[str, Any] | str | None = None, **headers: str) -> Callable[[Route], None]:
    """The push as it is to reach the server, whose own answer comes back."""

    def handled(route: Route) -> None:
        asked = route.request.post_data_json | body if isinstance(body, dict) else body
        route.continue_(post_data=asked, headers=route.request.headers | headers)

    return handled


def in_its_place(**answer: Any) -> Callable[[Route], None]:
    """An answer that the server does not come to."""
    return lambda route: route.fulfill(**answer)


def test_every_answer_to_a_whole_push_is_told_with_what_to_do_next(pat: Callable[[str], Pat]) -> None:
    here = pat("Game 6")
    page, phone = here.page, here.phone
    lees, _ = sign_in_elsewhere(here, "lee")
    here.rows(
        "WITH RECURSIVE one(nth) AS (SELECT 1 UNION SELECT nth + 1 FROM one WHERE nth < 50)"
        " INSERT INTO device (id, account_id, name, token_hash, created_at, expires_at)"
        " SELECT id || nth, account_id, name, token_hash || nth, created_at, expires_at FROM device, one"
        " WHERE id = ?",
        here.device,
    )
    busy = {"error": "service_unavailable", "says": "The server is busy."}
    answers = {
        "400": changed("{"),
        "403": changed({"device": lees}),
        "413": changed(" " * (MOST_BYTES + 1)),
        "415": changed(**{"content-type": "text/plain"}),
        "502": in_its_place(status=502, content_type="text/html", body="<h1>Bad gateway</h1>"),
        "503": in_its_place(status=503, json=busy),
        "429": changed({"device": str(uuid.uuid4())}),
        "409": changed({"epoch": "before a restore"}),
        "401": lambda route: route.continue_(),
    }
    known = description()["paths"]["/api/v1/sync"]["post"]["responses"]
    assert set(answers) == {*known, "502"} - {"200"}, "502: a proxy, where the server is away"
    page.route("**/api/v1/sync", lambda route: route.abort())  # until the first answer takes its place
    phone.tap("Freeze")
    phone.choose(here.home)
    expect(page.locator(".sending")).to_contain_text("1 call not sent")

    sheet = page.get_by_role("dialog")
    found = {}
    for status, answer in answers.items():
        if status == "409":
            page.unroute("**/api/v1/sync")  # nothing is sent meanwhile: it waits for as long as the 429 said
            page.route("**/api/v1/sync", answer, times=1)
            page.reload()
        else:
            page.route("**/api/v1/sync", answer)
        if status == "401":
            here.rows("UPDATE device SET revoked_at = created_at")
        here.opens("sending")
        phone.choose("Send now")
        told = TOLD_OTHERWISE.get(status) or OF_SENDING.get(f"answer.{status}")
        expect(sheet).to_contain_text(told or OF_SENDING["answer.other"].replace("{status}", status))
        found[status] = faults(page)
        here.closes()
    assert {status: what for status, what in found.items() if what} == {}
