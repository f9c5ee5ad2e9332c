"""What a push says: Declarative Web Push JSON, which Safari shows by itself and our worker reads likewise."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from flask_babel import force_locale

from webapp.notices.facts import topic_of
from webapp.notices.said import on_lock_screen
from webapp.store.inbox import Notice

LARGEST = 2000  # bytes; the smallest limit of a push service is 3,070 with what encryption adds
LONGEST_TITLE, LONGEST_BODY = 120, 200  # characters
DECLARATIVE = 8030  # by its number a browser knows the format, as RFC 8030 is Web Push
SHORT, LONG = timedelta(hours=24), timedelta(hours=72)
LIVES = {"schedule": SHORT, "final": SHORT, "test": timedelta(minutes=10)}
URGENT = ("suspension", "disqualification", "lifted", "test")
"""What wakes a phone that sleeps: somebody might play who may not, or not play who may."""


@dataclass(frozen=True)
class Manner:
    """How a push service is asked to deliver. `ttl_s`: how long it keeps trying (RFC 8030, 5.2 to 5.4)."""

    ttl_s: int
    urgency: str
    topic: str

    def headers(self, host: str) -> dict[str, str]:
        """TTL aside; Windows' service wants to be told to keep a message for a phone that is off."""
        said = {"Urgency": self.urgency, "Topic": self.topic}
        return said | ({"X-WNS-Cache-Policy": "cache"} if host.endswith(".notify.windows.com") else {})


def lives_until(notice: Notice) -> datetime:
    """When a notice is too old to be pushed. The inbox keeps it."""
    return notice.queued_at + LIVES.get(notice.kind, LONG)


def manner(notice: Notice, now: datetime) -> Manner:
    """How a notice is to be delivered from now on."""
    left = lives_until(notice) - now
    urgency = "high" if notice.kind in URGENT else ("low" if notice.kind == "final" else "normal")
    return Manner(max(int(left.total_seconds()), 0), urgency, tag(notice))


def tag(notice: Notice) -> str:
    """What a later notice takes the place of: one person's, for several may have notices on in a browser."""
    return topic_of(notice.topic, notice.account_id)


def payload(notice: Notice, origin: str, language: str, smaller: bool = False) -> str:
    """The message, of LARGEST bytes at most; `smaller`: what is left where a service finds that too large."""
    babel = current_app.extensions["babel"].instance
    spoken = {str(one) for one in babel.list_translations()}
    language = language if language in spoken else "en"
    with force_locale(language):
        said = on_lock_screen(notice)
    place = "/inbox/" if notice.kind == "test" else f"/inbox/{notice.id}"
    shown: dict[str, Any] = {"title": said.title[:LONGEST_TITLE], "navigate": origin + place}
    shown |= {"tag": tag(notice), "lang": language}
    if not smaller:
        shown |= {"body": said.body[:LONGEST_BODY], "silent": False}
        shown["timestamp"] = int(notice.queued_at.timestamp() * 1000)
    return json.dumps({"web_push": DECLARATIVE, "notification": shown}, ensure_ascii=False)
