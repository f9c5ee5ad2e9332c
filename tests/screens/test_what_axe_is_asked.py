"""axe is asked about colours in both themes: what is wrong in one alone is found there."""

import pytest
from playwright.sync_api import Page

from tests.accessible import faults

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang="en"><title>A page</title><style>
    :root { color-scheme: dark light; background: #111; color: #eee; }
    @media (prefers-color-scheme: dark) { .in-the-dark { color: #333; } }
    @media (prefers-color-scheme: light) {
        :root { background: #fff; color: #111; }
        .in-the-light { color: #ddd; }
    }
</style><main><h1>A page</h1><p class="in-the-dark">One</p><p class="in-the-light">Two</p>
<button id="in-both"></button></main>"""


def test_what_is_wrong_in_either_theme_is_found(page: Page) -> None:
    page.set_content(PAGE)
    assert sorted(faults(page)) == [
        'dark: button-name: <button id="in-both"></button>',
        'dark: color-contrast: <p class="in-the-dark">One</p>',
        'light: color-contrast: <p class="in-the-light">Two</p>',
    ]
