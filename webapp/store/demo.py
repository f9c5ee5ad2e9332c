"""The demo: a half-sheet tournament around now, eight teams of four, four goalies of none. All invented."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from webapp.store.accounts import Account, Membership
from webapp.store.competitions import Competition, RosterSpot, TournamentGoalie
from webapp.store.database import db
from webapp.store.organisations import Organisation, Person, Team
from webapp.store.passwords import hash_password
from webapp.store.schedule import Assignment, Game, Rink

ZONE = "America/Toronto"
TEAMS = {
    "HOG": ("Hogs", "red", ("7 Casey Morrow", "9 Robin Tate", "14 Ellis Brandt", "22 Jude Okafor")),
    "BEA": ("Bears", "blue", ("4 Drew Lindqvist", "8 Frankie Osei", "11 Morgan Vale", "19 Sasha Petrov")),
    "OTT": ("Otters", "green", ("2 Avery Quill", "5 Toni Maric", "16 Remy Castel", "27 Noa Lindgren")),
    "FOX": ("Foxes", "orange", ("3 Jamie Holt", "10 Alex Ferro", "17 Kit Nakamura", "21 Rowan Abbey")),
    "HER": ("Herons", "white", ("6 Billie Strand", "12 Marlo Finch", "18 Indy Rossi", "24 Quinn Adeyemi")),
    "MOL": ("Moles", "black", ("1 Charlie Voss", "13 Devon Park", "20 Lou Bernier", "28 Emery Kane")),
    "PIK": ("Pikes", "purple", ("15 Harper Lund", "23 Skyler Moss", "25 Reese Dufour", "29 Val Carrow")),
    "WAS": ("Wasps", "yellow", ("26 Sam Ortega", "30 Dana Whitlock", "31 Jules Farrow", "33 Micah Stone")),
}
GOALIES = {"G1": "Gale Hutchins", "G2": "Perry Sandoval", "G3": "Nico Amundsen", "G4": "Lane Whitford"}
LEVEL = "Open"
PAIRS = (
    *(("HOG", "BEA"), ("OTT", "MOL"), ("HOG", "FOX"), ("BEA", "OTT"), ("HER", "PIK"), ("WAS", "MOL")),
    *(("FOX", "BEA"), ("HOG", "OTT"), ("HER", "WAS"), ("PIK", "MOL"), ("HOG", "HER"), ("BEA", "PIK")),
)
PLAYED = 2  # games, at the beginning of the schedule
PLAYOFFS = 2  # games, at the end of it
FIRST_BEFORE_NOW = timedelta(hours=2)
SLOT = timedelta(minutes=50)
NEXT_STARTS_IN = timedelta(minutes=10)
PEOPLE = (
    ("pat", "Pat Reyes", "referee", None),
    ("sam", "Sam Iversen", "scorekeeper", None),
    ("casey", "Casey Morrow", "captain", "HOG"),
    ("drew", "Drew Lindqvist", "captain", "BEA"),
    ("lee", "Lee Marchetti", "director", None),
)


@dataclass(frozen=True)
class Demo:
    """What was made: the games in order, and the accounts by username."""

    games: list[Game]
    accounts: dict[str, Account]


def is_empty() -> bool:
    """Whether nobody has used this database yet."""
    return not any(db.session.scalar(db.select(table).limit(1)) for table in (Organisation, Account, Game))


def fill(rulebook: dict[str, Any], password: str, now: datetime) -> Demo:
    """Add the tournament to an empty database, without committing. Calls are logged by the caller."""
    organisation = Organisation(slug="lakeside", name="Lakeside Hockey")
    db.session.add(organisation)
    db.session.flush()
    within = {"organisation_id": organisation.id}
    competition = Competition(
        name="Lakeside Half-Sheet Cup",
        rulebook=rulebook,
        rulebook_digest=rulebook["digest"],
        timezone=ZONE,
        **within,
    )
    rinks = [Rink(name=name, timezone=ZONE, address="", **within) for name in ("North sheet", "South sheet")]
    teams = {
        key: Team(key=key, name=name, colour=colour, **within) for key, (name, colour, _) in TEAMS.items()
    }
    db.session.add_all([competition, *rinks, *teams.values()])
    db.session.flush()
    _rosters(competition, teams, within, now)
    games = _schedule(competition, teams, rinks, within, now)
    accounts = dict(_accounts(teams, password, within, now))
    for game in games:
        for username, duty in (("pat", "referee"), ("sam", "scorekeeper")):
            db.session.add(
                Assignment(
                    game_id=game.id,
                    account_id=accounts[username].id,
                    duty=duty,
                    head=duty == "referee",
                    assigned_at=now,
                )
            )
    db.session.flush()
    return Demo(games, accounts)


def _rosters(competition: Competition, teams: dict[str, Team], within: dict[str, str], now: datetime) -> None:
    today = now.astimezone(ZoneInfo(ZONE)).date()
    for key, team in teams.items():
        for place, text in enumerate(TEAMS[key][2]):
            number, name = text.split(" ", 1)
            person = Person(id=f"{key}-{number}", name=name, **within)
            db.session.add(person)
            db.session.flush()
            db.session.add(
                RosterSpot(
                    competition_id=competition.id,
                    team_id=team.id,
                    person_id=person.id,
                    number=number,
                    role="captain" if place == 0 else None,
                    starts_on=today - timedelta(days=1),
                    **within,
                )
            )
    for id, name in GOALIES.items():
        db.session.add(Person(id=id, name=name, **within))
        db.session.flush()
        db.session.add(TournamentGoalie(competition_id=competition.id, person_id=id, level=LEVEL, **within))


def _schedule(
    competition: Competition, teams: dict[str, Team], rinks: list[Rink], within: dict[str, str], now: datetime
) -> list[Game]:
    """Games played before now, one about to begin, the others a slot apart."""
    now = now.replace(second=0, microsecond=0)
    games = []
    for place, (home, away) in enumerate(PAIRS):
        if place < PLAYED:
            starts_at = now - FIRST_BEFORE_NOW + place * SLOT
        else:
            starts_at = now + NEXT_STARTS_IN + (place - PLAYED) * SLOT
        rink = rinks[place % len(rinks)]
        games.append(
            Game(
                competition_id=competition.id,
                home_id=teams[home].id,
                away_id=teams[away].id,
                rink_id=rink.id,
                label=f"Game {place + 1}",
                sequence=place + 1,
                stage="round_robin" if place < len(PAIRS) - PLAYOFFS else "playoff",
                starts_at_utc=starts_at,
                starts_local=starts_at.astimezone(ZoneInfo(rink.timezone)).strftime("%Y-%m-%dT%H:%M"),
                timezone=rink.timezone,
                **within,
            )
        )
    db.session.add_all(games)
    db.session.flush()
    return games


def _accounts(
    teams: dict[str, Team], password: str, within: dict[str, str], now: datetime
) -> Iterable[tuple[str, Account]]:
    kept = hash_password(password)
    for username, name, role, team in PEOPLE:
        account = Account(username=username, password_hash=kept, display_name=name)
        db.session.add(account)
        db.session.flush()
        db.session.add(
            Membership(
                account_id=account.id,
                role=role,
                team_id=teams[team].id if team else None,
                starts_at=now - timedelta(days=1),
                **within,
            )
        )
        yield username, account
