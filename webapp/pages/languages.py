"""The language of a page: the account's, else the browser's, as far as there is a catalogue for it."""

from pathlib import Path

from flask import Flask, Response, g, request
from flask_babel import Babel, get_locale

from webapp.store import Account

CATALOGUES = Path(__file__).parent / "translations"
SOURCE = "en"  # the words in the templates themselves


def readers(account: Account | None, there: list[str]) -> str:
    """The language of who asks, of those that there are."""
    if account is not None and account.language in there:
        return account.language
    return request.accept_languages.best_match(there, default=SOURCE)


def init_app(app: Flask) -> None:
    languages = [
        SOURCE,
        *sorted(path.parents[1].name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.mo")),
    ]

    def choose() -> str:
        viewer = g.get("viewer")
        return readers(viewer.account if viewer is not None else None, languages)

    Babel(
        app,
        default_locale=SOURCE,
        default_timezone="UTC",
        default_translation_directories=str(CATALOGUES),
        locale_selector=choose,
    )

    @app.after_request
    def vary(response: Response) -> Response:
        """By RFC 9110, section 12.5.5: whoever keeps a page keeps it for those who read that language."""
        if response.mimetype == "text/html":
            response.vary.add("Accept-Language")
        return response

    app.jinja_env.globals["language"] = lambda: str(get_locale() or SOURCE).replace("_", "-")
