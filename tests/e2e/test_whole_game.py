"""The main job: a whole game logged by touch without a network, and then everybody has it, once and alike."""

import re

import pytest
import requests
from playwright.sync_api import expect

from tests.e2e.captains import Office
from tests.e2e.referee import Referee
from tests.e2e.taps_taken import over_budget, taken, watch

pytestmark = pytest.mark.e2e

HOGS, FOXES = "Hogs", "Foxes"
PEOPLE_OF_THE_HOGS = ("Casey Morrow", "Robin Tate", "Ellis Brandt", "Jude Okafor")
OUT_OF_THE_TOURNAMENT = re.compile("Hogs: out of the tournament")


def test_a_whole_game_without_a_network_from_a_cold_start_to_the_captains_page(product, handset):
    pat = Referee(handset("pat's"))
    game = product.game("Game 3")
    pat.sign_in_on_the_page("pat")
    pat.wait_until_it_opens_offline(HOGS, FOXES)
    pat.open_game(HOGS, FOXES)

    product.stop()
    pat.handset.kill()
    pat.handset.switch_on()
    pat.open_app()
    pat.open_game(HOGS, FOXES)

    watch(pat.page)
    first_period(pat)
    second_period(pat)
    third_period(pat)
    pat.from_more("Players left the ice")
    pat.log_any()
    pat.sign_off()
    calls, _ = taken(pat.page, "half-sheet-3v3")
    assert over_budget(calls) == []
    assert len(pat.handset.held()["calls"]) >= 60
    assert pat.handset.held()["sheet"]["status"] == "signed_off"
    assert product.log_of(game) == []

    product.start()
    pat.send_now()
    pat.wait_until_all_is_sent()
    everything_has_arrived_once(product, pat, game)
    the_sheets_are_equal(product, pat, game)

    club = Office(handset("the club's"))
    club.sign_in("casey")
    expect(club.game("Game 3")).to_contain_text("2–3")
    expect(club.main).to_contain_text("Gale Hutchins")
    expect(club.main).not_to_contain_text(OUT_OF_THE_TOURNAMENT)
    club.sign_in("drew")
    the_hogs_stay_among_themselves(club, product)
    club.sign_in("lee")
    club.confirm(OUT_OF_THE_TOURNAMENT)
    club.sign_in("drew")
    the_hogs_stay_among_themselves(club, product)
    club.sign_in("casey")
    expect(club.main).to_contain_text("Hogs: out of the tournament, Fighting.")


def first_period(pat: Referee) -> None:
    """A goal that does not count, and a team's second penalty of the period."""
    pat.toss(HOGS, "Periods 1 and 3")
    pat.all_present(HOGS)
    pat.all_present(FOXES)
    pat.send_in("Gale Hutchins")
    pat.begin_period(1)
    pat.possession(HOGS)
    pat.shot(HOGS)
    pat.take_time_off(20)
    pat.possession(FOXES)
    pat.shot(FOXES)

    pat.check_goal(FOXES, 3, "tagged up")
    expect(pat.follows).to_contain_text("Procedure 4")
    pat.log_it()
    expect(pat.flag("No goal for #3 Foxes")).to_contain_text("Procedure 4")
    assert pat.score == [0, 0]
    pat.settle("Signalled")
    expect(pat.flags).to_have_count(0)

    pat.possession(HOGS)
    pat.goal(HOGS, 9)
    assert pat.score == [1, 0]
    pat.penalty(HOGS, 14, "Tripping")
    expect(pat.flags).to_have_count(0)
    pat.take_time_off(10)
    pat.penalty(HOGS, 22, "Hooking")
    shot = pat.flag("Penalty shot for Foxes")
    expect(shot).to_contain_text("Penalties 4")
    pat.say_who_was_fouled(10)
    expect(pat.flag("Penalty shot for #10 Foxes")).to_be_visible()
    pat.take_the_shot(scored=True)
    expect(pat.flags).to_have_count(0)
    assert pat.score == [1, 1]
    pat.freeze(HOGS)
    pat.end_period()


