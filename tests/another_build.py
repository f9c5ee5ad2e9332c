"""Another build of the app, put where one is already: every file under another name, with what names it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

FIXED = ("rink.html", "manifest.webmanifest")
TEXT = {".js", ".mjs", ".css", ".html", ".json"}


def deploy(dist: Path, build: str, keep_earlier: bool = True) -> None:
    """Make `dist` serve build `build`, ten hexadecimal digits. Earlier builds' files stay, or are deleted."""
    worker = (dist / "worker.js").read_text()
    old = re.search(r'\{id:"(\w+)",files:', worker)[1]
    kept = dict(re.findall(r'\["(/[^"]+)","(sha256-[^"]+)"\]', worker))
    files = [Path(url).name for url in kept if url.startswith("/static/")]
    names = {file: re.sub(r"-[0-9a-f]{10}(?=\.\w+$)", f"-{build}", file) for file in files}

    def of_the_build(text: str) -> str:
        for before, after in names.items():
            text = text.replace(before, after)
        return text.replace(old, build)

    for before, after in names.items():
        content = (dist / before).read_bytes()
        if Path(before).suffix in TEXT:
            content = of_the_build(content.decode()).encode()
        (dist / after).write_bytes(content)
    for name in (*FIXED, "assets.json"):
        (dist / name).write_text(of_the_build((dist / name).read_text()))
    worker = of_the_build(worker)
    for url, was in kept.items():
        path = dist / {"/rink/": "rink.html"}.get(url, names.get(Path(url).name, Path(url).name))
        listed = f'"{of_the_build(url)}","{was}"'
        assert listed in worker
        worker = worker.replace(listed, f'"{of_the_build(url)}","{_digest(path.read_bytes())}"')
    (dist / "worker.js").write_text(worker)
    for file in (*FIXED, "worker.js", "assets.json", *([] if keep_earlier else names)):
        for twin in (".br", ".gz", *([""] if file in names else [])):
            (dist / (file + twin)).unlink(missing_ok=True)


def asset(dist: Path, name: str) -> str:
    """The URL of a file by the name it has in the source."""
    return f"/static/{json.loads((dist / 'assets.json').read_text())[name]}"


def _digest(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()
