"""A whole game of every other rulebook by touch, offline: no call takes more taps than it may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.e2e.games_by_touch import PLAYED, SIDES, AtABigRink
from tests.e2e.handset import Handset
from tests.e2e.product import ROOT, Product, port_of_its_own
from tests.e2e.taps_taken import over_budget, taken, taps_by_kind, watch

pytestmark = pytest.mark.e2e

NOBODY_ELSE_PLAYS = sorted(set(PLAYED) - {"half-sheet-3v3"})


def add_leagues(database: Path) -> None:
    """A game of each rulebook that the demo does not play by."""
    subprocess.run(
        [sys.executable, "-m", "tests.screens.leagues"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{database}", "RINKSIDE_INSTANCE": str(database.parent)},
        check=True,
        capture_output=True,
    )


def sign_in_and_go_offline(official: AtABigRink, product: Product) -> None:
    """Pat, with every game on the phone and no server any more."""
    official.open_app()
    official.sign_in("pat")
    for teams in SIDES.values():
        official.wait_until_it_opens_offline(*teams)
    product.stop()


@pytest.fixture(scope="module")
def offline(
    playwright: Playwright, published: Path, tournament: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AtABigRink]:
    """Pat's phone, at the list of games."""
    folder = tmp_path_factory.mktemp("all")
    shutil.copy(tournament, folder / "all.sqlite")
    add_leagues(folder / "all.sqlite")
    product = Product(published, folder / "all.sqlite", port_of_its_own())
    pat = AtABigRink(Handset(playwright, folder / "pat's", product.root))
    try:
        product.start()
        pat.handset.switch_on()
        sign_in_and_go_offline(pat, product)
        yield pat
    finally:
        pat.handset.switch_off()
        product.stop()
    assert pat.handset.errors == []


@pytest.mark.proof(1)
@pytest.mark.parametrize("slug", NOBODY_ELSE_PLAYS)
def test_no_call_of_a_whole_game_takes_more_taps_than_it_may(offline: AtABigRink, slug: str) -> None:
    offline.open_app()
    offline.open_game(*SIDES[slug])
    watch(offline.page)
    PLAYED[slug](offline)
    assert offline.handset.held()["sheet"]["status"] == "signed_off"
    calls, _ = taken(offline.page, slug)
    assert over_budget(calls) == []
    by_kind = taps_by_kind(calls)
    assert set(by_kind) >= {"goal", "penalty", "uncommon penalty", "void", "period_start", "clock start"}
    expect(offline.dock).to_contain_text("closed")
