"""Change every ruling clause, one place at a time, and name the changes that no case notices.

A change takes a clause block out, moves one number of it by one, turns one of its flags or takes one entry
out of one of its lists; a tie-break step is put in other words, and behind the next one. `python -m
tests.mutants` prints the survivors and ends with 1 where there are any.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from typing import Any

from tests.mutants.changed_steps import changed_step
from tests.rules.comparing import disagreements
from tests.rules.test_cases import CASES
from tests.standings import competition_cases
from webapp.rulebooks.reader import FOLDER, FaultyRulebook, assembled, base_blocks, blocks, slugs
from webapp.rules.adjudicate import adjudicate
from webapp.rules.check import check
from webapp.rules.kinds import KINDS
from webapp.standings.competition_check import check_competition
from webapp.standings.ranking import rank_teams

# Changes that no game can tell, and why.
REDUNDANT = {
    "half-sheet-3v3 Goalie Competition [goalie_rating]: taken out": (
        "a penalty shot is a shot on the goalie where no clause says otherwise; a game rates nobody"
    ),
    "cha-3v3 6(b) [offence]: review True -> False": (
        "6(a) has the same call reviewed, and a review that either asks for stays"
    ),
    "cha-3v3 Base: game misconduct [offence]: classes ['game_misconduct', 'major_game_misconduct'] -> "
    "without major_game_misconduct": "6(a) and, for staff, 7(c) say more of it and stand in its place",
}
TOLD = ("kind", "clause", "says", "reading", "base", "name", "abbreviation")


def changes(clauses: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Each change, in words, and the clauses after it."""
    for place, clause in enumerate(clauses):
        if KINDS[clause["kind"]]["kept_by"] != "rules":
            continue
        name = f"{clause['clause']} [{clause['kind']}]"
        if clause.get("on") is False:
            yield f"{name}: turned on", [*clauses[:place], clause | {"on": True}, *clauses[place + 1 :]]
            continue
        yield f"{name}: taken out", clauses[:place] + clauses[place + 1 :]
        for key, value in clause.items():
            if key in TOLD:
                continue
            for what, changed in _changed(value):
                after = copy.deepcopy(clauses)
                after[place][key] = changed
                yield f"{name}: {key} {value} -> {what}", after
        if clause["kind"] == "tie_break":
            yield from changed_step(clauses, place, name)


def _changed(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield str(not value), not value
    elif isinstance(value, int):
        for moved in (value + 1, value - 1):
            if moved >= 0:
                yield str(moved), moved
    elif isinstance(value, dict):
        for key, entry in value.items():
            for what, changed in _changed(entry):
                yield f"{key} {what}", value | {key: changed}
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            shorter = value[:place] + value[place + 1 :]
            yield f"without {entry}", shorter
            if isinstance(entry, int):
                yield f"{entry} as {entry + 1}", [*value[:place], entry + 1, *value[place + 1 :]]
                yield f"{entry} as {entry - 1}", [*value[:place], entry - 1, *value[place + 1 :]]


def noticed(rulebook: dict[str, Any], slug: str) -> bool:
    """Whether a case of a game or of a competition fails under a changed rulebook."""
    for case in competition_cases.CASES:
        if case["competition"]["rulebook"] == slug and (
            check_competition(case["competition"], rulebook)
            or competition_cases.disagreements(case, rank_teams(case["competition"], rulebook))
        ):
            return True
    for case in CASES:
        if case["game"]["rulebook"] != slug:
            continue
        if check(case["game"], rulebook, {}):
            return True
        if disagreements(case, adjudicate(case["game"], rulebook, {}, {})):
            return True
    return False


def survivors(slug: str) -> tuple[int, list[str]]:
    """How many changes were tried on a rulebook, and those that no case noticed."""
    header, own = blocks(FOLDER / f"{slug}.toml")
    tried, found = 0, []
    for what, clauses in changes(own + base_blocks(header)):
        tried += 1
        try:
            rulebook = assembled(slug, header, clauses)
        except FaultyRulebook:
            continue
        if not noticed(rulebook, slug) and f"{slug} {what}" not in REDUNDANT:
            found.append(f"{slug} {what}")
    return tried, found


def main() -> int:
    """Try every change on every rulebook; the exit code."""
    tried, found = 0, []
    for slug in slugs():
        count, alive = survivors(slug)
        tried += count
        found += alive
    for line in found:
        print(f"survived: {line}")
    print(f"{tried} changes, {len(found)} survivors")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
