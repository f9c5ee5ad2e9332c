"""What the rules make of a log: one walk through its calls, each clause in its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arrivals import (
    note_arrival,
    note_attendance,
    note_departure,
    note_goalie_in,
    note_injury,
    note_roster_add,
    rule_on_lineup,
    rule_on_women,
)
from .box import box
from .carry import carry, took_part
from .duplicates import Lookalikes
from .ejections import rule_on_ejection
from .eligibility import check_eligibility
from .forfeits import abandon, forfeit_for_ineligible, forfeit_without_players
from .game_time import GameTime
from .goals import note_possession, note_save, rule_on_goal
from .penalties import PenaltyRules
from .periods import leader, note_toss, rule_on_period_end, rule_on_period_start
from .play import Play
from .protests import note_end, rule_on_protest
from .refusals import rule_on_refusal
from .reports import tell_missing_reports
from .restarts import restart_after_freeze, restart_after_period_start, rule_on_violation
from .shapes import ENGINE_VERSION
from .shootout import decide_shootout, rule_on_attempt, shootout_score
from .shots import rule_on_penalty_shot, still_to_take, waive_shot
from .steps import next_steps
from .stoppages import rule_on_timeout, rule_on_water_break, stop_for
from .tallies import by_class, tallies
from .time_served import rule_on_discrepancy
from .timing import (
    lead,
    let_run_at_lead,
    note_time,
    note_timing,
    rule_on_last_minutes,
    stop_running_time,
    timing_now,
)

if TYPE_CHECKING:
    from .typed import Json


# Calls that leave a game scheduled: nobody has played yet.
BEFORE_PLAY = ["clock", "attendance", "roster_add", "roster_discrepancy", "arrive", "depart"]

# Calls that only play brings about: from the first of them on, or once time has run, play has begun.
OF_PLAY = ["period_start", "period_end", "goal", "shot", "violation", "goalie_freeze", "timeout"]


def adjudicate(game: Json, rulebook: Json, words: Json, made_from: Json) -> Json:
    """Rule on a whole log: the sheet of `contract.md`.

    `game`: a game file without faults (see `check`). `words`: message key to template, English where
    empty. `made_from`: digests of rulebook and roster, told again in the sheet with the engine's version.
    """
    play = Play(game, rulebook, words)
    penalties = PenaltyRules(play)
    lookalikes = Lookalikes()
    times = GameTime(play)
    ruled_by = {
        "attendance": [note_attendance, rule_on_women],
        "clock": [note_timing],
        "roster_discrepancy": [rule_on_discrepancy],
        "arrive": [note_arrival],
        "depart": [note_departure, decide_shootout],
        "roster_add": [note_roster_add],
        "goalie_in": [note_goalie_in],
        "lineup": [rule_on_lineup, rule_on_women],
        "coin_toss": [note_toss],
        "period_start": [
            forfeit_without_players,
            rule_on_period_start,
            restart_after_period_start,
            let_run_at_lead,
        ],
        "period_end": [rule_on_period_end],
        "possession": [note_possession],
        "goal": [rule_on_goal, let_run_at_lead],
        "shot": [note_save],
        "penalty": [penalties.rule_on_penalty, stop_for, decide_shootout],
        "ejection": [rule_on_ejection, decide_shootout],
        "violation": [rule_on_violation],
        "goalie_freeze": [restart_after_freeze],
        "refusal": [rule_on_refusal],
        "penalty_shot": [rule_on_penalty_shot, let_run_at_lead],
        "waive": [waive_shot],
        "shootout_attempt": [rule_on_attempt],
        "timeout": [rule_on_timeout, stop_running_time],
        "water_break": [rule_on_water_break],
        "delay": [stop_running_time],
        "injury": [note_injury, stop_for, stop_running_time, decide_shootout],
        "protest": [rule_on_protest],
        "left_ice": [note_end],
        "sign_off": [forfeit_for_ineligible, tell_missing_reports, note_end],
        "abandon": [abandon],
    }
    for call in play.log.calls:
        note_time(play, call)
        if not play.begun:
            play.begun = times.at(call) > 0 or call["type"] in OF_PLAY
        check_eligibility(play, call)
        lead_before = lead(play)
        for rule in ruled_by.get(call["type"], []):
            rule(play, call)
        if "sign_off" in play.left_ice_or_signed:
            forfeit_for_ineligible(play, call)
        rule_on_last_minutes(play, call, lead_before)
        lookalikes.look(play, call)
    return _sheet(play, made_from)


def _sheet(play: Play, made_from: Json) -> Json:
    status = _status(play)
    sheet = {
        "game": play.game["game"]["id"],
        "rulebook": play.book.slug,
        "score": play.score,
        "winner": _winner(play),
        "status": status,
        "rulings": play.rulings.given,
        "tallies": tallies(play),
        "by_class": by_class(play),
        "towards": play.towards,
        "period": play.period,
        "timing": timing_now(play),
        "next_penalty": {team: next_steps(play, team) for team in play.sides.teams},
        "box": box(play),
        "penalty_shots": still_to_take(play),
        "late": play.log.late,
        "carry": carry(play),
        "played": took_part(play),
        "made_from": {
            "rulebook": made_from.get("rulebook"),
            "roster": made_from.get("roster"),
            "engine": ENGINE_VERSION,
        },
    }
    if play.attempts:
        sheet["shootout"] = shootout_score(play)
    return sheet


def _winner(play: Play) -> str | None:
    """Who has won, once that is settled."""
    if play.forfeited_by:
        return play.sides.other(play.forfeited_by[0]) if len(play.forfeited_by) == 1 else None
    if play.abandoned or not play.final:
        return None
    return play.winner if play.winner is not None else leader(play)


def _status(play: Play) -> str:
    if play.abandoned:
        return "abandoned"
    if "sign_off" in play.left_ice_or_signed:
        return "signed_off"
    if play.final:
        return "ended"
    for call in play.log.calls:
        if call["type"] not in BEFORE_PLAY:
            return "in_play"
    return "scheduled"
