"""Who may shoot in a shoot-out: nobody twice too soon, the first round's order, women among the shooters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .play import Play

if TYPE_CHECKING:
    from typing import Any

    from .typed import Clause


def taken(play: Play, team: str) -> list[Any]:
    """A team's attempts that counted, in order."""
    return [attempt for attempt in play.attempts if attempt["team"] == team]


def shooters_here(play: Play, team: str) -> list[str]:
    """Who of a team can be sent to shoot: the only goalie here stands in goal and does not count."""
    able = [player for player in play.sides.rosters[team] if play.is_able(player)]
    goalies = [player for player in able if play.sides.is_goalie(player)]
    return [player for player in able if len(goalies) != 1 or player not in goalies]


def is_too_early(play: Play, clause: Clause, team: str, shooter: str) -> bool:
    """Whether somebody would shoot once more before the others have shot as often.

    `own_team`: before all who are here have; `smaller_team`: before as many of the team have as the smaller
    team has players here.
    """
    shots = _shots(play, team)
    often = shots.get(shooter, 0)
    if often == 0:
        return False
    if clause["before"] == "own_team":
        return min([shots.get(player, 0) for player in shooters_here(play, team)] + [often]) < often
    return _that_have_shot(shots, often) < players_to_match(play)


def _shots(play: Play, team: str) -> dict[str, int]:
    shots: dict[str, int] = {}
    for attempt in taken(play, team):
        shots[attempt["shooter"]] = shots.get(attempt["shooter"], 0) + 1
    return shots


def _that_have_shot(shots: dict[str, int], often: int) -> int:
    return len([player for player in shots if shots[player] >= often])


def players_to_match(play: Play) -> int:
    """How many players the smaller team has here."""
    home, away = play.sides.teams
    return min(len(shooters_here(play, home)), len(shooters_here(play, away)))


def due_in_order(play: Play, team: str, first_round: int) -> str | None:
    """Who shoots next in sudden death: the first round's order, without those who are out of it."""
    attempts = taken(play, team)
    if len(attempts) < first_round or first_round == 0:
        return None
    order = [attempt["shooter"] for attempt in attempts[:first_round]]
    start = 0
    if len(attempts) > first_round:
        start = order.index(attempts[-1]["shooter"]) + 1 if attempts[-1]["shooter"] in order else 0
    for offset in range(len(order)):
        shooter: str = order[(start + offset) % len(order)]
        if play.is_able(shooter):
            return shooter
    return None


def quota_missed(play: Play, team: str, shooter: str, block: int) -> Clause | None:
    """The clause whose quota a shooter, the last of a block of `block`, would leave unmet; or none.

    The first block and the later ones may have clauses of their own. The quota rests where nobody who
    counts is left to shoot.
    """
    before = taken(play, team)
    if (len(before) + 1) % block != 0:
        return None
    in_block = [attempt["shooter"] for attempt in before[len(before) - block + 1 :]] + [shooter]
    counted = len([player for player in in_block if play.sides.counts_as_woman(player)])
    which = "first" if len(before) < block else "later"
    for clause in play.book.of("shootout_quota"):
        if which in clause["blocks"] and counted < clause["women_at_least"]:
            return None if _rests(play, team, block) else clause
    return None


def _rests(play: Play, team: str, block: int) -> bool:
    """Whether no more women need to be sent.

    Until shooters may repeat, a team needs to send only as many as the smaller one has, of two equal ones
    the one with fewer, where those are too few for every block.
    """
    may_repeat = play.book.the("shootout_repeat")
    left = [
        player
        for player in shooters_here(play, team)
        if play.sides.counts_as_woman(player)
        and not (may_repeat is not None and is_too_early(play, may_repeat, team, player))
    ]
    if not left:
        return True
    players = players_to_match(play)
    shots = _shots(play, team)
    if _that_have_shot(shots, 1) >= players:
        return False
    enough = _women_to_match(play)
    sent = len([player for player in shots if play.sides.counts_as_woman(player)])
    return enough < (players + block - 1) // block and sent >= enough


def _women_to_match(play: Play) -> int:
    """How many who count the smaller team has here; of two equal teams, the fewer."""
    sizes = []
    women = []
    for team in play.sides.teams:
        here = shooters_here(play, team)
        sizes.append(len(here))
        women.append(len([player for player in here if play.sides.counts_as_woman(player)]))
    if sizes[0] == sizes[1]:
        return min(women)
    return women[0] if sizes[0] < sizes[1] else women[1]
