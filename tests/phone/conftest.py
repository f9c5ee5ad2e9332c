"""A site of built files, and a browser that keeps its profile."""

import shutil
import threading
from http.server import ThreadingHTTPServer

import pytest

from tests.browser import ARGUMENTS, chromium
from tests.phone.site import DIST, Site


@pytest.fixture
def site(tmp_path):
    """A server of a copy of the built files; `portal`: somebody else answers everything;
    `signed_out`: the app's address leads to a page to sign in."""
    dist = tmp_path / "dist"
    shutil.copytree(DIST, dist)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.dist, server.portal, server.signed_out = dist, False, False
    server.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def phone(playwright, tmp_path):
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium(), args=ARGUMENTS
    )
    context.set_default_timeout(10_000)
    yield context
    context.close()
