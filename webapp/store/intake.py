"""Putting calls into the log: games locked, calls appended, each under its own savepoint."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import joinedload, selectinload

from webapp.calls.digest import Text, content_hash, sealed
from webapp.calls.envelope import OldNumber, Wire
from webapp.calls.pushed import Pushed
from webapp.calls.verdict import Standing, Verdict, refused
from webapp.store.accounts import OFFICIATING, Account, Membership
from webapp.store.call_log import FreeText, LoggedCall, RefusedCall
from webapp.store.database import db, for_update, insert_all, locks_rows
from webapp.store.heads import DeviceHead
from webapp.store.phones import Device
from webapp.store.progress import moved, turned_away
from webapp.store.rulings import etags, lock_competitions, lock_suspensions
from webapp.store.schedule import Game
from webapp.store.whole_log import last_seq

LONG_LOG = 1000
"""Calls: several times those of a long game."""
MOST_BY_ONE = 3000
"""Calls by one account in one game's log, so that nobody fills the disk or the rules' time alone."""
MOST_REFUSED_A_DAY = 500
"""Refused calls that are kept of one account. Each has 32 KB at most."""


def locked(game_ids: Iterable[str]) -> list[Game]:
    """The games of these ids, in order of id, locked until the transaction ends; then their competitions.

    A game's new carry queues the later games of its competition, whose own rulings read that carry: with the
    competition locked first, neither misses the other, and two such never wait for each other. What was
    seen of them before is read again. SQLite has no row locks and needs none: the transaction was begun for
    writing, and what it has seen holds.
    """
    if not locks_rows():
        found = (db.session.get(Game, one) for one in sorted(set(game_ids)))
        return [game for game in found if game is not None]
    lock = for_update(_games(game_ids), of=Game)
    games = list(db.session.scalars(lock.execution_options(populate_existing=True)))
    lock_competitions(games)
    with_a_sheet = etags(game.id for game in games)
    if first := {game.organisation_id for game in games if game.id not in with_a_sheet}:
        lock_suspensions(first)
    return games


def seen(game_ids: Iterable[str]) -> list[Game]:
    """The games of these ids, not locked."""
    return list(db.session.scalars(_games(game_ids)))


def _games(game_ids: Iterable[str]) -> Select[tuple[Game]]:
    named = select(Game).where(Game.id.in_(set(game_ids))).order_by(Game.id)
    teams = (joinedload(Game.home, innerjoin=True), joinedload(Game.away, innerjoin=True))
    return named.options(selectinload(Game.assignments), *teams)


def standing(account: Account, game: Game, now: datetime) -> Standing | None:
    """What an account is to a game now; none for one that was never an official of its organisation."""
    roles = [
        one
        for one in account.memberships
        if one.organisation_id == game.organisation_id and one.role in OFFICIATING
    ]
    assignments = [one for one in game.assignments if one.account_id == account.id]
    if not roles and not assignments:
        return None
    held = {one.role for one in roles if one.holds(now)} if account.disabled_at is None else set()
    current = [one for one in assignments if one.holds(now)]
    by_code = any(one.by_code for one in assignments) and account.disabled_at is None
    return Standing(
        official=bool(held) or by_code,
        assigned=bool(current),
        was_assigned=bool(assignments),
        decides="director" in held or any(one.head for one in current),
        corrects=bool(held) or game.status != "signed_off",
    )


def authors(call_ids: Iterable[str]) -> set[str]:
    """Who made these calls, those that are in the log."""
    bodies = db.session.scalars(select(LoggedCall.body).where(LoggedCall.id.in_(list(call_ids))))
    return {body.get("called_by") or body["made_by"] for body in bodies}


def officials(game: Game) -> set[str]:
    """The accounts that are on a game, or were."""
    return {one.account_id for one in game.assignments}


def of_the_organisation(account_id: str, game: Game) -> bool:
    """Whether an account is, or was, an official or a director of the game's organisation."""
    found = select(Membership.id).where(
        Membership.account_id == account_id,
        Membership.organisation_id == game.organisation_id,
        Membership.role.in_(OFFICIATING),
    )
    return db.session.scalar(found.limit(1)) is not None


