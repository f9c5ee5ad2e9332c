"""Reads rulebooks: TOML blocks on a base, every fault at once with file, clause and key."""

from __future__ import annotations

import csv
import functools
import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from webapp.rulebooks.screen import screen
from webapp.rules.faults import Faults
from webapp.rules.kinds import KINDS
from webapp.rules.rulebook_check import check_rulebook
from webapp.rules.shapes import CALLS, CLASSES

FOLDER = Path(__file__).parent
BASES = ("usa_hockey", "hockey_canada")
_BLOCK = re.compile(r"^[ \t]*\[\[[ \t]*([A-Za-z0-9_-]+)[ \t]*\]\]", re.MULTILINE)
INFRACTION = ("infraction", "name", "class", "abbreviation", "divisions")
HEADER = (
    "name",
    "base",
    "timing",
    "goalies",
    "asks_fouled",
    "stages",
    "classes",
    "calls_not_known",
    "common",
    "base_without",
    "base_with",
)
# Lists of a header that are the reader's own: what it makes of them is in the rulebook.
OF_THE_READER = ("calls_not_known", "common", "base_without", "base_with")


class FaultyRulebook(Exception):
    """A rulebook that cannot be used. `faults`: one line each, `file clause: what is wrong`."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def slugs() -> list[str]:
    """Every rulebook that comes with the product, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem not in BASES)


def read_all() -> None:
    """Read every rulebook; raises FaultyRulebook with the faults of all of them."""
    faults: list[str] = []
    for slug in slugs():
        try:
            _load_text(slug)
        except FaultyRulebook as faulty:
            faults += faulty.faults
    if faults:
        raise FaultyRulebook(list(dict.fromkeys(faults)))


@functools.cache
def _load_text(slug: str) -> str:
    return json.dumps(read(FOLDER / f"{slug}.toml"))


def load(slug: str) -> dict[str, Any]:
    """One rulebook as JSON, complete with what it takes from its base; a KeyError where there is none."""
    if slug not in slugs():
        raise KeyError(slug)
    loaded: dict[str, Any] = json.loads(_load_text(slug))
    return loaded


def digest(rulebook: dict[str, Any]) -> str:
    """`sha256:…` over the rulebook's canonical JSON without its digest: what it is known by."""
    kept = {key: value for key, value in rulebook.items() if key not in ("digest", "screen")}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def read(path: Path) -> dict[str, Any]:
    """Read a rulebook's TOML file onto its base; raises FaultyRulebook with every fault."""
    header, clauses = blocks(path)
    return assembled(path.stem, header, clauses + base_blocks(header))


def base_blocks(header: dict[str, Any]) -> list[dict[str, Any]]:
    """The clauses of the base that a header names, but for those that it does without.

    Its limits are off but for those that a header turns on.
    """
    if header.get("base") not in BASES:
        return []
    without, turned_on = _texts(header, "base_without"), _texts(header, "base_with")
    return [
        clause | {"base": True} | ({"on": True} if "on" in clause and clause["clause"] in turned_on else {})
        for clause in blocks(FOLDER / f"{header['base']}.toml")[1]
        if clause["clause"] not in without
    ]


def assembled(slug: str, header: dict[str, Any], clauses: list[dict[str, Any]]) -> dict[str, Any]:
    """A rulebook from its header and clauses; raises FaultyRulebook with every fault."""
    file = f"{slug}.toml"
    base, common, unknown_calls = (
        header.get("base"),
        _texts(header, "common"),
        _texts(header, "calls_not_known"),
    )
    complaints = _complaints_of_header(file, header)
    infractions = catalogue(blocks(FOLDER / f"{base}.toml")[0]["catalogue"]) if base in BASES else []
    rulebook: dict[str, Any] = {"slug": slug, "calls": sorted(set(CALLS) - set(unknown_calls))}
    rulebook |= {key: header[key] for key in HEADER if key in header and key not in OF_THE_READER}
    rulebook["clauses"] = clauses
    rulebook["infractions"] = _with_own(infractions, clauses, common)
    complaints += _complaints(file, rulebook)
    known = {entry["infraction"] for entry in rulebook["infractions"]}
    complaints += [f"{file}: common: unknown infraction {name!a}" for name in common if name not in known]
    if complaints:
        raise FaultyRulebook(complaints)
    return complete(rulebook)


def _texts(header: dict[str, Any], key: str) -> list[str]:
    """The texts that a header lists under a key; what is none is told by `_complaints_of_header`."""
    given = header.get(key, [])
    return [entry for entry in given if isinstance(entry, str)] if isinstance(given, list) else []


