"""Officiating's guests: Pat's phone and Sam's."""

import pytest

from tests.simulated_phone import Phone, over_wsgi


@pytest.fixture
def pat(app):
    """The head referee's phone."""
    return Phone(over_wsgi(app), "pat")


@pytest.fixture
def sam(app):
    """The scorekeeper's phone."""
    return Phone(over_wsgi(app), "sam")
