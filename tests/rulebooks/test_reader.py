"""A faulty rulebook is told with file, clause and key, every fault at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from webapp.rulebooks.reader import FOLDER, FaultyRulebook, catalogue, digest, load, read, slugs

HEADER = """
name = "A league"
base = "usa_hockey"
timing = "running"
goalies = "team"
asks_fouled = false
stages = ["season"]
classes = ["minor"]
"""


def test_every_fault_names_file_clause_and_key(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text(
        HEADER
        + """
colour = "red"
common = ["wishing"]
[[count]]
clause = "5.D.1"
says = "Three are out."
of = "goalie"
within = "tournament"
reachng = 3
then = "goalie_disqualified"
[[timeout]]
clause = "2"
says = "One."
seconds = "60"
per_game = -1
[[wish]]
clause = "9"
says = "Win."
"""
    )
    with pytest.raises(FaultyRulebook) as told:
        read(path)
    lines = told.value.faults
    assert all(line.startswith("league.toml") for line in lines)
    for part in (
        "unknown key 'colour'",
        "common: unknown infraction 'wishing'",
        "5.D.1: reachng: unknown key",
        "5.D.1: reaching: is missing",
        '2: seconds: "60" is no whole number',
        "2: per_game: -1 is no whole number",
        '9: kind: "wish" is no kind of clause',
    ):
        assert any(part in line for line in lines), (part, lines)


def test_no_toml_is_told(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text("name = ")
    with pytest.raises(FaultyRulebook, match=r"league\.toml: no TOML"):
        read(path)


def test_a_league_nobody_has_heard_of_needs_a_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "pond.toml"
    path.write_text(
        HEADER
        + """
[[timeout]]
clause = "2"
says = "Two time-outs of 30 seconds."
seconds = 30
per_game = 2
"""
    )
    rulebook = read(path)
    assert rulebook["slug"] == "pond"
    assert rulebook["screen"]["timeout"] == {"seconds": 30, "per_game": 2, "zones": []}
    assert rulebook["clauses"][0]["clause"] == "2"


def test_clauses_stand_in_the_documents_order() -> None:
    clauses = [clause["clause"] for clause in load("half-sheet-3v3")["clauses"]]
    sections = ["Game Format", "Procedure", "Penalties", "Misc", "Goalie Competition", "Standings", "Base"]
    places = [next(i for i, name in enumerate(sections) if clause.startswith(name)) for clause in clauses]
    assert places == sorted(places)


def test_the_digest_is_of_the_rules_and_not_of_the_order_of_keys() -> None:
    rulebook = load("half-sheet-3v3")
    assert digest(dict(reversed(rulebook.items()))) == rulebook["digest"]
    rulebook["clauses"][0]["skaters_at_most"] += 1
    assert digest(rulebook) != rulebook["digest"]


def test_common_infractions_come_first() -> None:
    for slug in slugs():
        common = [entry["common"] for entry in load(slug)["infractions"]]
        assert common == sorted(common, reverse=True)
        assert any(common)


def test_a_screen_finds_an_infraction_by_its_sort_of_foul() -> None:
    categories = load("half-sheet-3v3")["screen"]["categories"]
    assert {"slashing", "spearing"} <= set(categories["stick"])
    assert categories["physical_foul"][0] == "body_checking", "in the rulebook's order"
    listed = [name for found in categories.values() for name in found]
    assert len(listed) == len(set(listed)) >= len(catalogue("usa_hockey"))


def test_the_catalogue_has_every_infraction_once() -> None:
    names = [entry["infraction"] for entry in catalogue("usa_hockey")]
    assert len(names) == len(set(names)) > 80
    assert (FOLDER / "infractions.csv").read_text().count("\n") == len(names) + 1
