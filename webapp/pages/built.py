"""The built assets: served by WhiteNoise, hashed names for ever, named in templates through `asset()`.

The referee's app, its worker and its manifest are plain files with fixed URLs: one public shell that
never redirects and carries the same security headers as every page.
"""

import json
import re
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise

from webapp.pages.headers import security_headers

PACKAGE = Path(__file__).parents[1]
HASHED_NAME = re.compile(r"-[0-9a-f]{10}\.\w+$")  # as build.mjs writes it
FIXED = {"/rink/": "rink.html", "/worker.js": "worker.js", "/manifest.webmanifest": "manifest.webmanifest"}
RETIRED = {"/worker.js": "retired_worker.js"}


def folder(name: str) -> Path:
    """A folder of files that are no Python: inside the package once installed, beside it in a checkout."""
    installed = PACKAGE / name
    return installed if installed.exists() else PACKAGE.parent / name


def init_app(app: Flask, https: bool, retire_worker: bool = False) -> None:
    """Serve what was built. `retire_worker`: phones get a worker that lets go of the app and of itself."""
    dist = folder("static") / "dist"
    names = _asset_names(dist)
    fixed = FIXED | RETIRED if retire_worker else FIXED

    def asset(name: str) -> str:
        """The URL of a built file by the name it has in the source."""
        return f"/static/{names.get(name, name)}"

    app.jinja_env.globals["asset"] = asset
    if not dist.is_dir():
        return
    always = security_headers(https)

    def add_headers(headers, path: str, url: str) -> None:
        for name, value in always.items():
            headers[name] = value
        if url in fixed:
            headers["Cache-Control"] = "no-cache"

    served = WhiteNoise(
        app.wsgi_app,
        add_headers_function=add_headers,
        immutable_file_test=lambda path, url: bool(HASHED_NAME.search(url)),
        max_age=0,
        allow_all_origins=False,
        mimetypes={".webmanifest": "application/manifest+json"},
    )
    served.add_files(str(dist), prefix="static/")
    for url, name in fixed.items():
        if (dist / name).is_file():
            served.add_file_to_dictionary(url, str(dist / name))
    app.wsgi_app = served


def _asset_names(dist: Path) -> dict[str, str]:
    listed = dist / "assets.json"
    return json.loads(listed.read_text()) if listed.is_file() else {}
