"""What a team's captain, coach or manager may know of a competition: nothing of other teams' people.

Rulings that wait for a director's word are not in here.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import or_, select
from sqlalchemy.orm import joinedload, selectinload

from webapp.rules.history import history_after
from webapp.store.ahead import Standing, limits, next_steps, one_away, people_of
from webapp.store.competitions import Competition, RosterSpot, StaffSpot, TournamentGoalie, on_roster
from webapp.store.database import db
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.organisations import Team
from webapp.store.packet import by_number
from webapp.store.schedule import BEGUN, Game
from webapp.store.so_far import elsewhere, so_far
from webapp.store.suspension_records import Record, holding, of_people

OUT = (
    "team_disqualified",
    "goalie_disqualified",
    "player_suspended",
    "staff_suspended",
    "player_ejected",
    "staff_ejected",
    "game_forfeited",
)
RUNS_AT_MOST = timedelta(hours=12)
"""From its scheduled start. A game that nobody signed off is over by then, however late it began."""
EJECTED = ("player_ejected", "staff_ejected")


@dataclass(frozen=True)
class TeamGame:
    """A game of the team, with its score once it has begun; `revision` of its sheet, 0 until signed off.

    `shootout`: ours and theirs, where there was one; the score knows nothing of it.
    """

    game: Game
    opponent: Team
    ours: int | None
    theirs: int | None
    shootout: tuple[int, int] | None
    revision: int


@dataclass(frozen=True)
class TeamInCompetition:
    """How a team stands in a competition. `told`: the rulings that put somebody out, latest first.

    `period`: in the running game; `penalties`: the team's, by period, in it; `next_penalty`: what one more
    leads to, as the sheet says. `protests`: the team's own.
    """

    competition: Competition
    games: list[TeamGame]
    running: TeamGame | None
    players: list[Standing]
    staff: list[Standing]
    goalies: list[Standing]
    told: list[IssuedRuling]
    protests: list[IssuedRuling]
    period: str | None = None
    penalties: dict[str, int] = field(default_factory=dict)
    next_penalty: list[dict[str, Any]] = field(default_factory=list)

    @property
    def people(self) -> list[Standing]:
        return [*self.players, *self.goalies, *self.staff]

    @property
    def next(self) -> TeamGame | None:
        return next((one for one in self.games if one.game.status == "scheduled"), None)

    @property
    def out_of_near(self) -> list[Standing]:
        """Who may not play in the running game, or the next one."""
        return [one for one in self.people if one.out_of_near]

    @property
    def out_of_next(self) -> list[Standing]:
        """Who may not play in the next game."""
        return [one for one in self.people if one.out_of_next]

    @property
    def suspended(self) -> list[Record]:
        """The suspensions of the team's people, those to be served first."""
        records = [record for one in self.people for record in one.suspensions]
        return sorted(records, key=lambda record: not record.count.left)

    @property
    def holding(self) -> list[IssuedRuling]:
        """The rulings that keep somebody off the ice as things stand, or the team out."""
        off = {(code, one.id) for one in self.people for code in one.out}
        return [
            issued
            for issued in self.told
            if issued.code == "team_disqualified"
            or (self._now(issued) and issued.code == "game_forfeited")
            or any((issued.code, person) in off for person in people_of(issued.ruling))
        ]

    @property
    def past(self) -> list[IssuedRuling]:
        holding = {issued.id for issued in self.holding}
        return [issued for issued in self.told if issued.id not in holding]

    def person_of(self, issued: IssuedRuling) -> Standing | None:
        """Whom a ruling is about, where it is about one person."""
        return next((one for one in self.people if one.id in people_of(issued.ruling)), None)

    def _now(self, issued: IssuedRuling) -> bool:
        return self.running is not None and issued.game_id == self.running.game.id


def competitions_of(team: Team) -> list[Competition]:
    """The competitions that a team has games in, the one that began last first."""
    last_start = db.func.max(Game.starts_at_utc)
    rows = db.session.execute(
        select(Competition, last_start)
        .join(Game, Game.competition_id == Competition.id)
        .where(
            Competition.organisation_id == team.organisation_id,
            or_(Game.home_id == team.id, Game.away_id == team.id),
        )
        .group_by(Competition.id)
        .order_by(last_start.desc())
    )
    return [competition for competition, _ in rows]


