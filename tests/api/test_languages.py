"""What a phone is told is in its account's language, else its browser's, as far as there is a catalogue."""

import json

import pytest

from tests.cast import RULEBOOK
from tests.simulated_phone import Phone, over_wsgi
from webapp.rulebooks import words
from webapp.store import GameSheet, db

MESSAGE = {"key": "penalty_due", "args": {"who": "Bear 3", "infraction": "Delay of game"}}


@pytest.fixture
def french(monkeypatch, tmp_path):
    """A catalogue in which a sentence, an infraction and the cast's rulebook have French words."""
    said = {
        "sentences": {"penalty_due": "{who} : {infraction} est une pénalité."},
        "texts": {"Delay of game": "Retard du jeu", RULEBOOK["name"]: "Demi-patinoire"},
    }
    (tmp_path / "fr.json").write_text(json.dumps(said))
    monkeypatch.setattr(words, "CATALOGUES", tmp_path)
    words._catalogue.cache_clear()
    yield
    words._catalogue.cache_clear()


@pytest.mark.parametrize(
    ("chosen", "name", "says"),
    [
        (None, "Demi-patinoire", "Bear 3 : Retard du jeu est une pénalité."),
        ("fr", "Demi-patinoire", "Bear 3 : Retard du jeu est une pénalité."),
        ("en", RULEBOOK["name"], "Bear 3: Delay of game is a penalty. Log it."),
    ],
)
def test_packet_and_sheet_are_in_the_readers_language(app, season, french, chosen, name, says):
    season.accounts["pat"].language = chosen
    pat = Phone(over_wsgi(app), "pat")
    pat.push(pat.call("period_start", period=1, clock="06:00"))
    kept = db.session.get_one(GameSheet, "game1")
    kept.sheet = {
        **kept.sheet,
        "rulings": [{"message": MESSAGE, "says": "Bear 3: Delay of game is a penalty. Log it."}],
    }
    db.session.commit()
    asks = {**pat.signed, "Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"}
    packet, sheet = (
        app.test_client().get(f"/api/v1/games/game1/{what}", headers=asks).json
        for what in ("packet", "sheet")
    )
    assert packet["rulebook"]["name"] == name
    assert packet["words"]["penalty_due"].startswith("{who} :") is (name == "Demi-patinoire")
    assert [one["says"] for one in sheet["rulings"]] == [says]