@dataclass(frozen=True)
class Known:
    """What was here of some calls before they came in: one look for all of them.

    `logged`: by id what the log has under it, whatever its device and `n`; `salts`: of its texts, by pointer;
    `owners`: the accounts to which the devices are registered.
    """

    logged: Mapping[str, Row[Any]]
    salts: Mapping[str, Mapping[str, str]]
    owners: Mapping[str, str]

    def verdict(self, wire: Wire, call: Mapping[str, Any]) -> Verdict | None:
        """`duplicate` or `id_conflict` where a call of this id is in the log."""
        logged = self.logged.get(wire.id)
        if logged is None:
            return None
        salts = self.salts.get(wire.id, {})
        again, _ = sealed(call, salts, salts)
        if content_hash(_as_sent_by(logged, again)) != logged.content_hash:
            return refused("id_conflict", "Another call has this id.")
        return Verdict("duplicate", logged.code, seq=logged.seq, device=logged.device, n=logged.n)

    def belongs_to_another(self, device: str, account: Account) -> bool:
        """Whether a device id is registered to somebody else. One that nobody has is free to use."""
        return self.owners.get(device, account.id) != account.id


_log, _texts, _phones = (one.__table__.c for one in (LoggedCall, FreeText, Device))
_IDS = bindparam("ids", expanding=True)
_LOGGED = select(_log.id, _log.seq, _log.device, _log.n, _log.body, _log.content_hash, _log.code).where(
    _log.id.in_(_IDS)
)
_SALTS = select(_texts.call_id, _texts.pointer, _texts.salt).where(_texts.call_id.in_(_IDS))
_OWNERS = select(_phones.id, _phones.account_id).where(_phones.id.in_(_IDS))


def known(wires: Iterable[Wire]) -> Known:
    """What is here of these calls already."""
    wires = list(wires)
    ids, devices = {wire.id for wire in wires}, {wire.device for wire in wires}
    found = db.session.execute(_LOGGED, {"ids": list(ids)})
    logged = {one.id: one for one in found}
    salts: dict[str, dict[str, str]] = defaultdict(dict)
    if logged:
        for call_id, pointer, salt in db.session.execute(_SALTS, {"ids": list(logged)}):
            salts[call_id][pointer] = salt
    owners = db.session.execute(_OWNERS, {"ids": list(devices)})
    return Known(logged, salts, dict(owners.all()))


def _as_sent_by(logged: Row[Any], again: dict[str, Any]) -> dict[str, Any]:
    """A call that came again, in the name in which it is in the log.

    Where a phone was lost, others send its calls in their own names, with the author as `called_by`: what
    anybody sends for one author, and the author's own, is one call, whichever came first.
    """
    if _author(logged.body) != _author(again):
        return again
    return {**again, "made_by": logged.body["made_by"]}


def _author(call: Mapping[str, Any]) -> str:
    return call.get("called_by") or call["made_by"]


def keep_number(wire: Wire, known: Known, account: Account) -> None:
    """Keep the number under which a call came again, where its phone has taken a new device id meanwhile.

    Only its author's own phones close their gaps so.
    """
    logged = known.logged[wire.id]
    if (logged.device, logged.n) == (wire.device, wire.n) or wire.made_by != account.id:
        return
    if not known.belongs_to_another(wire.device, account):
        moved(wire.game, wire.device, wire.n, wire.id)


def keep_old_numbers(sent: Iterable[Pushed], moved_here: Sequence[OldNumber], account: Account) -> None:
    """Keep the numbers that calls had under a device id that their phone has given up: nobody owes them.

    Only those that a device of the same account has told of.
    """
    if not moved_here:
        return
    told = (
        select(DeviceHead.game_id, DeviceHead.device, DeviceHead.n)
        .join(Device, Device.id == DeviceHead.device)
        .where(Device.account_id == account.id, Device.id.in_({one.device for one in moved_here}))
    )
    heads = {(game_id, device): n for game_id, device, n in db.session.execute(told)}
    by_id = {one.wire.id: one for one in sent if one.wire.made_by == account.id}
    for old in moved_here:
        one = by_id.get(old.id)
        if one is None or old.n > heads.get((one.wire.game, old.device), 0):
            continue
        if one.verdict.result != "refused":
            moved(one.wire.game, old.device, old.n, old.id)
        elif one.verdict.code != "number_conflict":
            turned_away(one.wire.game, old.device, old.n)


