"""A game won in a shoot-out, whose score is level: wherever it is told, the shoot-out is told with it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.cast import START, log
from tests.simulated_phone import Phone, over_wsgi
from webapp.notices.said import on_lock_screen
from webapp.store.inbox import inbox_of


def _shot(team: str, number: int, scored: bool) -> dict:
    who = {"team": team, "shooter": f"{team}{number}"}
    return {"type": "shootout_attempt", "period": "SO", "scored": scored, **who}


SHOTS = [_shot(team, number, team == "HOG") for number in (1, 2, 3) for team in ("HOG", "BEA")]


def test_a_shoot_out_is_told_beside_a_level_score(app, client_of, season):
    game, now = season.games[0], datetime.now(UTC)
    game.starts_at_utc = now - timedelta(minutes=1)  # today's, too, an hour after night has ended at the rink
    game.starts_local = now.astimezone(ZoneInfo(game.timezone)).isoformat()[:16]
    log(game, [START, *SHOTS[:3]], now=now - timedelta(hours=1))
    assert "shoot-out 2–0" in client_of("casey").get("/captain/", follow_redirects=True).text
    log(game, [*SHOTS[3:], {"type": "sign_off", "by": "Pat"}], now=now)
    for who, page, told in (
        ("casey", "/captain/", "shoot-out 3–0"),
        ("drew", "/captain/", "shoot-out 0–3"),
        ("lee", "/director/", "shoot-out 3–0"),
    ):
        assert told in client_of(who).get(page, follow_redirects=True).text, who
    [notice] = inbox_of(season.accounts["casey"].id)
    with app.test_request_context():
        assert on_lock_screen(notice).title == "Final: Hogs 0, Bears 0 (shoot-out 3–0)"
    [row] = [
        row for row in Phone(over_wsgi(app), "pat").get("/api/v1/games").json["games"] if row["id"] == game.id
    ]
    assert (row["score"], row["winner"], row["shootout"]) == (
        {"HOG": 0, "BEA": 0},
        "HOG",
        {"HOG": 3, "BEA": 0},
    )
