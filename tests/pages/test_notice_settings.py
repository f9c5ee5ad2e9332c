"""Which kinds of notices are sent, and where mail goes."""

import pytest

from tests.conftest import token_in
from webapp.store import db
from webapp.store.notice_wishes import address_of, turned_off

PATH = "/inbox/settings/"


@pytest.fixture
def choose(client_of):
    def choose(who, **fields):
        browser = client_of(who)
        return browser.post(PATH, data={"csrf_token": token_in(browser, PATH), **fields})

    return choose


def test_a_captain_turns_kinds_off_and_on(client_of, choose, season):
    casey = season.accounts["casey"].id
    assert choose("casey", kind=["suspension"]).status_code == 302
    assert "final" in turned_off(casey)
    assert "suspension" not in turned_off(casey)
    assert "hearing" not in turned_off(casey)  # no captain gets it
    text = client_of("casey").get(PATH).text
    assert 'value="suspension" checked' in text
    assert 'value="final" checked' not in text
    choose("casey", kind=["suspension", "final"])
    db.session.expire_all()
    assert "final" not in turned_off(casey)


def test_everybody_is_offered_the_kinds_of_their_roles(client_of):
    assert 'value="hearing"' in client_of("lee").get(PATH).text
    assert 'value="hearing"' not in client_of("casey").get(PATH).text
    assert 'value="suspension"' not in client_of("pat").get(PATH).text


def test_no_address_is_asked_for_where_no_mail_is_sent(app, client_of, choose, season):
    assert 'name="address"' not in client_of("casey").get(PATH).text
    choose("casey", address="casey@example.org")
    assert address_of(season.accounts["casey"].id) is None


def test_an_address_is_kept_or_refused_with_what_is_wrong(app, choose, season):
    app.config["SENDS_MAIL"] = True
    casey = season.accounts["casey"].id
    assert choose("casey", address="casey@example.org").status_code == 302
    assert address_of(casey) == "casey@example.org"
    refused = choose("casey", address="casey at home")
    assert refused.status_code == 422
    assert "That is no e-mail address" in refused.text
    db.session.expire_all()
    assert address_of(casey) == "casey@example.org"
    choose("casey", address="")
    db.session.expire_all()
    assert address_of(casey) is None
