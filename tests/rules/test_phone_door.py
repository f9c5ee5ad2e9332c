"""The phone's door to the engine: a rulebook is read once and meant by every request after it."""

from __future__ import annotations

import json
from typing import Any

from tests.rules.phone_runtime import on_the_phone
from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load, slugs


def test_a_request_without_a_rulebook_means_the_last_one() -> None:
    requests: list[dict[str, Any]] = []
    for slug in slugs():
        game = next(case["game"] for case in CASES if case["game"]["rulebook"] == slug)
        tap = {"do": "adjudicate", "game": game, "made_from": {}}
        requests += [tap | {"rulebook": load(slug), "words": {}}, tap, {"do": "history", "carries": []}, tap]
    answers = on_the_phone(requests)
    for place in range(0, len(answers), 4):
        told, again, _, after = answers[place : place + 4]
        assert told["ok"]["rulebook"] == json.loads(json.dumps(requests[place]))["game"]["rulebook"]
        assert told == again == after
