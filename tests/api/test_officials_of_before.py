"""An official whose role or assignment has ended keeps no standing, wherever it is asked for."""

from datetime import UTC, datetime

import pytest

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Assignment, Membership, db

ENDED = datetime(2026, 2, 1, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("today")


def membership_ends(phone):
    db.session.execute(db.update(Membership).filter_by(account_id=phone.account).values(ends_at=ENDED))
    db.session.commit()


def assignment_ends(phone, game="game1"):
    of_theirs = db.update(Assignment).filter_by(account_id=phone.account, game_id=game)
    db.session.execute(of_theirs.values(ended_at=ENDED))
    db.session.commit()


def asked_as(phone, game="game1", of="nobody"):
    """The status of everything that a phone can ask of one game."""
    path = f"/api/v1/games/{game}"
    ask = lambda method, what: phone.send(method, f"{path}/{what}", phone.signed, None).status  # noqa: E731
    gets = {what: ask("GET", what) for what in ("packet", "calls", "sheet")}
    return gets | {
        "make": ask("POST", "codes"),
        "take back": ask("DELETE", "codes"),
        "end": ask("DELETE", f"officials/{of}"),
    }


def test_whose_role_has_ended_sees_no_game_and_decides_nothing_though_assigned_still(pat, sam, season):
    note = sam.call("note", text="x")
    sam.push(note)
    membership_ends(pat)
    assert set(asked_as(pat).values()) == {404}
    assert pat.get("/api/v1/games").json["games"] == []
    assert pat.results(pat.call("reject", calls=[note["id"]])) == [("held", "not_an_official")]
    assert pat.results(pat.call("void", call=note["id"], reason="x")) == [("held", "not_an_official")]
    assert [one["counts"] for one in sam.pull()] == [True, False, False]


def test_whose_role_has_ended_is_told_to_the_others_as_on_no_game(pat, sam, season):
    on = lambda: [one["name"] for one in sam.get("/api/v1/games/game1/packet").json["officials"]]  # noqa: E731
    assert on() == ["Pat", "Sam"]
    membership_ends(pat)
    assert on() == ["Sam"]


def test_whose_assignment_has_ended_makes_no_code_and_ends_nobody(pat, sam, season):
    assignment_ends(pat)
    told = asked_as(pat, of=sam.account)
    assert (told["packet"], told["calls"], told["sheet"]) == (200, 200, 200), (
        "an official of the league still"
    )
    assert (told["make"], told["take back"], told["end"]) == (403, 403, 403)
    [row] = [one for one in pat.get("/api/v1/games").json["games"] if one["id"] == "game1"]
    assert (row["duty"], row["head"]) == (None, False)
    assert pat.results(pat.call("note", text="x")) == [("held", "assignment_ended")]
    officials = sam.get("/api/v1/games/game1/packet").json["officials"]
    assert [one["name"] for one in officials] == ["Sam"]


def test_a_director_of_before_sees_and_decides_nothing(app, client_of, season):
    browser, lee = client_of("lee"), Phone(over_wsgi(app), "lee")
    assert asked_as(lee)["make"] == 201
    membership_ends(lee)
    assert browser.get("/director/").status_code == 403
    form = {"csrf_token": token_in(browser, "/sign-in"), "decision": "reject", "reason": "It is mine."}
    for path in ("games/game1/codes", "games/game1/codes/end", "games/game1/late/x", "rulings/x"):
        assert browser.post(f"/director/{path}", data=form).status_code == 404, path
    assert set(asked_as(lee).values()) == {404}


def test_a_captain_of_before_sees_no_team(client_of, season):
    browser, team = client_of("casey"), season.hogs.id
    assert browser.get(f"/captain/{team}").status_code == 200
    db.session.execute(db.update(Membership).filter_by(role="captain").values(ends_at=ENDED))
    assert [browser.get(url).status_code for url in (f"/captain/{team}", "/captain/")] == [404, 403]
