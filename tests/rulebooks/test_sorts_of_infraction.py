"""The phone asks about one infraction of each sort, and marks all of it with the answer."""

import pytest

from webapp.rulebooks.reader import load, slugs
from webapp.rules.adjudicate import adjudicate

TEAMS = {
    team: {"name": team, "players": [{"id": f"{team}-{n}", "number": str(n)} for n in (4, 9)], "staff": []}
    for team in ("HOG", "BEA")
}
BEFORE = [
    {"id": "1", "type": "period_start", "period": 1},
    *(
        {
            "id": f"{n}",
            "type": "penalty",
            "period": 1,
            "team": "HOG",
            "player": f"HOG-{n}",
            "infraction": "holding",
        }
        for n in (4, 9)
    ),
]


@pytest.mark.parametrize("slug", slugs())
def test_infractions_of_one_class_that_the_same_clauses_name_bring_the_same(slug: str) -> None:
    rulebook = load(slug)
    found: dict[tuple[object, ...], set[tuple[str, ...]]] = {}
    for entry in rulebook["infractions"]:
        if "divisions" in entry:
            continue
        named = [
            place
            for place, clause in enumerate(rulebook["clauses"])
            if clause["kind"] != "infraction"
            and entry["infraction"] in [clause.get("infraction"), *clause.get("infractions", [])]
        ]
        call = {"id": "x", "type": "penalty", "period": 1, "team": "HOG", "player": "HOG-9"}
        file = {
            "rulebook": slug,
            "game": {"id": "g", "stage": "playoff", "home": "HOG", "away": "BEA"},
            "teams": TEAMS,
            "goalies": [],
            "calls": [*BEFORE, call | {"infraction": entry["infraction"]}],
        }
        brought = [
            ruling["code"]
            for ruling in adjudicate(file, rulebook, {}, {})["rulings"]
            if "x" in ruling["because"]
        ]
        before = entry["infraction"] == BEFORE[-1]["infraction"] and "called before"
        found.setdefault((entry["class"], before, *named), set()).add(tuple(brought))
    assert len(found) < 20, "few enough to be asked about while an official looks for the button"
    assert [(sort, brought) for sort, brought in found.items() if len(brought) > 1] == []
