"""The command: JSON on standard output, or every fault on standard error and exit 2, never a traceback."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from tests.rules.test_cases import CASES
from webapp.cli import main
from webapp.rulebooks.reader import load

GAME: dict[str, Any] = next(case["game"] for case in CASES if case["game"]["rulebook"] == "half-sheet-3v3")


def run(*arguments: str, given: str | bytes = "") -> Any:
    return CliRunner().invoke(main, list(arguments), input=given)


def test_a_game_from_standard_input_gives_its_sheet() -> None:
    done = run("adjudicate", "-", given=json.dumps(GAME))
    assert done.exit_code == 0
    sheet = json.loads(done.stdout)
    assert sheet["game"] == "g1"
    assert sheet["made_from"]["rulebook"] == load("half-sheet-3v3")["digest"]
    assert re.fullmatch("sha256:[0-9a-f]{64}", sheet["made_from"]["roster"])
    assert done.stderr == ""


def test_a_game_that_holds_its_rulebook_gives_the_same_sheet() -> None:
    whole = GAME | {"rulebook": load("half-sheet-3v3")}
    assert json.loads(run("adjudicate", "-", given=json.dumps(whole)).stdout) == json.loads(
        run("adjudicate", "-", given=json.dumps(GAME)).stdout
    )


def test_every_fault_stands_on_a_line_with_its_pointer() -> None:
    game = copy.deepcopy(GAME)
    game["calls"] = [
        {"id": "c1", "type": "goal", "period": 4, "clock": "7:05", "team": "RED", "scorer": "B2"},
        {"id": "c1", "type": "penalty", "goalie": "G1", "infraction": "nothing"},
        {
            "id": "c3",
            "type": "penalty",
            "player": "R4",
            "goalie": "G1",
            "team": "RED",
            "infraction": "hooking",
        },
        {"id": "c4", "type": "penalty", "goalie": "G1", "infraction": "hooking"},
        {"id": "c5", "type": "water_break", "team": "RED", "by": "R4", "situation": "other"},
        {"id": "c6", "type": "void", "call": "c9", "reason": ""},
        {"id": "c7", "type": "goal", "team": "RED", "scorer": "R4", "conditions": ["off_tree"], "colour": 1},
    ]
    game["teams"]["RED"]["players"][1]["id"] = "B2"
    done = run("adjudicate", "-", given=json.dumps(game))
    assert done.exit_code == 2
    assert done.stdout == ""
    places = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert places == [
        "/teams/RED/players/1/id",
        "/calls/0/clock",
        "/calls/0/period",
        "/calls/0/scorer",
        "/calls/1/infraction",
        "/calls/1/id",
        "/calls/2",
        "/calls/3/team",
        "/calls/4/type",
        "/calls/5/call",
        "/calls/5/reason",
        "/calls/6/colour",
        "/calls/6/conditions/0",
    ]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[",
        b"\xff\xfe",
        b"[1, NaN]",
        b'{"calls": [], "calls": []}',
        b"[" * 100_000,
        b"1" * 5000,
        b'"\\ud800"',
        b'{"rulebook": "cha-3v3", "stage": "season", "teams": ["\\ud800"], "games": []}',
        b'{"goalies": [{"id": "\\ud800", "level": "10U", "games": 1, "shots": 1, "goals": 0}]}',
        b"null",
        b"[]",
        b'{"rulebook": "\\ud800\\n", "teams": {"\\ud800": 1}, "calls": [{"type": "\\n"}]}',
    ],
)
@pytest.mark.parametrize("command", ["adjudicate", "standings", "goalies"])
def test_no_text_brings_a_traceback(command: str, text: bytes) -> None:
    done = run(command, "-", given=text)
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit)
    assert done.stdout == ""
    assert done.stderr
    assert all(re.match(r"(/[^:]*)?: \S", line) for line in done.stderr.splitlines()), done.stderr


COMPETITION: dict[str, Any] = {
    "rulebook": "cha-3v3",
    "stage": "round_robin",
    "teams": ["A", "B"],
    "games": [{"id": "1", "home": "A", "away": "B", "score": {"A": 8, "B": 1}}],
}


def test_a_competition_gives_its_ranking() -> None:
    done = run("standings", "-", given=json.dumps(COMPETITION))
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert answer["undecided"] == []
    assert [(row["rank"], row["team"]) for row in answer["ranking"]] == [(1, "A"), (2, "B")]
    whole = COMPETITION | {"rulebook": load("cha-3v3")}
    assert run("standings", "-", given=json.dumps(whole)).stdout == done.stdout


def test_every_fault_of_a_competition_stands_on_a_line_with_its_pointer() -> None:
    faulty = COMPETITION | {"rulebook": "nhl", "stage": "spring", "top": ["C"], "points": 3}
    done = run("standings", "-", given=json.dumps(faulty))
    assert done.exit_code == 2
    assert done.stdout == ""
    places = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert places == ["/rulebook", "/points", "/stage", "/top/0"]


def test_a_faulty_rulebook_in_a_competition_is_told() -> None:
    rulebook = load("cha-3v3")
    clause = next(clause for clause in rulebook["clauses"] if clause["kind"] == "ranking")
    clause["victory"] = clause.pop("win")
    done = run("standings", "-", given=json.dumps(COMPETITION | {"rulebook": rulebook}))
    assert done.exit_code == 2
    place = rulebook["clauses"].index(clause)
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [
        f"/rulebook/clauses/{place}/victory",
        f"/rulebook/clauses/{place}/win",
    ]


def test_a_game_without_goalies_or_history_is_a_game() -> None:
    game = {part: GAME[part] for part in ("rulebook", "game", "teams", "calls")}
    assert json.loads(run("adjudicate", "-", given=json.dumps(game)).stdout)["carry"]["goalies"] == {}


def test_an_unknown_rulebook_is_told_with_those_there_are() -> None:
    done = run("adjudicate", "-", given=json.dumps(GAME | {"rulebook": "nhl"}))
    assert done.exit_code == 2
    assert done.stderr.startswith('/rulebook: "nhl" is no rulebook; allowed: ')
    assert "half-sheet-3v3" in done.stderr


def test_a_faulty_rulebook_in_the_file_is_told_clause_by_clause() -> None:
    rulebook = load("half-sheet-3v3")
    rulebook["clauses"][0]["skaters"] = 3
    rulebook["clauses"][1]["kind"] = "wish"
    done = run("adjudicate", "-", given=json.dumps(GAME | {"rulebook": rulebook}))
    assert done.exit_code == 2
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [
        "/rulebook/clauses/0/skaters",
        "/rulebook/clauses/1/kind",
    ]


def test_a_missing_file_is_told() -> None:
    done = run("adjudicate", "no/such/file.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "No such file" in done.stderr


def test_rulebooks_are_listed_and_printed() -> None:
    listed = run("rulebooks").stdout.splitlines()
    assert "half-sheet-3v3\t3-on-3 half-sheet tournament" in listed
    for line in listed:
        slug, name = line.split("\t")
        printed = json.loads(run("rulebooks", slug).stdout)
        assert (printed["slug"], printed["name"]) == (slug, name)
        assert all(clause["says"] for clause in printed["clauses"])
    assert run("rulebooks", "nhl").exit_code == 2
