"""Whether a competition file makes sense: every fault at once, with its place and what is allowed."""

from __future__ import annotations

from typing import Any

from webapp.rules.faults import Faults, is_count, shown, step
from webapp.rules.rulebook_check import check_rulebook
from webapp.rules.shapes import STAGES
from webapp.rules.values import check_fields
from webapp.standings.results import won_outright

MOST_TEAMS = 200
MOST_GAMES = 5000

Fields = dict[str, dict[str, Any]]

COMPETITION: Fields = {
    "rulebook": {"kind": "rulebook"},
    "stage": {"kind": "stage"},
    "teams": {"kind": "team_list"},
    "games": {"kind": "games"},
    "mixed": {"kind": "bool", "optional": True},
    "top": {"kind": "some_teams", "optional": True},
    "coin_tosses": {"kind": "coin_tosses", "optional": True},
    "points_deducted": {"kind": "counts", "optional": True},
}
GAME: Fields = {
    "id": {"kind": "text"},
    "home": {"kind": "team"},
    "away": {"kind": "team"},
    "score": {"kind": "score"},
    "pim": {"kind": "counts_of_game", "optional": True},
    "first_goal": {"kind": "side", "optional": True},
    "forfeited_by": {"kind": "side", "optional": True},
    "winner": {"kind": "side", "optional": True},
}
COIN_TOSS: Fields = {"teams": {"kind": "some_teams"}, "winner": {"kind": "team"}}


