"""Accounts that sign in, and what each may be in which organisation."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.store.database import db, new_id, one_of, same_organisation
from webapp.store.organisations import Organisation, Team

OFFICIAL_ROLES = ("referee", "scorekeeper")
TEAM_ROLES = ("captain", "coach", "manager")
OFFICIATING = (*OFFICIAL_ROLES, "director")
ROLES = ("director", *OFFICIAL_ROLES, *TEAM_ROLES)


class Account(db.Model):
    """Somebody who signs in. `id` is what calls hold as `made_by`."""

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    username: Mapped[str] = mapped_column(String(60), unique=True)  # lower case, see `account_named`
    password_hash: Mapped[str] = mapped_column(String(200))
    display_name: Mapped[str] = mapped_column(String(120))
    language: Mapped[str | None] = mapped_column(String(8))  # none: whichever the browser asks for
    disabled_at: Mapped[datetime | None]
    memberships: Mapped[list["Membership"]] = relationship(
        back_populates="account", order_by="Membership.starts_at"
    )


class Membership(db.Model):
    """A role of an account in an organisation; captains, coaches and managers have it for one team."""

    __table_args__ = (
        one_of("role", ROLES),
        CheckConstraint(
            "(role IN ('captain', 'coach', 'manager')) = (team_id IS NOT NULL)", name="team_roles_name_a_team"
        ),
        UniqueConstraint("account_id", "organisation_id", "role", "team_id", "starts_at"),
        same_organisation("team_id", "team"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    organisation_id: Mapped[str] = mapped_column(ForeignKey("organisation.id"), index=True)
    role: Mapped[str] = mapped_column(String(12))
    team_id: Mapped[str | None] = mapped_column(String(36), index=True)
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship(back_populates="memberships")
    organisation: Mapped[Organisation] = relationship()
    team: Mapped[Team | None] = relationship(
        primaryjoin="Membership.team_id == Team.id", foreign_keys="Membership.team_id"
    )

    def holds(self, now: datetime) -> bool:
        return self.starts_at <= now and (self.ends_at is None or now < self.ends_at)


def account_named(username: str) -> Account | None:
    """The account of that name, however it is capitalised, unless it is disabled."""
    return db.session.scalar(
        select(Account).where(Account.username == username.strip().lower(), Account.disabled_at.is_(None))
    )


def current_memberships(account: Account, now: datetime) -> list[Membership]:
    """The roles that an account holds now; none for one that is disabled."""
    if account.disabled_at is not None:
        return []
    return [membership for membership in account.memberships if membership.holds(now)]
