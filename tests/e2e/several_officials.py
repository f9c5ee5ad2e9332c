"""What officials do about the others on their game: whom they see, who keeps the clock, what came late."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.accessible import faults
from tests.e2e.handset import Handset
from tests.e2e.referee import Referee


class Official(Referee):
    """One of several on a game."""

    CODE = re.compile(r"^[2-9A-Z]{4}-[2-9A-Z]{4}$")

    @property
    def device(self) -> str:
        """The id of this phone."""
        return self.handset.kept("identities")[0]["device"]

    def clock_button(self, says: str) -> Locator:
        return self.dock.get_by_role("button", name=re.compile(rf"^{says}"))

    @property
    def not_accepted(self) -> Locator:
        """The calls that do not count, apart from those that do."""
        return self.page.get_by_role("region", name="Not accepted")

    def look(self, what: str) -> None:
        """A picture of the screen beside the phone's profile, for a person to look at."""
        self.page.screenshot(path=f"{self.handset.profile}-{what}.png")

    def faults(self) -> list[str]:
        """What axe finds on the screen as it is."""
        return faults(self.page)

    def open_phones(self) -> None:
        """The card of the phones that are on the game."""
        self.tap(self.sending)
        self.tap(self.sheet.get_by_role("button", name=re.compile(r"phones? on this game")))
        expect(self.sheet).to_contain_text("Phones on this game")

    def phone_of(self, official: str) -> Locator:
        """The row of an official's phone in that card."""
        return self.sheet.get_by_role("listitem").filter(has_text=re.compile(rf"^{official}"))

    def ask_until(self, what: Locator, says: str) -> None:
        """Ask the server by hand until it tells so: the other phone tells it in its own time."""

        def told() -> bool:
            if what.count() and says in what.inner_text():
                return True
            self.tap(self.sheet.get_by_role("button", name="Ask the server now"))
            self.page.wait_for_timeout(500)
            return False

        self.wait_until(says, told)


def on_one_game(
    handset: Callable[..., Handset], *names: str, scripts: dict[str, str] | None = None
) -> list[Official]:
    """Officials, signed in, with game 4, Bears against Otters, on their screens.

    `scripts`, by name: what each page on that official's phone runs first.
    """
    with_scripts = scripts or {}
    officials = []
    for name in names:
        official = Official(handset(f"{name}'s", of="" if name in with_scripts else name))
        if name in with_scripts:  # from its first page on
            official.handset.context.add_init_script(with_scripts[name])
        official.open_app()
        if name in with_scripts:
            official.sign_in(name)
        official.wait_until_it_opens_offline("Bears", "Otters")
        official.open_game("Bears", "Otters")
        officials.append(official)
    return officials
