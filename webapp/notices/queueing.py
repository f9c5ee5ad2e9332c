"""Queueing what is news, in the transaction that makes it so: both are kept, or neither is.

What there is to tell is compared with what was told before and still stands. The same is not told twice; what
changed takes the place of what was told, under the same topic; what no longer holds is told as lifted.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, select, update

from webapp.calls.identity import Comparison
from webapp.notices import facts
from webapp.notices.audience import audience
from webapp.notices.facts import OVER, TOLD, Fact, about_serving, facts_of, schedule, served, topic_of
from webapp.store import who_is_back
from webapp.store.busy import passes
from webapp.store.database import db, insert_all, new_id
from webapp.store.deliveries import overtake, queue_deliveries, queue_one
from webapp.store.imposed import ImposedSuspension, decisions_on_imposed
from webapp.store.inbox import Notice
from webapp.store.issued import IssuedRuling
from webapp.store.rulings import lock_suspensions
from webapp.store.schedule import Game
from webapp.store.subscriptions import PushSubscription
from webapp.store.suspension_records import of_people

log = logging.getLogger(__name__)

LIFTED_WHERE_GONE = (
    "suspension",
    "disqualification",
    "ejection",
    "decision",
    "served",
    "protest",
    "override",
)
"""Of other kinds nobody needs to be told that they hold no more."""
KEEPS_OUT = ("provisional", "in_force", "hearing")
"""States of a suspension in which nobody may play."""
BACK_FOR = timedelta(days=7)
"""Whose day of return was so long ago is told that no more, however long no courier ran."""


def ruled(
    game: Game,
    compared: Comparison,
    was: str,
    before: Mapping[str, Any],
    carry: Mapping[str, Any],
    now: datetime,
) -> None:
    """Tell what is new once a game was ruled on.

    `compared`: its rulings with those before; `was`: its status before; `before` and `carry`: what it
    carried into later games, and does now.
    """
    differ = {*before.get("served", ())} ^ {*carry.get("served", ())}
    if game.status in OVER or was in OVER:
        differ |= who_is_back.staff_of(game)
    if game.status != was:
        differ |= who_is_back.with_the_season(game.competition_id)
    if differ:
        lock_suspensions([game.organisation_id])  # before the phones of those who are told of the game
    told = any(one.code in TOLD for one in (*compared.new, *compared.changed, *compared.withdrawn))
    if told or game.status != was or game.status in OVER:
        of_game(game, now, over=game.status != was)
    if differ:
        of_serving(game.organisation_id, differ, now)


def decided(issued: IssuedRuling, now: datetime) -> None:
    """Tell what a director's word on a ruling has changed."""
    db.session.flush()
    of_game(issued.game, now)
    if issued.suspends:
        of_serving(issued.game.organisation_id, [issued.suspends], now)


def imposed(gave: ImposedSuspension, now: datetime) -> None:
    """Tell what a director imposed without a ruling, or has decided on that since."""
    fact = facts.imposed(gave, decisions_on_imposed([gave])[gave.id])
    _tell([fact], select(Notice).where(Notice.topic == fact.topic), now)
    of_serving(gave.organisation_id, [gave.person_id], now)


def of_game(game: Game, now: datetime, over: bool = False) -> None:
    """Tell what is new of a game; `over`: also that it is over."""
    standing = select(Notice).where(
        Notice.game_id == game.id, Notice.kind.not_in(("schedule", "served", "test"))
    )
    _tell(facts_of(game, now if over else None), standing, now)


def of_serving(organisation_id: str, people: Collection[str], now: datetime) -> None:
    """Tell which suspensions of these people are served now, or are no longer.

    Of a person's that are served, the one given last is news, once no other keeps them out: an earlier one
    was told in its time. Who is suspended in the organisation is to be locked already, or two tell the same.
    """
    news: list[Fact] = []
    topics: list[str] = []
    latest: dict[str, str] = {}
    records = of_people(organisation_id, people, now)
    for record in records:
        topics.append(topic_of(*about_serving(record)))
        if record.state == "served":
            latest[record.person] = record.id
    out = {record.person for record in records if record.state in KEEPS_OUT}
    for record in records:
        if record.state == "served":
            back = latest[record.person] == record.id and record.person not in out
            news.append(served(record, now if back else None))
    _tell(news, select(Notice).where(Notice.topic.in_(topics)), now)


