"""Guests of the notices: a push service, and phones that have subscribed there."""

import pytest

from tests.notices.posted import Post
from tests.notices.push_service import PushService


@pytest.fixture
def service():
    """A push service to which nothing wrong may be sent."""
    with PushService() as running:
        yield running
    assert running.faults == []


@pytest.fixture
def post(app, season, service):
    """The cast's phones there."""
    return Post(app, season, service)
