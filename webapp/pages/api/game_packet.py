"""The packet: all that a game needs to be officiated without a network."""

from __future__ import annotations

from typing import Any

from flask import Response, g, jsonify, request

from webapp.calls.digest import sha256
from webapp.calls.ruled import made_from
from webapp.pages.api.my_games import seen, when_and_where
from webapp.pages.languages import readers
from webapp.rulebooks.screen import screen
from webapp.rulebooks.words import languages, translated, words
from webapp.store import Game, db
from webapp.store.database import writing
from webapp.store.officials import officials_now
from webapp.store.packet import earlier_and_suspended, game_file
from webapp.store.whole_log import last_seq


def packet(game: str) -> Response:
    """The packet, with an ETag; 304 where the phone has it. The first one locks the competition's rulebook.

    `cursor` is that of the log's latest call: a phone that has pulled so far, from 0 on, has everything.
    """
    found = seen(game)
    if found.competition.locked_at is None:
        found = _locking_the_rulebook(game)
    pinned = contents(found)
    digest = sha256(pinned)
    response = jsonify(**pinned, cursor=last_seq(found.id), digest=digest)
    response.set_etag(digest)
    return response.make_conditional(request)


def contents(game: Game) -> dict[str, Any]:
    """What a phone rules with: pinned by the packet's digest, which every call names."""
    file = game_file(game)
    del file["calls"]
    earlier, suspended = earlier_and_suspended(game, file)
    stored = game.competition.rulebook
    shown = stored | {"screen": screen(stored)}  # as today's app asks for it, however old the rulebook is
    language = readers(g.account, languages())
    rulebook = translated(shown, language)
    return {
        "game_file": file,
        "rulebook": rulebook,
        "words": words(language, rulebook),
        "earlier": earlier,
        "suspended": suspended,
        "officials": [
            {
                "account": one.account_id,
                "name": one.account.display_name,
                "duty": one.duty,
                "head": one.head,
                "by_code": one.by_code,
            }
            for one in officials_now(game, g.now)
        ],
        "label": game.label,
        **when_and_where(game),
        "made_from": made_from(file, rulebook),
    }


def _locking_the_rulebook(game_id: str) -> Game:
    """From the first packet on, phones rule with this rulebook: it may not change under them."""
    writing()
    game = seen(game_id)
    game.competition.lock_rulebook(g.now)
    db.session.commit()
    return game