def of_schedule(game: Game, now: datetime, late_minutes: int | None = None) -> None:
    """Tell both teams and the officials that a game was moved or called off, or how late it is running."""
    fact = schedule(game, now, late_minutes)
    _tell([fact], select(Notice).where(Notice.topic == fact.topic), now)
    if for_the_season := who_is_back.with_the_season(game.competition_id):
        of_serving(game.organisation_id, for_the_season, now)


def of_days(now: datetime) -> None:
    """Tell whose day of return has come, and keep it. The same is told once, by however many couriers.

    Each organisation's is kept by itself: a record that we fail on holds up nobody else's.
    """
    first, last = (now - BACK_FOR).date(), (now + timedelta(days=1)).date()
    for organisation_id, people in sorted(who_is_back.on_a_day(first, last).items()):
        try:
            lock_suspensions([organisation_id])
            of_serving(organisation_id, people, now)
            db.session.commit()
        except Exception as fault:
            db.session.rollback()
            if passes(fault):
                raise
            log.exception("organisation %s: who may play again is not told", organisation_id)


def test_notice(subscription: PushSubscription, now: datetime) -> Notice | None:
    """Send a notice that says nothing to one subscription, so that somebody sees whether it gets there.

    None where the subscription was forgotten meanwhile.
    """
    topic = topic_of("test", subscription.id)
    standing = select(Notice).where(Notice.topic == topic, Notice.withdrawn_at.is_(None))
    _withdraw([one.id for one in db.session.scalars(standing)], now)
    made = Notice(account_id=subscription.account_id, kind="test", topic=topic, values={}, queued_at=now)
    db.session.add(made)
    db.session.flush()
    return made if queue_one(made, subscription.id, now) else None


def _tell(news: Iterable[Fact], standing: Select[tuple[Notice]], now: datetime) -> None:
    told: dict[str, list[Notice]] = defaultdict(list)
    for notice in db.session.scalars(standing.where(Notice.withdrawn_at.is_(None))):
        told[notice.topic].append(notice)
    for fact in {fact.topic: fact for fact in news}.values():  # of one topic one stands, whoever is told
        before = told.pop(fact.topic, [])
        if before and (before[0].kind, before[0].values) == (fact.kind, fact.values):
            continue
        if before or (fact.since is not None and fact.since >= now):
            _put_in_place(before, fact, audience(fact, now), now)
    for before in told.values():
        if before[0].kind in LIFTED_WHERE_GONE:
            fact = _lifted(before[0])
            told_before = {one.account_id for one in before}
            _put_in_place(before, fact, audience(fact, now) & told_before, now)
        elif before[0].kind != "lifted":
            _withdraw([one.id for one in before], now)


def _lifted(notice: Notice) -> Fact:
    """That what a notice told holds no more, to whom that is told."""
    team = (notice.team_id,) if notice.team_id else ()
    return Fact(
        "lifted",
        (),
        notice.organisation_id or "",
        notice.game,
        None,
        teams=team,
        directors=notice.kind == "protest" or not team,
        officials=notice.kind == "protest",
        person=notice.person_id,
        team=notice.team_id,
        issued=notice.issued_id,
        values={"of": notice.kind, "codes": notice.values.get("codes", [])},
    )


def _put_in_place(before: Sequence[Notice], fact: Fact, accounts: Collection[str], now: datetime) -> None:
    _withdraw([one.id for one in before], now)
    topic = before[0].topic if before else fact.topic
    rows = [
        {
            "id": new_id(),
            "account_id": account,
            "organisation_id": fact.organisation,
            "kind": fact.kind,
            "topic": topic,
            "game_id": fact.game.id if fact.game else None,
            "person_id": fact.person,
            "team_id": fact.team,
            "issued_id": fact.issued,
            "values": fact.values,
            "queued_at": now,
        }
        for account in sorted(accounts)
    ]
    insert_all(Notice, rows)
    queue_deliveries(rows, fact.values.get("of", fact.kind), now)


def _withdraw(notice_ids: Sequence[str], now: datetime) -> None:
    if not notice_ids:
        return
    db.session.execute(
        update(Notice)
        .where(Notice.id.in_(notice_ids))
        .values(withdrawn_at=now)
        .execution_options(synchronize_session="fetch")
    )
    overtake(notice_ids, now)
