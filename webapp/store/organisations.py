"""Organisations, which keep several leagues apart in one installation, their people and their teams."""

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.database import db, new_id, one_of

COLOURS = ("red", "blue", "black", "white", "green", "yellow", "orange", "purple", "grey")


class Organisation(db.Model):
    """A league, or whoever runs a tournament. Nothing of one organisation is seen in another."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    name: Mapped[str] = mapped_column(String(120))


class Person(db.Model):
    """Somebody who plays or stands on a bench. Counters and suspensions follow the person.

    As little as possible is kept: no birth date, no address.
    """

    __table_args__ = (UniqueConstraint("id", "organisation_id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))


class Team(db.Model):
    """A team. Game files and calls know it by `key`, such as RED."""

    __table_args__ = (
        one_of("colour", COLOURS),
        UniqueConstraint("organisation_id", "key"),
        UniqueConstraint("id", "organisation_id"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    key: Mapped[str] = mapped_column(String(12))
    name: Mapped[str] = mapped_column(String(80))
    colour: Mapped[str] = mapped_column(String(8))  # of the sweater
    organisation: Mapped[Organisation] = relationship()
