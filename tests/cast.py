"""The small cast, its two organisations, and a tournament under the half-sheet rulebook."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from argon2 import PasswordHasher
from sqlalchemy import select

from webapp.calls.envelope import SyncRequest, read_request
from webapp.officiating import take_in
from webapp.rulebooks.reader import load
from webapp.store import (
    Account,
    Assignment,
    Competition,
    Game,
    Membership,
    Organisation,
    Person,
    Rink,
    RosterSpot,
    StaffSpot,
    Team,
    TournamentGoalie,
    db,
    new_id,
)
from webapp.store.demo_logs import as_pushed

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)  # checked as it was hashed: fast
PASSWORD = "four on the half sheet"
FIRST_GAME = datetime(2026, 11, 28, 15, 0, tzinfo=UTC)
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
CAST = {
    "pat": "referee",
    "sam": "scorekeeper",
    "casey": "captain",
    "drew": "captain",
    "lee": "director",
}
RULEBOOK = load("half-sheet-3v3")

START = {"type": "period_start", "period": 1, "clock": "06:00"}
GOALIES_PENALTY = {
    "type": "penalty",
    "period": 1,
    "clock": "05:00",
    "team": "HOG",
    "goalie": "G1",
    "infraction": "tripping",
}
FIGHT = {
    "type": "penalty",
    "period": 1,
    "clock": "04:00",
    "team": "BEA",
    "player": "BEA3",
    "infraction": "fighting",
    "class": "match",
}
MISCONDUCT = {**FIGHT, "infraction": "slashing", "class": "game_misconduct"}


@dataclass
class Season:
    """The cast's tournament: three games of Hogs, Bears and Foxes, an hour apart, with two goalies."""

    organisation: Organisation
    competition: Competition
    hogs: Team
    bears: Team
    foxes: Team
    games: list[Game]
    accounts: dict[str, Account]
    elsewhere: Organisation

    @classmethod
    def of_the_cast(cls) -> "Season":
        organisation = db.session.scalars(select(Organisation).filter_by(slug="half-sheet")).one()
        teams = {
            team.key: team
            for team in db.session.scalars(select(Team).filter_by(organisation_id=organisation.id))
        }
        return cls(
            organisation=organisation,
            competition=db.session.scalars(
                select(Competition).filter_by(organisation_id=organisation.id)
            ).one(),
            hogs=teams["HOG"],
            bears=teams["BEA"],
            foxes=teams["FOX"],
            games=list(
                db.session.scalars(
                    select(Game)
                    .filter_by(organisation_id=organisation.id)
                    .order_by(Game.starts_at_utc, Game.sequence)
                )
            ),
            accounts={account.username: account for account in db.session.scalars(select(Account))},
            elsewhere=db.session.scalars(select(Organisation).filter_by(slug="elsewhere")).one(),
        )


def play_a_season() -> None:
    """Add the cast and its tournament to an empty database; ids of people are their numbers, HOG1 to FOX4."""
    hashed = CHEAP.hash(PASSWORD)
    organisation, teams, games = _tournament("half-sheet", "Half Sheet Hockey", "")
    for username, role in CAST.items():
        team = {"casey": "HOG", "drew": "BEA"}.get(username)
        _account(username, hashed, organisation, role, teams.get(team))
    db.session.flush()
    pat = db.session.scalars(select(Account).filter_by(username="pat")).one()
    sam = db.session.scalars(select(Account).filter_by(username="sam")).one()
    for game in games:
        db.session.add(
            Assignment(game_id=game.id, account_id=pat.id, duty="referee", head=True, assigned_at=SINCE)
        )
        db.session.add(Assignment(game_id=game.id, account_id=sam.id, duty="scorekeeper", assigned_at=SINCE))
    elsewhere, teams, _ = _tournament("elsewhere", "Another league", "X")
    _account("robin", hashed, elsewhere, "director", None)
    _account("max", hashed, elsewhere, "captain", teams["HOG"])
    _account("kim", hashed, elsewhere, "referee", None)


def _account(username: str, hashed: str, organisation: Organisation, role: str, team: Team | None) -> None:
    account = Account(username=username, password_hash=hashed, display_name=username.title())
    db.session.add(account)
    db.session.flush()
    db.session.add(
        Membership(
            account_id=account.id,
            organisation_id=organisation.id,
            role=role,
            team_id=team.id if team else None,
            starts_at=SINCE,
        )
    )


def _tournament(slug: str, name: str, mark: str) -> tuple[Organisation, dict[str, Team], list[Game]]:
    organisation = Organisation(slug=slug, name=name)
    db.session.add(organisation)
    db.session.flush()
    within = {"organisation_id": organisation.id}
    competition = Competition(
        name="Autumn cup",
        rulebook=RULEBOOK,
        rulebook_digest=RULEBOOK["digest"],
        timezone="America/Toronto",
        **within,
    )
    rink = Rink(name="Main rink", timezone="America/Toronto", **within)
    teams = {
        key: Team(key=key, name=name, colour=colour, **within)
        for key, name, colour in (
            ("HOG", "Hogs", "red"),
            ("BEA", "Bears", "blue"),
            ("FOX", "Foxes", "orange"),
        )
    }
    db.session.add_all([competition, rink, *teams.values()])
    db.session.flush()
    on = {"competition_id": competition.id, "starts_on": date(2026, 1, 1), **within}
    for key, team in teams.items():
        people = [
            Person(id=f"{mark}{key}{number}", name=f"{team.name[:-1]} {number}", **within)
            for number in (1, 2, 3, 4)
        ]
        coach = Person(id=f"{mark}{key}C", name=f"{team.name[:-1]} coach", **within)
        db.session.add_all([*people, coach])
        db.session.flush()
        for number, person in enumerate(people, start=1):
            db.session.add(
                RosterSpot(
                    team_id=team.id,
                    person_id=person.id,
                    number=str(number),
                    position="skater",
                    role="captain" if number == 1 else None,
                    **on,
                )
            )
        db.session.add(StaffSpot(team_id=team.id, person_id=coach.id, role="coach", **on))
    for number in (1, 2):
        person = Person(id=f"{mark}G{number}", name=f"Goalie {number}", **within)
        db.session.add(person)
        db.session.flush()
        db.session.add(
            TournamentGoalie(competition_id=competition.id, person_id=person.id, level="10U", **within)
        )
    games = []
    for sequence, (home, away) in enumerate((("HOG", "BEA"), ("FOX", "HOG"), ("BEA", "FOX")), start=1):
        starts_at = FIRST_GAME + timedelta(hours=sequence - 1)
        games.append(
            Game(
                id=f"{mark}game{sequence}",
                competition_id=competition.id,
                home_id=teams[home].id,
                away_id=teams[away].id,
                rink_id=rink.id,
                label=f"Game {sequence}",
                sequence=sequence,
                stage="round_robin",
                starts_at_utc=starts_at,
                starts_local=f"2026-11-28T{9 + sequence:02}:00",
                timezone="America/Toronto",
                **within,
            )
        )
    db.session.add_all(games)
    db.session.flush()
    return organisation, teams, games


def log(game: Game, calls: list[dict], by: str = "pat", now: datetime | None = None) -> list[dict]:
    """Log calls in a game as a phone's push, and commit; the results, call by call."""
    account = db.session.scalars(select(Account).filter_by(username=by)).one()
    body = as_pushed(calls, game, account, new_id(), now or game.starts_at_utc)
    return take_in(read_request(body, SyncRequest), account, now or game.starts_at_utc)["results"]
