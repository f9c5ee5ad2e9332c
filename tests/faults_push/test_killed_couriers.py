"""A few killed couriers, and that the count notices what it is there for; `make faults-push` kills 200."""

from tests.faults_push.killed_couriers import Rink, second_rings


def test_what_killed_couriers_had_in_their_hands_is_shown_in_the_end_once(databases, migrated):
    url = databases.copy(migrated)
    with Rink(url, seed=7) as rink:
        for _ in range(3):
            rink.run()
        unfinished = rink.judged()
        rink.drain()
        judged = rink.judged()
    databases.drop(url)
    assert rink.kills == 3
    assert unfinished.lost > 0, "the count notices what was not sent"
    assert judged.notices > 0
    assert (judged.lost, judged.shown_twice, judged.faults) == (0, 0, [])


def test_the_count_hears_a_second_ring():
    """One notice twice is silent; what took its place rings; a browser goes by the message alone."""
    about = {"title": "Game 1: late", "tag": "t", "silent": False}
    first, changed = about | {"navigate": "/inbox/1"}, about | {"navigate": "/inbox/2"}
    none = {"leaves": 0, "dismisses": 0, "declarative": 0}
    assert second_rings({"a": [first, first, changed, changed], "b": [first]}) == none
    as_a_test = about | {"navigate": "/inbox/"}
    assert second_rings({"a": [as_a_test] * 2}) == none | {"leaves": 1, "dismisses": 1}
    assert second_rings({"a": [first | {"renotify": True}] * 2}) == none | {"declarative": 1}
