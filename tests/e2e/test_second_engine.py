"""In another engine than Chromium's a call is logged without a server, outlives a reload, and arrives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cast import PASSWORD
from tests.e2e.product import Product
from tests.e2e.webkit import WebKit

pytestmark = pytest.mark.e2e

BUTTON = "//button[contains(., '{}')]"
IN_THE_SHEET = "//dialog//button[contains(., '{}')]"
KEEPS_THE_APP = """() => navigator.serviceWorker.getRegistration().then(
    (one) => one?.active?.state === 'activated' && navigator.serviceWorker.controller !== null)"""
RULED = "() => /\\d/.test(document.querySelector('.board__score')?.textContent)"
SETTLED = "() => !('settling' in document.documentElement.dataset)"


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[WebKit]:
    phone = WebKit(tmp_path)
    yield phone
    phone.end()


def test_a_penalty_is_logged_without_a_server_outlives_a_reload_and_arrives(
    product: Product, phone: WebKit
) -> None:
    game = product.game("Game 3")
    phone.open(f"{product.root}/rink/")
    phone.type("//input[@name='username']", "pat")
    phone.type("//input[@name='password']", PASSWORD)
    phone.tap(BUTTON.format("Sign in"))
    phone.wait(
        "(game) => document.querySelector(`a[href*='${game}']`)?.textContent.includes('Opens offline')", game
    )
    phone.wait(KEEPS_THE_APP)
    product.stop()

    phone.open(f"{product.root}/rink/#/game/{game}")
    phone.reload()
    phone.wait(RULED)
    tap(phone, "//button[normalize-space(.)='Penalty']")
    tap(phone, "(//dialog//button[contains(@class, 'number')])[1]")
    tap(phone, IN_THE_SHEET.format("Hooking"))
    phone.reads("1 call not sent")
    phone.reload()
    phone.reads("1 call not sent")
    phone.reads("Hooking")

    product.start()
    phone.run("() => { dispatchEvent(new Event('online')); }")
    phone.reads("All sent")
    assert [call["type"] for call in product.log_of(game)] == ["penalty"]


def tap(phone: WebKit, xpath: str) -> None:
    """Once nothing has just changed under the finger."""
    phone.wait(SETTLED)
    phone.tap(xpath)
