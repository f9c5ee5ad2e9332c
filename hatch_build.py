"""Put the built assets and the templates into the wheel, so that installing it needs no Node."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Assets(BuildHookInterface):
    """static/dist becomes webapp/static/dist in the wheel, templates/ becomes webapp/templates."""

    def initialize(self, version, build_data):
        """Build the assets where Node is at hand; without it they must have been built before."""
        if version == "editable":
            return
        root = Path(self.root)
        node = shutil.which("node")
        if node and (root / "node_modules").is_dir():
            environment = os.environ | {"PYTHON": sys.executable}
            subprocess.run([node, "build.mjs"], cwd=root, env=environment, check=True)  # noqa: S603 - our own
        if not (root / "static/dist/assets.json").is_file():
            raise SystemExit("not built: run `npm ci --ignore-scripts` and `node build.mjs` first")
        build_data["force_include"] |= {
            str(root / "static/dist"): "webapp/static/dist",
            str(root / "templates"): "webapp/templates",
        }
