"""`rinkside rulebooks --kinds`: every kind by rulebook, with what it is for, and what it may be told."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner

from webapp.cli import main
from webapp.rulebooks.kind_table import users
from webapp.rulebooks.reader import load, slugs
from webapp.rules.kinds import KINDS


def lines_of(*arguments: str) -> list[str]:
    done = CliRunner().invoke(main, ["rulebooks", "--kinds", *arguments])
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


def holds(kind: str, clause: dict[str, Any]) -> bool:
    return clause["kind"] == kind and clause.get("on") is not False


def test_a_kind_is_justified_where_one_rulebook_alone_uses_it_and_only_there() -> None:
    alone = {kind for kind, used in users().items() if len(used) == 1}
    assert {kind for kind in KINDS if "alone" in KINDS[kind]} == alone
    assert [kind for kind, used in users().items() if not used] == []
    for kind in KINDS.values():
        assert kind["for"].endswith(".")
        assert kind.get("alone", ".").endswith(".")


def test_the_table_has_a_line_a_kind_and_a_column_a_rulebook() -> None:
    head, *lines = lines_of()
    assert head.split()[1 : 1 + len(slugs())] == slugs()
    assert [line.split()[0] for line in lines] == sorted(KINDS)
    for line in lines:
        kind, *marks = line.split()[: 1 + len(slugs())]
        used = [slug for slug in slugs() if any(holds(kind, clause) for clause in load(slug)["clauses"])]
        assert [slug for slug, mark in zip(slugs(), marks, strict=True) if mark == "x"] == used
        assert KINDS[kind]["for"] in line
        assert KINDS[kind].get("alone", "") in line


def test_a_kind_tells_every_parameter() -> None:
    for kind in KINDS:
        first, *lines = lines_of(kind)
        assert first == f"{kind}: {KINDS[kind]['for']}"
        assert sorted(line.split()[0] for line in lines) == sorted(KINDS[kind]["parameters"])
    told = {line.split()[0]: line.split(None, 1)[1].strip() for line in lines_of("sudden_death")[1:]}
    assert told == {"order": "must be there: one of same, any"}
    assert "  periods       may be left out: a whole number from 1" in lines_of("overtime")


def test_a_kind_that_is_none_is_told_with_those_that_are() -> None:
    done = CliRunner().invoke(main, ["rulebooks", "--kinds", "wish"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'wish'" in done.stderr
    assert "tie_break" in done.stderr
