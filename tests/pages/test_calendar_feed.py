"""A team's games in a calendar: by a secret link, renewed at will, and nobody's name in it."""

from datetime import UTC, datetime

import pytest
from icalendar import Calendar

from tests.cast import FIRST_GAME
from tests.conftest import token_in
from webapp.store import Person, db


@pytest.fixture
def casey(client_of):
    return client_of("casey")


def made(browser, team):
    """The link, made anew."""
    path = f"/captain/{team.id}"
    answer = browser.post(f"{path}/calendar", data={"csrf_token": token_in(browser, path)})
    assert answer.status_code == 302
    return browser.get(path).text.split('id="calendar-link" readonly value="', 1)[1].split('"', 1)[0]


def events(client_of, link):
    answer = client_of(None).get(link)
    assert answer.status_code == 200
    assert answer.content_type == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.data).events


def test_holds_the_teams_games_and_no_others(client_of, casey, season):
    season.games[1].status = "cancelled"
    found = events(client_of, made(casey, season.hogs))
    assert [str(one["summary"]) for one in found] == ["Hogs – Bears", "Cancelled: Foxes – Hogs"]
    assert [one.start for one in found] == [FIRST_GAME, FIRST_GAME.replace(hour=16)]
    assert [str(one["status"]) for one in found] == ["CONFIRMED", "CANCELLED"]
    assert found[0]["uid"] == "game1@rinkside"


def test_a_game_that_moves_keeps_its_uid(client_of, casey, season):
    link = made(casey, season.hogs)
    moved = datetime(2026, 12, 1, 18, 30, tzinfo=UTC)
    season.games[0].starts_at_utc = moved
    db.session.commit()
    assert {one["uid"]: one.start for one in events(client_of, link)}["game1@rinkside"] == moved


def test_names_nobody(client_of, casey, season):
    text = client_of(None).get(made(casey, season.hogs)).text
    assert not [name for name in db.session.scalars(db.select(Person.name)) if name in text]


def test_a_renewed_link_opens_and_the_old_one_does_not(client_of, casey, season):
    old = made(casey, season.hogs)
    new = made(casey, season.hogs)
    assert client_of(None).get(old).status_code == 404
    assert len(events(client_of, new)) == 2


def test_a_link_is_not_guessed(client_of, casey, season):
    link = made(casey, season.hogs)
    head, _, tail = link.rpartition(".ics")[0].rpartition(".")
    assert client_of(None).get(f"{head}.{tail[::-1]}.ics").status_code == 404


def test_whoever_is_no_longer_with_the_team_has_no_link(client_of, casey, season):
    link = made(casey, season.hogs)
    (membership,) = season.accounts["casey"].memberships
    membership.ends_at = membership.starts_at
    db.session.commit()
    assert client_of(None).get(link).status_code == 404


def test_a_long_line_is_folded_to_75_octets(client_of, casey, season):
    season.hogs.name = "Les Sangliers de la Rivière-du-Loup, ligue d’été, édition 2026; deuxième équipe"
    db.session.commit()
    lines = client_of(None).get(made(casey, season.hogs)).data.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert any(line.startswith(b" ") for line in lines)
