"""Draw the PNG icons from icon.svg with Chromium; to be run after icon.svg has changed."""

from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
SVG = (HERE / "icon.svg").read_text()
TO_THE_EDGES = SVG.replace('rx="112"', "")  # phones cut their own corners
IN_THE_SAFE_ZONE = TO_THE_EDGES.replace('id="mark"', 'transform="translate(51.2 51.2) scale(0.8)"')
ICONS = {
    "icon-192.png": (SVG, 192),
    "icon-512.png": (SVG, 512),
    "icon-maskable-512.png": (IN_THE_SAFE_ZONE, 512),
    "apple-touch-icon.png": (TO_THE_EDGES, 180),
}

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
    )
    for name, (svg, size_px) in ICONS.items():
        page = browser.new_page(viewport={"width": size_px, "height": size_px})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size_px}px}}</style>{svg}")
        page.screenshot(path=HERE / name, omit_background=True)
        page.close()
    browser.close()
