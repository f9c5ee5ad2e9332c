"""A rulebook that cannot be read ends every command at its start, with all its faults and no traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main
from webapp.rulebooks import reader
from webapp.rulebooks.reader import FOLDER, FaultyRulebook, read, read_all

ROOT = Path(__file__).parents[2]
HEADER = """
name = "A league"
base = "usa_hockey"
timing = "running"
goalies = "team"
asks_fouled = false
stages = ["season"]
classes = ["minor"]
"""
FAULTY = (
    HEADER
    + """
base_without = ["Base: mtach"]
[[timeout]]
clause = "2"
says = "One."
seconds = "60"
[[offence]]
clause = "3"
says = "Fights eject."
infractions = ["fightng"]
ejects = true
[[sudden_death]]
clause = "4"
says = "Then pairs."
"""
)
TOLD = [
    "pond.toml: base_without: no clause of usa_hockey is called 'Base: mtach'",
    'pond.toml 2: seconds: "60" is no whole number from 0',
    "pond.toml 2: per_game: is missing",
    'pond.toml 3: infractions/0: "fightng" is no infraction of this rulebook',
    "pond.toml 4: order: is missing; allowed: same, any",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The rulebooks' folder, with a faulty one among them."""
    for path in FOLDER.iterdir():
        if path.suffix in (".toml", ".csv"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "pond.toml").write_text(FAULTY)
    monkeypatch.setattr(reader, "FOLDER", tmp_path)
    reader._load_text.cache_clear()
    yield tmp_path
    reader._load_text.cache_clear()


def all_told(lines: list[str]) -> bool:
    return len(lines) == len(TOLD) and all(any(line.startswith(one) for line in lines) for one in TOLD)


@pytest.mark.parametrize(
    "command", [["serve", "--port", "0"], ["migrate"], ["rulebooks"], ["rulebooks", "--kinds"]]
)
def test_commands_end_with_every_fault(
    folder: Path,
    command: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RINKSIDE_INSTANCE", str(tmp_path_factory.mktemp("instance")))
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 2
    assert all_told(done.stderr.splitlines()), done.stderr
    assert isinstance(done.exception, SystemExit)


def test_a_server_does_not_start(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    start = (
        "import sys; from pathlib import Path; from webapp.rulebooks import reader;"
        f"reader.FOLDER = Path({str(folder)!r}); sys.argv = ['rinkside', 'serve', '--port', '0'];"
        "from webapp.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", start],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"RINKSIDE_INSTANCE": str(tmp_path_factory.mktemp("instance")), "PATH": ""},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert all_told(done.stderr.splitlines()), done.stderr


def test_the_faults_of_two_rulebooks_are_told_together(folder: Path) -> None:
    (folder / "lake.toml").write_text(HEADER.replace("season", "spring"))
    with pytest.raises(FaultyRulebook) as told:
        read_all()
    files = {line.split(".toml")[0] for line in told.value.faults}
    assert files == {"lake", "pond"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("common = 3\n" + HEADER, "common: is no list of texts"),
        ("calls_not_known = [[]]\n" + HEADER, "calls_not_known: is no list of texts"),
        ("calls_not_known = ['dive']\n" + HEADER, "calls_not_known: unknown call 'dive'; allowed: "),
        ("[count]\nclause = '1'", "count: a clause is a block of its own, [[count]]"),
        (HEADER + "[['count']]\nclause = '1'", "a clause begins with [[kind]] on a line of its own"),
        (HEADER + "[[my-kind]]\nclause = '1'\nsays = 'x'", '1: kind: "my-kind" is no kind of clause'),
        (
            HEADER + "[[goal_condition]]\nclause = '1'\nconditions = ['wind']",
            '1: conditions/0: "wind" is not',
        ),
        (
            HEADER + "[[refusal]]\nclause = '1'\ncaptain_climbs = 'stairs'",
            '1: captain_climbs: "stairs" is not',
        ),
        (HEADER + 2 * "[[break]]\nclause = '1'\nsays = 'x'\nseconds = 60\n", '1: kind: a second "break"'),
        ("name = ", "no TOML: "),
    ],
)
def test_a_fault_is_told_in_place(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "pond.toml"
    path.write_text(text)
    with pytest.raises(FaultyRulebook) as told:
        read(path)
    assert any(says in line for line in told.value.faults), told.value.faults
    assert all(line.startswith("pond.toml") and "\n" not in line for line in told.value.faults)


def test_a_file_that_is_no_text_or_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "pond.toml").write_bytes(b'name = "\xff"')
    for name, says in (("pond", "no UTF-8 at byte 8"), ("lake", "cannot be read: No such file")):
        done = CliRunner().invoke(main, ["rulebooks", str(tmp_path / f"{name}.toml")])
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{name}.toml: {says}")
