"""Taking in calls: store, rule on the whole log, compare, queue, commit: in one transaction."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy.exc import DBAPIError

from webapp.calls import pushed, ruled, verdict
from webapp.calls.envelope import SyncRequest
from webapp.calls.pushed import Pushed
from webapp.calls.verdict import Standing, Verdict, refused
from webapp.notices import queueing
from webapp.rules.malformed import ByItself
from webapp.store import carries, engine_decisions, intake, packet, progress, rulings, to_rule_on, whole_log
from webapp.store.accounts import Account
from webapp.store.busy import passes
from webapp.store.database import db, reading
from webapp.store.epoch import current_epoch
from webapp.store.issued import GameSheet
from webapp.store.schedule import Game

WORKING_OFF = threading.Lock()

log = logging.getLogger(__name__)


class Push:
    """What a phone sends. `standings`: by game what the sender is to it; no other game is there for them."""

    def __init__(self, request: SyncRequest, account: Account):
        self.request, self.account = request, account
        self.batch = [pushed.read(bytes(raw)) for raw in request.calls]
        self.readable = pushed.in_order(self.batch)
        self.standings: dict[str, Standing] = {}

    @property
    def games(self) -> set[str]:
        """The games that it names in any way."""
        return {*self.request.heads, *(number.game for one in self.batch if (number := one.number))}

    @property
    def fork(self) -> bool:
        """Whether another phone has this device id."""
        return any(one.verdict.code == "number_conflict" for one in self.batch)


class Open:
    """A game that pushes are about. One that gets calls is locked."""

    def __init__(self, game: Game):
        self.game = game
        self.carry_changed = False

    @cached_property
    def sheet(self) -> GameSheet | None:
        """The latest sheet, locked, too."""
        return rulings.sheet_before(self.game)

    @cached_property
    def file(self) -> dict[str, Any]:
        """The game file without calls. Its history is read under the sheet's lock, so that none is missed."""
        self.sheet  # noqa: B018 (locks)
        return packet.game_file(self.game)

    @cached_property
    def check(self) -> ByItself:
        """Looks at single calls of this game."""
        return ByItself(self.file, self.game.competition.rulebook)


def take_in(request: SyncRequest, account: Account, now: datetime) -> dict[str, Any]:
    """Store a push, rule on its games, commit; the answer, for it may be given only after the commit."""
    [answer] = take_in_together([Push(request, account)], now)
    return answer


def take_in_together(pushes: Sequence[Push], now: datetime) -> list[dict[str, Any]]:
    """Store pushes, rule once on each of their games, commit; the answers, push by push."""
    games = opened(pushes, now)
    for push in pushes:
        store(push, games, now)
    kept = [one for push in pushes for one in push.readable if one.verdict.result != "refused"]
    to_rule_on = in_order_of_start({games[one.wire.game] for one in kept})
    for place, at in enumerate(to_rule_on):
        waiting = rule_unless_we_fail(at, now)
        for one in kept:
            if one.wire.game == at.game.id:
                one.verdict = among_the_others(one, waiting)
        if at.carry_changed:
            to_rule_on[place + 1 :] = [Open(later.game) for later in to_rule_on[place + 1 :]]
    answers = [answer(push) for push in pushes]
    db.session.commit()
    return answers


def opened(pushes: Sequence[Push], now: datetime) -> dict[str, Open]:
    """The games that the pushes name, those that get calls locked; what the senders are to them is noted.

    Nobody else's game is ever locked, so that no stranger can make an official wait.
    """
    games = intake.seen({name for push in pushes for name in push.games})
    note_standings(pushes, games, now)
    intake.locked(
        {one.wire.game for push in pushes for one in push.readable if one.wire.game in push.standings}
    )
    note_standings(pushes, games, now)  # until the lock they could change
    return {game.id: Open(game) for game in games}


def note_standings(pushes: Sequence[Push], games: Sequence[Game], now: datetime) -> None:
    for push in pushes:
        known = {game.id: intake.standing(push.account, game, now) for game in games if game.id in push.games}
        push.standings = {game_id: standing for game_id, standing in known.items() if standing}


