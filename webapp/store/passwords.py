"""Passwords, hashed by argon2id with the library's own parameters."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from webapp.store.accounts import Account
from webapp.store.database import db

LEAST_PASSWORD = 8  # characters


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys_hash() -> str:
    return _hasher().hash("nobody has this password")


def hash_password(password: str) -> str:
    """What is kept of a password."""
    return _hasher().hash(password)


def password_fits(kept_hash: str | None, password: str) -> bool:
    """Whether a password is the one kept; where none is kept (no account, or "") as slow as with one.

    Takes tens of milliseconds on purpose: hold no transaction meanwhile.
    """
    try:
        return _hasher().verify(kept_hash or _nobodys_hash(), password) and bool(kept_hash)
    except (VerificationError, InvalidHashError):
        return False


def sign_in_fits(account: Account | None, password: str) -> bool:
    """Whether this is the account's password. Ends the transaction before it takes its time."""
    kept_hash = account.password_hash if account is not None else None
    db.session.rollback()
    return password_fits(kept_hash, password)
