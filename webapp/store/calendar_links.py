"""The links by which a calendar fetches a team's games without a sign-in: one for each account and team."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint, delete, or_, select
from sqlalchemy.orm import Mapped, joinedload, mapped_column, relationship

from webapp.store.accounts import TEAM_ROLES, Account, Membership
from webapp.store.database import db, new_id
from webapp.store.organisations import Team
from webapp.store.schedule import Game


class CalendarLink(db.Model):
    """A link as it was made last. Its secret is the signature of `id`, which is not kept."""

    __table_args__ = (UniqueConstraint("account_id", "team_id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    team_id: Mapped[str] = mapped_column(ForeignKey("team.id"))
    made_at: Mapped[datetime]
    team: Mapped[Team] = relationship()


def link_to(account_id: str, team_id: str) -> CalendarLink | None:
    """The account's link to a team's games, if it has made one."""
    return db.session.scalar(select(CalendarLink).filter_by(account_id=account_id, team_id=team_id))


def renew(account_id: str, team_id: str, now: datetime) -> CalendarLink:
    """A new link, in the place of the one before, which opens nothing any more. Does not commit."""
    db.session.execute(
        delete(CalendarLink).where(CalendarLink.account_id == account_id, CalendarLink.team_id == team_id)
    )
    made = CalendarLink(account_id=account_id, team_id=team_id, made_at=now)
    db.session.add(made)
    db.session.flush()
    return made


def opened_by(link_id: str, now: datetime) -> CalendarLink | None:
    """The link of that id, as long as its account is with the team."""
    return db.session.scalar(
        select(CalendarLink)
        .join(Membership, Membership.account_id == CalendarLink.account_id)
        .join(Account, Account.id == CalendarLink.account_id)
        .where(
            CalendarLink.id == link_id,
            Membership.team_id == CalendarLink.team_id,
            Membership.role.in_(TEAM_ROLES),
            Membership.starts_at <= now,
            or_(Membership.ends_at.is_(None), Membership.ends_at > now),
            Account.disabled_at.is_(None),
        )
    )


def games_of_team(team: Team) -> list[Game]:
    """All games of a team, in order."""
    return list(
        db.session.scalars(
            select(Game)
            .options(*map(joinedload, (Game.home, Game.away, Game.rink, Game.competition)))
            .where(
                Game.organisation_id == team.organisation_id,
                or_(Game.home_id == team.id, Game.away_id == team.id),
            )
            .order_by(Game.starts_at_utc, Game.sequence)
        )
    )
