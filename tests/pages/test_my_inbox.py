"""The inbox: what was told to whom, with names, behind the sign-in alone."""

from datetime import timedelta

import flask_migrate
import pytest

from tests.cast import FIRST_GAME, MISCONDUCT, START, log
from tests.conftest import token_in
from webapp.store import IssuedRuling, db
from webapp.store.inbox import Notice, unread
from webapp.store.suspension_decisions import Word, decide_on


@pytest.fixture
def told(season):
    """Drew is told that a Bear is suspended, as it was given."""
    log(season.games[0], [START, MISCONDUCT, {"type": "sign_off", "by": "Pat"}])
    db.session.execute(db.delete(Notice))
    issued = db.session.scalars(db.select(IssuedRuling).filter_by(code="player_suspended")).one()
    return tell(season, "drew", "a", issued_id=issued.id, person_id="BEA3", values={"terms": [{"games": 1}]})


def tell(season, who, topic, after=timedelta(0), **fields):
    notice = Notice(
        account_id=season.accounts[who].id,
        organisation_id=season.organisation.id,
        kind=fields.pop("kind", "suspension"),
        topic=topic * 32,
        game_id=season.games[0].id,
        team_id=season.bears.id,
        queued_at=FIRST_GAME + after,
        **fields,
    )
    db.session.add(notice)
    db.session.commit()
    return notice


def test_lists_what_was_told_with_names_and_counts_what_is_new(client_of, told):
    drew = client_of("drew")
    text = drew.get("/inbox/").text
    assert "Bear 3: suspended for 1 game" in text
    assert "page-head__count" in drew.get("/captain/", follow_redirects=True).text
    casey = client_of("casey")
    assert "Bear 3" not in casey.get("/inbox/").text
    assert "page-head__count" not in casey.get("/inbox/").text


def test_a_case_tells_the_ruling_and_how_it_stands_and_is_read_then(client_of, told, season):
    drew = client_of("drew")
    text = drew.get(f"/inbox/{told.id}").text
    assert "Bear 3: suspended for 1 game" in text
    assert "0 of 1" in text
    assert "Slashing" in text
    assert f'href="/captain/{season.bears.id}"' in text
    assert "page-head__count" not in text
    assert unread(season.accounts["drew"].id) == 0


@pytest.mark.parametrize("who", ["casey", "max", "lee", "pat"])
def test_a_case_of_somebody_else_is_not_there(client_of, told, who):
    assert client_of(who).get(f"/inbox/{told.id}").status_code == 404


def test_a_case_that_changed_leads_to_what_holds_now(client_of, told, season):
    told.withdrawn_at = FIRST_GAME
    later = tell(season, "drew", "a", kind="lifted", person_id="BEA3", values={"of": "suspension"})
    drew = client_of("drew")
    text = drew.get(f"/inbox/{told.id}").text
    assert "has changed since" in text
    assert f'href="/inbox/{later.id}"' in text
    listed = drew.get("/inbox/").text
    assert "taken back" in listed
    assert "suspended for" not in listed


def test_a_suspension_that_a_director_has_still_to_confirm_is_not_told_by_its_case(client_of, told, season):
    issued = db.session.get(IssuedRuling, told.issued_id)
    issued.ruling = issued.ruling | {"confirm": "director"}
    db.session.commit()
    assert "As it stands" not in client_of("drew").get(f"/inbox/{told.id}").text


def test_the_team_reads_what_a_director_decided_and_why(client_of, told, season):
    issued, lee = db.session.get(IssuedRuling, told.issued_id), season.accounts["lee"]
    assert decide_on(issued, Word("hearing", "extend", "The stick was high.", 3), 0, lee, FIRST_GAME)
    db.session.commit()
    drew = client_of("drew")
    for path in (f"/inbox/{told.id}", f"/captain/{season.bears.id}"):
        text = drew.get(path).text
        assert "0 of 3 games served" in text
        assert "Hearing: longer, 3 games in all, 28 Nov 2026, 10:00\N{NARROW NO-BREAK SPACE}AM EST" in text
        assert "The stick was high." in text


def test_a_reason_that_was_typed_for_directors_alone_stays_theirs(client_of, told, season):
    """As of before the upgrade: the form said nothing of the team."""
    issued, lee = db.session.get(IssuedRuling, told.issued_id), season.accounts["lee"]
    assert decide_on(issued, Word("hearing", "extend", "The stick was high.", 3), 0, lee, FIRST_GAME)
    db.session.commit()
    of_the_team, of_directors = (
        (f"/inbox/{told.id}", f"/captain/{season.bears.id}"),
        f"/director/suspensions/{issued.id}",
    )
    db.session.rollback()
    flask_migrate.downgrade(revision="0017")
    flask_migrate.upgrade()
    drew = client_of("drew")
    for path in of_the_team:
        text = drew.get(path).text
        assert "Hearing: longer, 3 games in all" in text
        assert "The stick was high." not in text
    assert "The stick was high." in client_of("lee").get(of_directors).text


def test_a_protests_case_says_what_is_protested(client_of, season):
    protest = {"type": "protest", "team": "BEA", "by": "BEA1", "reason": "The clock ran on."}
    log(season.games[0], [START, protest])
    for who in ("drew", "lee"):
        mine = db.session.scalars(
            db.select(Notice).filter_by(account_id=season.accounts[who].id, kind="protest")
        )
        assert "The clock ran on." in client_of(who).get(f"/inbox/{mine.one().id}").text


def end_roles(account):
    for membership in account.memberships:
        membership.ends_at = FIRST_GAME
    db.session.commit()


def test_who_is_no_longer_with_the_team_reads_no_names_and_not_how_it_stands(client_of, told, season):
    end_roles(season.accounts["drew"])
    drew = client_of("drew")
    assert drew.get("/inbox/").status_code == 200
    for path in ("/inbox/", f"/inbox/{told.id}"):
        text = drew.get(path).text
        assert "Disciplinary notice" in text
        assert "Bear 3" not in text
    assert "0 of 1" not in text
    assert "Slashing" not in text
    assert f'href="/captain/{season.bears.id}"' not in text


def test_nor_does_who_directs_no_more(client_of, told, season):
    notice = tell(season, "lee", "c", issued_id=told.issued_id, person_id="BEA3", values=told.values)
    lee = client_of("lee")
    text = lee.get(f"/inbox/{notice.id}").text
    assert "Bear 3: suspended for 1 game" in text
    assert "0 of 1" in text
    end_roles(season.accounts["lee"])
    text = lee.get(f"/inbox/{notice.id}").text
    assert "Bear 3" not in text
    assert "0 of 1" not in text


def test_nor_what_took_the_place_of_what_was_told(client_of, told, season):
    told.withdrawn_at = FIRST_GAME
    later = tell(season, "drew", "a", kind="lifted", person_id="BEA3", values={"of": "suspension"})
    end_roles(season.accounts["drew"])
    text = client_of("drew").get(f"/inbox/{told.id}").text
    assert f'href="/inbox/{later.id}"' in text
    assert "Bear 3" not in text


def test_all_can_be_read_at_once(client_of, told, season):
    tell(season, "drew", "b", person_id="BEA2", values={"terms": [{"games": 2}]})
    mine = unread(season.accounts["drew"].id)
    drew = client_of("drew")
    assert mine == 2
    assert drew.post("/inbox/read", data={"csrf_token": token_in(drew, "/inbox/")}).status_code == 302
    db.session.expire_all()
    assert unread(season.accounts["drew"].id) == 0


def test_an_empty_inbox_says_so(client_of):
    assert "Nothing yet." in client_of("casey").get("/inbox/").text
