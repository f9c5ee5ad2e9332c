"""The front page: what Rinkside is, or the way on."""

import pytest

from tests.cast import SINCE
from webapp.store import Membership, db


def test_says_what_rinkside_is_to_whoever_is_not_signed_in(client_of):
    text = client_of(None).get("/").text
    assert 'href="/sign-in"' in text
    assert 'href="/rink/"' in text


@pytest.mark.parametrize(("who", "page"), [("pat", "/rink/"), ("casey", "/captain/"), ("lee", "/director/")])
def test_leads_on_where_there_is_one_way(client_of, who, page):
    assert client_of(who).get("/").location == page


def test_offers_the_ways_where_there_are_several(client_of, season):
    season_of = {"organisation_id": season.organisation.id, "starts_at": SINCE}
    db.session.add(Membership(account_id=season.accounts["casey"].id, role="director", **season_of))
    db.session.commit()
    text = client_of("casey").get("/").text
    assert 'href="/captain/"' in text
    assert 'href="/director/"' in text


def test_is_well(client_of):
    assert client_of(None).get("/healthz").json == {"ok": True}
