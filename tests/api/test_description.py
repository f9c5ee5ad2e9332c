"""The API keeps to its own description, whatever a tool sends."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.simulated_phone import Phone, over_wsgi

EXAMPLES = 15
TURNED_AWAY = {"expected-statuses": [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]}
"""What answers a request that breaks the description: too large is one of them."""
UNDERSTOOD = {"expected-statuses": ["2xx", "3xx", 401, 403, 404, 409, 429, "5xx"]}
"""What answers one that keeps to it."""
NOT_SENT_TO = {"expected-statuses": [*UNDERSTOOD["expected-statuses"], 422]}
"""What answers a subscription that keeps to it: 422 says that nothing can be sent there."""
OPERATIONS = [
    ("/devices", "POST"),
    ("/devices/me", "DELETE"),
    ("/games", "GET"),
    ("/games/{game}/packet", "GET"),
    ("/games/{game}/calls", "GET"),
    ("/games/{game}/sheet", "GET"),
    ("/games/{game}/codes", "POST"),
    ("/games/{game}/codes", "DELETE"),
    ("/games/{game}/officials/{account}", "DELETE"),
    ("/notices/push", "GET"),
    ("/notices/push", "PUT"),
    ("/notices/push", "DELETE"),
    ("/notices/push/test", "POST"),
    ("/openapi.json", "GET"),
    ("/sync", "POST"),
]


@pytest.fixture
def described(app):
    """The description as a tool reads it from the running product."""
    checks = {"checks": {"negative_data_rejection": TURNED_AWAY, "positive_data_acceptance": UNDERSTOOD}}
    subscribing = {"include-path": "/api/v1/notices/push", "include-method": "PUT"}
    subscribing |= {"checks": {"positive_data_acceptance": NOT_SENT_TO}}
    config = schemathesis.config.SchemathesisConfig.from_dict({**checks, "operations": [subscribing]})
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config)


def test_the_description_is_whole(described):
    assert described.raw_schema["openapi"] == "3.1.0"
    assert {
        (path.removeprefix("/api/v1"), verb.upper())
        for path, verbs in described.raw_schema["paths"].items()
        for verb in verbs
    } == set(OPERATIONS)


@pytest.mark.parametrize(
    ("path", "verb", "mode"),
    [
        (path, verb, mode)
        for path, verb in OPERATIONS
        for mode in GenerationMode
        if (path, mode) != ("/openapi.json", GenerationMode.NEGATIVE)  # takes nothing that could be wrong
    ],
)
def test_every_answer_is_one_that_the_description_allows(app, described, path, verb, mode):
    token = Phone(over_wsgi(app), "pat").token
    operation = described[f"/api/v1{path}"][verb]

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def whatever_is_sent(case):
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"})

    whatever_is_sent()
