"""Taking out what sync rests on makes the suite fail, each thing by itself."""

from pathlib import Path

import pytest

from tests.mutants.sync import FAILED, MUTATIONS, Mutation, copied, outcome


@pytest.fixture(scope="module")
def copy():
    """A folder with a product to be changed."""
    with copied() as folder:
        yield folder


@pytest.mark.proof(5)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_mutation_of_sync_is_noticed(copy: Path, mutation: Mutation) -> None:
    assert outcome(mutation, copy) == FAILED


def test_nothing_that_sync_rests_on_was_forgotten() -> None:
    assert len(MUTATIONS) >= 20
