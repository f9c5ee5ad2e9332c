"""An official's phone as it is after the sign-in, where many tests begin: signed in once, then copied."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Playwright, expect

from tests.e2e.handset import Handset
from tests.e2e.product import Product
from tests.e2e.referee import Referee


class SignedIn:
    """A phone, switched off, on which every game opens offline, and what the server knows of it."""

    def __init__(self, playwright: Playwright, folder: Path, product: Product, username: str):
        self._profile = folder / "profile"
        phone = Handset(playwright, self._profile, product.root)
        phone.switch_on()
        try:
            official = Referee(phone)
            official.open_app()
            official.sign_in(username)
            official.wait_until_it_opens_offline("Hogs", "Foxes")
            expect(official.page.get_by_text("Not yet offline")).to_have_count(0, timeout=60_000)
            device = phone.kept("identities")[0]["device"]
        finally:
            phone.switch_off()
        assert phone.errors == []
        [self._device] = product.rows("SELECT * FROM device WHERE id = ?", device)

    def become(self, phone: Handset, product: Product) -> None:
        """Make a phone that was never switched on this one, and have its server know it."""
        shutil.copytree(self._profile, phone.profile, ignore=shutil.ignore_patterns("Singleton*"))
        places = ", ".join("?" * len(self._device))
        product.change(f"INSERT OR IGNORE INTO device VALUES ({places})", *self._device)
