"""What words of the pages are gathered from for translators: every file that holds any."""

from __future__ import annotations

import re
from fnmatch import fnmatch

from tests.house.sources import ROOT, WEBAPP, python_files, shown

GATHERED = (WEBAPP / "pages" / "translations" / "babel.cfg").read_text()
PATTERNS = re.findall(r"^\[python: (.+)\]$", GATHERED, re.MULTILINE)


def test_every_python_file_with_words_is_gathered() -> None:
    worded = [shown(path) for path in python_files(WEBAPP) if "from flask_babel import" in path.read_text()]
    said = [path for path in worded if "gettext" in (ROOT / path).read_text()]
    assert len(said) > 10
    assert [path for path in said if not any(fnmatch(path, pattern) for pattern in PATTERNS)] == []
