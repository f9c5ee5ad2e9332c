"""A director moves a game, puts it off, or says that it is late: checked, told, and seen by phones."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.cast import START, log
from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.notices.said import on_lock_screen
from webapp.store import Delivery, Game, GameSheet, Notice, Rink, db, rescheduling
from webapp.store.calendar_links import renew
from webapp.store.inbox import inbox_of

TORONTO = ZoneInfo("America/Toronto")


def in_days(days: int) -> str:
    """Half past seven in the evening, so many days from today, on the wall of the cast's rink."""
    return f"{datetime.now(TORONTO) + timedelta(days=days):%Y-%m-%d}T19:30"


CHANGES = (("", {"start": in_days(40)}), ("/off", {"how": "cancelled"}), ("/late", {"minutes": "5"}))


def seen(game: Game) -> str:
    return rescheduling.as_it_stands(game)


def send(browser, game, to="", **form):
    db.session.rollback()
    url = f"/director/games/{game.id}/schedule"
    known = {"csrf_token": token_in(browser, "/sign-in"), "seen": seen(game), "rink": game.rink_id}
    answer = browser.post(url + to, data=known | form)
    answer.close()
    db.session.rollback()
    return answer


def told(season, username):
    db.session.rollback()
    return [one for one in inbox_of(season.accounts[username].id) if one.kind == "schedule"]


@pytest.fixture
def game(season):
    """The cast's second game, of Foxes and Hogs."""
    return season.games[1]


def test_a_moved_game_reaches_whom_it_concerns_their_phones_and_their_calendars(app, season, client_of, game):
    lee, start = client_of("lee"), in_days(30)
    link = renew(season.accounts["casey"].id, season.hogs.id, datetime.now(UTC))
    db.session.commit()
    assert link
    casey, phone = client_of("casey"), Phone(over_wsgi(app), "pat")
    packet = phone.get(f"/api/v1/games/{game.id}/packet")
    answer = send(lee, game, start=start)
    assert (answer.status_code, answer.location) == (302, f"/director/games/{game.id}/schedule?saved=1")
    assert "are told" in lee.get(answer.location).text
    assert (game.starts_local, game.status) == (start, "scheduled")
    moment = datetime.fromisoformat(start).replace(tzinfo=TORONTO).astimezone(UTC)
    assert game.starts_at_utc == moment
    for who in ("casey", "pat", "sam"):
        [notice] = told(season, who)
        assert notice.values["starts_local"] == start, who
    assert told(season, "drew") == told(season, "lee") == []
    now = phone.get(f"/api/v1/games/{game.id}/packet")
    assert now.json["starts_at"] == f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    assert now.json["digest"] != packet.json["digest"]
    feed = casey.get(f"/captain/{season.hogs.id}").text.split("/calendar/", 1)[1].split(".ics", 1)[0]
    assert f"DTSTART:{moment:%Y%m%dT%H%M%SZ}" in casey.get(f"/calendar/{feed}.ics").text
    page = lee.get("/director/").text
    assert "Games to come" in page
    assert f"/director/games/{game.id}/schedule" in page


def test_another_rink_is_another_wall(season, client_of, game):
    rink = Rink(name="Out west", timezone="America/Vancouver", organisation_id=season.organisation.id)
    db.session.add(rink)
    db.session.commit()
    start, rink_id = in_days(30), rink.id
    send(client_of("lee"), game, start=start, rink=rink_id)
    assert (game.rink_id, game.timezone, game.starts_local) == (rink_id, "America/Vancouver", start)
    vancouver = ZoneInfo("America/Vancouver")
    assert game.starts_at_utc == datetime.fromisoformat(start).replace(tzinfo=vancouver).astimezone(UTC)


def no_such_time() -> str:
    """A time of day that no clock in Toronto shows, in the coming year."""
    at_night = datetime.now(TORONTO).replace(hour=2, minute=30, second=0, microsecond=0, tzinfo=None)
    nights = (at_night + timedelta(days=days) for days in range(1, 400))
    gap = next(
        one for one in nights if one.replace(tzinfo=TORONTO).astimezone(UTC).astimezone(TORONTO).hour != 2
    )
    return f"{gap:%Y-%m-%dT%H:%M}"


@pytest.mark.parametrize(
    ("to", "form", "says"),
    [
        ("", {"start": ""}, "required"),
        ("", {"start": "tomorrow"}, "Not a valid datetime"),
        ("", {"start": in_days(-3)}, "past"),
        ("", {"start": in_days(1000)}, "past"),
        ("", {"start": "9999-12-31T23:59"}, "past"),
        ("", {"start": "0001-01-01T00:00"}, "past"),
        ("", {"start": no_such_time()}, "put forward"),
        ("", {"start": in_days(30), "rink": "no-such-rink"}, "Not a valid choice"),
        ("/off", {"how": "signed_off"}, "Choose"),
        ("/off", {}, "Choose"),
        ("/late", {"minutes": ""}, "required"),
        ("/late", {"minutes": "a while"}, "Not a valid integer"),
        ("/late", {"minutes": "-1"}, "between 0 and 600"),
        ("/late", {"minutes": "601"}, "between 0 and 600"),
        ("/late", {"minutes": "0"}, "Nobody was told"),
    ],
)
def test_what_makes_no_sense_changes_nothing_and_is_told_to_nobody(season, client_of, game, to, form, says):
    before = seen(game), game.starts_at_utc
    answer = send(client_of("lee"), game, to, **form)
    assert answer.status_code == 422
    assert says in answer.text
    assert (seen(game), game.starts_at_utc) == before
    assert db.session.scalars(db.select(Notice)).all() == []


