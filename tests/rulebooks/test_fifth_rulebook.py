"""A league that the product has never heard of, written as TOML alone, works from end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.rules.comparing import disagreements
from tests.rules.phone_runtime import on_the_phone
from tests.simulated_phone import Phone, over_wsgi
from tests.standings import competition_cases
from webapp.cli import main
from webapp.rulebooks.reader import read
from webapp.rules.check import check
from webapp.standings.competition_check import check_competition
from webapp.store import Competition, Game, db

FIFTH = Path(__file__).parent / "fifth"
TOML = FIFTH / "garage-league.toml"
RULEBOOK = read(TOML)
GAMES = json.loads((FIFTH / "games.json").read_text())
COMPETITIONS = json.loads((FIFTH / "competitions.json").read_text())


def run(*arguments: str, given: Any = None) -> Any:
    return CliRunner().invoke(main, list(arguments), input=None if given is None else json.dumps(given))


def whole(game: dict[str, Any]) -> dict[str, Any]:
    """A game or a competition that holds its rulebook: the product has none of that name."""
    return game | {"rulebook": RULEBOOK}


@pytest.mark.parametrize("case", GAMES, ids=[case["case"] for case in GAMES])
def test_a_game(case: dict[str, Any]) -> None:
    done = run("adjudicate", "-", given=whole(case["game"]))
    assert (done.exit_code, done.stderr) == (0, "")
    assert disagreements(case, json.loads(done.stdout)) == []


def test_every_game_gives_the_same_sheet_on_the_phone() -> None:
    sheets = [json.loads(run("adjudicate", "-", given=whole(case["game"])).stdout) for case in GAMES]
    requests = [
        {
            "do": "adjudicate",
            "game": case["game"],
            "rulebook": RULEBOOK,
            "words": {},
            "made_from": sheet["made_from"],
        }
        for case, sheet in zip(GAMES, sheets, strict=True)
    ]
    assert on_the_phone(requests) == [{"ok": sheet} for sheet in sheets]


@pytest.mark.parametrize("case", COMPETITIONS, ids=[case["case"] for case in COMPETITIONS])
def test_standings(case: dict[str, Any]) -> None:
    done = run("standings", "-", given=whole(case["competition"]))
    assert (done.exit_code, done.stderr) == (0, "")
    assert competition_cases.disagreements(case, json.loads(done.stdout)) == []


def test_a_game_that_nobody_won_is_told_where_no_game_ends_so() -> None:
    level = {"id": "1", "home": "A", "away": "B", "score": {"A": 2, "B": 2}}
    competition = {"rulebook": RULEBOOK, "stage": "season", "teams": ["A", "B"], "games": [level]}
    assert [fault["at"] for fault in check_competition(competition, RULEBOOK)] == ["/games/0/winner"]
    competition["games"] = [level | {"winner": "B"}]
    assert check_competition(competition, RULEBOOK) == []


def test_its_words_are_all_that_a_call_may_say_on_server_and_phone() -> None:
    game = GAMES[0]["game"] | {
        "calls": [
            {"id": "c1", "type": "period_end", "period": "OT2"},
            {"id": "c2", "type": "period_end", "period": "OT3"},
            {"id": "c3", "type": "period_end", "period": 5},
            {
                "id": "c4",
                "type": "goal",
                "team": "RED",
                "scorer": "R9",
                "conditions": ["off_garage_door", "off_tree"],
            },
            {"id": "c5", "type": "violation", "team": "RED", "kind": "offside"},
        ]
    }
    faults = check(game, RULEBOOK, {})
    assert [fault["at"] for fault in faults] == [
        "/calls/1/period",
        "/calls/2/period",
        "/calls/3/conditions/1",
        "/calls/4/kind",
    ]
    assert on_the_phone([{"do": "check", "game": game, "rulebook": RULEBOOK, "words": {}}]) == [
        {"ok": faults}
    ]


def test_its_screen() -> None:
    screen = RULEBOOK["screen"]
    assert screen["periods"] == [1, 2, 3, 4, "OT", "OT2", "SO"]
    assert screen["overtimes_s"] == [240, 240]
    assert screen["timeout"] == {"seconds": 45, "per_game": 2, "zones": []}
    assert [entry["kind"] for entry in screen["violations"]] == ["icing"]
    assert {"condition": "off_garage_door", "voids": True, "clause": "3.2"} in screen["conditions"]
    assert RULEBOOK["infractions"][6]["infraction"] == "garage_door"


def test_overtimes_of_their_own_lengths_follow_each_other(tmp_path: Path) -> None:
    path = tmp_path / "longer.toml"
    more = '\n[[overtime]]\nclause = "2.5"\nsays = "Then one of ten."\nperiod_s = 600\nsudden_death = false\n'
    path.write_text(TOML.read_text() + more)
    screen = read(path)["screen"]
    assert screen["periods"] == [1, 2, 3, 4, "OT", "OT2", "OT3", "SO"]
    assert screen["overtimes_s"] == [240, 240, 600]


def test_it_is_read_from_where_it_lies() -> None:
    done = run("rulebooks", str(TOML))
    assert done.exit_code == 0
    assert json.loads(done.stdout) == RULEBOOK


@pytest.fixture
def garage_league(season: Any) -> None:
    """The cast's competition by this rulebook, as a director would have set it up."""
    competition = db.session.get_one(Competition, season.competition.id)
    competition.rulebook = RULEBOOK
    competition.rulebook_digest = RULEBOOK["digest"]
    for game in db.session.query(Game):
        game.stage = "season"
    db.session.commit()


@pytest.mark.usefixtures("garage_league")
def test_a_competition_by_it_gives_a_packet_and_takes_a_push(app: Any) -> None:
    pat = Phone(over_wsgi(app), "pat")
    packet = pat.get("/api/v1/games/game1/packet").json
    assert packet["rulebook"] == RULEBOOK
    assert packet["words"]["condition.off_garage_door"] == "in off the garage door"
    assert check(packet["game_file"] | {"calls": []}, packet["rulebook"], packet["words"]) == []
    said = {"team": "HOG", "scorer": "HOG2"}
    minor = {"team": "BEA", "player": "BEA3", "infraction": "garage_door"}
    calls = [
        pat.call("goal", period=1, clock="09:00", conditions=["off_garage_door"], **said),
        pat.call("goal", period="OT2", clock="01:00", **said),
        pat.call("goal", period="OT3", clock="01:00", **said),
        *(pat.call("penalty", period=3, clock=f"0{9 - nth}:00", **minor) for nth in range(5)),
    ]
    assert pat.results(*calls) == [
        ("accepted", None),
        ("accepted", None),
        ("refused", "malformed"),
        *[("accepted", None)] * 5,
    ]
    sheet = pat.sheet()
    assert sheet["score"] == {"HOG": 1, "BEA": 0}
    rulings = {(ruling["code"], ruling["clause"]) for ruling in sheet["rulings"]}
    assert {("goal_disallowed", "3.2"), ("player_ejected", "4.3"), ("serve", "4.2")} <= rulings