def leave_out_too_many(kept: Sequence[Pushed], account: Account) -> list[Pushed]:
    """Those of the calls for which their games' logs have room; the others are refused.

    What an account has in one log is counted only where that log is longer than games are.
    """
    left = []
    for game_id, calls in groupby(sorted(kept, key=lambda one: one.wire.game), lambda one: one.wire.game):
        of_the_game = list(calls)
        room = len(of_the_game)
        if last_seq(game_id) + room > LONG_LOG:
            room = max(0, MOST_BY_ONE - _logged_by(account, game_id))
        left += of_the_game[:room]
        for one in of_the_game[room:]:
            one.verdict = refused("too_large", f"A game's log takes {MOST_BY_ONE} calls by one official.")
    return left


def _logged_by(account: Account, game_id: str) -> int:
    theirs = LoggedCall.body["made_by"].as_string() == account.id
    return db.session.scalar(select(func.count()).where(LoggedCall.game_id == game_id, theirs)) or 0


def append(kept: Sequence[Pushed], now: datetime) -> None:
    """Append calls to their games' logs; their verdicts get their `seq`.

    `seq` runs per game without a gap, in commit order, since the games are locked. All go in at once. Where a
    constraint refuses that, each goes in under a savepoint of its own, so that none holds up the others: one
    whose number (device and `n`) is taken is refused, and nothing is left of the attempt.
    """
    sealings = [(one, *sealed(one.call, one.texts_at)) for one in kept]
    try:
        with db.session.begin_nested():
            _insert(sealings, now)
    except IntegrityError:
        for sealing in sealings:
            try:
                with db.session.begin_nested():
                    _insert([sealing], now)
            except IntegrityError:
                one = sealing[0]
                one.verdict = known([one.wire]).verdict(one.wire, one.call) or refused(
                    "number_conflict", "This device has logged another call under this number."
                )


def _insert(sealings: Sequence[tuple[Pushed, dict[str, Any], list[Text]]], now: datetime) -> None:
    seqs: dict[str, int] = {}
    calls, texts = [], []
    for one, closed, own_texts in sealings:
        wire, given = one.wire, one.verdict
        if wire.game not in seqs:
            seqs[wire.game] = last_seq(wire.game)
        seqs[wire.game] += 1
        one.verdict = replace(given, seq=seqs[wire.game])
        calls.append(
            {
                "id": wire.id,
                "game_id": wire.game,
                "seq": seqs[wire.game],
                "device": wire.device,
                "n": wire.n,
                "hlc": wire.hlc,
                "type": wire.type,
                "body": closed,
                "content_hash": content_hash(closed),
                "result": given.result,
                "code": given.code,
                "received_at": now,
            }
        )
        texts += [{"call_id": wire.id, **text._asdict()} for text in own_texts]
    insert_all(LoggedCall, calls)
    insert_all(FreeText, texts)


def close_number(pushed: Pushed, device: str) -> None:
    """Note that a refused call has arrived, so that its phone does not seem to owe it.

    Only the phone itself closes its numbers. Where another has this number the call is still to come.
    """
    number = pushed.number
    if number.device == device and pushed.verdict.code != "number_conflict":
        turned_away(number.game, device, number.n)


def audit(turned_away: Sequence[Pushed], account: Account, device: str, now: datetime) -> None:
    """Keep refused calls as they came in, of one account as many a day as anybody will look at."""
    if not turned_away:
        return
    theirs = (RefusedCall.account_id == account.id, RefusedCall.received_at > now - timedelta(days=1))
    here = db.session.scalar(select(func.count()).where(*theirs)) or 0
    for pushed in turned_away[: max(0, MOST_REFUSED_A_DAY - here)]:
        given = pushed.verdict
        db.session.add(
            RefusedCall(
                game=pushed.wire.game if pushed.wire else None,
                call=pushed.id,
                device=device,
                account_id=account.id,
                code=given.code,
                says=given.says,
                raw=pushed.raw.decode(errors="replace"),
                received_at=now,
            )
        )