def check_competition(competition: object, rulebook: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Every fault of a competition file, with its place; none: it can be ranked.

    `rulebook`: the whole rulebook that the file names or holds; none where that could not be found.
    """
    faults = Faults({})
    if not isinstance(competition, dict):
        faults.add("", "fault.no_object", value=shown(competition))
    else:
        _Check(competition, rulebook, faults).check()
    return faults.found


class _Check:
    """One file's check: the teams it names are what everything else is held against."""

    def __init__(self, competition: dict[str, Any], rulebook: dict[str, Any] | None, faults: Faults) -> None:
        self.competition = competition
        self.rulebook = rulebook
        self.faults = faults
        teams = competition.get("teams")
        self.teams = [team for team in teams if isinstance(team, str)] if isinstance(teams, list) else []

    def check(self) -> None:
        named = self.competition.get("rulebook")
        if isinstance(named, dict):
            check_rulebook(named, "/rulebook", self.faults)
        if self.rulebook is not None and not any(
            clause["kind"] == "ranking" for clause in self.rulebook["clauses"]
        ):
            self.faults.add("/rulebook", "fault.no_ranking")
        given = {name: value for name, value in self.competition.items() if name != "rulebook"}
        check_fields(given | {"rulebook": None}, COMPETITION, "", self._value, self.faults)

    def _value(self, value: object, field: dict[str, Any], at: str, within: dict[str, Any]) -> None:
        """Check one field of the file, of a game (`within`) or of a coin toss by its kind."""
        kind = field["kind"]
        if kind == "bool":
            if not isinstance(value, bool):
                self.faults.add(at, "fault.no_bool", value=shown(value))
        elif kind == "stage":
            stages = self.rulebook["stages"] if self.rulebook is not None else STAGES
            if not isinstance(value, str) or value not in stages:
                self.faults.add(at, "fault.no_enum", value=shown(value), allowed=stages)
        elif kind == "text":
            self._text(value, at)
        elif kind == "team":
            self._team(value, at, self.teams, "fault.not_in_competition")
        elif kind == "side":
            if value is not None:
                self._team(value, at, _sides(within), "fault.no_team")
        elif kind == "score":
            self._counts(value, at, _sides(within), "fault.no_team", complete=True)
        elif kind == "counts_of_game":
            self._counts(value, at, _sides(within), "fault.no_team")
        elif kind == "counts":
            self._counts(value, at, self.teams, "fault.not_in_competition")
        elif kind == "team_list":
            self._each_once(value, at, self._text)
        elif kind == "some_teams":
            self._each_once(value, at, lambda team, here: self._value(team, {"kind": "team"}, here, {}))
        elif kind == "games":
            self._games(value, at)
        elif kind == "coin_tosses":
            self._coin_tosses(value, at)

    def _text(self, value: object, at: str) -> bool:
        if not isinstance(value, str):
            self.faults.add(at, "fault.no_text", value=shown(value))
        elif not value:
            self.faults.add(at, "fault.empty_text")
        return isinstance(value, str) and value != ""

    def _team(self, value: object, at: str, allowed: list[str], key: str) -> None:
        if self._text(value, at) and value not in allowed:
            self.faults.add(at, key, value=shown(value), allowed=allowed)

    def _counts(self, value: object, at: str, teams: list[str], key: str, complete: bool = False) -> None:
        """Whole numbers by team: of some of `teams`, or of every one."""
        if not isinstance(value, dict):
            self.faults.add(at, "fault.no_object", value=shown(value))
            return
        for team in sorted(value):
            if team not in teams:
                self.faults.add(step(at, team), key, value=shown(team), allowed=teams)
            elif not is_count(value[team]):
                self.faults.add(step(at, team), "fault.no_count", value=shown(value[team]))
        for team in teams:
            if complete and team not in value:
                self.faults.add(step(at, team), "fault.missing")

    def _each_once(self, value: object, at: str, check_one: Any) -> None:
        for place, entry in enumerate(self._list(value, at, MOST_TEAMS)):
            check_one(entry, step(at, place))
            if isinstance(value, list) and isinstance(entry, str) and entry in value[:place]:
                self.faults.add(step(at, place), "fault.twice", value=shown(entry))

    def _list(self, value: object, at: str, most: int) -> list[Any]:
        """A list's entries, so many at the most; none where it is no list or too long a one."""
        if not isinstance(value, list):
            self.faults.add(at, "fault.no_list", value=shown(value))
        elif len(value) > most:
            self.faults.add(at, "fault.too_long", limit=most)
        else:
            return value
        return []

    def _object(self, value: object, fields: Fields, at: str) -> bool:
        """Check the fields of an object one by one; whether they all hold."""
        before = len(self.faults.found)
        if isinstance(value, dict):
            check_fields(value, fields, at, self._value, self.faults)
        else:
            self.faults.add(at, "fault.no_object", value=shown(value))
        return len(self.faults.found) == before

    def _games(self, games: object, at: str) -> None:
        seen: dict[str, str] = {}
        for place, game in enumerate(self._list(games, at, MOST_GAMES)):
            here = step(at, place)
            holds = self._object(game, GAME, here)
            if not isinstance(game, dict):
                continue
            called = game.get("id")
            if isinstance(called, str) and called in seen:
                self.faults.add(
                    step(here, "id"), "fault.duplicate_id", value=shown(called), first=seen[called]
                )
            elif isinstance(called, str):
                seen[called] = here
            sides = _sides(game)
            if len(sides) == 2 and sides[0] == sides[1]:
                self.faults.add(step(here, "away"), "fault.same_team", value=shown(sides[1]))
            elif holds:
                self._game_agrees(game, here)

    def _game_agrees(self, game: dict[str, Any], at: str) -> None:
        """What a game says of its winner and of its first goal agrees with its score."""
        winner, first = game.get("winner"), game.get("first_goal")
        won_by = won_outright(game)
        if winner is not None and won_by is not None and winner != won_by:
            self.faults.add(
                step(at, "winner"), "fault.not_the_winner", value=shown(winner), winner=shown(won_by)
            )
        if winner is None and won_by is None and not self._ties_count():
            self.faults.add(step(at, "winner"), "fault.no_tie")
        if first is not None and game["score"][first] == 0 and game.get("forfeited_by") is None:
            self.faults.add(step(at, "first_goal"), "fault.no_goal_scored", value=shown(first))

    def _ties_count(self) -> bool:
        """Whether the rulebook says what a tie gives; one that cannot be asked does."""
        clauses = self.rulebook["clauses"] if self.rulebook is not None else []
        return all("tie" in clause for clause in clauses if clause["kind"] == "ranking")

    def _coin_tosses(self, tosses: object, at: str) -> None:
        seen: dict[frozenset[str], str] = {}
        for place, toss in enumerate(self._list(tosses, at, MOST_GAMES)):
            here = step(at, place)
            if not self._object(toss, COIN_TOSS, here):
                continue
            teams = frozenset(toss["teams"])
            if len(teams) < 2:
                self.faults.add(step(here, "teams"), "fault.too_few_toss", count=len(teams))
            elif toss["winner"] not in teams:
                self.faults.add(
                    step(here, "winner"),
                    "fault.not_tossing",
                    value=shown(toss["winner"]),
                    allowed=toss["teams"],
                )
            elif teams in seen:
                self.faults.add(step(here, "teams"), "fault.tossed_twice", first=seen[teams])
            else:
                seen[teams] = here


def _sides(game: dict[str, Any]) -> list[str]:
    """The teams of a game, as far as it names them."""
    return [game[side] for side in ("home", "away") if isinstance(game.get(side), str)]
