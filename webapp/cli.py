"""The `rinkside` command. What a command needs is imported when it runs: the rules need no server."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


class NoJson(Exception):
    """A file that cannot be read as JSON, with what is wrong."""


class Rinkside(click.Group):
    """Every command ends with the faults of a rulebook that it cannot read."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        from webapp.rulebooks.reader import FaultyRulebook

        try:
            return super().invoke(ctx)
        except FaultyRulebook as faulty:
            return _fail(faulty.faults)


@click.group(cls=Rinkside)
def main() -> None:
    """Hockey's small leagues by their own rules."""


@main.command()
@click.argument("file", metavar="GAME.json")
def adjudicate(file: str) -> None:
    """Rule on a game file (-: standard input) and print its sheet."""
    from webapp.calls.ruled import made_from
    from webapp.rules.adjudicate import adjudicate as rule
    from webapp.rules.check import check

    game = _read(file)
    rulebook, faults = _rulebook(game)
    faults += check(game, rulebook, {})
    if faults or rulebook is None:
        _fail(f"{fault['at']}: {fault['says']}" for fault in faults)
    _print(rule(game, rulebook, {}, made_from(game, rulebook)))


@main.command()
@click.argument("file", metavar="COMPETITION.json")
def standings(file: str) -> None:
    """Rank a competition's teams (-: standard input), with the clause that decided each place."""
    from webapp.standings.competition_check import check_competition
    from webapp.standings.ranking import rank_teams

    competition = _read(file)
    rulebook, faults = _rulebook(competition)
    faults += check_competition(competition, rulebook)
    if faults or rulebook is None:
        _fail(f"{fault['at']}: {fault['says']}" for fault in faults)
    _print(rank_teams(competition, rulebook))


@main.command()
@click.argument("file", metavar="GOALIES.json")
def goalies(file: str) -> None:
    """Rank goalies by their totals (-: standard input), a level at a time."""
    from webapp.standings.goalies import check_goalies, rank_goalies

    totals = _read(file)
    faults = check_goalies(totals)
    if faults:
        _fail(f"{fault['at']}: {fault['says']}" for fault in faults)
    _print(rank_goalies(totals))


@main.command()
@click.argument("slug", metavar="[SLUG | FILE.toml | KIND]", required=False)
@click.option("--kinds", is_flag=True, help="Kinds of clause by rulebook, or what KIND may be told.")
def rulebooks(slug: str | None, kinds: bool) -> None:
    """List the rulebooks, or print one as JSON, clause by clause; FILE.toml need not be one of them."""
    from webapp.rulebooks.reader import load, read, slugs

    if kinds:
        _tell_kinds(slug)
    elif slug is None:
        for known in slugs():
            click.echo(f"{known}\t{load(known)['name']}")
    elif slug.endswith(".toml"):
        _print(read(Path(slug)))
    elif slug not in slugs():
        _fail([f": no rulebook is called {slug!a}; allowed: {', '.join(slugs())}"])
    else:
        _print(load(slug))


def _tell_kinds(kind: str | None) -> None:
    from webapp.rulebooks.kind_table import table, told
    from webapp.rules.kinds import KINDS

    if kind is not None and kind not in KINDS:
        _fail([f": no kind of clause is called {kind!a}; allowed: {', '.join(sorted(KINDS))}"])
    for line in table() if kind is None else told(kind):
        click.echo(line)


@main.command()
def migrate() -> None:
    """Bring the database up to date."""
    from webapp import serving

    _settings_hold()
    serving.migrate()


@main.command()
@click.option("--host", default="127.0.0.1", envvar="HOST", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, envvar="PORT", show_default=True, help="The port to listen on.")
@click.option("--courier", "sends", is_flag=True, help="Have a courier send as long as it runs.")
def serve(host: str, port: int, sends: bool) -> None:
    """Bring the database up to date, then serve the product."""
    from webapp import serving

    _settings_hold()
    serving.serve(host, port, sends)


@main.command()
@click.option("--once", is_flag=True, help="End once nothing is due any more.")
@click.option("--works-for", type=int, metavar="PID", help="End with the process that started it.")
def courier(once: bool, works_for: int | None) -> None:
    """Send what is queued, notices to phones and by mail, until a signal ends it."""
    from webapp import courier

    _settings_hold()
    courier.run(once, works_for)