def second_period(pat: Referee) -> None:
    """A goalie's third penalty of the tournament, a penalty taken back, a number put right."""
    pat.begin_period(2)
    pat.possession(FOXES)
    asked = pat.penalty_that_is_asked_about(FOXES, "Gale Hutchins", "Slashing")
    expect(asked).to_contain_text("Gale Hutchins is out of the tournament: penalty 3 of 3.")
    expect(asked).to_contain_text("Penalties 4, goalie")
    assert pat.handset.held()["sheet"]["tallies"]["goalies"]["G1"]["penalties"] == 2, "nothing is logged yet"
    pat.log_it()
    expect(pat.flag("Gale Hutchins is out of the tournament")).to_be_visible()
    pat.settle("Sent off")
    pat.send_in("Perry Sandoval")
    pat.take_time_off(10)

    pat.penalty(FOXES, 17, "Slashing")
    expect(pat.flag("Penalty shot for Hogs")).to_be_visible()
    pat.undo()
    expect(pat.flags).to_have_count(0)
    assert pat.handset.held()["sheet"]["tallies"]["teams"]["FOX"]["penalties"] == 1

    pat.possession(HOGS)
    pat.shot(HOGS)
    pat.violation(HOGS, "Late tag-up")
    pat.possession(FOXES)
    pat.shot(FOXES)
    pat.take_time_off(10)
    pat.possession(HOGS)
    pat.tagged_up(HOGS)
    pat.goal(HOGS, 7)
    pat.put_right("Goal #7 Hogs")
    pat.tap(pat.number(HOGS, 9).first)
    pat.put_right_now()
    expect(pat.log.filter(has_text="Goal #9 Hogs").filter(has_text="Put right")).to_be_visible()
    assert pat.score == [2, 1]
    pat.timeout(FOXES, "Neutral zone")
    pat.stop_clock()
    pat.start_clock()
    pat.end_period()


def third_period(pat: Referee) -> None:
    """A fight, which takes the team along."""
    pat.begin_period(3)
    pat.possession(HOGS)
    pat.shot(HOGS)
    pat.take_time_off(20)
    pat.possession(FOXES)
    pat.goal(FOXES, 21)
    assert pat.score == [2, 2]
    pat.freeze(FOXES)

    asked = pat.penalty_that_is_asked_about(HOGS, 14, "Fighting")
    expect(asked).to_contain_text("#14 Hogs")
    expect(asked).to_contain_text(OUT_OF_THE_TOURNAMENT)
    pat.log_it()
    expect(pat.flag(OUT_OF_THE_TOURNAMENT)).to_contain_text("director must confirm")
    while pat.flags.count():
        pat.settle_first()
    pat.possession(FOXES)
    pat.goal(FOXES, 10)
    assert pat.score == [2, 3]
    pat.take_time_off(10)
    pat.shot(HOGS)
    pat.end_period()
    assert pat.handset.held()["sheet"]["winner"] == "FOX"


def everything_has_arrived_once(product, pat: Referee, game: str) -> None:
    """The phone's log and the server's rows are one: same ids, no gap in either numbering."""
    phone = [record["call"] for record in pat.handset.log_of(game)]
    server = product.log_of(game)
    assert len(server) == len(phone)
    assert {row["id"] for row in server} == {call["id"] for call in phone}
    assert [row["seq"] for row in server] == list(range(1, len(server) + 1))
    assert [row["n"] for row in sorted(server, key=lambda row: row["n"])] == list(range(1, len(phone) + 1))
    assert {row["result"] for row in server} == {"accepted"}
    assert all("outbox" not in record for record in pat.handset.log_of(game))


def the_sheets_are_equal(product, pat: Referee, game: str) -> None:
    (identity,) = pat.handset.kept("identities")
    answer = requests.get(
        f"{product.root}/api/v1/games/{game}/sheet",
        headers={"Authorization": f"Bearer {identity['token']}"},
        timeout=30,
    )
    assert answer.json() == pat.handset.held()["sheet"]


def the_hogs_stay_among_themselves(club: Office, product) -> None:
    """A captain of another team: no name, no ruling, and no page of theirs."""
    for name in PEOPLE_OF_THE_HOGS:
        expect(club.main).not_to_contain_text(name)
    expect(club.main).not_to_contain_text(OUT_OF_THE_TOURNAMENT)
    ((hogs,),) = product.rows("SELECT id FROM team WHERE key = 'HOG'")
    answer = club.page.request.get(f"{product.root}/captain/{hogs}")
    assert answer.status in (403, 404)