def as_it_stands(team: Team, competition: Competition, now: datetime) -> TeamInCompetition:
    """How a team stands in a competition, from the latest sheets."""
    today = now.astimezone(ZoneInfo(competition.timezone)).date()
    rows = _games_and_sheets(competition)
    games = [_seen_by(team, game, sheet) for game, sheet in rows if team.id in (game.home_id, game.away_id)]
    running = next((one for one in reversed(games) if _runs(one.game, now)), None)
    sheets = [(game, sheet) for game, sheet in rows if sheet is not None]
    sheet_now = next((sheet.sheet for game, sheet in sheets if running and game.id == running.game.id), None)

    players = [
        Standing(spot.person_id, spot.person.name, spot.number, spot.role, in_goal=spot.position == "goalie")
        for spot in sorted(
            db.session.scalars(
                on_roster(RosterSpot, competition.id, team, today).options(joinedload(RosterSpot.person))
            ),
            key=by_number,
        )
    ]
    staff = [
        Standing(spot.person_id, spot.person.name, role=spot.role)
        for spot in db.session.scalars(
            on_roster(StaffSpot, competition.id, team, today).options(joinedload(StaffSpot.person))
        )
    ]
    goalies = _shared_goalies(competition)
    totals = history_after([sheet.carry for _, sheet in sheets])
    by_class = [sheet.sheet.get("by_class", {}) for _, sheet in sheets]
    others = elsewhere(team, competition.id, [one.id for one in (*players, *staff)])
    span = "season" if any(one.game.stage == "season" for one in games) else "tournament"
    for one in (*players, *staff, *goalies):
        here = so_far(span, by_class, one.id)
        everywhere = so_far("everywhere", [*by_class, *others], one.id)
        one.so_far = [
            so_far("game", [sheet_now.get("by_class", {})] if sheet_now else [], one.id),
            here,
            *([everywhere] if one.level is None and everywhere.penalties > here.penalties else []),
        ]
    coming = next((one for one in games if one.game.status == "scheduled"), None)
    _note_suspensions([*players, *staff, *goalies], team.organisation_id, running, coming, now)
    told = _told(team, [game for game, _ in rows], {one.id for one in (*players, *staff, *goalies)})
    for one in (*players, *staff, *goalies):
        one.out = {issued.code for issued in told if _keeps_off(issued, one, running)}
        one.out |= {record.given.code for record in one.suspensions if record.count.left}
        one.out_of_near = one.out_of_near or "goalie_disqualified" in one.out
        one.out_of_next = one.out_of_next or "goalie_disqualified" in one.out
        one.ahead = limits(one, competition.rulebook, sheet_now, totals)
        one.ahead += one_away(one, competition.rulebook, sheet_now)
        one.steps = next_steps(one, competition.rulebook, totals)
    standing = TeamInCompetition(
        competition, games, running, players, staff, goalies, told, _protests(team, games)
    )
    return replace(standing, **_in_play(team, sheet_now)) if sheet_now else standing


def _games_and_sheets(competition: Competition) -> list[tuple[Game, GameSheet | None]]:
    return [
        (game, sheet)
        for game, sheet in db.session.execute(
            select(Game, GameSheet)
            .outerjoin(GameSheet, GameSheet.game_id == Game.id)
            .options(*map(selectinload, (Game.home, Game.away, Game.rink)))
            .where(Game.organisation_id == competition.organisation_id, Game.competition_id == competition.id)
            .order_by(Game.starts_at_utc, Game.sequence)
        )
    ]


def _runs(game: Game, now: datetime) -> bool:
    return game.status == "in_play" and now - game.starts_at_utc < RUNS_AT_MOST


def _seen_by(team: Team, game: Game, sheet: GameSheet | None) -> TeamGame:
    opponent = game.away if game.home_id == team.id else game.home
    ruled = sheet.sheet if sheet is not None and game.status in BEGUN else {}
    score, shots = ruled.get("score", {}), ruled.get("shootout")
    shootout = (shots[team.key], shots[opponent.key]) if shots else None
    revision = sheet.revision if sheet is not None else 0
    return TeamGame(game, opponent, score.get(team.key), score.get(opponent.key), shootout, revision)


