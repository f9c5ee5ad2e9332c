"""A ruling's identity: told once, and withdrawn once."""

from webapp.calls.identity import compared, in_force

EJECTED = {
    "code": "player_ejected",
    "team": "RED",
    "player": "R9",
    "because": ["c1", "c7"],
    "clause": "5.D.1",
}
SHOT = {"code": "penalty_shot", "team": "RED", "shooter": None, "when": "now", "because": ["c7"]}


def test_other_reasons_for_the_same_ruling_are_not_news():
    before = in_force([EJECTED])
    now = in_force([{**EJECTED, "because": ["c2", "c1", "c7"], "clause": "5.D.2"}])
    comparison = compared(before, now)
    assert comparison == ({}, now, set())
    assert compared(now, now) == ({}, {}, set()), "nothing has become of it"


def test_another_trigger_or_person_is_news_and_withdraws_the_first():
    for change in ({"because": ["c1", "c8"]}, {"player": "R8"}):
        comparison = compared(in_force([EJECTED]), in_force([{**EJECTED, **change}]))
        assert len(comparison.new) == len(comparison.withdrawn) == 1


def test_an_overridden_ruling_is_withdrawn():
    comparison = compared(in_force([EJECTED]), in_force([{**EJECTED, "overridden": True}]))
    assert len(comparison.withdrawn) == 1


def test_two_shots_of_one_double_minor_are_two():
    assert len(in_force([SHOT, SHOT])) == 2


def test_a_subject_fits_its_column_whatever_the_ids():
    long = {**EJECTED, "player": "x" * 100, "team": "y" * 100}
    for identity in in_force([long, long]):
        assert len(identity.subject) <= 120