def store(push: Push, games: Mapping[str, Open], now: datetime) -> None:
    """Judge the calls of a push and append those that are kept; note how far its phone has numbered."""
    device = push.request.device
    for wave in pushed.waves(push.readable):
        known = intake.known(one.wire for one in wave)
        for one in wave:
            one.verdict = verdict.by_a_clock_ahead(receive(one, push, games, known), one.wire.hlc, now)
        kept = [one for one in wave if one.verdict.result in ("accepted", "held")]
        intake.append(intake.leave_out_too_many(kept, push.account), now)
    intake.keep_old_numbers(push.readable, push.request.moved, push.account)
    turned_away = [one for one in push.batch if one.verdict.result == "refused"]
    intake.audit(turned_away, push.account, device, now)
    if not push.fork:
        progress.hear(
            device, {name: n for name, n in push.request.heads.items() if name in push.standings}, now
        )
        for one in turned_away:
            if one.number and one.number.game in push.standings:
                intake.close_number(one, device)


def receive(one: Pushed, push: Push, games: Mapping[str, Open], known: intake.Known) -> Verdict:
    """Judge one call by itself. One `if` a reason, in order."""
    wire, call, account = one.wire, one.call, push.account
    if wire.game not in push.standings:
        return refused("unknown_game", "There is no such game.")
    at, rulebook = games[wire.game], games[wire.game].game.competition.rulebook
    before = known.verdict(wire, call)
    if before is not None:
        if before.result == "duplicate":
            intake.keep_number(wire, known, account)
        return before
    if wire.made_by != account.id:
        return refused("not_the_author", "Somebody else made this call: they have to send it.")
    if known.belongs_to_another(wire.device, account):
        return refused("not_the_author", "This device is somebody else's.")
    one.texts_at = verdict.text_pointers(call, verdict.shape_is_known(wire, rulebook))
    standing = push.standings[wire.game]
    given = verdict.judged(wire, call, at.check, rulebook, standing)
    if given.result == "accepted" and not standing.corrects:
        others = intake.authors(verdict.corrected(call)) - {account.id}
        given = verdict.by_a_substitute() if others else given
    if wire.called_by in (None, account.id, *intake.officials(at.game)):
        return given
    return verdict.for_another(given, intake.of_the_organisation(wire.called_by, at.game))


def in_order_of_start(opened_games: Iterable[Open]) -> list[Open]:
    """For the earlier carry into the later."""
    return sorted(opened_games, key=lambda at: (at.game.starts_at_utc, at.game.sequence, at.game.id))


def rule_unless_we_fail(at: Open, now: datetime) -> dict[str, str]:
    """Rule on a game; by call, why it waits.

    They are kept even where a bug of ours fails on the log: the queue tries again. Where the database fails
    nothing is kept, for SQLite takes the whole transaction back by itself when the disk is full.
    """
    try:
        with db.session.begin_nested():
            return rule_on(at, now)
    except Exception as fault:
        if isinstance(fault, DBAPIError) and passes(fault):
            raise
        log.exception("game %s: its calls are kept, and its sheet is behind them", at.game.id)
        rulings.owe(at.game.id, now)
        to_rule_on.failed_on(at.game.id, now)
        return {}


def rule_on(at: Open, now: datetime, taken: bool = False) -> dict[str, str]:
    """Rule on a game's whole log; write down what is new and what was withdrawn. Why which call waits.

    What is to be told of that is queued here, so that it is kept or lost together with the sheet. A
    signed-off game of which this engine says otherwise than the one that made its sheet stays as it is,
    unless a director has `taken` the new.
    """
    game, rulebook = at.game, at.game.competition.rulebook
    made = ruled.ruled(whole_log.entries(game.id), at.file, rulebook)
    if at.sheet and not taken and engine_says_otherwise(at, at.sheet, made):
        rulings.leave_as_signed_off(at.sheet, made)
        to_rule_on.ruled_on(game.id)
        return made.waiting
    before, was = at.sheet.carry if at.sheet else {}, game.status
    at.carry_changed = rulings.keep_sheet(game, at.sheet, made, whole_log.last_seq(game.id), now)
    to_rule_on.ruled_on(game.id)
    compared = rulings.issue(game, made.sheet, now)
    rulings.follow(game, made.sheet["status"], now)
    if at.carry_changed:
        rulings.history_changed(game, now)
        differ = carries.whose_suspensions_differ(before, made.sheet["carry"])
        rulings.suspensions_changed(game, differ, now)
    queueing.ruled(game, compared, was, before, made.sheet["carry"], now)
    return made.waiting


