"""A captain's phone: the product with its demo, in which the Bears have a player out."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.screens.conftest import PASSWORD, ROOT, environment_of, served

PATIENCE_MS = 15_000
OUT = "Frankie Osei"  # the Bear whom the demo suspends
HELD = {  # its keys are those of RFC 8291, appendix A
    "endpoint": "https://fcm.googleapis.com/fcm/send/of-this-test",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
OF_A_KEY = """
    const text = (key) => atob(key.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = (key) => Uint8Array.from(text(key), (one) => one.charCodeAt(0));
    const options = (key) => ({ userVisibleOnly: true, applicationServerKey: bytes(key).buffer });
"""
STUB = f"""
    {OF_A_KEY}
    const said = {json.dumps(HELD)};
    const made = (key) => ({{ ...said, options: options(key), toJSON: () => said, unsubscribe }});
    const unsubscribe = async () => {{ there = null; return true; }};
    let there = null;
    PushManager.prototype.getSubscription = async () => there;
    PushManager.prototype.subscribe = async (asked) => (there = made(asked.applicationServerKey));
"""


@dataclass
class Club:
    address: str
    path: str
    """Of Drew's case."""
    payload: str
    signed_in: dict[str, Any] = field(default_factory=dict)
    """By name, the cookies of who has signed in already."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The product with its demo, in which the Bears have a player out."""
    folder: Path = tmp_path_factory.mktemp("club")
    with served(folder) as address:
        said = subprocess.run(
            [sys.executable, "-m", "tests.screens.told", address],
            cwd=ROOT,
            env=environment_of(folder / "rinkside.sqlite"),
            check=True,
            capture_output=True,
        )
        yield Club(address, **json.loads(said.stdout))


@pytest.fixture
def phone(browser: Browser, club: Club) -> Iterator[Callable[..., Page]]:
    """`phone(who)`: signed in, on the first page of their role; more is told to the browser's context."""
    made: list[BrowserContext] = []

    def sign_in(who: str, script: str = "", **traits: Any) -> Page:
        size = {"width": 390, "height": 844}
        context = browser.new_context(
            viewport=size, has_touch=True, is_mobile=True, storage_state=club.signed_in.get(who), **traits
        )
        made.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if who not in club.signed_in:
            page.goto(f"{club.address}/sign-in")
            fill_in(page, who)
            club.signed_in[who] = context.storage_state()
        context.add_init_script(script)
        page.goto(f"{club.address}/")
        return page

    yield sign_in
    for context in made:
        context.close()


def fill_in(page: Page, who: str) -> None:
    """Sign in, on that page."""
    page.get_by_label("User name").fill(who)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible(timeout=PATIENCE_MS)


def with_its_worker(page: Page) -> Page:
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def waits_for(page: Page, found: list[Any]) -> None:
    """Let the page's events come in until one of them has found something."""
    until = time.monotonic() + PATIENCE_MS / 1_000
    while not found:
        assert time.monotonic() < until, "in vain"
        page.wait_for_timeout(20)
