"""The rink: a product that comes and goes, and the phones of its officials."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from tests.cast import PASSWORD
from tests.e2e.handset import PATIENCE_MS, Handset
from tests.e2e.product import ROOT, Product, fill_with_the_demo, port_of_its_own, publish
from tests.e2e.referee import Referee
from tests.e2e.signed_in import SignedIn
from tests.made_once import made_once

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product's files as they are now."""
    if not (ROOT / "static/dist/rink.html").exists():
        pytest.skip("not built: node build.mjs")
    return publish(tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="session")
def tournament(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the demo's tournament: game 3 is next, two are played."""
    folder = tmp_path_factory.mktemp("tournament")
    return made_once(folder, "demo.sqlite", lambda path: fill_with_the_demo(published, path, PASSWORD))


@pytest.fixture(scope="session")
def port() -> int:
    """Of every product of this process, so that what a phone has kept of one is of use with the next."""
    return port_of_its_own()


@pytest.fixture
def product(published: Path, tournament: Path, port: int, tmp_path: Path) -> Iterator[Product]:
    """The product, running, with a database of its own."""
    database = tmp_path / "rinkside.sqlite"
    shutil.copy(tournament, database)
    product = Product(published, database, port)
    product.start()
    yield product
    product.stop()


@pytest.fixture(scope="session")
def signed_in() -> dict[str, SignedIn]:
    """By name, officials whose phone has signed in already."""
    return {}


@pytest.fixture
def handset(
    playwright: Playwright,
    product: Product,
    signed_in: dict[str, SignedIn],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., Handset]]:
    """`handset("pat's")`: a phone, switched on; with `of="pat"`, one on which Pat has signed in.

    Nothing may have gone wrong in its pages.
    """
    made: list[Handset] = []

    def new(name: str, of: str = "", **traits: Any) -> Handset:
        phone = Handset(playwright, tmp_path / name, product.root, **traits)
        made.append(phone)
        if of:
            if of not in signed_in:
                signed_in[of] = SignedIn(playwright, tmp_path_factory.mktemp(of), product, of)
            signed_in[of].become(phone, product)
        phone.switch_on()
        return phone

    new.made = made  # type: ignore[attr-defined]  # for what a failed test tells
    yield new
    for phone in made:
        phone.last_look()
        phone.switch_off()
    assert [error for phone in made for error in phone.errors] == []


@pytest.fixture
def pat(handset: Callable[..., Handset]) -> Referee:
    """Pat, signed in, with game 3, Hogs against Foxes, on the screen."""
    referee = Referee(handset("pat's", of="pat"))
    referee.open_app()
    referee.wait_until_it_opens_offline("Hogs", "Foxes")
    referee.open_game("Hogs", "Foxes")
    return referee
