"""The server's sheet of a game."""

from __future__ import annotations

from typing import Any

from flask import Response, g, jsonify, request

from webapp.calls import ruled
from webapp.calls.digest import sha256
from webapp.pages.api.my_games import seen
from webapp.pages.languages import readers
from webapp.rulebooks.words import languages, said
from webapp.store import Game, GameSheet, db
from webapp.store.packet import game_file
from webapp.store.rulings import tag


def sheet(game: str) -> Response:
    """The sheet in the reader's language, with an ETag; 304 where the phone has it.

    Before the first call it is that of an empty log.
    """
    found = seen(game)
    kept = db.session.get(GameSheet, found.id)
    told = _said(kept.sheet if kept else _of_an_empty_log(found), readers(g.account, languages()))
    response = jsonify(told)
    response.set_etag(tag(kept.revision if kept else 0, sha256(told)))
    return response.make_conditional(request)


def _of_an_empty_log(game: Game) -> dict[str, Any]:
    return ruled.ruled([], game_file(game), game.competition.rulebook).sheet


def _said(kept: dict[str, Any], language: str) -> dict[str, Any]:
    """The sheet with every ruling's sentence made again in a language."""
    if language == ruled.KEPT_IN:
        return kept
    rulings = [{**ruling, "says": said(ruling["message"], language)} for ruling in kept["rulings"]]
    return {**kept, "rulings": rulings}
