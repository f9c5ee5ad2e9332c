"""A game of each rulebook that the demo does not play by, with full rosters, and Pat to referee them.

`python -m tests.screens.leagues` adds them to the demo's database, which the environment names.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from webapp.app import create_app
from webapp.rulebooks.reader import load, read, slugs
from webapp.store.accounts import Account, Membership
from webapp.store.competitions import Competition, RosterSpot
from webapp.store.database import db
from webapp.store.organisations import Organisation, Person, Team
from webapp.store.schedule import Assignment, Game, Rink

ZONE = "America/Toronto"
# By rulebook: both teams, how many play in each, and what else the schedule says of the game.
LEAGUES: dict[str, tuple[tuple[str, str], int, dict[str, Any]]] = {
    "no-check-league": (("Larks", "Rooks"), 22, {"timing": "stop", "stage": "playoff"}),
    "coed-ball": (("Comets", "Gulls"), 14, {"venue": "rink", "stage": "playoff"}),
    "cha-3v3": (("Newts", "Toads"), 10, {"division": "2010", "stage": "round_robin"}),
}
# One that the product has never heard of: its rulebook is a file of the tests.
FIFTH = {"garage-league": (("Magpies", "Wrens"), 9, {"timing": "stop", "stage": "playoff"})}
SURNAMES = ("Abbott", "Brisk", "Castel", "Dunmore", "Eklund", "Farrow", "Grieve", "Hallam", "Ivers", "Jessop")
GENDERS = ("woman", "man", "nonbinary")


def rulebook_of(slug: str) -> dict[str, Any]:
    elsewhere = Path(__file__).parents[1] / "rulebooks" / "fifth" / f"{slug}.toml"
    return load(slug) if slug in slugs() else read(elsewhere)


def fill() -> None:
    """Add the leagues to a database that holds Pat already, and commit."""
    now = datetime.now(UTC).replace(second=0, microsecond=0)
    with create_app().app_context():
        pat = db.session.scalars(db.select(Account).where(Account.username == "pat")).one()
        for slug, (names, players, about) in (LEAGUES | FIFTH).items():
            organisation = Organisation(slug=slug, name=rulebook_of(slug)["name"])
            db.session.add(organisation)
            db.session.flush()
            _add(organisation, slug, names, players, about, pat, now)
        db.session.commit()


def _add(
    organisation: Organisation,
    slug: str,
    names: tuple[str, str],
    players: int,
    about: dict[str, Any],
    pat: Account,
    now: datetime,
) -> None:
    within = {"organisation_id": organisation.id}
    rulebook = rulebook_of(slug)
    competition = Competition(
        name=f"{organisation.name} this year",
        rulebook=rulebook,
        rulebook_digest=rulebook["digest"],
        timezone=ZONE,
        **within,
    )
    rink = Rink(name="East sheet", timezone=ZONE, address="", **within)
    teams = [
        Team(key=name[:3].upper(), name=name, colour=colour, **within)
        for name, colour in zip(names, ("red", "blue"), strict=True)
    ]
    membership = Membership(account_id=pat.id, role="referee", starts_at=now - timedelta(days=1), **within)
    db.session.add_all([competition, rink, *teams, membership])
    db.session.flush()
    for team in teams:
        _roster(competition, team, players, within, now)
    starts_at = now + timedelta(minutes=5)
    game = Game(
        competition_id=competition.id,
        home_id=teams[0].id,
        away_id=teams[1].id,
        rink_id=rink.id,
        label=names[0],
        sequence=1,
        starts_at_utc=starts_at,
        starts_local=starts_at.astimezone(ZoneInfo(ZONE)).strftime("%Y-%m-%dT%H:%M"),
        timezone=ZONE,
        **about,
        **within,
    )
    db.session.add(game)
    db.session.flush()
    db.session.add(Assignment(game_id=game.id, account_id=pat.id, duty="referee", head=True, assigned_at=now))


def _roster(
    competition: Competition, team: Team, players: int, within: dict[str, str], now: datetime
) -> None:
    """Numbers from 2 in threes; the first is a goalie, the second the captain."""
    for place in range(players):
        number = str(2 + 3 * place)
        person = Person(id=f"{team.key}-{number}", name=f"Kim {SURNAMES[place % len(SURNAMES)]}", **within)
        db.session.add(person)
        db.session.flush()
        db.session.add(
            RosterSpot(
                competition_id=competition.id,
                team_id=team.id,
                person_id=person.id,
                number=number,
                position="goalie" if place == 0 else "skater",
                gender=GENDERS[place % len(GENDERS)],
                role="captain" if place == 1 else None,
                starts_on=(now - timedelta(days=1)).date(),
                **within,
            )
        )


if __name__ == "__main__":
    fill()
