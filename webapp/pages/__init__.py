"""What is served: one module per audience, and api/ for phones and tools."""

import importlib

from flask import Flask

AREAS = (
    "api",
    "front",
    "sign_in",
    "captain",
    "calendar_feed",
    "my_inbox",
    "notice_settings",
    "director",
    "moving",
    "suspensions",
    "imposing",
    "subscribe",
)


def register(app: Flask) -> None:
    """Register every area's blueprint, each named `area` in its module."""
    for name in AREAS:
        app.register_blueprint(importlib.import_module(f"webapp.pages.{name}").area)
