"""The teams and people whom a game file names, as far as they make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .faults import Faults, is_count, shown, step
from .shapes import GOALIE, PLAYER, STAFF
from .values import check_object

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Json


HISTORY = ["players", "goalies", "teams"]


class People:
    """Ids by what they are. Reading them adds the faults of `teams` and `goalies`."""

    def __init__(self, game: Json, faults: Faults) -> None:
        self.teams: list[str] = []
        self.team_of: dict[str, str] = {}
        self.own_goalies: set[str] = set()
        self.bench: dict[str, str] = {}
        self.shared_goalies: set[str] = set()
        self._places: dict[str, str] = {}
        meta = game.get("game")
        self._playing = []
        if isinstance(meta, dict):
            self._playing = [meta.get(side) for side in ["home", "away"]]
        teams = game.get("teams")
        self.has_teams = isinstance(teams, dict)
        if isinstance(teams, dict):
            for key in sorted(teams):
                self._read_team(key, teams[key], faults)
        elif "teams" in game:
            faults.add("/teams", "fault.no_object", value=shown(teams))
        goalies = game.get("goalies")
        if isinstance(goalies, list):
            for place in range(len(goalies)):
                at = step("/goalies", place)
                if check_object(goalies[place], GOALIE, at, self, faults) and self._take(
                    goalies[place], at, faults
                ):
                    self.shared_goalies.add(goalies[place]["id"])
        elif "goalies" in game:
            faults.add("/goalies", "fault.no_list", value=shown(goalies))

    def _read_team(self, key: str, team: object, faults: Faults) -> None:
        at = step("/teams", key)
        if not isinstance(team, dict):
            faults.add(at, "fault.no_object", value=shown(team))
            return
        if self._playing and key not in self._playing:
            faults.add(at, "fault.no_team", value=shown(key), allowed=self._sides())
        self.teams.append(key)
        for name in sorted(team):
            if name not in ["name", "players", "staff"]:
                faults.add(step(at, name), "fault.unknown_field", allowed=["name", "players", "staff"])
        if "name" in team and not isinstance(team["name"], str):
            faults.add(step(at, "name"), "fault.no_text", value=shown(team["name"]))
        if "players" not in team:
            faults.add(step(at, "players"), "fault.missing")
        for part, shape in [("players", PLAYER), ("staff", STAFF)]:
            entries = team.get(part, [])
            here = step(at, part)
            if not isinstance(entries, list):
                faults.add(here, "fault.no_list", value=shown(entries))
                continue
            for place in range(len(entries)):
                self._read_person(key, part, entries[place], shape, step(here, place), faults)

    def _sides(self) -> list[Any]:
        return [side for side in self._playing if isinstance(side, str)]

    def _read_person(self, key: str, part: str, person: object, shape: Json, at: str, faults: Faults) -> None:
        if not check_object(person, shape, at, self, faults) or not isinstance(person, dict):
            return
        if not self._take(person, at, faults):
            return
        if part == "staff":
            self.bench[person["id"]] = key
        else:
            self.team_of[person["id"]] = key
            if person.get("position") == "goalie":
                self.own_goalies.add(person["id"])

    def _take(self, person: Json, at: str, faults: Faults) -> bool:
        """Note the place of an id; a second use is a fault."""
        name = person.get("id")
        if not isinstance(name, str):
            return False
        if name in self._places:
            faults.add(step(at, "id"), "fault.duplicate_id", value=shown(name), first=self._places[name])
            return False
        self._places[name] = at
        return True

    def place_of(self, name: str) -> str | None:
        """Where the file has somebody of that id: `/teams/RED/players/0`; none where it has not."""
        return self._places.get(name)

    def learn_player(self, call: Call) -> None:
        """Know a player whom a `roster_add` call names."""
        player = call.get("player")
        if (
            isinstance(player, dict)
            and isinstance(player.get("id"), str)
            and isinstance(call.get("team"), str)
        ):
            if player["id"] not in self._places:
                self.team_of[player["id"]] = call["team"]

    def check_person(self, value: object, field: Json, at: str, call: Call, faults: Faults) -> None:
        """Check a team or a person that a call names."""
        kind = field["kind"]
        if kind == "team":
            if not isinstance(value, str) or (value not in self.teams and self.has_teams):
                faults.add(at, "fault.no_team", value=shown(value), allowed=self.teams)
        elif kind == "player":
            self._check_player(value, field["of"], at, call, faults)
        elif kind == "players":
            if not isinstance(value, list):
                faults.add(at, "fault.no_list", value=shown(value))
                return
            for place in range(len(value)):
                self._check_player(value[place], "own", step(at, place), call, faults)
                if value[place] in value[:place]:
                    faults.add(step(at, place), "fault.twice", value=shown(value[place]))
        elif kind == "staff":
            if not isinstance(value, str) or value not in self.bench:
                faults.add(at, "fault.no_staff", value=shown(value))
            elif "team" in call and self.bench[value] != call["team"]:
                faults.add(at, "fault.not_own_staff", value=shown(value), team=shown(call["team"]))
        elif kind == "shared_goalie":
            if not isinstance(value, str) or value not in self.shared_goalies:
                faults.add(at, "fault.no_shared_goalie", value=shown(value))
        elif not isinstance(value, str) or not self._may_be_in_net(value):
            faults.add(at, "fault.no_goalie", value=shown(value))

    def _may_be_in_net(self, value: str) -> bool:
        """A goalie; where they are their team's own, anybody of it: a substitute, a skater in need."""
        if value in self.shared_goalies or value in self.own_goalies:
            return True
        return not self.shared_goalies and value in self.team_of

    def _check_player(self, value: object, of: str, at: str, call: Call, faults: Faults) -> None:
        if not isinstance(value, str) or value not in self.team_of:
            faults.add(at, "fault.no_player", value=shown(value))
        elif of == "own" and "team" in call and self.team_of[value] != call["team"]:
            faults.add(at, "fault.not_own_player", value=shown(value), team=shown(call["team"]))
        elif of == "other" and self.team_of[value] == self._team(call):
            faults.add(at, "fault.not_other_player", value=shown(value), team=shown(self._team(call)))

    def _team(self, call: Call) -> object:
        """The call's team, or the offender's where the call leaves it out."""
        for field in ["player", "staff"]:
            person = call.get(field)
            if "team" not in call and isinstance(person, str):
                return self.team_of.get(person, self.bench.get(person))
        return call.get("team")

    def check_history(self, history: object, faults: Faults) -> None:
        """Counters are whole numbers, or true or false, under people, goalies and teams."""
        if not isinstance(history, dict):
            faults.add("/history", "fault.no_object", value=shown(history))
            return
        for part in sorted(history):
            at = step("/history", part)
            if part not in HISTORY:
                faults.add(at, "fault.unknown_field", allowed=HISTORY)
            elif not isinstance(history[part], dict):
                faults.add(at, "fault.no_object", value=shown(history[part]))
            else:
                for name in sorted(history[part]):
                    self._check_counters(history[part][name], step(at, name), faults)

    def _check_counters(self, counters: object, at: str, faults: Faults) -> None:
        if not isinstance(counters, dict):
            faults.add(at, "fault.no_object", value=shown(counters))
            return
        for name in sorted(counters):
            value = counters[name]
            flag = name == "disqualified"
            if flag and value is not True and value is not False:
                faults.add(step(at, name), "fault.no_bool", value=shown(value))
            elif not flag and not is_count(value):
                faults.add(step(at, name), "fault.no_count", value=shown(value))
