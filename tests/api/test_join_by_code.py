"""A substitute joins one game at the rink by a code, and sees and does nothing else."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.store import Account, Assignment, Attempts, Device, GameCode, Membership, db
from webapp.store.game_codes import JOINED_FOR, LONG_OVER

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def lee(app):
    return Phone(over_wsgi(app), "lee")


def made(phone, game="game1"):
    return phone.send("POST", f"/api/v1/games/{game}/codes", phone.signed, None)


def joining(app, code, official="Alex Moor", device="a-guests-phone", **more):
    nobody = Phone.__new__(Phone)
    nobody.send, nobody.device, nobody.n, nobody.epoch = over_wsgi(app), device, {}, None
    answer = nobody.post(
        "/api/v1/devices",
        {"device": device, "name": "iPhone", "code": code, "official": official, **more},
        {},
    )
    if answer.status == 201:
        nobody.token, nobody.account = answer.json["token"], answer.json["account"]["id"]
        nobody.joined = answer.json["joined"]
    return nobody, answer


@pytest.fixture
def alex(app, pat):
    """A substitute who has joined game 1 by Pat's code."""
    phone, answer = joining(app, made(pat).json["code"])
    assert answer.status == 201
    return phone


def test_a_code_is_short_and_without_look_alikes_and_lives_half_an_hour(pat):
    answer = made(pat)
    assert answer.status == 201
    letters = answer.json["code"].replace("-", "")
    assert len(letters) == 8
    assert not set(letters) & set("01ILOU")
    left = datetime.fromisoformat(answer.json["expires_at"]) - datetime.now(UTC)
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)


def test_it_works_once_however_it_is_typed(app, pat):
    code = made(pat).json["code"]
    assert joining(app, f" {code.lower().replace('-', ' ')} ")[1].status == 201
    assert joining(app, code, device="another-phone")[1].status == 401


