"""The tab and the installed app of one phone have a log each: two phones of one official to the server."""

from tests.simulated_phone import Phone, over_wsgi


def test_both_log_one_game_and_each_gets_the_others_calls(app, pat):
    installed = Phone(over_wsgi(app), "pat")
    assert installed.device != pat.device
    in_the_tab, in_the_app = pat.call("note", text="in the tab"), installed.call("note", text="in the app")
    pat.push(in_the_tab)
    installed.push(in_the_app)
    for phone in (pat, installed):
        told = phone.get("/api/v1/games/game1/calls").json
        assert [one["call"]["id"] for one in told["calls"]] == [in_the_tab["id"], in_the_app["id"]]
        assert {one["device"] for one in told["devices"]} == {pat.device, installed.device}
