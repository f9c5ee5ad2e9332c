"""One account fills neither a game's log nor the audit; an honest phone meets neither limit."""

from webapp.store import LoggedCall, RefusedCall, db
from webapp.store.intake import MOST_BY_ONE, MOST_REFUSED_A_DAY


def fill(phone, calls):
    """That many notes by a phone's official in a log."""
    at = db.session.scalars(db.select(LoggedCall.received_at)).first()
    body = {"type": "note", "text": "Filler.", "game": "game1", "made_by": phone.account, "v": 1}
    rows = [
        {"id": f"filler-{n}", "device": "filler", "n": n, "hlc": f"1796000000000-{n:04}", **body}
        for n in range(1, calls + 1)
    ]
    kept = {"game_id": "game1", "device": "filler", "type": "note", "content_hash": "", "result": "accepted"}
    db.session.execute(
        db.insert(LoggedCall),
        [
            {"id": one["id"], "seq": one["n"] + 1, "n": one["n"], "hlc": one["hlc"], "body": one}
            | kept
            | {"received_at": at}
            for one in rows
        ],
    )
    db.session.commit()


def test_a_log_takes_so_many_calls_by_one_official_and_anothers_all_the_same(season, pat, sam):
    pat.push(pat.call("note", text="It begins."))
    fill(pat, MOST_BY_ONE - 2)
    goals = [pat.call("goal", team="HOG", scorer="HOG2", goalie="G1") for _ in range(2)]
    assert pat.results(*goals) == [("accepted", None), ("refused", "too_large")]
    assert sam.results(sam.call("goal", team="HOG", scorer="HOG2", goalie="G1")) == [("accepted", None)]
    assert pat.results(goals[0]) == [("duplicate", None)], "what is there can be sent again"


def test_of_an_account_so_many_refused_calls_are_kept_a_day(season, pat, sam):
    for _ in range(MOST_REFUSED_A_DAY // 100 + 1):
        assert set(pat.results(*[pat.call("goal", team="nobody") for _ in range(100)])) == {
            ("refused", "malformed")
        }
    sam.push(sam.call("goal", team="nobody"))
    kept = db.select(RefusedCall.account_id, db.func.count()).group_by(RefusedCall.account_id)
    assert dict(db.session.execute(kept).all()) == {pat.account: MOST_REFUSED_A_DAY, sam.account: 1}
