"""A database that a league has filled comes up to date, and back, without losing who waits for a word."""

import flask_migrate
from sqlalchemy import select, text

from tests.cast import MISCONDUCT, START, log
from tests.newer_engine import comes, goals_count_twice
from tests.notices.test_subscribe import NOW, Subscriber
from tests.simulated_phone import Phone, over_wsgi
from webapp import officiating
from webapp.notices import queueing
from webapp.store import GameSheet, db, new_id
from webapp.store.suspension_records import of_people
from webapp.store.vapid_keys import make_key


def test_late_calls_of_before_the_upgrade_are_still_to_be_decided_on(app, season):
    pat, sam = (Phone(over_wsgi(app), name) for name in ("pat", "sam"))
    late = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1)
    for game in ("game2", "game3"):
        pat.push(pat.call("note", game=game, text="x"))
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 1}))
    assert sam.results(late) == [("held", "late")]
    sheet = db.session.get_one(GameSheet, "game1").sheet
    db.session.rollback()

    flask_migrate.downgrade(revision="0004")
    flask_migrate.upgrade()
    waits = db.session.execute(text("SELECT game_id FROM game_sheet WHERE stale_since IS NOT NULL"))
    assert waits.scalars().all() == ["game1"]
    db.session.rollback()
    officiating.work_off(season.games[0].starts_at_utc)
    again = db.session.scalars(select(GameSheet).where(GameSheet.game_id == "game1")).one()
    assert (again.undecided, again.waiting, again.sheet) == (1, {late["id"]: "late"}, sheet)
    assert again.stale_since is None


def test_suspensions_of_before_the_upgrade_are_known_by_whom_they_suspend(season):
    log(season.games[0], [START, MISCONDUCT])
    db.session.rollback()

    flask_migrate.downgrade(revision="0009")
    flask_migrate.upgrade()
    [record] = of_people(season.organisation.id, ["BEA3"], season.games[0].starts_at_utc)
    assert (record.state, record.count.left) == ("provisional", 1)


def test_signed_off_games_of_before_the_upgrade_are_compared_once(app, season, monkeypatch):
    pat = Phone(over_wsgi(app), "pat")
    pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1))
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: 1}))
    before = db.session.get_one(GameSheet, "game1").sheet
    db.session.rollback()

    flask_migrate.downgrade(revision="0010")
    flask_migrate.upgrade()
    comes(monkeypatch, goals_count_twice)
    assert officiating.work_off(season.games[0].starts_at_utc) == 1
    sheet = db.session.get_one(GameSheet, "game1")
    assert (sheet.sheet, sheet.revision) == (before, 1)
    assert sheet.otherwise is not None


def test_what_waits_to_be_sent_outlives_an_upgrade_and_one_is_left_of_a_browser_after_the_way_back(
    app, season, client_of
):
    key = make_key(NOW).public
    db.session.commit()
    casey, drew = (Subscriber(client_of(name), key) for name in ("casey", "drew"))
    drew.keys = casey.keys
    for one in (casey, drew):
        one.put()
    queueing.of_schedule(season.games[0], NOW, 15)
    db.session.commit()
    waits = text("SELECT count(*) FROM delivery")
    assert db.session.scalar(waits) == 2
    db.session.rollback()
    flask_migrate.downgrade(revision="0016")
    assert db.session.scalar(waits) == 1
    db.session.rollback()
    flask_migrate.upgrade()
    assert db.session.scalar(waits) == 1
    db.session.rollback()
    assert casey.put().status_code == drew.put().status_code == 200


def test_what_directors_were_told_of_overrides_goes_on_the_way_back_and_the_rest_stays(season):
    game, penalty = season.games[0], {**MISCONDUCT, "id": new_id()}
    overrides = {"type": "override", "call": penalty["id"], "code": "player_suspended", "reason": "No."}
    log(game, [START, penalty, overrides])
    db.session.rollback()

    kinds = text("SELECT kind FROM notice ORDER BY kind")
    assert db.session.execute(kinds).scalars().all() == ["ejection", "override"]
    db.session.rollback()
    flask_migrate.downgrade(revision="0019")
    flask_migrate.upgrade()
    assert db.session.execute(kinds).scalars().all() == ["ejection"]


def test_a_language_that_somebody_chose_stays_and_the_one_that_all_were_given_is_the_browsers(season):
    season.accounts["pat"].language = "fr"
    db.session.commit()

    flask_migrate.downgrade(revision="0018")
    spoken = text("SELECT language, COUNT(*) FROM account GROUP BY language ORDER BY language")
    assert [tuple(row) for row in db.session.execute(spoken)] == [("en", len(season.accounts) - 1), ("fr", 1)]
    db.session.rollback()
    flask_migrate.upgrade()
    kept = db.session.execute(text("SELECT username FROM account WHERE language IS NOT NULL")).scalars().all()
    assert kept == ["pat"]
    assert db.session.scalar(text("SELECT COUNT(*) FROM membership")) == len(season.accounts)
