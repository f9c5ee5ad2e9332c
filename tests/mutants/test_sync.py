"""Taking out what sync rests on makes the suite fail, each thing by itself."""

from tests.mutants.sync import FAILED, MUTATIONS, outcomes


def test_every_mutation_of_sync_is_noticed():
    survivors = [one.name for one, code in outcomes(MUTATIONS) if code != FAILED]
    assert survivors == []
    assert len(MUTATIONS) >= 20
