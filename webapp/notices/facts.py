"""What there is to tell of a game, as its rulings and what directors decided on them stand."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import select

from webapp.calls.identity import OVERRIDDEN
from webapp.store.ahead import people_of
from webapp.store.database import db
from webapp.store.imposed import ImposedDecision, ImposedSuspension
from webapp.store.issued import GameSheet, IssuedRuling
from webapp.store.organisations import Team
from webapp.store.schedule import Game
from webapp.store.suspension_decisions import RULED, SuspensionDecision, Worded, what_was_ruled
from webapp.store.suspension_records import Record
from webapp.store.suspensions_given import team_of

SUSPENDS = ("player_suspended", "staff_suspended")
EJECTS = ("player_ejected", "staff_ejected")
DISQUALIFIES = ("goalie_disqualified", "team_disqualified", "game_forfeited")
PROTEST = "protest_filed"
TOLD = (*SUSPENDS, *EJECTS, *DISQUALIFIES, PROTEST, OVERRIDDEN)
OVER = ("signed_off", "abandoned")
TOPIC_BYTES = 24
"""As many as 32 characters of base64url hold, the most that RFC 8030 allows."""


@dataclass(frozen=True)
class Fact:
    """Something to tell. Of one `about` there is one at a time; what changes it takes its place.

    `since`: when it came about, none where that is no news. `teams`: whose captains, coaches and managers
    are told.
    """

    kind: str
    about: tuple[str, ...]
    organisation: str
    game: Game | None
    since: datetime | None
    teams: tuple[str, ...] = ()
    directors: bool = False
    officials: bool = False
    person: str | None = None
    team: str | None = None
    issued: str | None = None
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        """What tells this fact from others to a push service, which is to learn nothing from it."""
        return topic_of(*self.about)


def topic_of(*about: str) -> str:
    """A topic of 32 characters of base64url."""
    digest = hashlib.sha256("\n".join(about).encode()).digest()
    return base64.urlsafe_b64encode(digest[:TOPIC_BYTES]).decode()


def facts_of(game: Game, final_since: datetime | None) -> list[Fact]:
    """All that there is to tell of a game now. `final_since`: when it was over, where that is news."""
    issued = _standing(game)
    decisions = _decisions(game) if any(one.suspends for one in issued) else {}
    told = [one for one in issued if not one.awaits_confirmation]
    facts = [_awaits_a_word(one, "confirm") for one in issued if one.awaits_confirmation]
    facts += [_awaits_a_word(one, "hearing") for one in told if _waits_for_hearing(one, decisions)]
    facts += [_protest(one) for one in told if one.code == PROTEST]
    facts += [_override(one) for one in told if one.code == OVERRIDDEN]
    for subject, rulings in _by_subject(told).items():
        facts.append(_of_a_subject(game, subject, rulings, decisions))
    if game.status in OVER:
        facts.append(_final(game, final_since))
    return facts


def served(record: Record, since: datetime | None) -> Fact:
    """A suspension has been served, all of it."""
    team = record.team.id if record.team else None
    return Fact(
        "served",
        about_serving(record),
        record.given.competition.organisation_id,
        record.issued.game if record.issued else None,
        since,
        teams=(team,) if team else (),
        directors=team is None,
        person=record.person,
        team=team,
        issued=record.issued.id if record.issued else None,
        values={"games": record.count.served},
    )


def about_serving(record: Record) -> tuple[str, ...]:
    """What tells the serving of one suspension from that of another."""
    issued = record.issued
    if issued is None:
        return ("served", record.id)
    return ("served", issued.game_id, issued.code, issued.subject, issued.trigger)


def imposed(gave: ImposedSuspension, said: Sequence[ImposedDecision]) -> Fact:
    """A director has suspended somebody without a ruling of a game, or decided on that since."""
    length = {name: getattr(gave, name) for name in RULED}
    values: dict[str, Any] = {"codes": [gave.code], "terms": [_without_nothing(length)]}
    if said:
        values["decision"] = _word(said[-1])
    return Fact(
        "decision" if said else "suspension",
        ("imposed", gave.id),
        gave.organisation_id,
        None,
        max([gave.imposed_at, *(one.decided_at for one in said)]),
        teams=(gave.team_id,) if gave.team_id else (),
        directors=gave.team_id is None,
        person=gave.person_id,
        team=gave.team_id,
        values=values,
    )


def schedule(game: Game, since: datetime, late_minutes: int | None) -> Fact:
    """When and where a game is now, or that it is put off, called off, or running late."""
    late = {} if late_minutes is None else {"late_minutes": late_minutes}
    return Fact(
        "schedule",
        ("schedule", game.id),
        game.organisation_id,
        game,
        since,
        teams=(game.home_id, game.away_id),
        officials=True,
        values={"starts_local": game.starts_local, "rink": game.rink_id, "status": game.status, **late},
    )


def _standing(game: Game) -> list[IssuedRuling]:
    rows = db.session.scalars(
        select(IssuedRuling)
        .where(
            IssuedRuling.game_id == game.id,
            IssuedRuling.code.in_(TOLD),
            IssuedRuling.withdrawn_at.is_(None),
            IssuedRuling.rejected_at.is_(None),
        )
        .order_by(IssuedRuling.id)
        .execution_options(populate_existing=True)
    )
    return list(rows)


def _decisions(game: Game) -> dict[tuple[str, str, str], list[SuspensionDecision]]:
    found: dict[tuple[str, str, str], list[SuspensionDecision]] = defaultdict(list)
    for one in db.session.scalars(
        select(SuspensionDecision)
        .where(SuspensionDecision.game_id == game.id)
        .order_by(SuspensionDecision.number)
    ):
        found[one.code, one.subject, one.trigger].append(one)
    return found


def _decided(
    issued: IssuedRuling, decisions: dict[tuple[str, str, str], list[SuspensionDecision]]
) -> list[SuspensionDecision]:
    return decisions.get((issued.code, issued.subject, issued.trigger), [])


def _waits_for_hearing(
    issued: IssuedRuling, decisions: dict[tuple[str, str, str], list[SuspensionDecision]]
) -> bool:
    if issued.code not in SUSPENDS or not (issued.ruling.get("review") or issued.ruling.get("indefinite")):
        return False
    return not any(one.occasion == "hearing" or one.act == "overturn" for one in _decided(issued, decisions))


def _awaits_a_word(issued: IssuedRuling, word: str) -> Fact:
    """For directors: a ruling waits to be confirmed, or a suspension for its hearing."""
    [person, *_] = [*people_of(issued.ruling), None]
    team = team_of(issued)
    return Fact(
        "hearing",
        ("hearing", issued.game_id, issued.code, issued.subject, issued.trigger),
        issued.game.organisation_id,
        issued.game,
        max(issued.issued_at, issued.confirmed_at or issued.issued_at),
        directors=True,
        person=person,
        team=team.id if team else None,
        issued=issued.id,
        values={"word": word, "code": issued.code},
    )


def _protest(issued: IssuedRuling) -> Fact:
    team = team_of(issued)
    return Fact(
        "protest",
        ("protest", issued.game_id, issued.subject, issued.trigger),
        issued.game.organisation_id,
        issued.game,
        issued.issued_at,
        teams=(team.id,) if team else (),
        directors=True,
        officials=True,
        team=team.id if team else None,
        issued=issued.id,
        values={"in_time": bool(issued.ruling.get("in_time"))},
    )


def _override(issued: IssuedRuling) -> Fact:
    """For directors: an official decided otherwise than the rules. Each is told of whom it concerns."""
    [person, *_] = [*people_of(issued.ruling), None]
    return Fact(
        "override",
        ("override", issued.game_id, issued.trigger, issued.subject),
        issued.game.organisation_id,
        issued.game,
        issued.issued_at,
        directors=True,
        person=person,
        issued=issued.id,
    )


def _by_subject(told: Iterable[IssuedRuling]) -> dict[str, list[IssuedRuling]]:
    """By person, or by team where a ruling is about nobody in it, the rulings that put them out."""
    found: dict[str, list[IssuedRuling]] = defaultdict(list)
    for one in told:
        if one.code not in (PROTEST, OVERRIDDEN):
            [subject, *_] = [*people_of(one.ruling), f"team {one.ruling.get('team')}"]
            found[subject].append(one)
    return found


def _of_a_subject(
    game: Game,
    subject: str,
    rulings: Sequence[IssuedRuling],
    decisions: dict[tuple[str, str, str], list[SuspensionDecision]],
) -> Fact:
    """All that put one person, or one team, out: one thing to tell, however many rulings say so."""
    said = [word for one in rulings for word in _decided(one, decisions)]
    [person, *_] = [*people_of(rulings[0].ruling), None]
    team: Team | None = team_of(rulings[0])
    suspended = [one for one in rulings if one.code in SUSPENDS]
    values: dict[str, Any] = {"codes": sorted({one.code for one in rulings})}
    if suspended:
        values["terms"] = [_without_nothing(what_was_ruled(one)) for one in suspended]
    if said:
        values["decision"] = _word(max(said, key=lambda one: (one.decided_at, one.id)))
    moments = [one.issued_at for one in rulings] + [word.decided_at for word in said]
    return Fact(
        "decision" if said else _gravest(values["codes"]),
        ("out", game.id, subject),
        game.organisation_id,
        game,
        max(moments + [one.confirmed_at for one in rulings if one.confirmed_at]),
        teams=(team.id,) if team else (),
        directors=team is None,
        person=person,
        team=team.id if team else None,
        issued=(suspended or rulings)[0].id,
        values=values,
    )


def _word(last: Worded) -> dict[str, Any]:
    until = last.until.isoformat() if last.until else None
    return {
        "id": last.id,
        "occasion": last.occasion,
        "act": last.act,
        "games": last.games,
        "until": until,
    }


def _gravest(codes: Sequence[str]) -> str:
    if any(code in SUSPENDS for code in codes):
        return "suspension"
    return "disqualification" if any(code in DISQUALIFIES for code in codes) else "ejection"


def _without_nothing(terms: dict[str, Any]) -> dict[str, Any]:
    return {name: terms[name] for name in RULED if terms[name]}


def _final(game: Game, since: datetime | None) -> Fact:
    sheet = db.session.scalar(select(GameSheet).where(GameSheet.game_id == game.id))
    ruled = sheet.sheet if sheet is not None else {}
    sides = (game.home.key, game.away.key)
    shots = [ruled["shootout"][side] for side in sides] if "shootout" in ruled else None
    score = [ruled.get("score", {}).get(side) for side in sides]
    return Fact(
        "final",
        ("final", game.id),
        game.organisation_id,
        game,
        since,
        teams=(game.home_id, game.away_id),
        values={"status": game.status, "score": score, **({"shootout": shots} if shots else {})},
    )
