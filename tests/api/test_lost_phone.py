"""A phone that lost its log, or its owner's second one: every official sees which phone owes what."""

from tests.simulated_phone import Phone, over_wsgi


def test_what_a_phone_lost_with_its_storage_stays_owed_under_its_device(app, pat, sam):
    kept = pat.call("note", text="x")
    pat.push(kept, heads={"game1": 1})
    lost = [pat.call("note", text="x") for _ in range(3)]
    pat.push(heads={"game1": 1 + len(lost)})  # it told of them, and then its browser cleared its storage

    again = Phone(over_wsgi(app), "pat")
    assert again.device != pat.device
    assert [one["call"] for one in again.pull()] == [kept]
    again.push(again.call("note", text="x"), heads={"game1": 1})
    for phone in (again, sam):
        assert phone.get("/api/v1/games/game1/calls").json["progress"] == {
            pat.device: {"upto": 1, "missing": [[2, 4]]},
            again.device: {"upto": 1, "missing": []},
        }


def test_a_browser_tab_and_the_installed_app_are_two_phones_of_one_official_and_both_hold_the_game(app):
    tab, installed = Phone(over_wsgi(app), "pat"), Phone(over_wsgi(app), "pat")
    first, second = tab.call("note", text="In the tab."), installed.call("note", text="In the app.")
    assert tab.results(first) == installed.results(second) == [("accepted", None)]
    assert tab.pull() == installed.pull()
    assert {one["call"]["id"] for one in tab.pull()} == {first["id"], second["id"]}
    assert (first["n"], second["n"]) == (1, 1), "each has its own numbers"
