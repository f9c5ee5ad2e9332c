"""The browser of the tests and benchmarks: Debian's Chromium, without a network beyond this machine."""

from __future__ import annotations

import shutil

from playwright.sync_api import Error, Page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def chromium() -> str:
    """Where Chromium is; a clear end where it is not."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise RuntimeError("no Chromium on this machine: apt-get install chromium")
    return found


def on_the_screen(page: Page) -> str:
    """Address and words of a page: of its open sheets, where there are any. Ends within seconds."""
    try:
        sheets = page.locator("dialog[open]").all()
        words = [shown.inner_text(timeout=2_000) for shown in sheets or [page.locator("body")]]
        return "\n".join([page.url, *words])
    except Error as error:
        return f"{page.url}: {error}"
