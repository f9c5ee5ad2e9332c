"""An apostrophe is typeset as one in every word that a person reads on a page or in the app."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAID = re.compile(r"""\b_\(\s*(?:"([^"]*)"|'([^']*)')""")


def said() -> dict[str, list[str]]:
    """By file, the sentences of the app's catalogues and of the pages."""
    found = {}
    for path in sorted((ROOT / "static/src/words").glob("*.json")):
        found[path.name] = [str(text) for text in json.loads(path.read_text()).values()]
    for path in sorted([*ROOT.glob("templates/*.html"), *ROOT.glob("webapp/pages/**/*.py")]):
        found[path.name] = [one or other for one, other in SAID.findall(path.read_text())]
    return found


def test_no_straight_apostrophe_stands_in_a_sentence() -> None:
    sentences = said()
    assert sum(map(len, sentences.values())) > 300
    straight = {name: [one for one in texts if "'" in one] for name, texts in sentences.items()}
    assert {name: texts for name, texts in straight.items() if texts} == {}