def test_an_ended_code_and_a_made_up_one_are_worth_nothing(app, pat, season):
    code = made(pat).json["code"]
    db.session.execute(db.update(GameCode).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    db.session.commit()
    assert [joining(app, typed)[1].status for typed in (code, "2345-6789", "")] == [401, 401, 400]
    assert joining(app, "2345-6789", official="  ")[1].status == 401
    code = made(pat).json["code"]
    assert [joining(app, code, official=name)[1].status for name in ("  ", "A\x00", "A")] == [400, 400, 201]


def test_guessing_is_stopped(app):
    answers = [joining(app, f"2345-67{n:02}", device=f"phone-{n}")[1].status for n in range(12)]
    assert (answers[0], answers[-1]) == (401, 429)


def test_who_makes_a_code(app, pat, sam, lee, kim, alex, season):
    assert [made(phone).status for phone in (pat, sam, lee)] == [201, 201, 201]
    assert made(kim).status == 404
    assert made(alex).status == 403, "who joined by one makes no other"
    db.session.execute(db.delete(Assignment).where(Assignment.account_id == sam.account))
    db.session.commit()
    assert made(sam, "game2").status == 403, "not on the game"


def test_the_oldest_code_ends_where_a_sixth_is_made_and_nobody_waits(app, pat, season):
    codes = [made(pat).json["code"] for _ in range(6)]
    db.session.execute(db.update(Attempts).values(count=0))
    db.session.commit()
    joined = [
        joining(app, code, f"Guest {n}", f"phone-{n}")[1].status for n, code in enumerate(reversed(codes))
    ]
    assert joined == [201] * 5 + [401]


def test_codes_that_nobody_has_used_are_taken_back(app, pat, kim, alex):
    taken = lambda phone: phone.send("DELETE", "/api/v1/games/game1/codes", phone.signed, None)  # noqa: E731
    code = made(pat).json["code"]
    assert [taken(phone).status for phone in (kim, alex)] == [404, 403]
    assert [taken(pat).json["codes"] for _ in range(2)] == [1, 0]
    assert joining(app, code, device="another-phone")[1].status == 401
    assert alex.results(alex.call("note", text="still on")) == [("accepted", None)]


@pytest.mark.parametrize("name", ["Pat Ames", "  pat   AMES ", "Ｐat Ames"])
def test_nobody_joins_under_the_name_of_an_official(app, pat, season, name):
    season.accounts["pat"].display_name = "Pat Ames"
    db.session.commit()
    code = made(pat).json["code"]
    assert joining(app, code, official=name)[1].status == 400
    assert joining(app, code, official="Pat Ames, substitute")[1].status == 201, "the code was not used up"


def ended_for(phone, at):
    db.session.execute(db.update(Assignment).filter_by(account_id=phone.account).values(**at))
    db.session.commit()


def test_it_is_over_by_itself_after_a_day_and_a_half(app, pat, alex, season):
    [assignment] = db.session.scalars(db.select(Assignment).filter_by(account_id=alex.account))
    assert assignment.ended_at - assignment.assigned_at == JOINED_FOR
    ended_for(alex, {"ended_at": datetime.now(UTC)})
    assert alex.results(alex.call("note", text="x")) == [("held", "assignment_ended")]
    assert not any(one["by_code"] for one in pat.get("/api/v1/games/game1/packet").json["officials"])


def test_a_game_that_is_over_is_joined_by_nobody(app, pat, lee, season):
    code = made(pat).json["code"]
    season.games[0].status = "signed_off"
    db.session.commit()
    assert [made(phone).status for phone in (pat, lee)] == [409, 409]
    assert joining(app, code)[1].status == 401


@pytest.mark.parametrize(("ago", "status"), [(LONG_OVER - timedelta(hours=1), 201), (LONG_OVER, 401)])
def test_a_game_of_long_ago_is_joined_by_nobody_though_nobody_has_signed_it_off(
    app, pat, lee, season, ago, status
):
    code = made(pat).json["code"]
    season.games[0].starts_at_utc = datetime.now(UTC) - ago
    db.session.commit()
    assert joining(app, code, "Somebody")[1].status == status
    made_now = [made(phone).status for phone in (pat, lee)]
    assert made_now == ([201] * 2 if status == 201 else [409] * 2)


def test_who_was_offline_too_long_sends_with_a_new_code_what_they_have(app, pat, alex, season):
    goal = alex.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    long_ago = datetime.now(UTC) - timedelta(days=3)
    ended_for(alex, {"assigned_at": long_ago, "ended_at": long_ago + JOINED_FOR})
    season.games[0].status = "signed_off"
    db.session.execute(db.update(Device).filter_by(id=alex.device).values(expires_at=long_ago))
    db.session.commit()
    assert alex.get("/api/v1/games").status == 401
    again, answer = joining(app, made(pat).json["code"], official="Alex Moor", joined=alex.joined)
    assert (answer.status, again.account) == (201, alex.account)
    alex.token = again.token
    assert joining(app, made(pat).json["code"], device="a-strangers-phone")[1].status == 401
    assert alex.results(goal) == [("accepted", None)]


def test_whom_the_head_referee_has_ended_a_new_code_lets_send_and_no_more(app, pat, alex):
    ended = pat.send("DELETE", f"/api/v1/games/game1/officials/{alex.account}", pat.signed, None)
    again, answer = joining(app, made(pat).json["code"], joined=alex.joined)
    assert (ended.status, answer.status, again.account) == (200, 201, alex.account)
    alex.token = again.token
    assert alex.results(alex.call("note", text="x")) == [("held", "assignment_ended")]
    assert alex.get("/api/v1/games/game1/packet").status == 404


def test_nobody_joins_as_another_substitute_by_what_the_others_on_the_game_see_of_them(app, pat, alex):
    alex.push(alex.call("note", text="x"))
    seen = pat.pull()[0]["call"]
    code = made(pat).json["code"]
    assert joining(app, code, device=seen["device"])[1].status == 409, "the device is Alex's"
    claimed = {"was": seen["made_by"], "joined": seen["made_by"]}
    other, answer = joining(app, code, device="another-phone", **claimed)
    assert answer.status == 201, "the code was not used up"
    assert other.account != alex.account
    assert other.joined != alex.joined


def test_what_is_kept_of_a_substitute_is_a_name_and_the_one_game(app, alex, season):
    account = db.session.get_one(Account, alex.account)
    assert (account.display_name, account.memberships) == ("Alex Moor", [])
    assert db.session.scalars(db.select(Membership).filter_by(account_id=alex.account)).all() == []
    [assignment] = db.session.scalars(db.select(Assignment).filter_by(account_id=alex.account))
    assert (assignment.game_id, assignment.by_code, assignment.head) == ("game1", True, False)


def test_the_token_ends_after_a_day_and_a_half(app, pat):
    _, answer = joining(app, made(pat).json["code"])
    left = datetime.fromisoformat(answer.json["expires_at"]) - datetime.now(UTC)
    assert timedelta(hours=35, minutes=59) < left <= timedelta(hours=36)


def test_only_that_game_is_seen(alex):
    assert [game["id"] for game in alex.get("/api/v1/games").json["games"]] == ["game1"]
    for part in ("packet", "calls", "sheet"):
        assert alex.get(f"/api/v1/games/game1/{part}").status == 200
        assert alex.get(f"/api/v1/games/game2/{part}").status == 404
        assert alex.get(f"/api/v1/games/Xgame1/{part}").status == 404
    assert alex.results(alex.call("note", "game2", text="x")) == [("refused", "unknown_game")]


def test_calls_count_and_the_others_see_who_joined(pat, alex):
    assert alex.results(alex.call("goal", team="HOG", scorer="HOG2", goalie="G1")) == [("accepted", None)]
    assert pat.sheet()["score"]["HOG"] == 1
    officials = pat.get("/api/v1/games/game1/packet").json["officials"]
    assert [one["name"] for one in officials if one["by_code"]] == ["Alex Moor"]
    pat.push(pat.call("note", text="x"))
    devices = pat.get("/api/v1/games/game1/calls").json["devices"]
    assert {one["official"]: one["by_code"] for one in devices} == {"Alex Moor": True, "Pat": False}


def test_a_substitute_decides_nothing(pat, alex):
    note = pat.call("note", text="x")
    pat.push(note)
    assert alex.results(alex.call("admit", calls=[note["id"]])) == [("held", "not_an_official")]


def test_the_head_referee_ends_it_and_what_is_logged_from_then_on_is_held(pat, sam, kim, alex):
    path = f"/api/v1/games/game1/officials/{alex.account}"
    end = lambda phone: phone.send("DELETE", path, phone.signed, None).status  # noqa: E731
    assert [end(phone) for phone in (sam, kim, alex)] == [403, 404, 403]
    assert alex.results(alex.call("note", text="before")) == [("accepted", None)]
    assert [end(pat), end(pat)] == [200, 404]
    goal = alex.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    assert alex.results(goal) == [("held", "assignment_ended")]
    assert alex.get("/api/v1/games/game1/calls").status == 404
    assert alex.get("/api/v1/games").json["games"] == []
    assert pat.sheet()["score"]["HOG"] == 0
    pat.push(pat.call("admit", calls=[goal["id"]]))
    assert pat.sheet()["score"]["HOG"] == 1


def test_after_the_sign_off_a_substitute_changes_no_call_of_others_without_a_word(pat, alex):
    goal = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1")
    own = alex.call("note", text="x")
    pat.push(goal)
    alex.push(own)
    heads = {pat.device: pat.n["game1"], alex.device: alex.n["game1"]}
    pat.push(pat.call("sign_off", by="Pat", heads=heads))
    assert pat.sheet()["status"] == "signed_off"
    void = alex.call("void", call=goal["id"], reason="x")
    assert alex.results(void) == [("held", "not_an_official")]
    amend = alex.call("amend", call=goal["id"], set={"scorer": "HOG3"})
    assert alex.results(amend) == [("held", "not_an_official")]
    assert alex.results(alex.call("void", call=own["id"], reason="x")) == [("accepted", None)]
    assert pat.sheet()["score"]["HOG"] == 1
    pat.push(pat.call("admit", calls=[void["id"]]))
    assert pat.sheet()["score"]["HOG"] == 0


def test_nobody_else_is_ended_so(pat, sam):
    path = f"/api/v1/games/game1/officials/{sam.account}"
    assert pat.send("DELETE", path, pat.signed, None).status == 404
    assert sam.results(sam.call("note", text="still on")) == [("accepted", None)]


def test_no_password_opens_such_an_account(app, alex, season):
    username = db.session.get_one(Account, alex.account).username
    for password in ("!", "", "nobody has this password"):
        body = json.dumps({"device": "d", "name": "x", "username": username, "password": password}).encode()
        answer = over_wsgi(app)("POST", "/api/v1/devices", {"Content-Type": "application/json"}, body)
        assert answer.status in (400, 401)


def test_the_director_makes_one_and_ends_it_on_the_page(app, client_of, season):
    game, now = season.games[0], datetime.now(UTC)
    game.starts_at_utc, game.timezone, game.starts_local = now, "UTC", f"{now:%Y-%m-%dT%H:%M}"
    db.session.commit()
    lee = client_of("lee")
    form = {"csrf_token": token_in(lee, "/sign-in")}
    page = lee.post("/director/games/game1/codes", data=form).text
    alex, answer = joining(app, re.search(r">\s*([2-9A-Z]{4}-[2-9A-Z]{4})\s*<", page)[1])
    assert answer.status == 201
    assert "End for Alex Moor, who joined by a code" in lee.get("/director/").text
    assert 'action="/director/games/game1/codes#game-game1"' in page, "what was made is where one looks"
    ended = f"/director/games/game1/officials/{alex.account}/end"
    assert lee.post(ended, data=form).location == "/director/#game-game1"
    assert lee.post(ended, data=form).status_code == 409
    assert "End for Alex Moor" not in lee.get("/director/").text
    assert alex.results(alex.call("note", text="x")) == [("held", "assignment_ended")]


def test_the_director_takes_a_code_back_on_the_page(app, client_of, season):
    game, now = season.games[0], datetime.now(UTC)
    game.starts_at_utc, game.timezone, game.starts_local = now, "UTC", f"{now:%Y-%m-%dT%H:%M}"
    db.session.commit()
    lee = client_of("lee")
    form = {"csrf_token": token_in(lee, "/sign-in")}
    page = lee.post("/director/games/game1/codes", data=form).text
    until = datetime.now(UTC) + timedelta(minutes=29)
    [minute] = re.findall(r"1 code that nobody has used yet, until \d+:(\d\d)\s[AP]M UTC\.", page)
    assert int(minute) in (until.minute, (until.minute + 1) % 60)
    assert "Take back that code" in page
    lee.post("/director/games/game1/codes", data=form)
    page_of_two = lee.post("/director/games/game1/codes", data=form).text
    assert "3 codes that nobody has used yet, the last until" in page_of_two
    assert "Take back those 3 codes" in page_of_two
    end = lee.post("/director/games/game1/codes/end", data=form)
    assert end.location == "/director/#game-game1"
    assert "Take back" not in lee.get("/director/").text
    assert "nobody has used" not in lee.get("/director/").text
    assert joining(app, re.search(r">\s*([2-9A-Z]{4}-[2-9A-Z]{4})\s*<", page)[1])[1].status == 401
