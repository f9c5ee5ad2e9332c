"""The bases' own limits of penalties: there in every rulebook, off, and each holds once it is on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from webapp.rulebooks.reader import FOLDER, FaultyRulebook, load, read, slugs
from webapp.rules.adjudicate import adjudicate
from webapp.rules.history import history_after

PENALTIES, MAJORS, MISCONDUCTS = (
    "Base: penalties in a game",
    "Base: majors in a game",
    "Base: misconducts in a game",
)
SEASON = "Base: majors in a season"
STICKS, HEADS = "Base: stick penalties in a game", "Base: head contact in a game"
LIMITS = {"usa_hockey": {PENALTIES, MAJORS, MISCONDUCTS, SEASON}, "hockey_canada": {STICKS, HEADS}}
PLAYERS = [{"id": f"P{number}", "number": str(number), "position": "skater"} for number in range(2, 9)]


def with_limits(slug: str, folder: Path, *limits: str) -> dict[str, Any]:
    """A rulebook whose head turns these limits of its base on."""
    names = ", ".join(f'"{name}"' for name in limits)
    path = folder / f"{slug}.toml"
    path.write_text(f"base_with = [{names}]\n" + (FOLDER / f"{slug}.toml").read_text())
    return read(path)


def sheet(rulebook: dict[str, Any], *penalties: dict[str, Any], history: Any = None) -> dict[str, Any]:
    """Of a game in which one player takes these penalties."""
    taken = [
        {"id": f"c{place}", "type": "penalty", "team": "RED", "player": "P2", "infraction": "hooking"}
        | penalty
        for place, penalty in enumerate(penalties, start=1)
    ]
    blue = [player | {"id": "B" + player["id"]} for player in PLAYERS]
    game = {
        "rulebook": rulebook["slug"],
        "game": {"id": "g1", "stage": "season", "home": "RED", "away": "BLU"},
        "teams": {
            "RED": {"name": "Red", "players": PLAYERS, "staff": []},
            "BLU": {"name": "Blue", "players": blue, "staff": []},
        },
        "goalies": [],
        "history": history or {},
        "calls": taken,
    }
    return adjudicate(game, rulebook, {}, {})


def told(rulebook: dict[str, Any], *penalties: dict[str, Any], history: Any = None) -> list[tuple[Any, ...]]:
    """`(code, clause, what it rests on, games)` of who is out and suspended."""
    return sorted(
        (ruling["code"], ruling["clause"], len(ruling["because"]), ruling.get("games"))
        for ruling in sheet(rulebook, *penalties, history=history)["rulings"]
        if ruling["code"] in ("player_ejected", "player_suspended")
    )


MAJOR, MISCONDUCT, DOUBLE = {"class": "major"}, {"class": "misconduct"}, {"class": "double_minor"}
MINOR = {"class": "minor"}


@pytest.mark.parametrize("slug", slugs())
def test_every_rulebook_has_its_bases_limits_and_they_are_off(slug: str) -> None:
    rulebook = load(slug)
    limits = {clause["clause"]: clause["on"] for clause in rulebook["clauses"] if "on" in clause}
    assert limits == dict.fromkeys(LIMITS[rulebook["base"]], False)
    taken = (MINOR, MINOR, MAJOR, MISCONDUCT, MISCONDUCT)
    without = [clause for clause in rulebook["clauses"] if "on" not in clause]
    history = {"players": {"P2": {"majors": 2}}}
    bare = rulebook | {"clauses": without}
    assert sheet(rulebook, *taken, history=history) == sheet(bare, *taken, history=history)


@pytest.mark.parametrize("slug", ["half-sheet-3v3", "coed-ball"])
def test_a_fifth_penalty(slug: str, tmp_path: Path) -> None:
    on = with_limits(slug, tmp_path, PENALTIES)
    assert told(on, MINOR, MINOR, MINOR, MINOR) == []
    assert told(on, MINOR, MINOR, MISCONDUCT, MINOR, MINOR) == [
        ("player_ejected", PENALTIES, 5, None),
        ("player_suspended", PENALTIES, 5, 1),
    ]


def test_a_second_major_and_a_second_misconduct(tmp_path: Path) -> None:
    on = with_limits("half-sheet-3v3", tmp_path, MAJORS, MISCONDUCTS)
    assert told(on, MAJOR, MISCONDUCT) == []
    assert told(on, MAJOR, MAJOR) == [("player_ejected", MAJORS, 2, None), ("player_suspended", MAJORS, 2, 2)]
    assert told(on, MISCONDUCT, MISCONDUCT) == [
        ("player_ejected", MISCONDUCTS, 2, None),
        ("player_suspended", MISCONDUCTS, 2, 1),
    ]


def test_majors_of_a_season_are_carried_from_game_to_game(tmp_path: Path) -> None:
    on = with_limits("half-sheet-3v3", tmp_path, SEASON)
    carries: list[Any] = []
    suspended = []
    for _ in range(5):
        made = sheet(on, MAJOR, history=history_after(carries))
        carries.append(made["carry"])
        suspended.append([(one["games"], one["review"]) for one in made["carry"]["suspensions"]])
    assert suspended == [[], [], [(3, False)], [(5, False)], [(5, True)]]
    assert history_after(carries)["players"]["P2"]["majors"] == 5


def test_one_that_is_on_adds_to_what_the_league_says_itself(tmp_path: Path) -> None:
    """The league's own second major costs two games; the third of the season three."""
    on = with_limits("no-check-league", tmp_path, SEASON)
    assert told(on, MAJOR, MAJOR, history={"players": {"P2": {"majors": 1}}}) == [
        ("player_ejected", "5.C.5", 2, None),
        ("player_suspended", SEASON, 2, 3),
    ]


def test_hockey_canadas(tmp_path: Path) -> None:
    on = with_limits("cha-3v3", tmp_path, STICKS, HEADS)
    stick, head = {"infraction": "slashing"}, {"infraction": "head_contact"}
    assert told(on, stick | MINOR, head | MINOR) == []
    ejected = sheet(on, stick | MINOR, stick | DOUBLE)["rulings"]
    assert [
        (ruling["clause"], sorted(ruling["clauses"]))
        for ruling in ejected
        if ruling["code"] == "player_ejected"
    ] == [("5(c)", ["5(c)", STICKS])]
    ejected = sheet(on, head | DOUBLE, head | MINOR)["rulings"]
    assert [sorted(r["clauses"]) for r in ejected if r["code"] == "player_ejected"] == [["5(c)", HEADS]]


def test_a_head_turns_on_limits_alone(tmp_path: Path) -> None:
    with pytest.raises(FaultyRulebook) as faulty:
        with_limits("cha-3v3", tmp_path, "Base: match", "Base: wishes")
    assert faulty.value.faults == [
        f"cha-3v3.toml: base_with: no limit of hockey_canada is called {name!r}; allowed: {STICKS}, {HEADS}"
        for name in ("Base: match", "Base: wishes")
    ]
