"""What was called that a ruling rests on: who, for what, when, and what the official wrote."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select

from webapp.store.accounts import Account
from webapp.store.ahead import people_of
from webapp.store.call_log import FreeText, LoggedCall
from webapp.store.database import db
from webapp.store.issued import IssuedRuling
from webapp.store.organisations import Person

TELL_MORE = ("amend", "void", "report", "note")


@dataclass(frozen=True)
class Called:
    """The call that set a ruling off, as it stands; empty where it does not say. `by`: whose call it was."""

    by: str
    names: list[str]
    infraction: str
    period: str
    clock: str
    notes: list[str]


def what_was_called(rulings: Collection[IssuedRuling]) -> dict[str, Called]:
    """By id of the ruling, in as many queries for ten as for one."""
    calls = list(
        db.session.scalars(
            select(LoggedCall)
            .where(
                or_(
                    LoggedCall.id.in_({one.trigger for one in rulings}),
                    LoggedCall.game_id.in_({one.game_id for one in rulings}) & LoggedCall.type.in_(TELL_MORE),
                )
            )
            .order_by(LoggedCall.hlc, LoggedCall.device, LoggedCall.n)
        )
    )
    bodies = {one.id: _as_it_stands(one.body, calls) for one in calls}
    texts: dict[str, list[str]] = {}
    for call, text in db.session.execute(
        select(FreeText.call_id, FreeText.text).where(
            FreeText.call_id.in_(bodies), FreeText.text.is_not(None)
        )
    ):
        texts.setdefault(call, []).append(text)
    people = {
        one.id: set(people_of(one.ruling)) | set(people_of(bodies.get(one.trigger, {}))) for one in rulings
    }
    names = {
        one.id: one.name
        for one in db.session.scalars(select(Person).where(Person.id.in_(set().union(*people.values()))))
    }
    authors = {one.id: one.body.get("called_by") or one.body["made_by"] for one in calls}
    officials = {
        one.id: one.display_name
        for one in db.session.scalars(select(Account).where(Account.id.in_({*authors.values()})))
    }
    found = {}
    for one in rulings:
        body = bodies.get(one.trigger, {})
        about = [call.id for call in calls if call.body.get("about") == one.trigger]
        found[one.id] = Called(
            by=officials.get(authors.get(one.trigger, ""), ""),
            names=sorted(names[person] for person in people[one.id] if person in names),
            infraction=_infraction(one, body.get("infraction", "")),
            period=str(body.get("period", "")),
            clock=str(body.get("clock", "")).removeprefix("0"),
            notes=[text for call in (one.trigger, *about) for text in texts.get(call, [])],
        )
    return found


def _as_it_stands(body: dict[str, Any], calls: list[LoggedCall]) -> dict[str, Any]:
    voided = {one.body.get("call") for one in calls if one.type == "void"}
    for one in calls:
        if one.type == "amend" and one.body.get("call") == body["id"] and one.id not in voided:
            body = body | one.body.get("set", {})
    return body


def _infraction(issued: IssuedRuling, slug: str) -> str:
    known = issued.game.competition.rulebook["infractions"]
    return next((one["name"] for one in known if one["infraction"] == slug), slug.replace("_", " "))
