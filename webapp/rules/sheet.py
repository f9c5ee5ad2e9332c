"""The rulings of a log, as they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .log import Log
from .says import sentence

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause, Json, Message

# Given as often as a clause says: two shots of one double minor are two shots.
EACH_COUNTS = ["penalty_shot"]
# Given as often as one clause says; what a second clause says of the same call is the same.
EACH_OF_ONE_CLAUSE = ["serve"]
AWAITS_DIRECTOR = ["game_forfeited", "team_disqualified"]
# Where the local document says more for the same call, that holds instead of the base.
LOCAL_HOLDS = ["player_ejected", "player_suspended", "staff_ejected"]
# The fields that, beside the triggering call, tell one ruling from another of its code.
TELLING = ["team", "player", "goalie", "staff", "shooter", "scorer", "about", "class"]
TELLING += ["how", "where", "what", "reason", "mode", "infraction", "condition", "of", "limit"]


def suspension_message(suspension: Json) -> str:
    """The message key of a suspension by its length."""
    if suspension.get("rest_of_season"):
        return "player_suspended.rest_of_season"
    key = "player_suspended.indefinite" if suspension.get("indefinite") else "player_suspended"
    if suspension.get("max_games"):
        return key + ".range"
    return key + ".one" if suspension["games"] == 1 else key


class Rulings:
    """Gathers rulings. One that an official overrode stays to be seen and has no effect."""

    def __init__(self, log: Log, words: Json, clauses: list[Any]) -> None:
        self.log = log
        self.words = words
        # The rulebook's blocks with their places in it, by clause and kind.
        self._blocks: dict[str, list[Any]] = {}
        for place in range(len(clauses)):
            self._blocks.setdefault(_key(clauses[place]), []).append((place, clauses[place]))
        self.given: list[Json] = []
        self._of_trigger: dict[str, list[Json]] = {}
        self._local: list[Json] = []

    def give(
        self, code: str, clause: Clause | str, because: list[Any], message: Message, fields: Json
    ) -> bool:
        """Give a ruling; whether it has effect, that is, is not overridden.

        `because`: ids of calls in log order, the triggering one last. `message`: `(key, args)`.
        Where two clauses lead to one ruling, the first given is the weightier, and all are named; a
        clause of the base, or none in particular, that a local one replaces is not.
        """
        trigger = because[-1]
        name = _name(clause)
        before = self._same(code, fields, trigger, name) if code not in EACH_COUNTS else None
        if before is not None:
            self._merge(before, clause, because, fields)
            return "overridden" not in before
        ruling: Json = {"code": code}
        for field in fields:
            ruling[field] = fields[field]
        ruling["because"] = because
        ruling["clause"] = name
        ruling["blocks"] = self._block(clause)
        if code in AWAITS_DIRECTOR or fields.get("indefinite"):
            ruling["confirm"] = "director"
        if (trigger, code) in self.log.overridden:
            ruling["overridden"] = True
            ruling["overridden_by"] = self.log.overridden[(trigger, code)]
        if (trigger, code) in self.log.done or (code == "report_required" and trigger in self.log.reported):
            ruling["done"] = True
        self._say(ruling, message[0], message[1])
        self.given.append(ruling)
        self._of_trigger.setdefault(trigger, []).append(ruling)
        if _is_local(clause):
            self._local.append(ruling)
        return "overridden" not in ruling

    def _block(self, clause: Clause | str) -> list[Any]:
        """Where the rulebook holds that block: the one that a ruling rests on, of all under its clause."""
        if isinstance(clause, str) or "kind" not in clause:
            return []
        blocks = self._blocks.get(_key(clause), [])
        return [place for place, block in blocks if block is clause or len(blocks) == 1]

    def _say(self, ruling: Json, key: str, args: Json) -> None:
        ruling["message"] = {"key": key, "args": args}
        ruling["says"] = sentence(self.words, key, args)

    def _same(self, code: str, fields: Json, trigger: str, clause: str) -> Json | None:
        for ruling in self._of_trigger.get(trigger, []):
            if ruling["code"] == code and _are_alike(ruling, fields):
                if code not in EACH_OF_ONE_CLAUSE or clause != ruling["clause"]:
                    return ruling
        return None

    def in_effect(self, trigger: str) -> list[Json]:
        """The rulings so far that a call has triggered and nobody has overridden."""
        return [ruling for ruling in self._of_trigger.get(trigger, []) if "overridden" not in ruling]

    def standing(self, code: str) -> list[Json]:
        """The rulings of a code so far that nobody has overridden."""
        return [ruling for ruling in self.given if ruling["code"] == code and "overridden" not in ruling]

    def ask_for_hearing(self, trigger: str, person: str, clause: Clause) -> None:
        """Send the suspension of a person by a call to a hearing, and name the clause that says so."""
        for ruling in self._of_trigger.get(trigger, []):
            if ruling["code"] == "player_suspended" and ruling.get("player") == person:
                ruling["review"] = True
                names = ruling.get("clauses", [ruling["clause"]])
                ruling["blocks"] = ruling["blocks"] + self._block(clause)
                if clause["clause"] not in names:
                    ruling["clauses"] = names + [clause["clause"]]

    def _merge(self, ruling: Json, by: Clause | str, because: list[Any], fields: Json) -> None:
        """Name a further clause, and all the calls that either rests on, in log order."""
        clause, is_local, blocks = _name(by), _is_local(by), self._block(by)
        was_local = _is_among(ruling, self._local)
        local_holds = ruling["code"] in LOCAL_HOLDS and is_local != was_local
        if local_holds and was_local:
            return
        if local_holds and not _says_less(ruling, by, fields):
            ruling["clause"] = clause
            ruling["blocks"] = blocks
            ruling["because"] = because
            self._local.append(ruling)
            if ruling["code"] == "player_suspended":
                self._suspend_for(ruling, fields)
            return
        ruling["blocks"] = ruling["blocks"] + [place for place in blocks if place not in ruling["blocks"]]
        clauses = ruling.get("clauses", [ruling["clause"]])
        if clause not in clauses:
            if ruling["code"] == "player_suspended":
                self._lengthen(ruling, clause, fields)
            first = ruling["clause"]
            ruling["clauses"] = [first] + [name for name in clauses + [clause] if name != first]
        rests_on = [call for call in because if call not in ruling["because"]]
        if rests_on:
            ruling["because"] = self.log.in_order(rests_on + ruling["because"])

    def _lengthen(self, ruling: Json, clause: str, fields: Json) -> None:
        """Of two suspensions by one call the longer minimum holds; a hearing that either asks for stays."""
        review = bool(ruling["review"]) or bool(fields["review"])
        if fields["games"] > ruling["games"]:
            ruling["clause"] = clause
            self._suspend_for(ruling, fields)
        ruling["review"] = review

    def _suspend_for(self, ruling: Json, fields: Json) -> None:
        ruling.pop("confirm", None)
        ruling.pop("rest_of_season", None)
        for name in fields:
            ruling[name] = fields[name]
        if ruling.get("indefinite"):
            ruling["confirm"] = "director"
        args = dict(ruling["message"]["args"])
        args["games"] = ruling["games"]
        args["max_games"] = ruling["max_games"]
        self._say(ruling, suspension_message(ruling), args)


def _name(clause: Clause | str) -> str:
    name: str = clause if isinstance(clause, str) else clause["clause"]
    return name


def _is_local(clause: Clause | str) -> bool:
    """Whether the league says so itself: a limit of the base's that it has turned on is its own."""
    return not isinstance(clause, str) and (not clause.get("base") or bool(clause.get("on")))


def _says_less(ruling: Json, clause: Clause | str, fields: Json) -> bool:
    """Whether a local clause that speaks of no class would end a suspension that the base leaves open."""
    return bool(ruling.get("indefinite")) and not fields.get("indefinite") and "classes" not in clause


def _key(clause: Clause) -> str:
    key: str = clause["clause"] + "/" + clause["kind"]
    return key


def _are_alike(ruling: Json, fields: Json) -> bool:
    for name in TELLING:
        if ruling.get(name) != fields.get(name):
            return False
    return ruling["code"] != "one_away" or bool(ruling["count"] == fields["count"])


def _is_among(ruling: Json, rulings: list[Json]) -> bool:
    for other in rulings:
        if other is ruling:
            return True
    return False
