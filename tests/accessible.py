"""What axe finds on a screen by WCAG 2.2 AA, dark and light."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDARDS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
THEMES = ("dark", "light")
SHOW_IN = """(theme) => {
    const { dataset } = document.documentElement;
    if (dataset.theme !== 'system') dataset.theme = theme;
}"""
THEME_NOW = """() => {
    const { theme } = document.documentElement.dataset;
    if (theme === 'dark' || theme === 'light') return theme;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}"""


def faults(page: Page) -> list[str]:
    """The theme, the rule and the element, a line each. The page is left in the theme that it had."""
    now = page.evaluate(THEME_NOW)
    found = []
    for theme in THEMES:
        _show_in(page, theme)
        found += [f"{theme}: {line}" for line in as_shown(page)]
    _show_in(page, now)
    return found


def _show_in(page: Page, theme: Literal["dark", "light"]) -> None:
    page.emulate_media(color_scheme=theme)  # for pages that follow the system
    page.evaluate(SHOW_IN, theme)


def as_shown(page: Page) -> list[str]:
    """The rule and the element, a line each, in the theme that the page has."""
    violations = Axe().run(page, options=STANDARDS).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]}" for fault in violations for node in fault["nodes"]]
