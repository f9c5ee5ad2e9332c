"""`rinkside found` makes the first organisation and its director, who can then sign in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.conftest import SECRET, token_in
from webapp.app import create_app
from webapp.cli import main
from webapp.settings import Settings

PASSWORD = "a director's password"


@pytest.fixture
def command(tmp_path: Path) -> Any:
    """`rinkside found` with a database of its own, and that database's URL."""
    url = f"sqlite:///{tmp_path / 'found.sqlite'}"
    environment = {"DATABASE_URL": url, "RINKSIDE_SECRET_KEY": SECRET, "RINKSIDE_HTTPS": ""}

    def run(*words: str, given: str = PASSWORD + "\n") -> Any:
        return CliRunner().invoke(main, ["found", *words], env=environment, input=given)

    run.url = url  # type: ignore[attr-defined]
    return run


def test_a_director_signs_in_without_the_demo(command: Any) -> None:
    done = command("Ligue d'été", "--director", "Robin")
    assert (done.exit_code, done.stdout) == (0, "ligue-d-ete\trobin\n"), done.output
    browser = create_app(Settings(SECRET, command.url, testing=True)).test_client()
    form = {"username": "robin", "password": PASSWORD, "csrf_token": token_in(browser, "/sign-in")}
    assert browser.post("/sign-in", data=form).location == "/director/"
    assert browser.get("/director/").status_code == 200


def test_what_is_there_already_is_not_added_again(command: Any) -> None:
    command("Lakeside", "--director", "robin")
    for words, says in (
        (("lakeside!", "--director", "lee"), "organisation called lakeside"),
        (("Hillside", "--director", "Robin"), "account called robin"),
    ):
        again = command(*words)
        assert (again.exit_code, again.stdout) == (2, "")
        assert says in again.stderr
    assert command("Hillside", "--director", "lee").exit_code == 0, "nothing was left of the attempts"


@pytest.mark.parametrize(
    ("organisation", "username", "password", "says"),
    [
        ("Lakeside", "robin", "short", "5 characters"),
        ("Lakeside", "robin", "", "0 characters"),
        ("Lakeside", " ", PASSWORD, "user name"),
        ("…", "robin", PASSWORD, "letter or digit"),
        ("x" * 121, "robin", PASSWORD, "121 characters"),
    ],
)
def test_what_makes_no_sense_is_refused(
    command: Any, organisation: str, username: str, password: str, says: str
) -> None:
    done = command(organisation, "--director", username, given=password + "\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr
