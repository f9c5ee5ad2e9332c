"""A phone's clock may say what it likes: no call is refused for it, and no other phone is led astray."""

from datetime import UTC, datetime, timedelta

import pytest

from webapp.store import Device, db

HOUR_MS = 60 * 60 * 1000
NOW_MS = 1_796_070_000_000


def hlc(ms):
    return f"{ms:013}-0000"


@pytest.mark.parametrize("off_ms", [-3 * HOUR_MS, 3 * HOUR_MS, -20 * 365 * 24 * HOUR_MS])
def test_a_phone_hours_or_years_off_is_heard_and_all_phones_see_one_sheet(pat, sam, off_ms):
    right = [
        sam.call("goal", team="BEA", scorer="BEA1", goalie="G1", hlc=hlc(NOW_MS + n * 1000)) for n in (1, 2)
    ]
    made_at = (datetime.fromtimestamp(NOW_MS / 1000, UTC) + timedelta(milliseconds=off_ms)).isoformat()
    off = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", hlc=hlc(NOW_MS + off_ms), made_at=made_at)
    assert sam.results(*right) == [("accepted", None)] * 2
    assert pat.results(off) == [("accepted", None)]
    assert pat.sheet() == sam.sheet()
    assert pat.sheet()["score"] == {"HOG": 1, "BEA": 2}
    assert all(one["counts"] for one in sam.pull())


def test_a_clock_that_jumps_back_in_the_middle_of_a_game_loses_nothing(pat, sam):
    times = [0, 1000, -3 * HOUR_MS, -3 * HOUR_MS + 1000, 2000]
    calls = [pat.call("note", text=f"{n}", hlc=hlc(NOW_MS + ms)) for n, ms in enumerate(times)]
    pat.push(*calls[:2])
    pat.push(*calls[2:4])
    told = pat.push(calls[4], heads={"game1": 5})
    assert told["progress"]["game1"] == {"upto": 5, "missing": []}
    assert {one["call"]["id"] for one in sam.pull()} == {call["id"] for call in calls}


def test_a_stamp_of_the_far_future_poisons_nobody(pat, sam):
    far = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", hlc="9999999999999-9999")
    assert pat.results(far) == [("accepted", None)]
    mine = sam.call("goal", team="BEA", scorer="BEA1", goalie="G1", hlc=hlc(NOW_MS))
    assert sam.results(mine) == [("accepted", None)]
    assert sam.results(sam.call("void", call=mine["id"], reason="Offside.", hlc=hlc(NOW_MS + 1))) == [
        ("accepted", None)
    ]
    assert pat.sheet()["score"] == {"HOG": 1, "BEA": 0}


@pytest.mark.parametrize(
    ("ahead", "minutes"),
    [(timedelta(minutes=11), "10"), (timedelta(days=1), "1439"), (timedelta(minutes=9), None)],
)
def test_whose_clock_is_far_ahead_is_told_so_and_the_call_counts(pat, sam, ahead, minutes):
    stamp = hlc(int((datetime.now(UTC) + ahead).timestamp() * 1000))
    told = pat.push(pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", hlc=stamp))["results"][0]
    assert (told["result"], told.get("code")) == ("accepted", None)
    if minutes is None:
        assert "says" not in told
    else:
        assert f"is {minutes} minutes ahead" in told["says"]
    assert sam.sheet()["score"]["HOG"] == 1


def test_a_far_stamp_is_taken_back_and_signed_off_like_any_other(pat, sam):
    far = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", hlc="9999999999999-9999")
    pat.push(far)
    void = sam.call("void", call=far["id"], reason="Offside.", hlc=hlc(NOW_MS))
    assert sam.results(void) == [("accepted", None)]
    heads = {pat.device: pat.n["game1"], sam.device: sam.n["game1"]}
    assert sam.results(sam.call("sign_off", by="Sam", heads=heads, hlc=hlc(NOW_MS + 1))) == [
        ("accepted", None)
    ]
    assert (sam.sheet()["score"]["HOG"], sam.sheet()["status"]) == (0, "signed_off")


@pytest.mark.parametrize("later", [timedelta(hours=2), timedelta(days=30)])
def test_a_queue_that_waited_is_taken_by_a_token_alone_however_long_it_was(app, pat, season, later):
    """No cookie goes with it and no form's token, which would be too old: an hour is the usual limit."""
    call = pat.call("note", text="x")
    for device in db.session.query(Device):
        device.created_at -= later
        device.expires_at -= later
        device.last_seen_at -= later
    db.session.commit()
    app.config["WTF_CSRF_ENABLED"] = True
    answer = pat.post("/api/v1/sync", pat.batch([call]), pat.signed | {"Cookie": "rinkside=of-last-month"})
    assert (answer.status, answer.json["results"][0]["result"]) == (200, "accepted")
    assert "Set-Cookie" not in answer.headers


def test_a_token_that_has_run_out_costs_a_sign_in_and_no_call(pat, season):
    calls = [pat.call("note", text="x") for _ in range(3)]
    pat.push(calls[0])
    db.session.query(Device).update({"expires_at": season.games[0].starts_at_utc - timedelta(days=400)})
    db.session.commit()
    answer = pat.post("/api/v1/sync", pat.batch(calls))
    assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    pat.token = pat.sign_in("pat")["token"]
    assert [result for result, _ in pat.results(*calls)] == ["duplicate", "accepted", "accepted"]
