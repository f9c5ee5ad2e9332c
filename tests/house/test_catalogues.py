"""What words are gathered from for translators: every file that holds any, and none under a key twice."""

from __future__ import annotations

import json
import re
from collections import Counter
from fnmatch import fnmatch

from tests.house.sources import ROOT, WEBAPP, python_files, shown

GATHERED = (WEBAPP / "pages" / "translations" / "babel.cfg").read_text()
PATTERNS = re.findall(r"^\[python: (.+)\]$", GATHERED, re.MULTILINE)


WORDS = sorted((ROOT / "static" / "src" / "words").glob("*.json"))


def test_no_catalogue_of_the_app_says_a_key_twice() -> None:
    assert len(WORDS) > 10
    for path in WORDS:
        pairs: list[str] = []
        json.loads(
            path.read_text(), object_pairs_hook=lambda all, pairs=pairs: pairs.extend(k for k, _ in all)
        )
        assert [key for key, times in Counter(pairs).items() if times > 1] == [], shown(path)


def test_every_python_file_with_words_is_gathered() -> None:
    worded = [shown(path) for path in python_files(WEBAPP) if "from flask_babel import" in path.read_text()]
    said = [path for path in worded if "gettext" in (ROOT / path).read_text()]
    assert len(said) > 10
    assert [path for path in said if not any(fnmatch(path, pattern) for pattern in PATTERNS)] == []
