"""However a log arrives, in whatever order and pieces, the server comes to one sheet."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import app_on
from tests.simulated_phone import Phone, over_wsgi
from webapp.calls.order import in_order
from webapp.calls.ruled import Entry, ruled
from webapp.store import db

ARRIVALS = 15


def an_eventful_game(pat, sam):
    """A log by two officials in which nearly every call that can name another does so."""
    scored = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1, clock="05:40")
    twice = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1, clock="05:41")
    first = pat.call("penalty", team="BEA", player="BEA3", infraction="tripping", period=1, clock="05:00")
    second = sam.call(
        "penalty", team="BEA", player="BEA3", infraction="hooking", fouled="HOG2", period=1, clock="04:00"
    )
    added = sam.call("roster_add", team="BEA", player={"id": "X1", "number": "7", "name": "Jo Quill"})
    lifted = pat.call("void", call=first["id"], reason="It was a dive.")
    again = sam.call("void", call=lifted["id"], reason="It was not.")
    fight = pat.call("penalty", team="BEA", player="BEA4", infraction="fighting", period=2, clock="03:00")
    signed = pat.call("sign_off", by="Pat", heads={pat.device: 9, sam.device: 4})
    owed = sam.call("goal", team="BEA", scorer="X1", goalie="G1", period=3, clock="00:10")
    owed_too = sam.call("goal", team="BEA", scorer="BEA1", goalie="G1", period=3, clock="00:05")
    return [
        scored,
        twice,
        first,
        second,
        added,
        lifted,
        again,
        fight,
        signed,
        owed,
        owed_too,
        pat.call("same_event", calls=[twice["id"], scored["id"]]),
        pat.call("penalty_shot", team="HOG", shooter="HOG2", award=second["id"], scored=True, period=1),
        sam.call("amend", call=second["id"], set={"player": "BEA2"}),
        pat.call("override", call=fight["id"], code="team_disqualified", reason="No fight, a hug."),
        pat.call("admit", calls=[owed["id"], owed_too["id"]]),
        pat.call("reject", calls=[owed_too["id"]]),
        sam.call("report", about=owed_too["id"], text="It waits with what it names."),
        sam.call("goal", team="HOG", scorer="HOG9", goalie="G1", period=2, clock="02:00"),
    ]


@pytest.fixture(scope="module")
def fresh(databases, migrated):
    """`fresh()`: the phones of Pat and Sam at a server on which nobody has logged anything."""
    made = []

    def phones():
        url = databases.copy(migrated)
        app = app_on(url)
        made.append((url, app))
        return Phone(over_wsgi(app), "pat", "pats-phone"), Phone(over_wsgi(app), "sam", "sams-phone")

    yield phones
    for url, app in made:
        with app.app_context():
            db.engine.dispose()
        databases.drop(url)


@settings(max_examples=ARRIVALS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_arrival_order_in_any_pieces_leaves_one_sheet(fresh, data):
    pat, sam = fresh()
    calls = an_eventful_game(pat, sam)
    arriving = data.draw(st.permutations(calls))
    cuts = sorted(data.draw(st.lists(st.integers(1, len(calls) - 1), max_size=6, unique=True)))
    for start, end in pairwise([0, *cuts, len(calls)]):
        for phone in (pat, sam):
            own = [call for call in arriving[start:end] if call["made_by"] == phone.account]
            if own:
                phone.push(*own)
    expected_sheet, expected_waiting = by_the_rules_alone(pat, calls)
    pulled = pat.pull()
    assert in_order(one["call"] for one in pulled) == in_order(calls)
    assert {one["call"]["id"]: one["code"] for one in pulled if not one["counts"]} == expected_waiting
    assert pat.sheet() == expected_sheet


def test_the_eventful_game_is_eventful(fresh):
    pat, sam = fresh()
    calls = an_eventful_game(pat, sam)
    sheet, waiting = by_the_rules_alone(pat, calls)
    assert sorted(waiting.values()) == ["late", "unknown_target", "unknown_target"]
    assert sheet["score"] == {"HOG": 2, "BEA": 1}
    assert {"goal_allowed", "penalty_shot", "team_disqualified"} <= {one["code"] for one in sheet["rulings"]}


def test_of_two_decisions_on_a_late_call_the_one_made_last_holds_whichever_arrived_first(fresh):
    pat, sam = fresh()
    owed = sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1)
    signed = pat.call("sign_off", by="Pat", heads={pat.device: 1})
    admitted, rejected = pat.call("admit", calls=[owed["id"]]), pat.call("reject", calls=[owed["id"]])
    sam.push(owed)
    for call in (signed, rejected, admitted):
        pat.push(call)
    assert pat.sheet()["score"]["HOG"] == 0


def by_the_rules_alone(phone, calls):
    """The sheet, and what waits, as a phone works them out from the packet and the calls in their order."""
    packet = phone.get("/api/v1/games/game1/packet").json
    entries = [Entry(call) for call in in_order(calls)]
    return ruled(entries, packet["game_file"], packet["rulebook"])[:2]
