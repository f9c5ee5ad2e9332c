"""Writing down what the rules made of a log: the sheet, and the rulings that are new or withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.orm import defer

from webapp.calls import engine
from webapp.calls.digest import sha256
from webapp.calls.identity import OVERRIDDEN, Comparison, Identity, compared, in_force, overridden
from webapp.calls.ruled import Ruled
from webapp.store.call_log import LoggedCall
from webapp.store.carries import suspended
from webapp.store.competitions import Competition, RosterSpot, TournamentGoalie
from webapp.store.database import UtcDateTime, as_json, db, for_update, insert_all, new_id
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.organisations import Organisation
from webapp.store.schedule import CALLED_OFF, Game

_sheets, _issued = GameSheet.__table__.c, IssuedRuling.__table__.c
_log = LoggedCall.__table__.c
_GAME = bindparam("game")
_ETAGS = select(_sheets.game_id, _sheets.revision, _sheets.etag).where(
    _sheets.game_id.in_(bindparam("games", expanding=True))
)
_REVISION = select(_sheets.revision).where(_sheets.game_id == _GAME)
_WAITING = select(_sheets.waiting).where(
    _sheets.game_id == _GAME,
    _sheets.stale_since.is_(None),
    _sheets.upto_seq
    == select(func.coalesce(func.max(_log.seq), 0)).where(_log.game_id == _GAME).scalar_subquery(),
)
_STANDING = select(
    _issued.id, _issued.code, _issued.subject, _issued.trigger, cast(_issued.ruling, Text).label("written")
).where(_issued.game_id == _GAME, _issued.withdrawn_at.is_(None))
_OF_THAT_ID = update(IssuedRuling.__table__).where(_issued.id == bindparam("issued"))
_CHANGE = _OF_THAT_ID.values(ruling=bindparam("now"))
_WITHDRAW = _OF_THAT_ID.values(withdrawn_at=bindparam("now"))


def sheet_before(game: Game) -> GameSheet | None:
    """The game's latest sheet, locked, without what it says."""
    latest = select(GameSheet).where(GameSheet.game_id == game.id).options(defer(GameSheet.sheet))
    return db.session.scalar(for_update(latest))


def etags(game_ids: Iterable[str]) -> dict[str, str]:
    """By game the etag of its sheet, where it has one: another with every revision, too."""
    rows = db.session.execute(_ETAGS, {"games": list(game_ids)})
    return {game_id: tag(revision, etag) for game_id, revision, etag in rows}


def tag(revision: int, digest: str) -> str:
    """How a revision of a sheet is told from any other, those that say the same among them."""
    return f"{revision}-{digest}"


def revision_of(game_id: str) -> int:
    """The revision of a game's sheet, 0 where it is not signed off."""
    return db.session.scalar(_REVISION, {"game": game_id}) or 0


def waiting_by_the_sheet(game_id: str) -> dict[str, str] | None:
    """By id of a call that does not count, why; none where the game's sheet is behind its log.

    Whoever changes what a game is ruled by queues it (`owe`).
    """
    return db.session.scalar(_WAITING, {"game": game_id})


def lock_competitions(games: Iterable[Game]) -> None:
    """Lock the competitions of these games, in order of id, until the transaction ends."""
    ids = {game.competition_id for game in games}
    named = select(Competition.id).where(Competition.id.in_(ids)).order_by(Competition.id)
    db.session.execute(for_update(named))


def lock_suspensions(organisations: Iterable[str]) -> None:
    """Lock who is out of which game in these organisations, until the transaction ends.

    Whoever makes the first sheet of a game does it before reading who is suspended, and whoever changes that
    before queueing the games that have a sheet: neither misses the other, in whatever competitions.
    """
    named = select(Organisation.id).where(Organisation.id.in_(set(organisations))).order_by(Organisation.id)
    db.session.execute(for_update(named))


def keep_sheet(game: Game, before: GameSheet | None, made: Ruled, upto_seq: int, now: datetime) -> bool:
    """Write the sheet; whether its carry changed.

    One that is signed off and says something else is a new revision; that a call came late is not enough.
    """
    sheet = made.sheet
    etag = sha256(sheet)
    kept = before or GameSheet(game_id=game.id, revision=0, etag="", carry={})
    carry_changed = kept.carry != sheet["carry"]
    if kept.etag != etag:
        kept.revision += sheet["status"] == "signed_off" and _says_something_else(kept, sheet)
        kept.etag, kept.sheet, kept.carry, kept.ruled_at = etag, sheet, sheet["carry"], now
    kept.upto_seq, kept.stale_since, kept.undecided = upto_seq, None, len(made.undecided)
    kept.waiting, kept.played = made.waiting, sheet["played"]
    kept.engine, kept.otherwise = engine.digest(), None
    db.session.add(kept)
    db.session.flush()
    return carry_changed


def _says_something_else(kept: GameSheet, sheet: dict[str, Any]) -> bool:
    if kept.revision and kept.engine != engine.digest():
        return says_otherwise(kept.sheet, sheet)
    return kept.revision == 0 or _without_late(kept.sheet) != _without_late(sheet)