def engine_says_otherwise(at: Open, kept: GameSheet, made: ruled.Ruled) -> bool:
    """Whether another engine made a signed-off game's sheet, and this one differs on the log of then.

    What calls have changed since does not count. What earlier games have does: their carries of then are
    gone.
    """
    if not rulings.may_say_otherwise(kept):
        return False
    if kept.upto_seq != whole_log.last_seq(at.game.id):
        made = ruled.ruled(
            whole_log.entries(at.game.id, kept.upto_seq), at.file, at.game.competition.rulebook
        )
    return rulings.says_otherwise(kept.sheet, made.sheet)


def decide_on_engine(game_id: str, otherwise: str, act: str, reason: str, by: Account, now: datetime) -> bool:
    """Take what this engine says of a signed-off game, or leave it; whether it says that still."""
    [game] = intake.locked([game_id])
    at = Open(game)
    if at.sheet is None or at.sheet.otherwise != otherwise or at.sheet.stale_since is not None:
        db.session.rollback()
        return False
    engine_decisions.note(at.sheet, act, reason, by, now)
    if act == "take":
        rule_on(at, now, taken=True)
    db.session.commit()
    return True


def work_off(now: datetime, leave: Callable[[], bool] = lambda: False) -> int:
    """Rule again on every game whose history changed, earliest first, each in its own transaction.

    It ends where carries come out unchanged, since nothing more is queued then. How many were ruled on. One
    thread of the process does it, and looks again before it leaves, so that another may leave it to that one.
    `leave`, asked before each game: whether somebody is about to come who goes on with it.
    """
    done = 0
    try:
        while not leave() and first_in_queue(now) is not None and WORKING_OFF.acquire(blocking=False):
            try:
                while not leave() and (game_id := first_in_queue(now)) is not None:
                    done += rule_on_one(game_id, now)
            finally:
                WORKING_OFF.release()
    except DBAPIError as fault:
        if not passes(fault):
            raise
        log.warning("the database is busy: the next push rules on the games that wait")
    db.session.rollback()
    return done


def first_in_queue(now: datetime) -> str | None:
    """The game to be ruled on next. Asking waits for nobody who writes."""
    with reading():
        return to_rule_on.next_to_rule_on(now)


def rule_on_one(game_id: str, now: datetime) -> bool:
    """Rule on a game of the queue; whether that was done. Another may have done it until it was locked.

    One on which the rules fail stays queued for later and holds up no other, least of all another league's.
    """
    try:
        [game] = intake.locked([game_id])
        at = Open(game)
        at.sheet  # noqa: B018 (locks)
        if not to_rule_on.waits(game_id):
            db.session.rollback()
            return False
        rule_on(at, now)
        db.session.commit()
        return True
    except Exception as fault:
        if isinstance(fault, DBAPIError) and passes(fault):
            raise
        log.exception("game %s: not ruled on yet; it is tried again later", game_id)
        db.session.rollback()
        to_rule_on.failed_on(game_id, now)
        db.session.commit()
        return False


def waiting(game: Game) -> dict[str, str] | None:
    """By id of a call that does not count: why it waits. None where the rules fail on the log."""
    noted = rulings.waiting_by_the_sheet(game.id)
    if noted is not None:
        return noted
    try:
        log_of_it, file = whole_log.entries(game.id), packet.game_file(game)
        return ruled.waiting(log_of_it, file, game.competition.rulebook).reasons
    except DBAPIError:
        raise
    except Exception as fault:
        log.error("game %s: its calls are told, but not which count: %r", game.id, fault)
        return None


def answer(push: Push) -> dict[str, Any]:
    """What the phone is told of each of its calls, and of the games."""
    told = {
        "batch": push.request.batch,
        "results": [one.verdict.told(one.id) for one in push.batch],
        **what_is_here(push),
    }
    return {**told, "fork": True} if push.fork else told


def what_is_here(push: Push) -> dict[str, Any]:
    """The epoch, how far everything of this device is here, and which sheets the server has."""
    return {
        "epoch": current_epoch(),
        "progress": progress.progress_of(push.request.device, push.standings, push.request.heads),
        "sheets": rulings.etags(push.standings),
    }


def among_the_others(one: Pushed, waiting: Mapping[str, str]) -> Verdict:
    """The verdict once the whole log was looked at: what is late or names nothing is held.

    One that was sent before is a duplicate still, and tells why it waits.
    """
    given, code = one.verdict, waiting.get(one.wire.id)
    if given.result == "refused" or code in (None, given.code):
        return given
    says = {"late": "The log was signed off without it.", "unknown_target": "What it names does not count."}
    result = "held" if given.result == "accepted" else given.result
    return replace(given, result=result, code=code, says=says.get(code))
