"""A log is closed by a person's sign-off: neither by the last buzzer nor by the time that passed since."""

from datetime import timedelta

from webapp.store import Game, db


def at_the_last_buzzer(phone):
    """A whole game of six-minute periods, to its last second."""
    for period in (1, 2, 3):
        begins = phone.call("period_start", period=period, clock="06:00")
        starts = phone.call("clock", action="start", period=period, clock="06:00")
        phone.push(begins, starts, phone.call("period_end", period=period, clock="00:00"))


def test_who_was_not_done_at_the_buzzer_logs_on_and_it_counts(pat, sam, season):
    at_the_last_buzzer(pat)
    for game in db.session.scalars(db.select(Game)):
        game.starts_at_utc -= timedelta(days=3)
    db.session.commit()
    goal = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=3, clock="00:02")
    assert sam.results(goal) == [("accepted", None)]
    sheet = pat.sheet()
    assert (sheet["score"], sheet["late"], sheet["status"] == "signed_off") == (
        {"HOG": 1, "BEA": 0},
        [],
        False,
    )


def test_after_the_sign_off_it_waits(pat, sam):
    at_the_last_buzzer(pat)
    pat.push(pat.call("sign_off", by="Pat", heads={pat.device: pat.n["game1"] + 1}))
    goal = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=3, clock="00:02")
    assert sam.results(goal) == [("held", "late")]
