"""What a push service's answer means for a delivery and for the subscription (RFC 8030, 5 and 7.3)."""

from __future__ import annotations

import email.utils
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

TAKEN = (200, 201, 202)
GONE = (404, 410)
TOO_LARGE = 413
SLOW_DOWN = (406, 429)
"""Windows' service says 406 where others say 429."""
REFUSED_MOST = 5
"""Refusals in a row after which a subscription is given up: Apple says 403 of one that is gone."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(hours=1)
LONGEST_ASKED = timedelta(hours=24)
"""Nobody may ask us to wait longer."""


@dataclass(frozen=True)
class Answer:
    """What became of one attempt. `outcome`: taken, gone, too_large, refused, later, too_old, not_allowed.

    `not_allowed`: by our own settings, which says nothing about the subscription: it is not forgotten.
    `wait`: how long the service asks to be left alone. `ill`: whether it is the service that fails.
    """

    outcome: str
    said: str
    wait: timedelta | None = None
    ill: bool = False


def understood(status: int, retry_after: str | None, now: datetime) -> Answer:
    """What an answer of HTTP means. A redirect is a refusal: nothing is sent elsewhere."""
    said = f"HTTP {status}"
    if status in TAKEN:
        return Answer("taken", said)
    if status in GONE:
        return Answer("gone", said)
    if status == TOO_LARGE:
        return Answer("too_large", said)
    if status in SLOW_DOWN:
        return Answer("later", said, asked_to_wait(retry_after, now))
    if status >= 500:
        return Answer("later", said, asked_to_wait(retry_after, now), ill=True)
    return Answer("refused", said)


def asked_to_wait(retry_after: str | None, now: datetime) -> timedelta | None:
    """What `Retry-After` says, in seconds or as a date (RFC 9110, 10.2.3); none where it makes no sense."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdigit():
        return min(timedelta(seconds=int(text[:9])), LONGEST_ASKED)
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(moment - now, timedelta()), LONGEST_ASKED)


def wait_before(attempts: int, asked: timedelta | None) -> timedelta:
    """How long to wait after so many attempts: chance within what doubles, beside what was asked for."""
    most = min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT)
    chance = most * random.uniform(0.5, 1)  # noqa: S311 (so that not all come back at once)
    return chance if asked is None else asked + chance * 0.1
