"""axe finds nothing on any page, dark or light."""

import pytest
from playwright.sync_api import expect

from tests.accessible import faults
from tests.e2e.captains import Office
from tests.e2e.referee import Referee

pytestmark = pytest.mark.e2e


def test_the_referees_screens(handset):
    pat = Referee(handset("pat's"))
    pat.open_app()
    expect(pat.page.get_by_label("Password")).to_be_visible()
    found = {"sign-in": faults(pat.page)}
    pat.sign_in("pat")
    pat.wait_until_it_opens_offline("Hogs", "Foxes")
    found["games"] = faults(pat.page)
    pat.open_game("Hogs", "Foxes")
    pat.begin_period(1)
    pat.penalty("Foxes", 17, "Slashing")
    pat.penalty("Foxes", 10, "Tripping")
    pat.choose_offender("Hogs", 9)
    expect(pat.follows).to_contain_text("If Body checking:")
    found["penalty"] = faults(pat.page)
    pat.close()
    pat.penalty_that_is_asked_about("Hogs", 14, "Fighting")
    found["asked first"] = faults(pat.page)
    pat.log_it()
    expect(pat.flag("out of the tournament")).to_be_visible()
    found["flags"] = faults(pat.page)
    pat.check_goal("Foxes", 3, "tagged up")
    expect(pat.follows).to_contain_text("Procedure 4")
    found["goal check"] = faults(pat.page)
    pat.close()
    pat.tap(pat.flag("out of the tournament").get_by_role("button", name="Show captain"))
    expect(pat.sheet).to_contain_text("This rests on")
    found["ruling card"] = faults(pat.page)
    assert found == {key: [] for key in found}


def test_the_pages_of_everybody_else(handset):
    club = Office(handset("the club's"))
    found = {}
    for path in ("/", "/sign-in"):
        club.page.goto(club.handset.root + path)
        found[path] = faults(club.page)
    for username in ("casey", "lee"):
        club.sign_in(username)
        expect(club.main.get_by_role("listitem").first).to_be_visible()
        found[username] = faults(club.page)
    assert found == {key: [] for key in found}
