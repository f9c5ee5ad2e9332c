"""Who is who in a game: the two teams, their people, the goalies, what earlier games carry in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json


class Sides:
    """A game's teams and people by id. Whoever a call adds to a roster is here, too."""

    def __init__(self, game: Json, calls: list[Any]) -> None:
        self.teams: list[str] = [game["game"]["home"], game["game"]["away"]]
        self.names: dict[str, str] = {}
        self.players: dict[str, Json] = {}
        self.team_of: dict[str, str] = {}
        self.rosters: dict[str, list[str]] = {}
        self.staff: dict[str, Json] = {}
        self.shared_goalies = [goalie["id"] for goalie in game.get("goalies", [])]
        self.goalie_names: dict[str, str] = {}
        self.not_rostered: set[str] = set()
        for goalie in game.get("goalies", []):
            self.goalie_names[goalie["id"]] = goalie.get("name", goalie["id"])
        for key in self.teams:
            team = game["teams"][key]
            self.names[key] = team.get("name", key)
            self.rosters[key] = []
            for player in team["players"]:
                self._join(key, player)
            for person in team.get("staff", []):
                self.staff[person["id"]] = person
                self.team_of[person["id"]] = key
        for call in calls:
            if call["type"] == "roster_add" and call["player"]["id"] not in self.players:
                self._join(call["team"], call["player"])
                if not call.get("approved"):
                    self.not_rostered.add(call["player"]["id"])
        for call in game["calls"]:
            if call["type"] == "roster_add" and call["player"]["id"] not in self.players:
                self._know_stranger(call["team"], call["player"])
        history = game.get("history", {})
        self._players_before = history.get("players", {})
        self._goalies_before = history.get("goalies", {})

    def _join(self, key: str, player: Json) -> None:
        self.players[player["id"]] = player
        self.team_of[player["id"]] = key
        self.rosters[key].append(player["id"])

    def _know_stranger(self, key: str, player: Json) -> None:
        """Know somebody whose addition to a roster no longer counts, and whom other calls still name."""
        self.players[player["id"]] = player
        self.team_of[player["id"]] = key
        self.not_rostered.add(player["id"])

    def other(self, team: str) -> str:
        """The opponent of `team`."""
        return self.teams[1] if team == self.teams[0] else self.teams[0]

    def player_before(self, person: str, counter: str) -> int:
        """What earlier games carry in for a player under `counter`; 0 where nothing is known."""
        count: int = self._players_before.get(person, {}).get(counter, 0)
        return count

    def is_suspended(self, person: str) -> bool:
        """Whether earlier games' suspensions have games left for a player, or a goalie of no team."""
        for before in [self._players_before, self._goalies_before]:
            if before.get(person, {}).get("suspended_games_left", 0) > 0:
                return True
        return False

    def goalie_penalties_before(self, goalie: str) -> int:
        count: int = self._goalies_before.get(goalie, {}).get("penalties", 0)
        return count

    def disqualified_before(self, goalie: str) -> bool:
        return bool(self._goalies_before.get(goalie, {}).get("disqualified", False))

    def is_goalie(self, person: str) -> bool:
        """Whether somebody tends goal: for neither team, or for their own."""
        player = self.players.get(person)
        return person in self.shared_goalies or (player is not None and player.get("position") == "goalie")

    def counts_as_woman(self, person: str) -> bool:
        """Whether somebody counts where a rulebook asks for women and non-binary players."""
        return self.players[person].get("gender") in ["woman", "nonbinary"]

    def is_captain(self, person: str) -> bool:
        return self.players[person].get("role") == "captain"

    def named(self, person: str) -> str:
        """A person as an official signals them: `#9 Red Wolves`; staff and goalies by name."""
        if person in self.players:
            number: str = self.players[person]["number"]
            return "#" + number + " " + self.names[self.team_of[person]]
        if person in self.staff:
            return str(self.staff[person].get("name", person)) + ", " + self.names[self.team_of[person]]
        return self.goalie_names.get(person, person)

    def offender(self, call: Call) -> tuple[str, str | None]:
        """The field that names a call's offender, and the id: `("bench", None)` for a team as such."""
        for field in ["player", "goalie", "staff"]:
            person: str | None = call.get(field)
            if person is not None:
                return field, person
        return "bench", None

    def team_of_call(self, call: Call) -> str:
        """The call's team, or the offender's where the call leaves it out."""
        team: str | None = call.get("team")
        return team if team is not None else self.team_of[self.offender(call)[1] or ""]
