"""What gave suspensions, and what was said of them since: rulings, directors, decisions, appeals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, select
from sqlalchemy.orm import contains_eager, joinedload

from webapp.calls.identity import Identity
from webapp.store.appeals import Appeal, appeals_of_imposed, appeals_of_rulings
from webapp.store.carries import SUSPENDED
from webapp.store.competitions import Competition
from webapp.store.database import db
from webapp.store.games_since import place_of
from webapp.store.imposed import ImposedDecision, ImposedSuspension, decisions_on_imposed, imposed_on
from webapp.store.issued import IssuedRuling
from webapp.store.organisations import Team
from webapp.store.schedule import Game
from webapp.store.suspension_decisions import SuspensionDecision, Worded
from webapp.suspensions.games_left import Decision, Suspension, Terms

OPEN_LOG = ("scheduled", "in_play", "ended")
TO_COME = ("scheduled", "in_play", "postponed")


@dataclass(frozen=True)
class Given:
    """A suspension with what gave it: a game's ruling (`issued`), or a director without one (`imposed`).

    `decisions` and `appeals`: what was said of it since, each in its order.
    """

    person: str
    team: Team | None
    competition: Competition
    suspension: Suspension
    decisions: Sequence[SuspensionDecision | ImposedDecision]
    appeals: Sequence[Appeal]
    issued: IssuedRuling | None = None
    imposed: ImposedSuspension | None = None

    @property
    def id(self) -> str:
        return self.suspension.id

    @property
    def code(self) -> str:
        return self.issued.code if self.issued else self.imposed.code if self.imposed else ""

    @property
    def clause(self) -> str:
        return self.issued.ruling["clause"] if self.issued else self.imposed.clause if self.imposed else ""

    @property
    def timezone(self) -> str:
        return self.issued.game.timezone if self.issued else self.competition.timezone

    @property
    def awaits_confirmation(self) -> bool:
        return self.issued is not None and self.issued.awaits_confirmation

    @property
    def provisional(self) -> bool:
        """Whether it is not in force yet: not signed off, or a director has still to confirm it."""
        open_log = self.issued is not None and self.issued.game.status in OPEN_LOG
        return open_log or self.awaits_confirmation

    @property
    def appealed(self) -> Appeal | None:
        """The appeal that waits for a word, if one does."""
        decided = [one.decided_at for one in self.decisions if one.occasion == "appeal"]
        waits = [one for one in self.appeals if not any(at > one.recorded_at for at in decided)]
        return waits[-1] if waits else None

    @property
    def history(self) -> list[SuspensionDecision | ImposedDecision | Appeal]:
        """What was said of it since, the earliest first."""
        return sorted([*self.decisions, *self.appeals], key=_said_at)


def _said_at(one: SuspensionDecision | ImposedDecision | Appeal) -> datetime:
    return one.recorded_at if isinstance(one, Appeal) else one.decided_at


def team_of(issued: IssuedRuling) -> Team | None:
    """The team with which somebody was suspended."""
    sides = (issued.game.home, issued.game.away)
    return next((side for side in sides if side.key == issued.ruling.get("team")), None)


def about(issued: IssuedRuling) -> tuple[str, Identity]:
    return issued.game_id, Identity(issued.code, issued.subject, issued.trigger)


def by_rulings(organisation_id: str, people: Collection[str]) -> list[Given]:
    given = _given(organisation_id, people)
    decisions = _decisions(given)
    appeals = appeals_of_rulings({one.game_id for one in given})
    going_on = _seasons_going_on(one.game.competition_id for one in given if _ends_with_season(one))
    return [
        Given(
            one.suspends or "",
            team_of(one),
            one.game.competition,
            _suspension(one, said := decisions.get(about(one), []), going_on),
            said,
            appeals.get(about(one), []),
            issued=one,
        )
        for one in given
    ]


def by_directors(organisation_id: str, people: Collection[str]) -> list[Given]:
    imposed = imposed_on(organisation_id, people)
    decisions = decisions_on_imposed(imposed)
    appeals = appeals_of_imposed(one.id for one in imposed)
    going_on = _seasons_going_on(one.competition_id for one in imposed if one.rest_of_season)
    return [
        Given(
            one.person_id,
            one.team,
            one.competition,
            _imposed_suspension(one, decisions[one.id], going_on),
            decisions[one.id],
            appeals.get(one.id, []),
            imposed=one,
        )
        for one in imposed
    ]


def _given(organisation_id: str, people: Collection[str]) -> list[IssuedRuling]:
    """The rulings that suspended these people, of each identity the one that stands, or the last to fall."""
    if not people:
        return []
    rows = db.session.scalars(
        select(IssuedRuling)
        .join(IssuedRuling.game)
        .options(
            contains_eager(IssuedRuling.game).options(
                joinedload(Game.home), joinedload(Game.away), joinedload(Game.competition)
            ),
            joinedload(IssuedRuling.decided_by),
        )
        .where(
            Game.organisation_id == organisation_id,
            IssuedRuling.code.in_(SUSPENDED),
            IssuedRuling.suspends.in_(list(people)),
        )
        .order_by(IssuedRuling.issued_at, IssuedRuling.id)
    )
    found: dict[tuple[str, Identity], IssuedRuling] = {}
    for one in rows:
        before = found.get(about(one))
        if before is None or before.withdrawn_at is not None:
            found[about(one)] = one
    return list(found.values())


def _decisions(given: list[IssuedRuling]) -> dict[tuple[str, Identity], list[SuspensionDecision]]:
    found: dict[tuple[str, Identity], list[SuspensionDecision]] = defaultdict(list)
    if not given:
        return found
    for one in db.session.scalars(
        select(SuspensionDecision)
        .options(joinedload(SuspensionDecision.decided_by))
        .where(SuspensionDecision.game_id.in_({one.game_id for one in given}))
        .order_by(SuspensionDecision.number)
    ):
        found[one.about].append(one)
    return found


def _suspension(
    issued: IssuedRuling, decisions: Sequence[SuspensionDecision], going_on: Collection[str]
) -> Suspension:
    ruling, team = issued.ruling, team_of(issued)
    return Suspension(
        issued.id,
        place_of(issued.game),
        issued.game.competition_id,
        team.id if team else None,
        Terms(
            ruling["games"],
            ruling.get("max_games"),
            bool(ruling.get("indefinite")),
            _ends_with_season(issued),
            review=bool(ruling.get("review")),
        ),
        lifted=issued.withdrawn_at is not None or issued.rejected_at is not None,
        season_over=_ends_with_season(issued) and issued.game.competition_id not in going_on,
        decisions=_as_decided(decisions),
    )


def _imposed_suspension(
    imposed: ImposedSuspension, decisions: Sequence[ImposedDecision], going_on: Collection[str]
) -> Suspension:
    return Suspension(
        imposed.id,
        (imposed.imposed_at, 0, ""),
        imposed.competition_id,
        imposed.team_id,
        Terms(
            imposed.games,
            imposed.max_games,
            imposed.indefinite,
            imposed.rest_of_season,
            imposed.until,
            imposed.review,
        ),
        season_over=imposed.rest_of_season and imposed.competition_id not in going_on,
        decisions=_as_decided(decisions),
    )


def _as_decided(decisions: Iterable[Worded]) -> tuple[Decision, ...]:
    return tuple(Decision(one.decided_at, one.occasion, one.act, one.games, one.until) for one in decisions)


def _ends_with_season(issued: IssuedRuling) -> bool:
    return bool(issued.ruling.get("rest_of_season"))


def _seasons_going_on(competitions: Iterable[str]) -> set[str]:
    """Ids of those competitions that have games to come."""
    if not (ids := set(competitions)):
        return set()
    to_come = and_(Game.competition_id.in_(ids), Game.status.in_(TO_COME))
    return set(db.session.scalars(select(Game.competition_id).where(to_come).distinct()))
