"""What is kept of a password, and what fits it."""

import pytest

from webapp.store.passwords import hash_password, password_fits


def test_a_password_fits_its_own_hash_alone():
    kept = hash_password("a long password")
    assert password_fits(kept, "a long password")
    assert not password_fits(kept, "another password")


@pytest.mark.parametrize("kept", [None, "", "!"])
@pytest.mark.parametrize("typed", ["", "!", "nobody has this password"])
def test_where_none_is_kept_nothing_fits(kept, typed):
    assert not password_fits(kept, typed)
