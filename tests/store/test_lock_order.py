"""Pushes that touch one another's games wait for one another, and never in a circle."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from tests.simulated_phone import Phone, over_wsgi
from webapp.store import DeviceHead, Game, db, intake, new_id, progress
from webapp.store.busy import passes
from webapp.store.database import for_update, locks_rows

GAMES = ["game1", "game2", "game3"]


def test_each_of_two_that_hold_a_game_can_tell_of_the_others(app, season):
    """PostgreSQL checks that the game of a head is there, and that check must not wait for who holds it."""
    both_hold_one = threading.Barrier(2)
    now = season.games[0].starts_at_utc

    def push(own, other):
        with app.app_context():
            db.session.execute(for_update(select(Game).where(Game.id == own)))
            if db.engine.dialect.name == "postgresql":  # SQLite has one writer at a time
                both_hold_one.wait(timeout=30)
            progress.hear(new_id(), {other: 1}, now)
            db.session.commit()

    db.session.rollback()
    with ThreadPoolExecutor(2) as threads:
        done = [threads.submit(push, *pair) for pair in (("game1", "game2"), ("game2", "game1"))]
        for one in done:
            one.result(timeout=60)
    assert db.session.query(DeviceHead).count() == 2


def test_games_locked_and_told_of_in_any_order_by_six_at_once_end_no_push(app, season):
    device = new_id()
    now = season.games[0].starts_at_utc

    def push(number, tries=20):
        chance = random.Random(number)
        try:
            with app.app_context():
                intake.locked(chance.sample(GAMES, 2))
                progress.hear(device, dict.fromkeys(chance.sample(GAMES, 3), number), now)
                db.session.commit()
        except OperationalError as busy:
            # SQLite lets in any of those who wait: on a slow disk one waits too long, is told so, asks again.
            if by_row or not passes(busy) or not tries:
                raise
            push(number, tries - 1)

    by_row = locks_rows()
    db.session.rollback()
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(push, range(1, 61)))
    assert {head.n for head in db.session.scalars(select(DeviceHead))} == {60}


def test_one_device_id_asked_for_by_eight_phones_at_once_is_one_officials(app, season):
    db.session.rollback()
    device = new_id()

    def sign_in(username):
        try:
            return Phone(over_wsgi(app), username, device).account
        except AssertionError as refused:
            return str(refused)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(sign_in, ["pat", "sam"] * 4))
    owners = {answer for answer in answers if "registered to somebody else" not in answer}
    assert len(owners) == 1, answers