def test_to_where_it_is_already_it_is_not_moved(season, client_of, game):
    lee, start = client_of("lee"), in_days(30)
    send(lee, game, start=start)
    again = send(lee, game, start=start)
    assert again.status_code == 422
    assert "already" in again.text


def test_put_off_called_off_and_back_on_the_schedule(app, season, client_of, game):
    lee = client_of("lee")
    for how, says in (("postponed", "Postponed"), ("cancelled", "Cancelled")):
        assert send(lee, game, "/off", how=how).status_code == 302
        assert game.status == how
        [notice] = told(season, "casey")
        with app.test_request_context():
            assert on_lock_screen(notice).title.startswith(says)
    assert send(lee, game, "/late", minutes="10").status_code == 409
    assert send(lee, game, start=in_days(20)).status_code == 302
    assert game.status == "scheduled"
    [notice] = told(season, "casey")
    with app.test_request_context():
        assert on_lock_screen(notice).title.startswith("Moved")


def test_how_late_it_is_takes_the_place_of_what_was_said_before(app, season, client_of, game):
    lee, start = client_of("lee"), game.starts_local
    titles = []
    for minutes in ("20", "35", "0"):
        before = seen(game)
        assert send(lee, game, "/late", minutes=minutes).status_code == 302
        again = send(lee, game, "/late", minutes=minutes)
        assert again.status_code == 422, "they know"
        assert ("They were told: 35 minutes late." in again.text) is (minutes == "35")
        other = "10" if minutes == "0" else "0"
        assert send(lee, game, "/late", minutes=other, seen=before).status_code == 409, "another was first"
        [notice] = told(season, "casey")
        with app.test_request_context():
            titles.append(on_lock_screen(notice).title)
    assert titles == ["Game 2: 20 minutes late", "Game 2: 35 minutes late", "Game 2: on time after all"]
    assert game.starts_local == start


def test_who_looked_at_something_else_changes_nothing(season, client_of, game):
    """Two directors with the page open, of whom one was first."""
    lee = client_of("lee")
    before = seen(game)
    start = in_days(30)
    send(lee, game, start=start)
    for to, form in CHANGES:
        answer = send(lee, game, to, **{"seen": before, **form})
        assert answer.status_code == 409
        assert "meanwhile" in answer.text
    assert (game.starts_local, game.status) == (start, "scheduled")


def test_games_that_were_not_played_are_found_and_moved_once_their_day_is_over(season, client_of):
    lee, now = client_of("lee"), datetime.now(UTC)
    kept = (("scheduled", 2), ("cancelled", 8), ("postponed", 300))
    for game, (status, days) in zip(season.games, kept, strict=False):
        game.status, game.starts_at_utc = status, now - timedelta(days=days)
        game.starts_local = f"{game.starts_at_utc.astimezone(TORONTO):%Y-%m-%dT%H:%M}"
    db.session.commit()
    page = lee.get("/director/").text
    assert "Not played" in page
    for game in season.games[:3]:
        assert f"/director/games/{game.id}/schedule" in page
    assert send(lee, season.games[1], start=in_days(20)).status_code == 302
    season.games[0].status = "signed_off"
    season.games[1].starts_at_utc = now - timedelta(days=61)
    db.session.commit()
    page = lee.get("/director/").text
    for game, shown in zip(season.games, (False, False, True), strict=False):
        assert (f"/director/games/{game.id}/schedule" in page) is shown


def test_a_game_that_has_begun_stays_where_it_is(season, client_of):
    game, lee = season.games[0], client_of("lee")
    log(game, [START])
    assert "It has begun." in lee.get(f"/director/games/{game.id}/schedule").text
    for to, form in CHANGES:
        assert send(lee, game, to, **form).status_code == 409
    assert game.status == "in_play"
    assert told(season, "casey") == []


def test_it_is_told_or_it_is_not_changed(season, client_of, game, monkeypatch):
    """Both are kept, or neither is."""

    def fails(*_):
        raise RuntimeError("a bug")

    lee, before = client_of("lee"), seen(game)
    monkeypatch.setattr("webapp.notices.queueing.queue_deliveries", fails)
    with pytest.raises(RuntimeError):
        send(lee, game, start=in_days(30))
    db.session.rollback()
    assert seen(game) == before
    assert db.session.scalars(db.select(Delivery)).all() == []


def test_what_was_logged_ahead_of_it_and_of_games_that_it_is_moved_past_is_ruled_on_again(season, game):
    for one, team in ((season.games[0], "HOG"), (game, "FOX"), (season.games[2], "BEA")):
        log(one, [{"type": "attendance", "team": team, "players": [f"{team}1"]}])
    db.session.commit()
    rescheduling.move(game, datetime.fromisoformat(in_days(30)), game.rink, datetime.now(UTC))
    behind = db.select(GameSheet.game_id).where(GameSheet.stale_since.is_not(None))
    assert set(db.session.scalars(behind)) == {"game2", "game3"}
