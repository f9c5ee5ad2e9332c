"""`rinkside found`: an organisation and its first director, where a real installation begins."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from unicodedata import normalize

from sqlalchemy import select

from webapp.app import create_app
from webapp.store import Account, Membership, Organisation, db
from webapp.store.passwords import LEAST_PASSWORD, hash_password

MOST_CHARACTERS = {"organisation": 120, "user name": 60, "password": 200}


class NotFounded(Exception):
    """Nothing was added; `str()` says why."""


def found(organisation: str, username: str, password: str) -> str:
    """Add an organisation and an account that directs it, and commit; the organisation's slug.

    Raises NotFounded where a name is taken, empty or too long, or the password too short.
    """
    organisation, username = organisation.strip(), username.strip().lower()
    given = {"organisation": organisation, "user name": username, "password": password}
    for what, text in given.items():
        if not 0 < len(text) <= MOST_CHARACTERS[what]:
            raise NotFounded(f"The {what} has {len(text)} characters. Take 1 to {MOST_CHARACTERS[what]}.")
    if len(password) < LEAST_PASSWORD:
        raise NotFounded(f"The password has {len(password)} characters. Take {LEAST_PASSWORD} or more.")
    slug = _slug(organisation)
    with create_app().app_context():
        if db.session.scalar(select(Organisation.id).where(Organisation.slug == slug)):
            raise NotFounded(f"An organisation called {slug} is there already.")
        if db.session.scalar(select(Account.id).where(Account.username == username)):
            raise NotFounded(f"An account called {username} is there already.")
        _add(Organisation(slug=slug, name=organisation), username, password)
        db.session.commit()
    return slug


def _add(organisation: Organisation, username: str, password: str) -> None:
    director = Account(username=username, password_hash=hash_password(password), display_name=username)
    db.session.add_all([organisation, director])
    db.session.flush()
    db.session.add(
        Membership(
            account_id=director.id,
            organisation_id=organisation.id,
            role="director",
            starts_at=datetime.now(UTC),
        )
    )


def _slug(name: str) -> str:
    """`Ligue d'été` becomes `ligue-d-ete`. Raises NotFounded where no letter or digit is left."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
    if not slug:
        raise NotFounded("The organisation's name has no letter or digit from a to z or 0 to 9.")
    return slug
