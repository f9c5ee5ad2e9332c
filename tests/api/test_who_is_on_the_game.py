"""Every phone is told which devices are on its game: whose, when last heard, and what each still owes."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from webapp.store import Device, DeviceHead, db


def on_game(phone, game="game1"):
    """What a phone is told of the devices, by the official's name."""
    told = phone.get(f"/api/v1/games/{game}/calls").json
    return {
        one["official"]: {**one, **told["progress"].get(one["device"], {"upto": 0, "missing": []})}
        for one in told["devices"]
    }


def test_a_phone_that_owes_calls_is_named_to_the_others(pat, sam):
    sam.push(sam.call("note", text="here"), heads={"game1": 4})
    pat.push(pat.call("note", text="here"), heads={"game1": 1})
    told = on_game(pat)
    assert sorted(told) == ["Pat", "Sam"]
    assert (told["Sam"]["device"], told["Sam"]["account"]) == (sam.device, sam.account)
    assert (told["Sam"]["phone"], told["Sam"]["upto"], told["Sam"]["missing"]) == ("A phone", 1, [[2, 4]])
    assert told["Pat"]["missing"] == []
    assert on_game(sam) == told


def test_a_phone_that_only_follows_is_on_the_game_too(pat, sam):
    sam.push(heads={"game1": 0})
    assert (on_game(pat)["Sam"]["upto"], on_game(pat)["Sam"]["missing"]) == (0, [])
    assert on_game(pat, "game2") == {}


def test_when_it_was_last_heard_goes_on_with_every_word_from_it(pat, sam, season):
    sam.push(sam.call("note", text="here"), heads={"game1": 1})
    an_hour_ago = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
    db.session.execute(update(DeviceHead).values(heard_at=an_hour_ago))
    db.session.commit()
    assert on_game(pat)["Sam"]["heard_at"] == f"{an_hour_ago:%Y-%m-%dT%H:%M:%SZ}"
    sam.push(heads={"game1": 1})
    assert datetime.fromisoformat(on_game(pat)["Sam"]["heard_at"]) > an_hour_ago


def test_a_device_that_nobody_registered_is_told_of_without_a_name(pat, sam, season):
    sam.push(sam.call("note", text="here"), heads={"game1": 1})
    db.session.execute(db.delete(Device).where(Device.id == sam.device))
    db.session.commit()
    told = on_game(pat)[None]
    assert (told["device"], told["account"], told["phone"]) == (sam.device, None, None)


def test_nobody_of_another_organisation_is_told(pat, kim):
    pat.push(pat.call("note", text="here"), heads={"game1": 1})
    kim.push(heads={"game1": 3})
    assert kim.get("/api/v1/games/game1/calls").status == 404
    assert list(on_game(pat)) == ["Pat"]


def test_every_answer_tells_the_servers_time_to_the_millisecond(pat):
    before, answer = datetime.now(UTC), pat.get("/api/v1/games")
    told = datetime.fromtimestamp(int(answer.headers["Rinkside-Now"]) / 1000, UTC)
    assert before - timedelta(milliseconds=1) <= told <= datetime.now(UTC)