def _without_late(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet, whatever came late and whichever version of the engine made it."""
    return {**sheet, "late": [], "made_from": {**sheet["made_from"], "engine": ""}}


def may_say_otherwise(kept: GameSheet) -> bool:
    """Whether a sheet is signed off, and this engine was not yet seen to say the same."""
    if kept.engine == engine.digest() and kept.otherwise is None:
        return False
    status, played = kept.sheet["status"], kept.sheet.get("played", ())  # who did: none until it is over
    return status == "signed_off" or (status == "abandoned" and played is not None)


def says_otherwise(kept: dict[str, Any], sheet: dict[str, Any]) -> bool:
    """Whether something that a sheet says is another in a newer engine's, however that words it.

    What the older engine said nothing of at all is no difference.
    """
    return any(
        sheet.get(name) != said for name, said in kept.items() if name not in ("rulings", "late", "made_from")
    ) or list(map(as_ruled, kept["rulings"])) != list(map(as_ruled, sheet["rulings"]))


def as_ruled(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling without its wording, and without which call overrode it."""
    beside = ("says", "message", "overridden_by")
    return {name: value for name, value in ruling.items() if name not in beside}


def leave_as_signed_off(kept: GameSheet, made: Ruled) -> None:
    """Note that this engine says otherwise, and which calls wait. What was signed off stays, and so does all
    that follows from it, until a director takes the new.
    """
    kept.engine, kept.otherwise = engine.digest(), sha256(_without_late(made.sheet))
    kept.waiting, kept.undecided, kept.stale_since = made.waiting, len(made.undecided), None
    db.session.flush()


def issue(game: Game, sheet: dict[str, Any], now: datetime) -> Comparison[str]:
    """Compare with the rulings that stand, and write rows for what is new and what was withdrawn.

    A ruling that stays but has other reasons is the same ruling: its row is brought up to date. That an
    official overrode one is a row of its own.
    """
    ids, written = {}, {}
    for issued_id, code, subject, trigger, text in db.session.execute(_STANDING, {"game": game.id}):
        identity = Identity(code, subject, trigger)
        ids[identity], written[identity] = issued_id, text
    rulings = in_force(sheet["rulings"]) | overridden(sheet["rulings"])
    # As they are written: a long game has hundreds that stay, and none of those need be read.
    comparison = compared(written, {identity: as_json(ruling) for identity, ruling in rulings.items()})
    withdrawn = [{"issued": ids[identity], "now": now} for identity in comparison.withdrawn]
    changed = [{"issued": ids[identity], "now": rulings[identity]} for identity in comparison.changed]
    new = [
        {
            "id": new_id(),
            "game_id": game.id,
            **identity._asdict(),
            "ruling": rulings[identity],
            "suspends": suspended(rulings[identity]) if identity.code != OVERRIDDEN else None,
            "issued_at": now,
        }
        for identity in comparison.new
    ]
    for statement, rows in ((_WITHDRAW, withdrawn), (_CHANGE, changed)):
        if rows:
            db.session.execute(statement, rows)
    insert_all(IssuedRuling, new)
    return comparison


def follow(game: Game, status: str, now: datetime) -> None:
    """Let the schedule show how far the log says the game is; one put off stays so until play begins.

    From then on its competition's rulebook is locked, if no packet has locked it before.
    """
    if status != "scheduled":
        game.competition.lock_rulebook(now)
        game.begun_at = game.begun_at or now
    if status != game.status and (status != "scheduled" or game.status not in CALLED_OFF):
        game.status = status


def history_changed(game: Game, now: datetime) -> None:
    """Queue the later games of the competition that have a sheet: it may rest on this game's carry.

    The competition is to be locked already.
    """
    db.session.flush()
    later = exists().where(
        Game.id == GameSheet.game_id,
        Game.organisation_id == game.organisation_id,
        Game.competition_id == game.competition_id,
        or_(
            Game.starts_at_utc > game.starts_at_utc,
            and_(Game.starts_at_utc == game.starts_at_utc, Game.sequence > game.sequence),
        ),
    )
    _queue(later, now)


def suspensions_changed(game: Game, people: Collection[str], now: datetime) -> None:
    """Queue the later games of other competitions with these people: a suspension holds there, too."""
    if not people:
        return
    lock_suspensions([game.organisation_id])
    place = (game.starts_at_utc, game.sequence, game.id)
    queue_games_with(people, game.organisation_id, place, now, but_of=game.competition_id)


def queue_games_with(
    people: Collection[str],
    organisation_id: str,
    after: tuple[datetime, int, str],
    now: datetime,
    but_of: str | None = None,
) -> None:
    """Queue the games of the competitions of these people, later than a place in the schedule.

    Later by start, number and id, as suspensions have it: of two games that start together one is the later,
    and they never queue each other in a circle. `but_of`: a competition whose games are seen to already. The
    suspensions of the organisation are to be locked already.
    """
    theirs = [
        select(spots.competition_id).where(
            spots.organisation_id == organisation_id, spots.person_id.in_(people)
        )
        for spots in (RosterSpot, TournamentGoalie)
    ]
    starts_at, sequence, game_id = after
    later = exists().where(
        Game.id == GameSheet.game_id,
        Game.organisation_id == organisation_id,
        Game.competition_id != (but_of or ""),
        Game.competition_id.in_(union_all(*theirs)),
        tuple_(Game.starts_at_utc, Game.sequence, Game.id)
        > tuple_(literal(starts_at, UtcDateTime), sequence, game_id),
    )
    _queue(later, now)


def owe(game_id: str, now: datetime) -> None:
    """Queue a game whose sheet is behind its log."""
    _queue(GameSheet.game_id == game_id, now)


def _queue(sheets: ColumnElement[bool], now: datetime) -> None:
    db.session.execute(
        update(GameSheet)
        .where(sheets, GameSheet.stale_since.is_(None))
        .values(stale_since=now)
        .execution_options(synchronize_session="fetch")
    )
