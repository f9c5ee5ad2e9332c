"""Codes by which a substitute official joins one game at the rink, without an account beforehand."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, ForeignKey, String, and_, or_, select, update
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.accounts import OFFICIATING, Account, Membership
from webapp.store.database import db, new_id
from webapp.store.schedule import Assignment, Game

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is taken for something else
LENGTH = 8
CODE_LIVES = timedelta(minutes=30)
MOST_OPEN = 5
"""Codes of one game that are open at a time: one more ends the oldest, so that nobody has to wait."""
JOINED_FOR = timedelta(hours=36)
OPENED_BY_NOTHING = "!"  # no hash of any password
OVER = ("signed_off", "abandoned", "cancelled")
LONG_OVER = timedelta(hours=36)  # after its start, whatever became of it


class UnreadableName(Exception):
    """No name, or none that a person can read."""


class NameOfAnOfficial(Exception):
    """A substitute gives the name of an official of the league, under which their calls would be read."""


class GameCode(db.Model):
    """A code for one game, which one substitute may use once."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    made_by_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


def make_code(game: Game, by: Account, now: datetime) -> tuple[str, datetime] | None:
    """A new code and when it ends, to be committed by the caller. The oldest open ones make room for it.

    None for a game that is over, unless somebody has joined it by a code: they may have calls to send still.
    """
    if _is_over(game, now) and not any(one.by_code for one in game.assignments):
        return None
    _end_codes(game, now, but=MOST_OPEN - 1)
    code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    expires_at = now + CODE_LIVES
    db.session.add(GameCode(game_id=game.id, made_by_id=by.id, code_hash=_hash(code), expires_at=expires_at))
    return f"{code[:4]}-{code[4:]}", expires_at


def take_back(game: Game, now: datetime) -> int:
    """End the game's codes that nobody has used yet. How many there were."""
    return _end_codes(game, now, but=0)


def open_in(game_ids: Iterable[str], now: datetime) -> dict[str, list[datetime]]:
    """By game, when the codes end that nobody has used yet, the next to end first."""
    ends: dict[str, list[datetime]] = {}
    of_the_games = select(GameCode.game_id, GameCode.expires_at).where(
        GameCode.game_id.in_(game_ids), _is_open(now)
    )
    for game_id, expires_at in db.session.execute(of_the_games.order_by(GameCode.expires_at)):
        ends.setdefault(game_id, []).append(expires_at)
    return ends


def join(typed: str, name: str, now: datetime, was: str | None = None) -> Account | None:
    """The account of a substitute who has typed a code: of that name, and with that game alone.

    Nothing but the name is kept of them. A code works once, and not after it has ended. `was` is the account
    that this phone has proved to be its own. Where that has joined the game before, the code renews what they
    have, so that their calls can still be sent; whom the head referee has ended stays ended. A database
    restored from before they joined does not know it, and gives it to them again, for their calls are its.
    Raises `UnreadableName` and `NameOfAnOfficial`.
    """
    claimed = db.session.execute(
        update(GameCode)
        .where(GameCode.code_hash == _hash(typed), _is_open(now))
        .values(used_at=now)
        .returning(GameCode.game_id)
    ).first()
    if claimed is None:
        return None
    game = db.session.get_one(Game, claimed.game_id)
    before = _joined_as(was, game)
    if before is not None:
        if not _ended_by_hand(before):
            before.assigned_at, before.ended_at = now, now + JOINED_FOR
        return before.account
    if _is_over(game, now):
        return None
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise UnreadableName
    if _alike(name) in map(_alike, _names_of_officials(game)):
        raise NameOfAnOfficial(name)
    account_id = was if was and db.session.get(Account, was) is None else new_id()
    account = Account(
        id=account_id,
        username=f"code:{account_id}",
        password_hash=OPENED_BY_NOTHING,
        display_name=name,
    )
    db.session.add(account)
    db.session.flush()
    db.session.add(
        Assignment(
            game_id=game.id,
            account_id=account_id,
            duty="referee",
            assigned_at=now,
            ended_at=now + JOINED_FOR,
            by_code=True,
        )
    )
    return account


def _is_over(game: Game, now: datetime) -> bool:
    return game.status in OVER or game.starts_at_utc + LONG_OVER < now


def joined(game: Game, now: datetime) -> list[Assignment]:
    """Who has joined a game by a code and is on it."""
    return [one for one in game.assignments if one.by_code and one.holds(now)]


def end(game: Game, account_id: str, now: datetime) -> bool:
    """End what a code began; whether it was still on. What the substitute logs from then on is held."""
    ended = db.session.execute(
        update(Assignment)
        .where(
            Assignment.game_id == game.id,
            Assignment.account_id == account_id,
            Assignment.by_code,
            Assignment.holds(now),
        )
        .values(ended_at=now)
    )
    return ended.rowcount > 0


def _end_codes(game: Game, now: datetime, but: int) -> int:
    """End the open codes of a game but the latest `but`."""
    latest_first = select(GameCode.id).where(GameCode.game_id == game.id, _is_open(now))
    ids = db.session.scalars(latest_first.order_by(GameCode.expires_at.desc(), GameCode.id)).all()[but:]
    ended = update(GameCode).where(GameCode.id.in_(ids), GameCode.used_at.is_(None)).values(expires_at=now)
    return db.session.execute(ended).rowcount


def _is_open(now: datetime) -> ColumnElement[bool]:
    return and_(GameCode.used_at.is_(None), GameCode.expires_at > now)


def _joined_as(account_id: str | None, game: Game) -> Assignment | None:
    return db.session.scalar(
        select(Assignment).where(
            Assignment.account_id == account_id, Assignment.game_id == game.id, Assignment.by_code
        )
    )


def _ended_by_hand(joined: Assignment) -> bool:
    return joined.ended_at is not None and joined.ended_at < joined.assigned_at + JOINED_FOR


def _names_of_officials(game: Game) -> Iterable[str]:
    """The names under which the officials of the game and of its organisation are known."""
    of_the_organisation = select(Membership.account_id).where(
        Membership.organisation_id == game.organisation_id, Membership.role.in_(OFFICIATING)
    )
    of_the_game = select(Assignment.account_id).where(
        Assignment.game_id == game.id, Assignment.by_code.is_(False)
    )
    return db.session.scalars(
        select(Account.display_name).where(
            or_(Account.id.in_(of_the_organisation), Account.id.in_(of_the_game))
        )
    )


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _hash(typed: str) -> str:
    code = "".join(character for character in typed.upper() if character.isalnum())
    return hashlib.sha256(f"game code {code}".encode()).hexdigest()
