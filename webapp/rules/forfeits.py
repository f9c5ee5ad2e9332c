"""Forfeits: too few players at the start, somebody who may not play, a game broken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Call, Clause, Json


def forfeit(play: Play, clause: Clause | str, because: list[Any], team: str, points_deducted: int) -> None:
    """Give a forfeit, recorded with the goals that the rulebook names; the score stays as played."""
    score: Json | None = None
    for recorded in play.book.of("forfeit"):
        score = {team: 0, play.sides.other(team): recorded["goals"]}
    fields = {"team": team, "score": score, "points_deducted": points_deducted}
    message = ("game_forfeited", {"who": play.sides.names[team]})
    if play.give("game_forfeited", clause, because, message, fields) and team not in play.forfeited_by:
        play.forfeited_by.append(team)


def abandon(play: Play, call: Call) -> None:
    """The game is broken off; one team may have to answer for it, without points off."""
    play.abandoned = True
    if call.get("forfeited_by") is not None:
        forfeit(play, play.book.the("forfeit") or "General", [call["id"]], call["forfeited_by"], 0)


def forfeit_without_players(play: Play, call: Call) -> None:
    """A team with too few players here as the period starts forfeits; without attendance nobody knows.

    Counts goalies and approved substitutes, and neither the suspended nor those on no roster, unless an
    official lets them play.
    """
    for clause in play.book.of("start_players"):
        if call.get("period") != clause["period"]:
            continue
        for team in play.sides.teams:
            here = play.present[team]
            if here is None:
                continue
            able = [player for player in here if play.is_able(player) and _counts(play, player)]
            if len(able) < clause["at_least"]:
                forfeit(play, clause, play.roll[team] + [call["id"]], team, 0)


def _counts(play: Play, player: str) -> bool:
    if player in play.let_play:
        return True
    return not play.sides.is_suspended(player) and player not in play.sides.not_rostered


def forfeit_for_ineligible(play: Play, call: Call) -> None:
    """At sign-off, and at a late call after it: who has played somebody who may not play forfeits.

    Not for those who left before play began and neither came back nor played. One who was let play by an
    override is no such player. Where two clauses apply, the one that costs more points is the weightier.
    A clause for which a team has forfeited is not asked again.
    """
    for team in play.sides.teams:
        broken: list[Any] = []
        for clause in play.book.of("ineligible_play"):
            calls = [
                found["call"]
                for found in play.ineligible
                if found["team"] == team
                and found["reason"] == clause["reason"]
                and found["person"] not in play.struck_out
            ]
            if calls and clause["clause"] not in play.forfeited_for[team]:
                broken.append((-clause["points_deducted"], len(broken), clause, calls))
        order = sorted([(entry[0], entry[1]) for entry in broken])
        for _, place in order:
            clause, calls = broken[place][2], broken[place][3]
            play.forfeited_for[team].append(clause["clause"])
            because = play.log.in_order(calls + [call["id"]])
            forfeit(play, clause, because, team, clause["points_deducted"])
