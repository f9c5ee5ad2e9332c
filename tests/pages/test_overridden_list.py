"""The director's list of what officials overrode: which ruling, in which game, who and why."""

from datetime import timedelta

import pytest

from tests.cast import FIGHT, MISCONDUCT, START, log
from tests.conftest import token_in
from tests.pages.test_as_many_queries import statements
from webapp.store import IssuedRuling, db
from webapp.store.database import new_id
from webapp.store.inbox import inbox_of

REASON = "It was the other Bear."


def overriding(game, penalty, code):
    """Sam logs a penalty, and Pat overrides a ruling of it; the override's call."""
    call = {**penalty, "id": new_id()}
    overrides = {"id": new_id(), "type": "override", "call": call["id"], "code": code, "reason": REASON}
    log(game, [START, call], "sam")
    later(game, 1, overrides)
    return overrides


def later(game, minutes, *calls):
    log(game, list(calls), now=game.starts_at_utc + timedelta(minutes=minutes))


@pytest.fixture
def overridden(season):
    return overriding(season.games[0], MISCONDUCT, "player_suspended")


def test_says_what_was_overridden_by_whom_and_why(client_of, season, overridden):
    text = client_of("lee").get("/director/").text
    [row] = [one for one in text.split("<li") if f"override-{overridden['id']}" in one]
    for said in ("#3 Bears", "General rules", "Pat: " + REASON, "Game 1"):
        assert said in row, said
    assert REASON not in client_of("robin").get("/director/").text


def test_stays_after_the_sign_off_and_goes_with_the_override(client_of, season, overridden):
    game, lee = season.games[0], client_of("lee")
    later(game, 2, {"type": "sign_off", "by": "Pat"})
    assert REASON in lee.get("/director/").text
    later(game, 3, {"type": "void", "call": overridden["id"], "reason": "I was wrong."})
    assert REASON not in lee.get("/director/").text


def test_the_case_in_the_inbox_tells_who_and_why(client_of, season, overridden):
    [notice] = inbox_of(season.accounts["lee"].id)
    text = client_of("lee").get(f"/inbox/{notice.id}").text
    for said in ("What was overridden", "#3 Bears", "Pat: " + REASON, "Game 1"):
        assert said in text, said


def test_what_was_overridden_waits_for_nobodys_word(client_of, season):
    overriding(season.games[0], FIGHT, "team_disqualified")
    lee = client_of("lee")
    assert "Confirm or reject" in lee.get("/director/").text, "the suspension without end still waits"
    kept = db.session.scalars(db.select(IssuedRuling).filter_by(code="overridden")).one()
    form = {"csrf_token": token_in(lee, "/sign-in"), "decision": "confirmed"}
    assert lee.post(f"/director/rulings/{kept.id}", data=form).status_code == 409
    db.session.refresh(kept)
    assert kept.confirmed_at is None


def test_many_take_as_many_statements_as_one(client_of, season, overridden):
    lee = client_of("lee")
    counts = []
    for game in season.games[1:]:
        with statements() as seen:
            assert lee.get("/director/").text.count(REASON) == 1 + len(counts)
        counts.append(len(seen))
        player = {"team": game.home.key, "player": f"{game.home.key}3"}
        overriding(game, {**MISCONDUCT, **player}, "player_suspended")
    assert counts[0] == counts[1]