def _shared_goalies(competition: Competition) -> list[Standing]:
    goalies = db.session.scalars(
        select(TournamentGoalie)
        .options(joinedload(TournamentGoalie.person))
        .where(
            TournamentGoalie.organisation_id == competition.organisation_id,
            TournamentGoalie.competition_id == competition.id,
        )
    )
    standings = [
        Standing(goalie.person_id, goalie.person.name, level=goalie.level, in_goal=True) for goalie in goalies
    ]
    return sorted(standings, key=lambda one: (one.level, one.name))


def _note_suspensions(
    people: list[Standing],
    organisation_id: str,
    running: TeamGame | None,
    coming: TeamGame | None,
    now: datetime,
) -> None:
    """Note everybody's suspensions, from any competition, and who is out of the running game and the next.

    One that a director has still to confirm is told to nobody, and one that was lifted is no more.
    """
    ids = [one.id for one in people]
    theirs: dict[str, list[Record]] = {one: [] for one in ids}
    for record in of_people(organisation_id, ids, now):
        if record.state not in ("to_confirm", "lifted"):
            theirs[record.person].append(record)
    of_next = _kept_out(coming, ids)
    of_near = _kept_out(running, ids) if running else of_next
    for one in people:
        one.suspensions = theirs[one.id]
        one.suspended_games = sum(record.count.left for record in theirs[one.id])
        one.out_of_near, one.out_of_next = one.id in of_near, one.id in of_next


def _kept_out(of: TeamGame | None, people: list[str]) -> set[str]:
    """Ids of whom a suspension that is told keeps out of a game."""
    held = (holding(of.game, people) or {}) if of else {}
    return {
        person for person, theirs in held.items() if any(not one.given.awaits_confirmation for one in theirs)
    }


def _told(team: Team, games: list[Game], people: set[str]) -> list[IssuedRuling]:
    """The rulings that put one of these people or the team out, latest first, as far as they are told."""
    issued = db.session.scalars(
        select(IssuedRuling)
        .where(
            IssuedRuling.game_id.in_([game.id for game in games]),
            IssuedRuling.code.in_(OUT),
            IssuedRuling.withdrawn_at.is_(None),
            IssuedRuling.rejected_at.is_(None),
        )
        .order_by(IssuedRuling.issued_at.desc(), IssuedRuling.id.desc())
    )
    return [
        one
        for one in issued
        if not one.awaits_confirmation
        and not one.ruling.get("overridden")
        and (people.intersection(people_of(one.ruling)) or one.ruling.get("team") == team.key)
    ]


def _keeps_off(issued: IssuedRuling, one: Standing, running: TeamGame | None) -> bool:
    """Whether a ruling keeps somebody out as things stand: an ejection holds for its own game alone."""
    if one.id not in people_of(issued.ruling):
        return False
    if issued.code in EJECTED:
        return running is not None and issued.game_id == running.game.id
    return issued.code == "goalie_disqualified" or any(
        record.id == issued.id and record.count.left for record in one.suspensions
    )


def _in_play(team: Team, sheet: dict[str, Any]) -> dict[str, Any]:
    """The team's tallies of a game that is on."""
    period = sheet.get("period")
    return {
        "period": None if period is None else str(period),
        "penalties": sheet["tallies"]["teams"][team.key]["by_period"],
        "next_penalty": sheet.get("next_penalty", {}).get(team.key, []),
    }


def _protests(team: Team, games: list[TeamGame]) -> list[IssuedRuling]:
    """The team's protests that stand in the logs, latest first."""
    filed = db.session.scalars(
        select(IssuedRuling)
        .where(
            IssuedRuling.game_id.in_([one.game.id for one in games]),
            IssuedRuling.code == "protest_filed",
            IssuedRuling.withdrawn_at.is_(None),
        )
        .order_by(IssuedRuling.issued_at.desc(), IssuedRuling.id.desc())
    )
    return [one for one in filed if one.ruling["team"] == team.key]
