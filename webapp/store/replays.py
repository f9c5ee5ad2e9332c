"""Games that are played instead of another: one that was broken off, or that is not to count."""

from sqlalchemy import CheckConstraint, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.database import db, same_organisation


class Replay(db.Model):
    """A game that replaces another. What was penalised in that one stands; nothing is served in it."""

    __table_args__ = (
        CheckConstraint("game_id <> of_id", name="another_game"),
        UniqueConstraint("of_id"),
        same_organisation("game_id", "game"),
        same_organisation("of_id", "game"),
    )

    game_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    of_id: Mapped[str] = mapped_column(String(36))
    organisation_id: Mapped[str] = mapped_column(String(36))
