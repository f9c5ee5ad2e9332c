"""On the director's page: what newer rules say otherwise of signed-off games, to take or to leave."""

import pytest

from tests.cast import MISCONDUCT, START
from tests.conftest import token_in
from tests.newer_engine import comes, goals_count_twice
from tests.simulated_phone import Phone, over_wsgi
from webapp import officiating
from webapp.store import EngineDecision, GameSheet, IssuedRuling, db
from webapp.store.engine_decisions import MOST_LISTED


@pytest.fixture
def pat(app, season):
    return Phone(over_wsgi(app), "pat")


def sign_off(pat, game="game1"):
    pat.push(pat.call("goal", game, team="HOG", scorer="HOG2", goalie="G1", period=1))
    pat.push(pat.call("sign_off", game, by="Pat", heads={pat.device: pat.n[game]}))


@pytest.fixture
def differs(pat, season, monkeypatch):
    """Game 1, signed off, of which a newer engine says otherwise; what it says."""
    sign_off(pat)
    comes(monkeypatch, goals_count_twice)
    officiating.work_off(season.games[0].starts_at_utc)
    return sheet().otherwise


def sheet(game="game1"):
    db.session.rollback()
    return db.session.get_one(GameSheet, game)


def decide(browser, game="game1", **form):
    form["csrf_token"] = token_in(browser, "/sign-in")
    return browser.post(f"/director/games/{game}/rules", data=form)


def test_both_results_are_shown_to_the_own_director_alone(client_of, differs):
    page = client_of("lee").get("/director/").text
    shown = page[page.index('id="rules-game1"') :]
    assert shown.index("As it was signed off") < shown.index("1–0") < shown.index("By the newer rules")
    assert shown.index("By the newer rules") < shown.index("2–0") < shown.index("Take the new result")
    assert "Nothing waits for you." not in page
    assert "rules-game1" not in client_of("robin").get("/director/").text


def test_rulings_counts_and_the_winner_are_told(client_of, pat, season, monkeypatch):
    for call in (START, MISCONDUCT):
        pat.push(pat.call(call["type"], **{name: said for name, said in call.items() if name != "type"}))
    sign_off(pat)
    [ruling, *_more] = [one for one in sheet().sheet["rulings"] if one["code"] != "player_suspended"]

    def other(made):
        made["winner"] = "BEA"
        made["tallies"]["teams"]["BEA"]["penalties"] += 7
        for one in made["rulings"]:
            if one["code"] == "player_suspended":
                one["games"] = 5
        made["rulings"] = [one for one in made["rulings"] if one["code"] != ruling["code"]]
        made["rulings"].append({**ruling, "team": "HOG", "code": "shots_to_none"})

    comes(monkeypatch, other)
    officiating.work_off(season.games[0].starts_at_utc)
    page = client_of("lee").get("/director/").text
    shown = page[page.index('id="rules-game1"') :]
    before = sheet().sheet["tallies"]["teams"]["BEA"]["penalties"]
    assert f"Bears: penalties {before} → {before + 7}" in shown
    assert "now Bears." in shown
    for word in ("New:", "Changed:", "No longer:"):
        assert word in shown
    assert "Later games would be told something else." not in shown


@pytest.mark.parametrize(("act", "score", "revision"), [("take", 2, 2), ("leave", 1, 1)])
def test_either_decision_is_kept_with_its_reason(client_of, season, differs, act, score, revision):
    browser = client_of("lee")
    answer = decide(browser, act=act, otherwise=differs, reason="The league said so.")
    assert answer.location == "/director/#rules"
    assert (sheet().sheet["score"]["HOG"], sheet().revision) == (score, revision)
    page = browser.get("/director/").text
    assert "rules-game1" not in page
    assert "Lee: The league said so." in page
    row = db.session.query(EngineDecision).one()
    assert (row.act, row.otherwise, row.decided_by_id) == (act, differs, season.accounts["lee"].id)
    assert decide(browser, act=act, otherwise="", reason="Twice.").status_code == 409


def test_a_decision_has_to_be_one_and_to_have_a_reason(client_of, differs):
    browser = client_of("lee")
    for form in (
        {"reason": "Why not."},
        {"act": "drop", "reason": "Why not."},
        {"act": "take"},
        {"act": "take", "reason": "  "},
        {"act": "take", "reason": "x" * 501},
        {"act": "take", "reason": "\x00"},
    ):
        answer = decide(browser, otherwise=differs, **form)
        assert (answer.status_code, 'id="reason-game1-error"' in answer.text) == (422, True), form
    assert (sheet().revision, db.session.query(EngineDecision).count()) == (1, 0)


def test_what_changed_since_it_was_shown_is_shown_again(client_of, differs):
    answer = decide(client_of("lee"), act="take", otherwise="sha256:before", reason="Seen.")
    assert answer.status_code == 409
    assert "Look once more." in answer.text
    assert sheet().revision == 1


def test_a_late_call_there_tells_that_it_waits_for_the_decision(app, client_of, differs):
    sam = Phone(over_wsgi(app), "sam")
    sam.push(sam.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1))
    page = client_of("lee").get("/director/").text
    assert "The game stays as it was signed off, whatever is admitted" in page


def test_the_page_compares_what_nobody_has_compared_yet(client_of, pat, season, monkeypatch):
    sign_off(pat)
    comes(monkeypatch, goals_count_twice)
    browser = client_of("lee")
    with browser.get("/director/") as first:
        assert "rules-game1" not in first.text
    assert "rules-game1" in browser.get("/director/").text


def test_many_are_listed_a_few_at_a_time(client_of, pat, season, monkeypatch):
    for game in ("game1", "game2", "game3"):
        pat.push(pat.call("note", game, text="x"))
        pat.push(pat.call("sign_off", game, by="Pat", heads={pat.device: pat.n[game]}))
    monkeypatch.setattr("webapp.store.engine_decisions.MOST_LISTED", 2)
    comes(monkeypatch, lambda made: made["carry"].update(teams={"HOG": {"disqualified": True}}))
    officiating.work_off(season.games[0].starts_at_utc)
    page = client_of("lee").get("/director/").text
    assert page.count('id="rules-game') == 2 < MOST_LISTED
    assert "1 more game differs by the newer rules." in page
    assert page.count("Later games would be told something else.") == 2


def test_one_on_which_the_rules_fail_is_named_and_holds_up_nothing(client_of, differs, monkeypatch):
    monkeypatch.setattr("webapp.store.engine_decisions.ruled", lambda *asked: {}["no sheet"])
    page = client_of("lee").get("/director/")
    assert page.status_code == 200
    assert "what they would change cannot be shown" in page.text
    assert db.session.query(IssuedRuling).filter(IssuedRuling.withdrawn_at.is_not(None)).count() == 0
