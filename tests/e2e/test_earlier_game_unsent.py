"""A count over several games, where the game in between is on this phone alone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.referee import Referee
from tests.simulated_phone import Phone, over_http

pytestmark = pytest.mark.e2e

RESTS_ON = "Counts include Game 3 from this phone (2 calls not sent)"


@pytest.mark.parametrize("opened", [True, False], ids=["opened before", "first opened offline"])
def test_a_goalies_third_penalty_is_caught_though_the_second_was_never_sent(product, handset, opened):
    third, fourth = product.game("Game 3"), product.game("Game 4")
    the_server_knows_of_one(product, third)
    pat = Referee(handset("pat's"))
    pat.open_app()
    pat.sign_in("pat")
    pat.wait_until_it_opens_offline("Bears", "Otters")
    pat.wait_until_it_opens_offline("Hogs", "Foxes")
    if opened:
        pat.open_game("Hogs", "Foxes")
    product.stop()
    if not opened:
        pat.open_game("Hogs", "Foxes")
    expect(pat.log.filter(has_text="Perry Sandoval · for Hogs")).to_be_visible()
    pat.possession("Foxes")
    pat.penalty("Foxes", "Perry Sandoval", "Hooking")
    assert pat.handset.held()["sheet"]["tallies"]["goalies"]["G2"]["penalties"] == 2
    pat.back_to_games()
    expect(pat.row("Hogs", "Foxes")).to_contain_text("2 calls not sent")

    pat.open_game("Bears", "Otters")
    assert pat.handset.held()["sheet"]["tallies"]["goalies"]["G2"]["penalties"] == 2
    pat.from_more("Tallies")
    expect(pat.sheet).to_contain_text(RESTS_ON)
    pat.close()
    pat.begin_period(1)
    asked = pat.penalty_that_is_asked_about("Bears", "Perry Sandoval", "Slashing")
    expect(asked).to_contain_text("Perry Sandoval is out of the tournament: penalty 3 of 3.")
    pat.log_it()
    expect(pat.flag("Perry Sandoval is out of the tournament")).to_contain_text(RESTS_ON)

    product.start()
    pat.send_now()
    pat.wait_until_all_is_sent()
    ((disqualified,),) = product.rows(
        "SELECT count(*) FROM issued_ruling"
        " WHERE code = 'goalie_disqualified' AND game_id = ? AND withdrawn_at IS NULL",
        fourth,
    )
    assert disqualified == 1, "the server rules the same, once it has both games"


def the_server_knows_of_one(product, game: str) -> None:
    """Sam, on another phone, has logged the goalie's first penalty in the earlier game."""
    sam = Phone(over_http(product.root), "sam")
    results = sam.results(
        sam.call("period_start", game, period=1),
        sam.call("penalty", game, period=1, clock="05:40", team="HOG", goalie="G2", infraction="tripping"),
    )
    assert [result for result, _ in results] == ["accepted", "accepted"]
