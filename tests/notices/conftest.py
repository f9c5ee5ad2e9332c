"""Guests of the notices: Pat's phone."""

import pytest

from tests.simulated_phone import Phone, over_wsgi


@pytest.fixture
def pat(app):
    """The head referee's phone."""
    return Phone(over_wsgi(app), "pat")
