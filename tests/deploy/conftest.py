"""The installation of a test run, and a phone that trusts it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.cast import PASSWORD
from tests.deploy.installation import NAME, Installation
from tests.e2e.handset import PATIENCE_MS, Handset
from tests.e2e.product import ROOT, fill_with_the_demo, publish
from tests.notices.push_service import PushService

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def push_service() -> Iterator[PushService]:
    """Where the installation may push to."""
    with PushService() as service:
        yield service
    assert service.faults == []


@pytest.fixture(scope="session")
def installation(
    push_service: PushService, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    """Caddy and gunicorn, serving the demo's tournament over HTTPS."""
    if not (ROOT / "static/dist/rink.html").exists():
        pytest.skip("not built: node build.mjs")
    installation = Installation(
        publish(tmp_path_factory.mktemp("published")),
        tmp_path_factory.mktemp("installation"),
        RINKSIDE_PUSH_ORIGINS=push_service.origin,
    )
    fill_with_the_demo(installation.published, installation.database, PASSWORD)
    installation.start()
    yield installation
    installation.stop()


@pytest.fixture
def phone(playwright: Playwright, installation: Installation, tmp_path: Path) -> Iterator[Handset]:
    """A phone that trusts the installation's CA and finds it by its name."""
    phone = Handset(playwright, tmp_path / "phone", installation.root)
    phone.home = tmp_path / "home"
    phone.more_arguments = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    installation.trusted_in(phone.home)
    phone.switch_on()
    yield phone
    phone.last_look()
    phone.switch_off()
    assert phone.errors == []
