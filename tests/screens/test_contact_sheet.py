"""The contact sheet leaves nothing out: `make screens` itself tells what it has never opened."""

from __future__ import annotations

import re

from tests.screens import every_screen, in_play, seldom_seen
from tests.screens.conftest import ROOT
from tests.screens.every_screen import OF_SEVERAL, PAGES
from tests.screens.test_every_sheet import GAMES
from tests.screens.what_there_is import app_screens, pages, sheets
from webapp.rulebooks.reader import load

SAID = "".join((ROOT / (one.__file__ or "")).read_text() for one in (every_screen, in_play, seldom_seen))


def test_every_page_of_the_server_is_on_it() -> None:
    shown = {route for by_name in (PAGES, OF_SEVERAL) for of in by_name.values() for *_, route in of.values()}
    assert pages() - shown == set()


def test_every_screen_of_the_app_and_every_sheet_is_on_it() -> None:
    of_call_types = {name.replace("_", "-") for slug in GAMES for name in load(slug)["calls"]}
    named = set(re.findall(r"""["/]([a-z-]+)(?=["/])""", SAID)) | set(every_screen.OF_THE_GAME)
    assert (app_screens() | sheets()) - of_call_types - named == set()