@main.command()
@click.option("--rotate", is_flag=True, help="Make a new one. Phones subscribe with it when they next start.")
def vapid(rotate: bool) -> None:
    """Print the public key by which push services know this installation."""
    from webapp import courier

    _settings_hold()
    click.echo(courier.key(rotate))


@main.command()
@click.option("--password", required=True, help="The password of every demo account.")
def demo(password: str) -> None:
    """Fill an empty database with a half-sheet tournament and print its accounts."""
    from webapp import demonstrate, serving

    _settings_hold()
    serving.migrate()
    try:
        accounts = demonstrate.fill(password)
    except demonstrate.NotFilled as why:
        _fail([str(why)])
    for line in demonstrate.table(accounts):
        click.echo(line)


@main.command()
@click.argument("organisation")
@click.option("--director", "username", required=True, metavar="USERNAME", help="Who is to direct it.")
def found(organisation: str, username: str) -> None:
    """Add an organisation and its director, whose password is asked for, or read from standard input."""
    from webapp import founding, serving

    _settings_hold()
    if sys.stdin.isatty():
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    serving.migrate()
    try:
        slug = founding.found(organisation, username, password)
    except founding.NotFounded as why:
        _fail([str(why)])
    click.echo(f"{slug}\t{username.strip().lower()}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy a SQLite database to a new FILE, also while it is served."""
    from webapp import backup

    _settings_hold()
    try:
        backup.backup(file)
    except backup.NotBackedUp as why:
        _fail([str(why)])


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Put a FILE that `backup` made in the place of a SQLite database that nobody serves."""
    from webapp import backup

    _settings_hold()
    try:
        backup.restore(file)
    except backup.NotRestored as why:
        _fail([str(why)])


@main.command()
def restored() -> None:
    """Have phones push again what a database lacks that came from no `backup`.

    `restore` does so by itself. Prints the new epoch.
    """
    from webapp import backup

    _settings_hold()
    click.echo(backup.restored())


def _settings_hold() -> None:
    """End the command with every fault of the settings, a line each."""
    from webapp.settings import SettingsFault, read

    try:
        read()
    except SettingsFault as faults:
        _fail(str(faults).splitlines())


def _rulebook(game: Any) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The rulebook that a game file names or holds, and the faults of that."""
    from webapp.rulebooks.reader import complete, load, slugs
    from webapp.rules.faults import Faults, shown
    from webapp.rules.rulebook_check import check_rulebook

    faults = Faults({})
    named = game.get("rulebook") if isinstance(game, dict) else None
    if isinstance(named, str) and named in slugs():
        return load(named), []
    if isinstance(named, dict):
        check_rulebook(named, "/rulebook", faults)
        return (None if faults.found else complete(named)), []
    if isinstance(game, dict):
        if "rulebook" not in game:
            faults.add("/rulebook", "fault.missing")
        elif isinstance(named, str):
            faults.add("/rulebook", "fault.unknown_rulebook", value=shown(named), allowed=slugs())
        else:
            faults.add("/rulebook", "fault.no_rulebook", value=shown(named))
    return None, faults.found


def _read(file: str) -> Any:
    """A file's JSON; one that is none ends the command."""
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        found = json.loads(text.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
        json.dumps(found, ensure_ascii=False).encode("utf-8")
        return found
    except UnicodeEncodeError:
        _fail([": no JSON that makes sense: half of a surrogate pair is no character"])
    except OSError as error:
        _fail([f": cannot be read: {error.strerror}"])
    except json.JSONDecodeError as error:
        _fail([f": no JSON: {error.msg}, line {error.lineno}, column {error.colno}"])
    except UnicodeDecodeError as error:
        _fail([f": no UTF-8 at byte {error.start}"])
    except RecursionError:
        _fail([": no JSON that makes sense: nested too deep"])
    except (NoJson, ValueError) as error:
        _fail([f": no JSON that makes sense: {error}"])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names all differ: RFC 8259 leaves it open what two of a name mean."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NoJson(f"an object holds {twice!a} twice")
    return found


def _no_constant(name: str) -> Any:
    raise NoJson(f"{name} is no number")


def _print(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _fail(lines: Iterable[str]) -> Any:
    """Tell every fault on standard error, a line each, and end with 2."""
    for line in lines:
        click.echo(line.encode("ascii", "backslashreplace").decode(), err=True)
    raise SystemExit(2)
