"""What axe finds on a screen by WCAG 2.2 AA, dark and light: there, only colours differ."""

from collections.abc import Sequence
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
COLOURS = ("color-contrast", "link-in-text-block")
"""axe's rules on colours."""
RUN = """async (only) => {
    const { violations } = await axe.run({ runOnly: only, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}"""
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
    for theme, rules in zip(THEMES, (STANDARDS, COLOURS), strict=True):
        _show_in(page, theme)
        found += [f"{theme}: {line}" for line in as_shown(page, rules)]
    _show_in(page, now)
    return found


def _show_in(page: Page, theme: Literal["dark", "light"]) -> None:
    page.emulate_media(color_scheme=theme)  # for pages that follow the system
    page.evaluate(SHOW_IN, theme)


def as_shown(page: Page, rules: Sequence[str] = STANDARDS) -> list[str]:
    """The rule and the element, a line each, in the theme that the page has. `rules`: or what has them."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN, rules)
