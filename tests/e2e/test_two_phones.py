"""Two officials log one game, each without a network for a while, and end with one log and one sheet."""

import pytest
import requests
from playwright.sync_api import expect

from tests.e2e.several_officials import Official, on_one_game

pytestmark = pytest.mark.e2e


def test_two_phones_that_were_both_offline_end_with_one_sheet(product, handset):
    game = product.game("Game 4")
    pat, sam = on_one_game(handset, "pat", "sam")
    pat.toss("Bears", "Periods 1 and 3")
    pat.send_in("Lane Whitford")
    pat.begin_period(1)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.log.filter(has_text="Period begins")).to_be_visible()

    pat.handset.offline()
    sam.handset.offline()
    pat.possession("Bears")
    pat.goal("Bears", 4)
    sam.goal("Bears", 4)
    sam.shot("Otters")
    pat.penalty("Otters", 5, "Tripping")
    sam.penalty("Otters", 16, "Hooking")
    assert pat.score == sam.score == [1, 0], "each knows of one goal"

    pat.handset.offline(False)
    pat.send_now()
    pat.wait_until_all_is_sent()
    sam.freeze("Bears")
    sam.handset.offline(False)
    sam.send_now()
    sam.wait_until_all_is_sent()
    pat.send_now()
    for official in (pat, sam):
        expect(official.flag("One event")).to_have_count(1)
        expect(official.flag("Penalty shot for Bears")).to_be_visible()
    pat.tap(pat.flags.get_by_role("button", name="One event"))
    expect(pat.flag("One event")).to_have_count(0)
    pat.wait_until_all_is_sent()
    sam.send_now()
    expect(sam.flag("One event")).to_have_count(0)
    assert pat.score == sam.score == [1, 0]

    ids = [[call["id"] for call in official.handset.held()["calls"]] for official in (pat, sam)]
    assert ids[0] == ids[1], "one log, in one order"
    assert sorted(ids[0]) == sorted(row["id"] for row in product.log_of(game))
    ours = pat.handset.held()["sheet"]
    assert ours == sam.handset.held()["sheet"]
    assert ours == the_servers_sheet(product, pat, game)


def the_servers_sheet(product, official: Official, game: str) -> dict:
    (identity,) = official.handset.kept("identities")
    signed = {"Authorization": f"Bearer {identity['token']}"}
    return requests.get(f"{product.root}/api/v1/games/{game}/sheet", headers=signed, timeout=30).json()