def _complaints_of_header(file: str, header: dict[str, Any]) -> list[str]:
    """What a header may not say: keys, the base, and the lists that are the reader's own."""
    lines = []
    for key in header:
        if key in KINDS and key not in HEADER:
            lines.append(f"{file}: {key}: a clause is a block of its own, [[{key}]]")
        elif key not in HEADER:
            lines.append(f"{file}: unknown key {key!a}; allowed: {', '.join(HEADER)}")
    base = header.get("base")
    if base is not None and base not in BASES:
        lines.append(f"{file}: unknown base {base!a}; allowed: {', '.join(BASES)}")
    for key in OF_THE_READER:
        given = header.get(key, [])
        if not isinstance(given, list) or len(_texts(header, key)) < len(given):
            lines.append(f"{file}: {key}: is no list of texts")
    lines += [
        f"{file}: calls_not_known: unknown call {name!a}; allowed: {', '.join(sorted(CALLS))}"
        for name in _texts(header, "calls_not_known")
        if name not in CALLS
    ]
    if base in BASES:
        clauses = blocks(FOLDER / f"{base}.toml")[1]
        named = {
            "base_without": ("clause", [clause["clause"] for clause in clauses]),
            "base_with": ("limit", [clause["clause"] for clause in clauses if "on" in clause]),
        }
        lines += [
            f"{file}: {key}: no {what} of {base} is called {name!a}; allowed: {', '.join(allowed)}"
            for key, (what, allowed) in named.items()
            for name in _texts(header, key)
            if name not in allowed
        ]
    return lines


def complete(rulebook: dict[str, Any]) -> dict[str, Any]:
    """The rulebook with its digest and with what a screen asks of it, worked out from its clauses."""
    return rulebook | {"digest": digest(rulebook), "screen": screen(rulebook)}


def blocks(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A file's header, and its clause blocks in the document's order, each with its kind."""
    try:
        text = path.read_text(encoding="utf-8")
        parsed = tomllib.loads(text)
    except OSError as error:
        raise FaultyRulebook([f"{path.name}: cannot be read: {error.strerror}"]) from error
    except UnicodeDecodeError as error:
        raise FaultyRulebook([f"{path.name}: no UTF-8 at byte {error.start}"]) from error
    except tomllib.TOMLDecodeError as error:
        raise FaultyRulebook([f"{path.name}: no TOML: {error}"]) from error
    blocks = {kind: value for kind, value in parsed.items() if isinstance(value, list) and _is_table(value)}
    header = {key: value for key, value in parsed.items() if key not in blocks}
    order = [kind for kind in _BLOCK.findall(text) if kind in blocks]
    if sorted(order) != sorted(kind for kind, value in blocks.items() for _ in value):
        raise FaultyRulebook(
            [f"{path.name}: a clause begins with [[kind]] on a line of its own, nothing else"]
        )
    ordered = {kind: iter(value) for kind, value in blocks.items()}
    return header, [next(ordered[kind]) | {"kind": kind} for kind in order]


def _is_table(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(entry, dict) for entry in value)


def catalogue(rules: str) -> list[dict[str, Any]]:
    """The infractions that a base knows: its names, classes, rule numbers and abbreviations."""
    with (FOLDER / "infractions.csv").open(encoding="utf-8", newline="") as file:
        return [
            {
                "infraction": row["infraction"],
                "name": row["name"],
                "class": row["default_class"],
                "abbreviation": row["abbreviation"],
            }
            | ({"rule": row[rules]} if row[rules] else {})
            for row in csv.DictReader(file)
        ]


def _with_own(
    base: list[dict[str, Any]], clauses: list[dict[str, Any]], common: list[str]
) -> list[dict[str, Any]]:
    """The base's infractions and the rulebook's own, the common ones first in the rulebook's order.

    An own one stands in place of the base's, and beside it where it holds in some divisions alone.
    """
    entries = list(base)
    for clause in clauses:
        if clause["kind"] == "default_class" and clause.get("class") in CLASSES:
            entries = [entry | {"class": clause["class"]} for entry in entries]
    for clause in clauses:
        if clause["kind"] == "infraction" and isinstance(clause.get("infraction"), str):
            own = {key: clause[key] for key in INFRACTION if key in clause}
            if "divisions" not in own:
                entries = [entry for entry in entries if entry["infraction"] != own["infraction"]]
            entries.append(own | {"rule": clause.get("clause", "")})
    first = [entry | {"common": True} for name in common for entry in entries if entry["infraction"] == name]
    rest = sorted(
        (entry for entry in entries if entry["infraction"] not in common),
        key=lambda entry: str(entry.get("name")),
    )
    return first + [entry | {"common": False} for entry in rest]


def _complaints(file: str, rulebook: dict[str, Any]) -> list[str]:
    """Every fault in a sentence that names file, clause and key."""
    faults = Faults({})
    check_rulebook(rulebook, "", faults)
    lines = []
    for fault in faults.found:
        steps = fault["at"].split("/")[1:]
        place = steps[-1] if steps else ""
        if steps[:1] == ["clauses"]:
            clause = rulebook["clauses"][int(steps[1])]
            named = " ".join(str(clause.get("clause", clause["kind"])).split())
            place = f"{named}: {'/'.join(steps[2:])}"
        elif steps[:1] == ["infractions"]:
            named = " ".join(rulebook["infractions"][int(steps[1])]["infraction"].split())
            place = f"{named}: {'/'.join(steps[2:])}"
        lines.append(f"{file} {place}: {fault['says']}")
    return lines
