"""Every clause of a rulebook's document stands in it, in the document's order."""

from __future__ import annotations

import pytest

from webapp.rulebooks.reader import load, slugs

NO_CHECK = [
    f"{section}.{part}"
    for section, parts in {
        "2": "A B C D E F",
        "3": "C",
        "4": "A B C",
        "5": "A B C.1 C.2 C.3 C.4 C.5 C.6 C.7 C.8 D.1 D.2 D.3 E.1 E.2.a E.2.b E.2.c E.3 E.4 E.5 E.6 E.7",
        "6": "A",
        "7": "A B C",
        "8": "A B",
        "9": "A B C",
        "10": "A B C D E F",
        "11": "A B",
        "12": "A B C.1 C.2 C.3 C.4 D",
    }.items()
    for part in parts.split()
]

CO_ED = [
    *[f"Game Structure {number}" for number in range(1, 8)],
    *["Game Structure 8", "Game Structure 9", "Overtime 1", "Shootout 1", "Shootout 3", "Shootout 4"],
    *["Face-offs 1", "Inbounding", "Trees"],
    *[f"Goalie Safety {number}" for number in range(1, 6)],
    "Ground Play",
    *[f"Nets and Creases {number}" for number in range(1, 4)],
    *[f"Stick {number}" for number in range(1, 5)],
    *[f"Hand-Body {number}" for number in range(1, 8)],
    *["Subs 1", "Ref Interaction", "Teams", "Stick Throwing", "Restarts", "Penalties: written up"],
    *["Minor offences", "Major offences", "Severe offences", "Extreme offences"],
    *["Misconduct 1", "Misconduct 2", "Misconduct, discretion", "Prohibited actions", "Last line"],
]

HALF_SHEET = [
    *[f"Game Format {number}" for number in range(1, 6)],
    *[f"Procedure {number}" for number in range(1, 8)],
    *["Penalties 1", "Penalties 2", "Penalties 2, after a goal", "Penalties 4", "Penalties 4, shot"],
    *["Penalties 4, goalie", "Penalties 5"],
    *[f"Misc {number}" for number in range(1, 7)],
    "Goalie Competition",
    "Standings",
]

CHA = [
    *["1(a)", "1(b)", "2(a)", "2(b)", "2(c)"],
    *[f"3({letter})" for letter in "abcdef"],
    *["4", "5(a)", "5(b)", "5(c)", "5(d)", "5(d) delayed", "6(a)", "6(b)"],
    *[f"7({letter})" for letter in "abcde"],
    "Penalty minutes",
    *[f"8.{number}" for number in range(9)],
    *[f"9.{number}" for number in range(7)],
]

DOCUMENTS = {"no-check-league": NO_CHECK, "coed-ball": CO_ED, "half-sheet-3v3": HALF_SHEET, "cha-3v3": CHA}


def test_every_rulebook_has_a_document() -> None:
    assert sorted(DOCUMENTS) == slugs()


@pytest.mark.parametrize(("slug", "document"), DOCUMENTS.items())
def test_every_clause_of_the_document_stands_in_its_order(slug: str, document: list[str]) -> None:
    first: list[str] = []
    for clause in load(slug)["clauses"]:
        if clause["clause"] in document and clause["clause"] not in first:
            first.append(clause["clause"])
    assert first == document


@pytest.mark.parametrize(("slug", "document"), DOCUMENTS.items())
def test_no_clause_stands_beside_the_document(slug: str, document: list[str]) -> None:
    for clause in load(slug)["clauses"]:
        name = clause["clause"]
        assert (
            clause.get("base")
            or any(name == known or known.startswith(name) for known in document)
            or (name.split(",")[0] in document)
        ), name
