"""Where an earlier game is on a phone alone, its packet of the next one says as much as the server's will."""

import pytest

from tests.suspensions.league import League
from webapp.rules.history import history_after

FIGHT = {"type": "penalty", "team": "HOG", "player": "HOG2", "infraction": "fighting", "period": 1}
MATCH = FIGHT | {"infraction": "slashing", "class": "match"}


@pytest.fixture
def league(app, season, client_of):
    return League(app, season, client_of, "no-check-league")


def left_on_the_phone(league, packet, *unsent):
    """Games that HOG2 has left by a packet in which the phone's own carries of these games are put."""
    earlier = sorted(packet["earlier"], key=lambda one: one["starts_at"])
    own = {game: league.pat.sheet(game)["carry"] for game in unsent}
    carries = [own.get(one["game"], one["carry"]) for one in earlier]
    players = history_after([carry for carry in carries if carry])["players"]
    return players.get("HOG2", {}).get("suspended_games_left", 0)


def lengthened(league):
    league.game("g1")
    league.play("g1", FIGHT, who=("HOG2",))
    league.decide("HOG2", "extend", 5)


def lengthened_and_served_in_part(league):
    lengthened(league)
    league.game("g1b")
    league.play("g1b")


def shortened(league):
    league.game("g1")
    league.play("g1", MATCH, who=("HOG2",))
    league.decide("HOG2", "extend", 3, "hearing")
    league.decide("HOG2", "reduce", 2, "appeal")


def from_last_season(league):
    lengthened(league)
    return league.next_season()


@pytest.mark.parametrize("given", [lengthened, lengthened_and_served_in_part, shortened, from_last_season])
def test_games_served_on_the_phone_alone_are_served(league, given):
    competition = given(league)  # none: this season's
    for name in ("a", "b", "c"):
        league.game(name, competition=competition)
    packet = league.packet("c")
    for at, name in enumerate(("a", "b"), start=1):
        league.play(name)
        assert left_on_the_phone(league, packet, *("a", "b")[:at]) == league.out("c").get("HOG2", 0)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_one_without_an_end_ends_no_sooner_on_the_phone(league, elsewhere):
    league.game("g1")
    league.play("g1", FIGHT, who=("HOG2",))
    league.decide("HOG2", "reduce", 1, until="2028-01-01")
    competition = league.next_season() if elsewhere else None
    for name in ("a", "b", "c"):
        league.game(name, competition=competition)
    packet = league.packet("c")
    league.play("a")
    league.play("b")
    assert league.out("c") == {"HOG2": 1}
    assert left_on_the_phone(league, packet, "a", "b") > 0
