"""Penalties counted for a person, and what reaching a limit means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ejections import suspend
from .ladders import climb
from .play import Penalty, Play
from .reports import report_as_game_misconduct

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause


def count_penalty(play: Play, penalty: Penalty) -> None:
    """Count a penalty for its offender by every count clause.

    Ejects or disqualifies on the penalty that brings the count to `clause["reaching"]`, once; one short
    of it, `one_away` is given. Earlier games count where the span is longer than a game.
    """
    if not penalty.for_person:
        return
    for clause in play.book.of("count"):
        if not _counts(play, clause, penalty):
            continue
        own = [before for before in play.penalties_of.get(penalty.person or "", []) if before.is_of(clause)]
        before = _carried_in(play, clause, penalty)
        for earlier in own:
            before += earlier.counts_as
        after = before + penalty.counts_as
        play.towards.setdefault(penalty.person or "", {})[clause["clause"]] = after
        because = [earlier.id for earlier in own] + [penalty.id]
        _carry_on(play, clause, penalty)
        limit = clause["reaching"]
        if before < limit <= after:
            _put_out(play, clause, because, penalty, after)
        elif after == limit - 1:
            _warn(play, clause, because, penalty, after)


def _counts(play: Play, clause: Clause, penalty: Penalty) -> bool:
    """Whether a clause counts this penalty: of a goalie, of no team or a team's own, or of any player."""
    if penalty.field == "staff" or not penalty.is_of(clause):
        return False
    if clause["of"] == "player":
        return penalty.field == "player"
    player = play.sides.players.get(penalty.person or "")
    return penalty.field == "goalie" or (player is not None and player.get("position") == "goalie")


def _carried_in(play: Play, clause: Clause, penalty: Penalty) -> int:
    """What earlier games add: nothing within a game."""
    if clause["within"] == "game":
        return 0
    if clause["of"] == "player":
        return play.sides.player_before(penalty.person or "", clause["clause"])
    return play.sides.goalie_penalties_before(penalty.person or "")


def _carry_on(play: Play, clause: Clause, penalty: Penalty) -> None:
    """Have later games know of a player's penalty, under the clause's name; goalies' are known anyway."""
    if clause["within"] != "game" and clause["of"] == "player":
        for _ in range(penalty.counts_as):
            climb(play, clause["clause"], penalty.person or "", penalty.id)


def _put_out(play: Play, clause: Clause, because: list[Any], penalty: Penalty, count: int) -> None:
    person = penalty.person or ""
    args = {"who": play.sides.named(person), "count": count, "limit": clause["reaching"]}
    if clause["then"] == "goalie_disqualified":
        fields = {"goalie": person, "count": count}
        if play.give("goalie_disqualified", clause, because, ("goalie_disqualified", args), fields):
            play.disqualified.add(person)
        return
    fields = {"team": play.sides.team_of.get(person), penalty.field: person}
    if play.give("player_ejected", clause, because, ("player_ejected.count", args), fields):
        play.ejected.add(person)
    if "games" in clause:
        suspend(play, clause, because, penalty, "@reason.count")
    if clause.get("reports"):
        report_as_game_misconduct(play, because, penalty)


def _warn(play: Play, clause: Clause, because: list[Any], penalty: Penalty, count: int) -> None:
    person = penalty.person or ""
    limit = clause["reaching"]
    args = {"who": play.sides.named(person), "count": count, "limit": limit, "of": "@of." + clause["then"]}
    fields = {penalty.field: person, "of": clause["then"], "count": count, "limit": limit}
    play.give("one_away", clause, because, ("one_away", args), fields)
