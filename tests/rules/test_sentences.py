"""Every ruling says what it is in a whole sentence of a phone's screen."""

from __future__ import annotations

from tests.rules.test_cases import CASES
from webapp.rulebooks.reader import load
from webapp.rules.adjudicate import adjudicate
from webapp.rules.english import SENTENCES

LONGEST = 125


def test_every_ruling_has_a_sentence() -> None:
    for case in CASES:
        for ruling in adjudicate(case["game"], load(case["game"]["rulebook"]), {}, {})["rulings"]:
            says, key = ruling["says"], ruling["message"]["key"]
            assert key in SENTENCES, (case["case"], key)
            assert not set("{}@_") & set(says), (case["case"], says)
            assert not any(gap in says for gap in ("  ", " ,", " :")), (case["case"], says)
            assert len(says) <= LONGEST, (case["case"], says)
