"""A league whose games a referee's phone pushes, one a week, under any rulebook; a director decides."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import select

from tests.conftest import token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.rulebooks.reader import load
from webapp.store import Competition, Game, IssuedRuling, Rink, RosterSpot, Team, db
from webapp.store.suspension_records import Record, of_people

WEEK = timedelta(days=7)
OPENS = datetime(2026, 11, 28, 15, 0, tzinfo=UTC)


class League:
    """The cast's Hogs, Bears and Foxes, playing by a rulebook; games are called by what they are."""

    def __init__(self, app, season, client_of, slug: str):
        self.season, self.rulebook = season, load(slug)
        self.competition = season.competition
        self.competition.rulebook, self.competition.rulebook_digest = self.rulebook, self.rulebook["digest"]
        self.weeks = 10
        for game in season.games:
            game.status = "cancelled"  # the cast's own
        db.session.commit()
        self.pat, self.lee = Phone(over_wsgi(app), "pat"), client_of("lee")

    def game(self, name: str, home="HOG", away="BEA", stage="season", competition: str | None = None) -> str:
        """A game on the schedule, a week after the last one."""
        self.weeks += 1
        starts_at = OPENS + self.weeks * WEEK
        organisation = self.season.organisation.id
        teams = {
            team.key: team
            for team in db.session.scalars(select(Team).filter_by(organisation_id=organisation))
        }
        rink = db.session.scalars(select(Rink).filter_by(organisation_id=organisation)).first()
        db.session.add(
            Game(
                id=name,
                organisation_id=organisation,
                competition_id=competition or self.season.games[0].competition_id,
                home_id=teams[home].id,
                away_id=teams[away].id,
                rink_id=rink.id,
                label=name,
                sequence=self.weeks,
                stage=stage,
                starts_at_utc=starts_at,
                starts_local=starts_at.strftime("%Y-%m-%dT10:00"),
                timezone="America/Toronto",
            )
        )
        db.session.commit()
        return name

    def next_season(self, name: str = "Next season") -> str:
        """Another competition with the same rosters."""
        first = self.season.games[0].competition_id
        made = Competition(
            organisation_id=self.season.organisation.id,
            name=name,
            rulebook=self.rulebook,
            rulebook_digest=self.rulebook["digest"],
            timezone="America/Toronto",
        )
        db.session.add(made)
        db.session.flush()
        spots = db.session.scalars(
            select(RosterSpot).where(RosterSpot.competition_id == first, RosterSpot.ends_on.is_(None))
        )
        for spot in spots.all():
            db.session.add(
                RosterSpot(
                    organisation_id=spot.organisation_id,
                    competition_id=made.id,
                    team_id=spot.team_id,
                    person_id=spot.person_id,
                    number=spot.number,
                    position=spot.position,
                    starts_on=date(2027, 1, 1),
                )
            )
        db.session.commit()
        return made.id

    def log(self, game: str, *calls: dict) -> None:
        self.pat.push(
            *[
                self.pat.call(call["type"], game, **{k: v for k, v in call.items() if k != "type"})
                for call in calls
            ]
        )

    def play(self, game: str, *calls: dict, who: tuple[str, ...] = ("HOG1",)) -> None:
        """A game in which these people took part, with these calls, signed off."""
        present = [{"type": "note", "text": "It begins."}]
        for team in ("HOG", "BEA", "FOX"):
            theirs = [one for one in who if one.startswith(team)]
            if theirs:
                present.append({"type": "attendance", "team": team, "players": theirs})
        self.log(game, *present, *calls, {"type": "sign_off", "by": "Pat"})

    def packet(self, game: str) -> dict:
        return self.pat.get(f"/api/v1/games/{game}/packet").json

    def out(self, game: str) -> dict[str, int]:
        """Who may not play a game by what a phone takes along, with the games left."""
        history = self.packet(game)["game_file"]["history"]
        return {
            person: counters["suspended_games_left"]
            for part in ("players", "goalies")
            for person, counters in history.get(part, {}).items()
            if counters.get("suspended_games_left")
        }

    def ineligible(self, game: str) -> list[str]:
        return [
            one.get("player") or one["goalie"]
            for one in self.pat.sheet(game)["rulings"]
            if one["code"] == "ineligible"
        ]

    def records(self, *people: str) -> list[Record]:
        db.session.rollback()
        return of_people(self.season.organisation.id, people, datetime.now(UTC))

    def stands(self, person: str) -> list[tuple[str, int, int]]:
        """State, games served and games left of a person's suspensions."""
        return [(one.state, one.count.served, one.count.left) for one in self.records(person)]

    def decide(self, person: str, act: str, games="", occasion="office", until="", place=-1, status=302):
        """A director's word on the last suspension of a person, by the page."""
        record = self.records(person)[place]
        url = f"/director/suspensions/{record.id}"
        form = {
            "csrf_token": token_in(self.lee, url),
            "occasion": occasion,
            "act": act,
            "games": games,
            "until": until,
            "reason": f"{act}, by {occasion}",
            "after": len(record.decisions),
        }
        answer = self.lee.post(url, data=form)
        assert answer.status_code == status, answer.text
        answer.close()
        return answer

    def confirm(self, person: str, decision="confirmed") -> None:
        """Confirm or reject a person's suspension that waits for it."""
        db.session.rollback()
        (waits,) = [
            one
            for one in db.session.scalars(select(IssuedRuling).filter_by(suspends=person))
            if one.awaits_confirmation
        ]
        form = {"csrf_token": token_in(self.lee, "/sign-in"), "decision": decision, "reason": "Seen."}
        answer = self.lee.post(f"/director/rulings/{waits.id}", data=form)
        assert answer.status_code == 302
        answer.close()
