"""Server and phone rule alike: every case, under other names, and every fault of a broken file."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from tests.rules.phone_runtime import on_the_phone
from tests.rules.renaming import renamed, replaced
from tests.rules.test_cases import CASES
from tests.rules.test_faulty_files import FAULTS, file_of
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate
from webapp.rules.check import check
from webapp.rules.history import history_after


def on_the_server(request: dict[str, Any]) -> Any:
    """What the server's engine answers, as it would cross the wire."""
    if request["do"] == "check":
        return json.loads(json.dumps(check(request["game"], request["rulebook"], {})))
    if request["do"] == "history":
        return history_after(request["carries"])
    return json.loads(json.dumps(adjudicate(request["game"], request["rulebook"], {}, request["made_from"])))


def differing(requests: list[dict[str, Any]]) -> list[int]:
    """Places of the requests that phone and server answer differently."""
    answers = on_the_phone(requests)
    assert len(answers) == len(requests)
    return [
        place
        for place, (request, answer) in enumerate(zip(requests, answers, strict=True))
        if answer != {"ok": on_the_server(request)}
    ]


@pytest.mark.proof(1)
@pytest.mark.parametrize("salt", ["", "a"], ids=["own names", "other names"])
def test_every_case_gives_one_sheet_on_server_and_phone(salt: str) -> None:
    requests = [
        {
            "do": "adjudicate",
            "game": renamed(case["game"], salt)[0] if salt else case["game"],
            "rulebook": load(case["game"]["rulebook"]),
            "made_from": {"rulebook": "r", "roster": "t"},
        }
        for case in CASES
    ]
    assert [CASES[place]["case"] for place in differing(requests)] == []


def test_other_names_change_nothing_but_names() -> None:
    for case in CASES:
        rulebook = load(case["game"]["rulebook"])
        game, old = renamed(case["game"], "n")
        plain = adjudicate(case["game"], rulebook, {}, {})
        again = replaced(adjudicate(game, rulebook, {}, {}), old)
        for sheet in (plain, again):
            sheet["carry"]["goalies"] = dict(sorted(sheet["carry"]["goalies"].items()))
            for ruling in sheet["rulings"]:
                del ruling["says"], ruling["message"]
        assert again == plain, case["case"]


def test_history_adds_up_alike() -> None:
    carries = [adjudicate(case["game"], load(case["game"]["rulebook"]), {}, {})["carry"] for case in CASES]
    after = [[], carries, *(carries[place : place + 3] for place in range(len(carries)))]
    assert differing([{"do": "history", "carries": games} for games in after]) == []


ODD = [
    None,
    True,
    False,
    0,
    -1,
    7,
    2.5,
    10**20,
    "",
    "x",
    "RED",
    "R9",
    "c1",
    "7:5",
    "99:99",
    [],
    {},
    ["c1", "c1"],
    [[]],
    "é\n",
]


def broken(game: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The game with one to four places broken: odd values, fields gone, fields nobody knows."""
    game = copy.deepcopy(game)
    for _ in range(chance.randint(1, 4)):
        place: Any = game
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = chance.choice(keys)
            if isinstance(place[key], (dict, list)) and place[key] and chance.random() < 0.8:
                place = place[key]
                continue
            act = chance.random()
            if act < 0.2:
                del place[key]
            elif act < 0.4 and isinstance(place, dict):
                place[chance.choice(["colour", "a/b~c", "Ü"])] = 1
            else:
                place[key] = chance.choice(ODD)
            break
    return game


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", [20260101, 20260102, 20260103])
def test_broken_files_get_the_same_faults_on_server_and_phone(seed: int) -> None:
    chance = random.Random(seed)
    requests = []
    for case in CASES:
        rulebook = load(case["game"]["rulebook"])
        requests.append({"do": "check", "game": broken(case["game"], chance), "rulebook": rulebook})
    assert [json.dumps(requests[place]["game"]) for place in differing(requests)] == []
    told = [on_the_server(request) for request in requests]
    assert sum(bool(faults) for faults in told) > len(requests) // 2
    assert all(fault["at"].startswith("/") or fault["at"] == "" for faults in told for fault in faults)
    assert all("\n" not in fault["says"] + fault["at"] for faults in told for fault in faults)


def test_every_kind_of_fault_is_the_same_on_server_and_phone() -> None:
    requests = [{"do": "check", "game": file_of(row), "rulebook": load(row["rulebook"])} for row in FAULTS]
    assert [FAULTS[place]["fault"] for place in differing(requests)] == []


def test_a_file_without_faults_can_always_be_ruled_on() -> None:
    chance = random.Random(20260102)
    ruled = 0
    for case in CASES:
        rulebook = load(case["game"]["rulebook"])
        for _ in range(8):
            game = broken(case["game"], chance)
            if not check(game, rulebook, {}):
                adjudicate(game, rulebook, {}, {})
                ruled += 1
    assert ruled > 50
