"""A game of every rulebook to try things on, between teams that nobody has: a phone keeps them.

`python -m webapp.rulebooks.practice` prints them as JSON by language and slug: packets of no time and place.
Standard library and the rulebooks alone, so that the build needs nothing installed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from itertools import cycle, islice
from typing import Any

from webapp.rulebooks.reader import load, slugs
from webapp.rulebooks.words import languages, translated, words
from webapp.rules.vocabulary import asks_gender

TEAMS = {"RED": ("Reds", "red"), "BLU": ("Blues", "blue")}
PEOPLE = {
    "RED": (
        *("7 Ash Birch", "9 Clem Dale", "14 Flint Glen", "22 Heath Isle", "31 Kelp Lake", "88 Moss North"),
        *("3 Briar Crag", "5 Dune Ember", "10 Fern Grove", "12 Jay Knoll", "16 Lark Mead", "18 Peat Quill"),
        *("24 Ridge Sedge", "41 Teal Upland", "55 Vetch Wood", "77 Yarrow Zephyr"),
    ),
    "BLU": (
        *("4 Opal Pine", "9 Reed Stone", "11 Thorn Vale", "19 Wren York", "27 Zinc Amber", "61 Basil Clay"),
        *("2 Alder Brook", "6 Coral Dew", "8 Elm Fjord", "13 Garnet Hill", "15 Iris Lea", "17 Rush Loam"),
        *("21 Marsh Nettle", "33 Onyx Plum", "44 Quartz Reef", "70 Slate Tarn"),
    ),
}
IN_NET = {"RED": "Cedar Frost", "BLU": "Hazel Snow"}
ON_THE_BENCH = {"RED": "Coach Rowan", "BLU": "Coach Juniper"}
GENDERS = ("woman", "woman", "nonbinary", "man", "man", "man", "woman", "man")
MOST = ("players_at_most", "skaters_at_most")
YOU = "practice"
"""The account of whoever practises."""


def practice(slug: str, language: str = "en") -> dict[str, Any]:
    """One game: `packet`, the colours of its `teams`, the `stages` and `divisions` in which it can be played.

    The phone adds which, and when. Divisions are those that a clause or an infraction names.
    """
    rulebook = translated(load(slug), language)
    shared = rulebook["goalies"] == "shared"
    file = {
        "rulebook": slug,
        "game": {"id": f"practice-{slug}", "stage": rulebook["stages"][0], "home": "RED", "away": "BLU"},
        "teams": {key: _team(key, rulebook) for key in TEAMS},
        "goalies": [
            {"id": f"{key}-G", "name": name, "level": "Open"} for key, name in IN_NET.items() if shared
        ],
        "history": {"players": {}, "goalies": {}, "teams": {}},
    }
    packet = {
        "game_file": file,
        "rulebook": rulebook,
        "words": words(language, rulebook),
        "earlier": [],
        "suspended": [],
        "officials": [{"account": YOU, "name": "You", "duty": "referee", "head": True, "by_code": False}],
        "label": rulebook["name"],
        "made_from": {"rulebook": rulebook["digest"], "roster": _digest(file["teams"])},
    }
    return {
        "packet": packet | {"cursor": 0, "digest": _digest(packet)},
        "stages": rulebook["stages"],
        "divisions": _divisions(rulebook),
        "teams": [{"key": key, "name": name, "colour": colour} for key, (name, colour) in TEAMS.items()],
    }


def _divisions(rulebook: dict[str, Any]) -> list[str]:
    entries = rulebook["clauses"] + rulebook["infractions"]
    return sorted({division for entry in entries for division in entry.get("divisions", [])})


def _team(key: str, rulebook: dict[str, Any]) -> dict[str, Any]:
    """As many as the rulebook lets a team have, of those that there are."""
    genders = asks_gender(rulebook)
    rosters = [clause for clause in rulebook["clauses"] if clause["kind"] == "roster"]
    limits = [clause[most] for clause in rosters for most in MOST if most in clause]
    players: list[dict[str, Any]] = []
    for person, gender in islice(zip(PEOPLE[key], cycle(GENDERS), strict=False), min(limits, default=None)):
        place = len(players)
        number, name = person.split(" ", 1)
        known = {"gender": gender if genders else None, "role": "captain" if place == 0 else None}
        players.append(
            {"id": f"{key}-{number}", "number": number, "name": name, "position": "skater"}
            | {field: value for field, value in known.items() if value is not None}
        )
    if rulebook["goalies"] != "shared":
        goalie = {"id": f"{key}-1", "number": "1", "name": IN_NET[key], "position": "goalie"}
        players.insert(0, goalie | ({"gender": "woman"} if genders else {}))
    return {
        "name": TEAMS[key][0],
        "players": players,
        "staff": [{"id": f"{key}-C", "name": ON_THE_BENCH[key], "role": "coach"}],
    }


def _digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def main() -> None:
    """Print all of them."""
    games = {language: {slug: practice(slug, language) for slug in slugs()} for language in languages()}
    json.dump(games, sys.stdout, separators=(",", ":"))


if __name__ == "__main__":
    main()
