"""The built files on a server of their own, and what a browser keeps of them."""

import re
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

DIST = Path(__file__).parents[2] / "static/dist"
FIXED = {"/rink/": "rink.html", "/worker.js": "worker.js", "/manifest.webmanifest": "manifest.webmanifest"}
PORTAL = b"<h1>Welcome to rink WiFi</h1>"


class Site(SimpleHTTPRequestHandler):
    """The built files where the product serves them, and pages that only somebody signed in may see."""

    def do_GET(self):
        if self.server.portal:
            return self._answer(PORTAL, "text/html")
        if self.server.signed_out and self.path == "/rink/":
            self.send_response(302)
            self.send_header("Location", "/sign-in")
            return self.end_headers()
        if self.path == "/api/v1/games":
            return self._answer(b'{"games": []}', "application/json")
        if self.path.startswith("/captain/"):
            return self._answer(b"<h1>Casey's Hogs</h1>", "text/html")
        return super().do_GET()

    def translate_path(self, path):
        path = path.partition("?")[0]
        return str(self.server.dist / FIXED.get(path, path.removeprefix("/static/")))

    def end_headers(self):
        hashed = re.search(r"-[0-9a-f]{10}\.\w+$", self.path.partition("?")[0])
        self.send_header("Cache-Control", "max-age=31536000, immutable" if hashed else "no-store")
        super().end_headers()

    def _answer(self, body, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def opened(phone, site):
    """The app, once its worker keeps the build."""
    page = phone.new_page()
    page.goto(f"{site.url}/rink/")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return page


def build_of(page):
    return page.evaluate("document.querySelector('meta[name=build]').content")


def kept(page):
    """By cache, the paths in it."""
    return page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
            [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
    )


def found(page):
    """Fetch a new build, which then waits."""
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            await registration.update();
            while (!registration.waiting) await new Promise((go) => setTimeout(go, 20));
        }"""
    )


def tapped(page):
    """Somebody lets the build that waits take over."""
    page.evaluate(
        """async () => {
            const { waiting } = await navigator.serviceWorker.ready;
            const over = new Promise((go) => navigator.serviceWorker.addEventListener(
                'controllerchange', go));
            waiting.postMessage({ do: 'activate' });
            await over;
        }"""
    )


def not_taken(page):
    """Ask for a new build; what comes is none, and nothing waits."""
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            await registration.update().catch(() => undefined);
            while (registration.installing) await new Promise((go) => setTimeout(go, 20));
        }"""
    )
    assert page.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => waiting === null)")
