"""What holds of every game, whatever is logged; and engines that each break one of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st

from tests.rules.random_games import RULEBOOKS, Caller, differences, games, without_faults
from tests.rules.renaming import renamed, replaced
from webapp.calls.order import in_order
from webapp.rules.adjudicate import adjudicate
from webapp.rules.counting import rule_on_log
from webapp.rules.malformed import ByItself
from webapp.rules.shapes import CODES, NOT_AMENDABLE

Sheet = dict[str, Any]
Engine = Callable[[dict[str, Any], dict[str, Any]], Sheet]
Property = Callable[[st.DataObject, dict[str, Any], Engine], None]
OUTSIDE = "x-added"
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def engine(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    """What server and phone make of calls as they came; `whole` is what the command makes of the file."""
    return as_it_stands(game | {"calls": in_order(game["calls"])}, rulebook)


def as_it_stands(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    """The same with the calls in the order given."""
    log = rule_on_log(game["calls"], held_of(game, rulebook), game, rulebook, {}, {})
    whole = adjudicate(game, rulebook, {}, {}) if without_faults(game) else {}
    return log | {"whole": whole}


def held_of(game: dict[str, Any], rulebook: dict[str, Any]) -> dict[str, str]:
    """Calls that are held by themselves, as a server would."""
    by_itself = ByItself(game, rulebook)
    return {call["id"]: "malformed" for call in game["calls"] if by_itself.malformations(call)}


def after(game: dict[str, Any], *calls: dict[str, Any]) -> dict[str, Any]:
    """The game with calls that a third device logs after all others."""
    stamped = [
        call | {"device": "d3", "n": place, "hlc": f"1796999999999-{place:04}"}
        for place, call in enumerate(calls, start=1)
    ]
    return game | {"calls": game["calls"] + stamped}


def without(made: Sheet, *ids: str) -> Sheet:
    """What was made of a log, these calls left aside where every call is listed.

    A correction of a call that waits waits with it.
    """
    made = copy.deepcopy(made)
    made["counting"] = [name for name in made["counting"] if name not in ids]
    made["waiting"] = {name: why for name, why in made["waiting"].items() if name not in ids}
    made["sheet"]["late"] = [name for name in made["sheet"]["late"] if name not in ids]
    return made


def voiding_what_was_added_leaves_the_rest(data: st.DataObject, game: dict[str, Any], rule: Engine) -> None:
    place = data.draw(st.integers(0, len(game["calls"])))
    call = Caller(data.draw, game).call(OUTSIDE, game["calls"][:place])
    assume(call is not None and call["type"] != "roster_add")
    assert call is not None
    ticked = game["calls"][place - 1]["hlc"][:-4] + "0001" if place else "0000000000000-0000"
    added = call | {"device": "d3", "n": 0, "hlc": ticked}
    longer = game | {"calls": [*game["calls"][:place], added, *game["calls"][place:]]}
    assume(without_faults(longer))
    voided = after(longer, {"id": "x-void", "type": "void", "call": OUTSIDE, "reason": "a slip"})
    rulebook = RULEBOOKS[game["rulebook"]]
    assert without(rule(voided, rulebook), OUTSIDE, "x-void") == rule(game, rulebook)


def amending_equals_having_logged_it_right(data: st.DataObject, game: dict[str, Any], rule: Engine) -> None:
    touched = {call["call"] for call in game["calls"] if call["type"] in ("amend", "override")}
    for call in game["calls"]:
        if call["type"] == "same_event":
            touched |= set(call["calls"])
    able = [
        place
        for place, call in enumerate(game["calls"])
        if call["id"] not in touched and call["type"] not in NOT_AMENDABLE
    ]
    assume(able)
    place = data.draw(st.sampled_from(able))
    wrong = game["calls"][place]
    right = Caller(data.draw, game).call(wrong["id"], game["calls"][:place], wrong["type"])
    assume(right is not None)
    changes = differences(wrong, right or {})
    assume(changes)
    stamps = {field: wrong[field] for field in ("device", "n", "hlc")}
    better = game | {
        "calls": [*game["calls"][:place], (right or {}) | stamps, *game["calls"][place + 1 :]],
    }
    mended = after(game, {"id": "x-amend", "type": "amend", "call": wrong["id"], "set": changes})
    assume(without_faults(better) and without_faults(mended))
    rulebook = RULEBOOKS[game["rulebook"]]
    assert without(rule(mended, rulebook), "x-amend") == rule(better, rulebook)


def order_of_arrival_changes_nothing(data: st.DataObject, game: dict[str, Any], rule: Engine) -> None:
    """Calls come in as they come, each batch ruled on; what names a later one waits until it is there."""
    arriving = data.draw(st.permutations(game["calls"]))
    rulebook = RULEBOOKS[game["rulebook"]]
    made: Sheet = {}
    first = data.draw(st.integers(0, len(arriving)))
    for so_far in (arriving[:first], arriving):
        made = rule(game | {"calls": so_far}, rulebook)
    assert made == rule(game, rulebook)


def other_ids_change_nothing_but_ids(data: st.DataObject, game: dict[str, Any], rule: Engine) -> None:
    other, old = renamed(game, data.draw(st.sampled_from("abcdef")))
    rulebook = RULEBOOKS[game["rulebook"]]
    assert unworded(replaced(rule(other, rulebook), old)) == unworded(rule(game, rulebook))


def unworded(made: Sheet) -> Sheet:
    """Without sentences, where names stand in the middle of words."""
    for sheet in (made["sheet"], made["whole"]):
        for ruling in sheet.get("rulings", []):
            del ruling["says"], ruling["message"]
    return made


def ruling_twice_gives_the_same_and_changes_nothing(
    data: st.DataObject, game: dict[str, Any], rule: Engine
) -> None:
    rulebook = RULEBOOKS[game["rulebook"]]
    before, book_before = copy.deepcopy(game), copy.deepcopy(rulebook)
    first = copy.deepcopy(rule(game, rulebook))
    assert (game, rulebook) == (before, book_before)
    assert rule(game, rulebook) == first


def a_log_without_faults_is_ruled_on(data: st.DataObject, game: dict[str, Any], rule: Engine) -> None:
    """Never an exception; and what comes of it speaks of calls that there are, in their order."""
    sheet = rule(game, RULEBOOKS[game["rulebook"]])["whole"]
    places = {call["id"]: place for place, call in enumerate(game["calls"])}
    for ruling in sheet["rulings"]:
        assert ruling["code"] in CODES
        assert ruling["says"]
        assert ruling["clause"]
        named = [places[name] for name in ruling["because"]]
        assert named
        assert named == sorted(set(named))


PROPERTIES: list[Property] = [
    voiding_what_was_added_leaves_the_rest,
    amending_equals_having_logged_it_right,
    order_of_arrival_changes_nothing,
    other_ids_change_nothing_but_ids,
    ruling_twice_gives_the_same_and_changes_nothing,
    a_log_without_faults_is_ruled_on,
]


def holds(slug: str, prop: Property, rule: Engine, examples: int) -> None:
    """Try a property on so many random games of a rulebook. The first that breaks it is shown as it is:
    making it smaller takes minutes.
    """

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=QUIET,
    )
    @given(st.data(), games(slug))
    def try_it(data: st.DataObject, game: dict[str, Any]) -> None:
        note(json.dumps(game["calls"]))
        prop(data, game, rule)

    try_it()


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
@pytest.mark.parametrize("prop", PROPERTIES, ids=lambda prop: prop.__name__)
def test_holds_of_every_game(prop: Property, slug: str) -> None:
    holds(slug, prop, engine, examples=25)


# Engines that each break one property. They show that it can fail.


def deaf_to_voids(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    return engine(game | {"calls": [call for call in game["calls"] if call["type"] != "void"]}, rulebook)


def deaf_to_amendments(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    return engine(game | {"calls": [call for call in game["calls"] if call["id"] != "x-amend"]}, rulebook)


def by_name(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    made = engine(game, rulebook)
    made["counting"].sort()
    return made


def careless(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    made = engine(game, rulebook)
    for call in game["calls"]:
        call.pop("clock", None)
    return made


def trusting(game: dict[str, Any], rulebook: dict[str, Any]) -> Sheet:
    made = engine(game, rulebook)
    made["assists"] = sum(len(call["assists"]) for call in game["calls"] if call["type"] == "goal")
    return made


@pytest.mark.parametrize(
    ("prop", "broken"),
    list(
        zip(
            PROPERTIES,
            [deaf_to_voids, deaf_to_amendments, as_it_stands, by_name, careless, trusting],
            strict=True,
        )
    ),
    ids=lambda one: one.__name__,
)
def test_would_tell_an_engine_that_breaks_it(prop: Property, broken: Engine) -> None:
    with pytest.raises((AssertionError, KeyError)):
        holds("no-check-league", prop, broken, examples=60)
