"""What a screen asks of a rulebook, worked out from its clauses: nothing here knows a rulebook's name."""

from __future__ import annotations

from typing import Any

from webapp.rulebooks.category import by_category
from webapp.rules.overtimes import overtimes_of
from webapp.rules.shapes import TIMINGS
from webapp.rules.vocabulary import periods_of

Clauses = list[dict[str, Any]]

# Call types that may have a button of their own on the game screen, the most needed first.
IN_PLAY = ("shot", "penalty_shot", "goalie_freeze", "violation", "timeout", "water_break", "injury")
# Fields of a penalty that clauses read by the name `when`.
FLAGS_OF_WHEN = ("breakaway", "injury", "injury_potential", "intentional")


def screen(rulebook: dict[str, Any]) -> dict[str, Any]:
    """By clause kind: lengths, limits, conditions, violations, what of a call is worth asking."""
    clauses = sorted(rulebook["clauses"], key=lambda clause: bool(clause.get("base")))
    of: dict[str, Clauses] = {}
    for clause in clauses:
        of.setdefault(clause["kind"], []).append(clause)
    timeout = of.get("timeout", [None])[0]
    roster = next((clause for clause in of.get("roster", []) if "players_at_most" in clause), {})
    lasting = {clause["timing"]: clause["period_s"] for clause in reversed(of.get("lengths", []))}
    usual = lasting.get(rulebook.get("timing"))
    return {
        "periods": periods_of(rulebook),
        "period_s": {timing: lasting.get(timing, usual) for timing in TIMINGS},
        "overtimes_s": [overtime["period_s"] for _, overtime in overtimes_of(rulebook["clauses"])],
        "break_s": of.get("break", [{}])[0].get("seconds"),
        "warm_up_s": of.get("warm_up", [{}])[0].get("seconds"),
        "time_limits": _named(of.get("time_limit", []), "period", "seconds"),
        "change_buzzers": _named(of.get("change_buzzer", []), "divisions", "seconds"),
        "timeout": timeout
        and {
            "seconds": timeout["seconds"],
            "per_game": timeout["per_game"],
            "zones": timeout.get("zones", []),
        },
        "countdowns": _named(of.get("countdown", []), "after", "seconds"),
        "skaters": of.get("lineup", [{}])[0].get("skaters_at_most"),
        "roster": {"at_least": roster.get("players_at_least"), "at_most": roster.get("players_at_most")},
        "conditions": [
            {"condition": condition, "voids": clause["voids"], "clause": clause["clause"]}
            for clause in of.get("goal_condition", [])
            for condition in clause["conditions"]
        ],
        "violations": _violations(of.get("restart", []) + of.get("penalty_due", [])),
        "categories": by_category([entry["infraction"] for entry in rulebook["infractions"]]),
        "quick": _quick(of),
        "unread": _unread(rulebook, of),
    }


def _named(clauses: Clauses, *parameters: str) -> list[dict[str, Any]]:
    return [{name: clause[name] for name in (*parameters, "clause")} for clause in clauses]


def _violations(clauses: Clauses) -> list[dict[str, Any]]:
    """The violations that clauses name, each once, by the first clause that does.

    `exceptions`: those in which it has no consequence. `teamless`: whether it may be nobody's.
    """
    found: dict[str, dict[str, Any]] = {}
    for clause in clauses:
        for kind in clause.get("kinds", []):
            told = {"kind": kind, "clause": clause["clause"], "says": clause["says"]}
            entry = found.setdefault(kind, told | {"exceptions": [], "teamless": False})
            entry["exceptions"] += [
                name for name in clause.get("exceptions", []) if name not in entry["exceptions"]
            ]
            entry["teamless"] = entry["teamless"] or clause.get("team_known") is False
    return list(found.values())


def _quick(of: dict[str, Clauses]) -> list[str]:
    """The call types in play that some clause does something with; a saved shot always counts."""
    then = of.get("restart", []) + of.get("penalty_due", []) + of.get("countdown", [])
    after = {clause["after"] for clause in then}
    stopping = {
        call for clause in of.get("stoppage", []) + of.get("running_time", []) for call in clause["calls"]
    }
    needed = {"shot", *after, *stopping, *(kind for kind in ("timeout", "water_break") if kind in of)}
    if any(clause["gives"] == "penalty_shot" for clause in of.get("step", [])):
        needed.add("penalty_shot")
    return [call for call in IN_PLAY if call in needed]


def _unread(rulebook: dict[str, Any], of: dict[str, Clauses]) -> dict[str, list[str]]:
    """By call type, the fields that no clause of this rulebook reads: nobody need be asked for them."""
    clauses = rulebook["clauses"]
    named = {name for clause in clauses for name in clause.get("when", [])}
    after_penalty = [clause for clause in of.get("restart", []) if clause["after"] == "penalty"]
    pairs = "coincident" in of or "step" in of or any(not one.get("coincident") for one in after_penalty)
    ends_early = any(not clause["in_full"] for clause in of.get("serve", []))
    read = {
        "penalty": {
            **{flag: flag in named for flag in FLAGS_OF_WHEN},
            "in_possession": any("in_possession" in clause for clause in clauses),
            "in_full": ends_early or "in_full" in named,
            "wiped": ends_early,
            "coincident": pairs,
            "fouled": bool(rulebook.get("asks_fouled")),
        },
        "goalie_freeze": {"in_crease": any("in_crease" in clause for clause in clauses)},
        "timeout": dict.fromkeys(
            ("zone", "stoppage"), any("zones" in clause for clause in of.get("timeout", []))
        ),
        "roster_add": {
            "approved": any(one["reason"] == "not_rostered" for one in of.get("ineligible_play", []))
        },
        "violation": {"exception": any("exceptions" in clause for clause in clauses)},
    }
    unread = {
        call: [name for name, is_read in fields.items() if not is_read] for call, fields in read.items()
    }
    return {call: names for call, names in unread.items() if names}
