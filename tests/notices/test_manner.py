"""How a push service is asked to deliver: for how long, how urgently, and what one of them wants beside."""

from datetime import UTC, datetime, timedelta

import pytest

from webapp.notices.payload import manner
from webapp.store import Notice
from webapp.store.inbox import KINDS, OTHER_KINDS

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
HOUR_S = 3600


def asked(kind, ago=timedelta()):
    """How a notice of that kind, queued so long ago, is to be delivered."""
    notice = Notice(account_id="casey", kind=kind, topic="of-a-case", queued_at=NOW - ago)
    return manner(notice, NOW)


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_kept_for_a_phone_that_sleeps_until_it_is_too_old(kind):
    whole = asked(kind).ttl_s
    assert 24 * HOUR_S <= whole <= 72 * HOUR_S
    assert asked(kind, timedelta(hours=20)).ttl_s == whole - 20 * HOUR_S, "a later try keeps it no longer"
    assert asked(kind, timedelta(days=9)).ttl_s == 0


def test_who_may_not_play_wakes_a_phone_and_a_score_does_not():
    urgency = {kind: asked(kind).urgency for kind in (*KINDS, *OTHER_KINDS)}
    wakes = {kind for kind, how in urgency.items() if how == "high"}
    assert wakes == {"suspension", "disqualification", "lifted", "test"}
    assert (urgency["schedule"], urgency["final"]) == ("normal", "low")
    assert asked("suspension").headers("fcm.googleapis.com")["Urgency"] == "high"


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("wns2-by3p.notify.windows.com", "cache"),
        ("fcm.googleapis.com", None),
        ("web.push.apple.com", None),
    ],
)
def test_windows_service_is_told_to_keep_a_message_and_no_other_is(host, told):
    headers = asked("suspension").headers(host)
    assert headers.get("X-WNS-Cache-Policy") == told
    assert len(headers["Topic"]) == 32
