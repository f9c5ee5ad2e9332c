"""A few killed couriers, and that the count notices what it is there for; `make faults-push` kills 200."""

from tests.faults_push.killed_couriers import Rink


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
