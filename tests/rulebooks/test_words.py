"""Whatever a rulebook can bring up has words, on the phone and in rulings: nobody reads slugs at the rink."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from webapp.calls.sheet_schema import RULINGS
from webapp.rulebooks.reader import load, slugs
from webapp.rulebooks.words import words
from webapp.rules.english import SENTENCES
from webapp.rules.shapes import CALLS, CLASSES, CODES, CONDITIONS, STAGES

ON_THE_PHONE = json.loads((Path(__file__).parents[2] / "static" / "src" / "words" / "en.json").read_text())
FILLED_IN = ("heads", "set")  # by the app; nobody reads their names
REASONS = ("ineligible", "denied", "shooter_ineligible")


def of_the_rules(rulebook: dict[str, Any]) -> set[str]:
    """The keys of words that rulings and screens take from the rules' catalogue."""
    clauses, screen = rulebook["clauses"], rulebook["screen"]
    restarts, stoppages, counts, served = (
        [clause for clause in clauses if clause["kind"] == kind]
        for kind in ("restart", "stoppage", "count", "serve")
    )
    keys = {f"class.{name}" for name in rulebook["classes"]}
    keys |= {f"class.{entry['class']}" for entry in rulebook["infractions"]}
    keys |= {f"condition.{entry['condition']}" for entry in screen["conditions"]}
    keys |= {f"violation.{entry['kind']}" for entry in screen["violations"]}
    keys |= {f"exception.{name}" for entry in screen["violations"] for name in entry["exceptions"]}
    keys |= {f"where.{clause['where']}" for clause in clauses if "where" in clause}
    keys |= {f"restart.{clause['how']}" for clause in restarts}
    keys |= {
        f"restart.{clause['how']}_where"
        for clause in restarts
        if "where" in clause and clause["how"] != "inbound"
    }
    keys |= {f"reason.{call}" for clause in stoppages for call in clause["calls"]}
    keys |= {f"of.{clause['then']}" for clause in counts}
    keys |= {f"serve.{clause['until']}" for clause in served if "until" in clause}
    return keys


def of_the_phone(rulebook: dict[str, Any]) -> set[str]:
    """The keys of words that the app takes from its own catalogue."""
    keys = {f"type.{name}" for name in rulebook["calls"]}
    keys |= {f"stage.{name}" for name in rulebook["stages"]}
    keys |= {f"period.{name}" for name in rulebook["screen"]["periods"] if name in ("OT", "SO")}
    for call in rulebook["calls"]:
        keys |= {f"field.{field}" for field in CALLS[call] if field not in FILLED_IN}
        for field, shape in CALLS[call].items():
            keys |= {f"{field}.{str(value).lower()}" for value in shape.get("values", [])}
    return keys


@pytest.mark.parametrize("slug", slugs())
def test_whatever_a_rulebook_names_has_words(slug: str) -> None:
    rulebook = load(slug)
    assert sorted(of_the_rules(rulebook) - set(words("en", rulebook))) == []
    assert sorted(of_the_phone(rulebook) - set(ON_THE_PHONE)) == []
    assert [entry["infraction"] for entry in rulebook["infractions"] if not entry["name"].strip()] == []


def test_whatever_the_rules_can_answer_has_words() -> None:
    assert [code for code in CODES if f"ruling.{code}" not in ON_THE_PHONE] == []
    assert [name for name in CLASSES if f"class.{name}" not in SENTENCES] == []
    assert [name for name in CONDITIONS if f"condition.{name}" not in SENTENCES] == []
    assert [stage for stage in STAGES if f"stage.{stage}" not in ON_THE_PHONE] == []
    for code in REASONS:
        reasons = RULINGS[code][0]["reason"]["enum"]
        assert [reason for reason in reasons if f"{code}.{reason}" not in SENTENCES] == []
    for reason in RULINGS["clock"][0]["reason"]["enum"]:
        assert f"reason.{reason}" in SENTENCES
        assert f"stop.{reason}" in ON_THE_PHONE
    for what in RULINGS["next"][0]["what"]["enum"]:
        assert f"next.{what}" in SENTENCES
    for reason in RULINGS["shooter_ineligible"][0]["reason"]["enum"]:
        assert f"may_not.{reason}" in ON_THE_PHONE
