"""Every route against every role, people of another organisation included, by the one access table."""

import pytest
from itsdangerous import URLSafeSerializer
from werkzeug.routing import Rule

from tests.cast import FIGHT, SINCE, START, log
from tests.conftest import SECRET, token_in
from tests.simulated_phone import Phone, over_wsgi
from webapp.app import create_app
from webapp.pages import access
from webapp.settings import Settings
from webapp.store import IssuedRuling, db
from webapp.store.calendar_links import renew
from webapp.store.inbox import Notice

EVERYBODY = (None, "pat", "sam", "casey", "drew", "lee", "robin", "max", "kim")
SIGNED_IN = EVERYBODY[1:]
MAY = {
    access.public: EVERYBODY,
    access.signed_in: SIGNED_IN,
    access.on_a_team: ("casey", "drew", "max"),
    access.of_that_team: ("casey",),  # of the Hogs
    access.told_that_notice: ("casey",),
    access.director: ("lee", "robin"),
    access.director_over_that_ruling: ("lee",),  # of the cast's organisation
    access.director_over_that_game: ("lee",),
    access.director_over_that_competition: ("lee",),
    access.director_over_that_suspension: ("lee",),
    access.device: (),  # no cookie counts there
}


def routes(app) -> list[tuple[Rule, str]]:
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"})
    ]


@pytest.fixture
def things(season):
    """What stands for each variable of a route: all of the cast's organisation."""
    log(season.games[0], [START, FIGHT])
    ruling = db.session.scalars(db.select(IssuedRuling).filter_by(code="team_disqualified")).one()
    suspended = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()
    held = {"competition": season.competition.id, "suspension": suspended.id}
    notice = Notice(kind="test", topic="t" * 32, values={}, queued_at=SINCE)
    notice.account_id = season.accounts["casey"].id
    db.session.add(notice)
    link = renew(season.accounts["drew"].id, season.bears.id, SINCE)
    db.session.commit()
    signed = URLSafeSerializer(SECRET, salt="calendar link").dumps(link.id)
    held |= {"notice": notice.id, "secret": signed}
    nobody = {"call": "no-such-call", "account": "nobody"}
    return {"team": season.hogs.id, "ruling": ruling.id, "game": season.games[0].id, **held, **nobody}


@pytest.mark.parametrize("who", EVERYBODY)
def test_opens_to_those_whom_the_table_names_and_to_nobody_else(app, client_of, things, who):
    browser = client_of(who)
    for rule, method in routes(app):
        if rule.endpoint == "sign_in.sign_out":
            continue
        with app.test_request_context():
            url = app.url_map.bind("localhost").build(
                rule.endpoint, {name: things[name] for name in rule.arguments}
            )
        form = {"csrf_token": token_in(browser, "/sign-in")} if method != "GET" and "/api/" not in url else {}
        answer = browser.open(url, method=method, data=form)
        turned_away = answer.status_code in (401, 403, 404) or (
            answer.status_code == 302 and answer.location.startswith("/sign-in?")
        )
        may = who in MAY[access.ACCESS[rule.endpoint]]
        assert turned_away is not may, (method, url, who, answer.status_code, answer.location)


@pytest.mark.parametrize("who", EVERYBODY)
def test_a_form_without_its_token_does_nothing(app, client_of, things, who):
    browser = client_of(who)
    for rule, method in routes(app):
        if method == "POST" and not rule.endpoint.startswith("api."):
            url = app.url_map.bind("localhost").build(
                rule.endpoint, {name: things[name] for name in rule.arguments}
            )
            assert browser.post(url, data={"decision": "confirm"}).status_code == 400


def test_another_organisations_things_look_as_if_they_were_not_there(client_of, things):
    browser = client_of("robin")
    form = {"decision": "confirm", "csrf_token": token_in(browser, "/sign-in")}
    theirs = browser.post(f"/director/rulings/{things['ruling']}", data=form)
    nothing = browser.post("/director/rulings/no-such-ruling", data=form)
    assert theirs.status_code == nothing.status_code == 404
    assert client_of("max").get(f"/captain/{things['team']}").status_code == 404


def test_a_role_that_has_ended_opens_nothing(app, client_of, season):
    browser = client_of("casey")
    (membership,) = season.accounts["casey"].memberships
    membership.ends_at = membership.starts_at
    db.session.commit()
    assert browser.get("/captain/").status_code == 403
    assert "no role" in browser.get("/").text


def test_a_disabled_account_is_signed_out(client_of, season):
    browser = client_of("casey")
    season.accounts["casey"].disabled_at = season.games[0].starts_at_utc
    db.session.commit()
    assert browser.get("/captain/").location.startswith("/sign-in?")


def test_a_route_without_a_rule_stops_the_start(tmp_path, monkeypatch):
    monkeypatch.delitem(access.ACCESS, "captain.team")
    with pytest.raises(access.MissingRule, match=r"captain\.team"):
        create_app(Settings("a secret", f"sqlite:///{tmp_path / 'database.sqlite'}"))


def test_a_rule_that_nothing_enforces_under_api_stops_the_start(tmp_path, monkeypatch):
    monkeypatch.setitem(access.ACCESS, "api.games", access.director)
    with pytest.raises(access.MissingRule, match=r"api\.games"):
        create_app(Settings("a secret", f"sqlite:///{tmp_path / 'database.sqlite'}"))


def test_every_rule_of_the_table_is_in_this_test():
    assert set(access.ACCESS.values()) <= MAY.keys()


@pytest.mark.parametrize(("who", "status"), [("pat", 200), ("sam", 200), ("kim", 404), ("max", 404)])
def test_a_phone_sees_the_games_of_its_organisation_alone(app, things, who, status):
    db.session.commit()
    phone = Phone(over_wsgi(app), who)
    for rule, method in routes(app):
        if rule.rule.startswith("/api/") and "game" in rule.arguments and method == "GET":
            url = app.url_map.bind("localhost").build(rule.endpoint, {"game": things["game"]})
            assert phone.send(method, url, phone.signed).status == status, (method, url)
