"""The pages of captains and directors, on a phone as well."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.cast import PASSWORD
from tests.e2e.handset import Handset


class Office:
    """Somebody at the product's pages; one at a time signs in."""

    def __init__(self, handset: Handset):
        self.handset = handset

    @property
    def page(self) -> Page:
        return self.handset.page

    def sign_in(self, username: str) -> None:
        """Instead of whoever was signed in; ends on that role's page."""
        self.handset.context.clear_cookies()
        self.page.goto(f"{self.handset.root}/sign-in")
        self.page.get_by_label("User name").fill(username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").tap()
        expect(self.page.get_by_role("button", name="Sign out")).to_be_visible()

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    def game(self, label: str) -> Locator:
        """A game's row in the list of games."""
        games = self.main.locator("section").filter(
            has=self.page.get_by_role("heading", name="Games", exact=True)
        )
        return games.last.get_by_role("listitem").filter(has_text=re.compile(rf"{label}\b"))

    def confirm(self, ruling: re.Pattern[str]) -> None:
        """As a director: confirm what waits."""
        waiting = self.main.get_by_role("article").filter(has_text=ruling)
        waiting.get_by_role("button", name="Confirm").tap()
        waiting.get_by_role("button", name="Yes, confirm").tap()
        expect(waiting).to_have_count(0)
