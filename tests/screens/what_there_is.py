"""What can be looked at: pages by their routes, screens and sheets of the app by their addresses."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import urlsplit

from werkzeug.exceptions import NotFound
from werkzeug.routing import Map

from tests.screens.conftest import ROOT
from webapp.app import create_app
from webapp.settings import Settings, with_driver

SCREENS = ROOT / "static" / "src" / "screens"
NO_PAGE = {"front.rink", "front.healthz", "calendar_feed.feed", "subscribe.known"}
"""Of these one leads to the app, one is a calendar's, and two answer a program."""


@cache
def _routes() -> Map:
    return create_app(Settings("nobody's", with_driver("sqlite:////nowhere"), testing=True)).url_map


def pages() -> set[str]:
    """Every route that shows a page."""
    shown = {rule.endpoint for rule in _routes().iter_rules() if "GET" in (rule.methods or ())}
    return {one for one in shown if not one.startswith(("api.", "static"))} - NO_PAGE


def route_of(url: str) -> str | None:
    """The route of a page; none where there is none."""
    try:
        endpoint, _values = _routes().bind("").match(urlsplit(url).path)
    except NotFound:
        return None
    return str(endpoint)


def app_screens() -> set[str]:
    """Every screen of the app but the list of games, which has no name in its address."""
    [known] = re.findall(r"const known = \[(.*?)\]", (SCREENS / "route.ts").read_text())
    return set(re.findall(r"'([a-z-]+)'", known))


def sheets() -> set[str]:
    """Every sheet that is opened by a name of its own, not by its call type's."""
    return set(re.findall(r"case '([a-z-]+)'", (SCREENS / "sheets.tsx").read_text()))


def opened(url: str) -> set[str]:
    """Of those screens and sheets, what is open at an address."""
    screen, *rest = urlsplit(url).fragment.strip("/").split("/")
    return {screen, *rest[1:2]}
