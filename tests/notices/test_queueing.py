"""What is told to whom: once, in the transaction of what it tells of, and taken back where that falls."""

import threading
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select

from tests.conftest import token_in
from tests.suspensions.league import League
from tests.suspensions.test_imposed import suspend
from webapp.courier import Courier
from webapp.notices import queueing
from webapp.notices.said import in_full, on_lock_screen
from webapp.settings import Settings
from webapp.store import Game, IssuedRuling, LoggedCall, Membership, Notice, Person, db, who_is_back
from webapp.store.inbox import inbox_of, mark_read, replaced_by, unread


def told(season, username):
    """What stands in an inbox: `(kind, person or team or game)`, the oldest first."""
    db.session.rollback()
    return [
        (one.kind, one.person_id or (one.team.key if one.team else one.game_id))
        for one in reversed(inbox_of(season.accounts[username].id))
    ]


def ever(season, username, kind):
    """How many notices of a kind an account was ever told."""
    db.session.rollback()
    theirs = select(Notice).filter_by(account_id=season.accounts[username].id, kind=kind)
    return len(db.session.scalars(theirs).all())


def misconduct(phone, **said):
    """In the half-sheet rulebook: out of this game and the next."""
    about = {"team": "BEA", "player": "BEA3", "infraction": "slashing", "class": "game_misconduct"}
    return phone.call("penalty", **{**about, "period": 1, "clock": "04:00", **said})


def test_a_suspension_is_told_to_the_team_once_and_to_nobody_else(pat, season):
    call = misconduct(pat)
    for pushed in (call, call, pat.call("note", text="Nothing follows.")):
        pat.push(pushed)
    assert told(season, "drew") == [("suspension", "BEA3")]
    assert ever(season, "drew", "suspension") == 1
    for other in ("casey", "pat", "sam", "lee", "robin", "max", "kim"):
        assert told(season, other) == [], other


def test_taken_back_it_is_lifted_under_the_topic_that_it_had_and_given_again_told_anew(pat, season):
    call = misconduct(pat)
    pat.push(call)
    [first] = inbox_of(season.accounts["drew"].id)
    void = pat.call("void", call=call["id"], reason="The other one.")
    pat.push(void)
    assert told(season, "drew") == [("lifted", "BEA3")]
    [lifted] = inbox_of(season.accounts["drew"].id)
    assert (lifted.topic, lifted.values["of"]) == (first.topic, "suspension")
    assert replaced_by(db.session.get_one(Notice, first.id)) == lifted
    pat.push(pat.call("void", call=void["id"], reason="It was he."))
    assert told(season, "drew") == [("suspension", "BEA3")]


def test_another_call_for_the_same_leaves_what_was_told(pat, season):
    """The rulings' identities change with the call that set them off; what is told is the same."""
    call = misconduct(pat)
    pat.push(call)
    before = inbox_of(season.accounts["drew"].id)[0].id
    again = misconduct(pat, clock="04:01")
    pat.push(pat.call("void", call=call["id"], reason="Logged anew."), again)
    db.session.rollback()
    assert len(db.session.scalars(select(IssuedRuling).filter_by(code="player_suspended")).all()) == 2
    assert [one.id for one in inbox_of(season.accounts["drew"].id)] == [before]


def test_an_amended_one_takes_the_place_of_the_first(pat, season):
    call = misconduct(pat)
    pat.push(call)
    pat.push(pat.call("amend", call=call["id"], set={"player": "BEA2"}))
    assert sorted(told(season, "drew")) == [("lifted", "BEA3"), ("suspension", "BEA2")]


def test_what_waits_for_a_director_is_told_to_the_team_once_it_is_confirmed(pat, season, client_of):
    pat.push(misconduct(pat, infraction="fighting", **{"class": "match"}))
    assert ("hearing", "BEA") in told(season, "lee")
    assert ("disqualification", "BEA") not in told(season, "drew")
    waits = db.session.scalars(select(IssuedRuling).filter_by(code="team_disqualified")).one()
    lee = client_of("lee")
    form = {"csrf_token": token_in(lee, "/sign-in"), "decision": "confirmed", "reason": "Seen."}
    lee.post(f"/director/rulings/{waits.id}", data=form).close()
    assert ("disqualification", "BEA") in told(season, "drew")
    assert ("hearing", "BEA") not in told(season, "lee")


def test_a_decision_is_told_under_the_topic_of_the_suspension_and_so_is_the_next(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    league.game("opening")
    match = {"type": "penalty", "team": "BEA", "player": "BEA3", "infraction": "spearing", "class": "match"}
    league.play("opening", {**match, "period": 1, "clock": "04:00"}, who=("HOG1", "BEA3"))
    [before] = [one for one in inbox_of(season.accounts["drew"].id) if one.kind == "suspension"]
    if any(one.issued.awaits_confirmation for one in league.records("BEA3")):
        league.confirm("BEA3")
    league.decide("BEA3", "extend", games=5, occasion="hearing")
    db.session.rollback()
    [now] = [one for one in inbox_of(season.accounts["drew"].id) if one.person_id == "BEA3"]
    assert (now.kind, now.topic, now.values["decision"]["games"]) == ("decision", before.topic, 5)
    league.decide("BEA3", "reduce", games=2)
    db.session.rollback()
    [now] = [one for one in inbox_of(season.accounts["drew"].id) if one.person_id == "BEA3"]
    assert now.values["decision"]["games"] == 2
    assert ever(season, "drew", "decision") == 2


def test_served_is_told_after_the_last_game_and_taken_back_where_they_played_after_all(
    app, season, client_of
):
    league = League(app, season, client_of, "half-sheet-3v3")
    for name in ("first", "second", "third"):
        league.game(name)
    given = {"type": "penalty", "team": "BEA", "player": "BEA3", "infraction": "slashing"}
    given |= {"class": "game_misconduct", "period": 1, "clock": "04:00"}
    league.play("first", given, who=("HOG1", "BEA2", "BEA3"))
    assert ("served", "BEA3") not in told(season, "drew")
    league.play("second", who=("HOG1", "BEA2"))
    assert ("served", "BEA3") in told(season, "drew")
    attended = select(LoggedCall).filter_by(game_id="second", type="attendance")
    [theirs] = [one.id for one in db.session.scalars(attended) if one.body["team"] == "BEA"]
    league.log("second", {"type": "amend", "call": theirs, "set": {"players": ["BEA2", "BEA3"]}})
    assert ("served", "BEA3") not in told(season, "drew")
    assert ever(season, "drew", "lifted") == 1
    league.play("third", who=("HOG1", "BEA2"))
    assert ("served", "BEA3") in told(season, "drew")
    assert ever(season, "drew", "served") == 2


def test_what_a_director_imposes_is_told_like_what_a_game_gave(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    league.game("first")
    league.game("second")
    suspend(league, "HOG2", games=1)
    assert told(season, "casey") == [("suspension", "HOG2")]
    assert told(season, "drew") == []
    [notice] = inbox_of(season.accounts["casey"].id)
    with app.test_request_context():
        assert in_full(notice).title == f"{notice.person.name}: suspended for 1 game"
        assert notice.person.name not in on_lock_screen(notice).title + on_lock_screen(notice).body
    league.decide("HOG2", "extend", games=2)
    assert told(season, "casey") == [("decision", "HOG2")]
    league.play("first")
    assert ("served", "HOG2") not in told(season, "casey")
    league.play("second")
    assert ("served", "HOG2") in told(season, "casey")
    league.decide("HOG2", "extend", games=5)
    assert ("served", "HOG2") not in told(season, "casey")
    assert ever(season, "casey", "lifted") == 1


def test_staff_hear_once_that_they_are_back(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    for name in ("first", "second", "third"):
        league.game(name)
    suspend(league, "HOGC", games=2)
    league.play("first")
    assert ("served", "HOGC") not in told(season, "casey")
    league.play("second")
    assert ("served", "HOGC") in told(season, "casey")
    league.play("third")
    assert ever(season, "casey", "served") == 1
    assert ever(season, "drew", "served") == 0


def test_who_had_served_before_anybody_was_told_of_such_things_is_no_news_with_the_next_game(
    app, season, client_of
):
    league = League(app, season, client_of, "no-check-league")
    for name in ("first", "second"):
        league.game(name)
    suspend(league, "HOGC", games=1)
    league.play("first")
    db.session.execute(db.delete(db.metadata.tables["delivery"]))
    db.session.execute(db.delete(Notice))
    db.session.commit()
    league.play("second")
    assert told(season, "casey") == [("final", "second")]


def test_with_the_last_game_of_a_season_ends_what_lasts_as_long_as_that(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    for name in ("first", "last"):
        league.game(name)
    suspend(league, "HOG2", games=1, lasts="season")
    league.play("first")
    assert ("served", "HOG2") not in told(season, "casey")
    last = db.session.get_one(Game, "last")
    for status, back in (("cancelled", True), ("scheduled", False)):
        last.status = status
        queueing.of_schedule(last, datetime.now(UTC))
        db.session.commit()
        assert (("served", "HOG2") in told(season, "casey")) is back, status
    league.play("last")
    assert ("served", "HOG2") in told(season, "casey")


def test_on_the_day_of_return_it_is_told_once_that_it_has_come(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    day = datetime.now(ZoneInfo("America/Toronto")) + timedelta(days=9)
    suspend(league, "HOG2", games=0, until=f"{day:%Y-%m-%d}")
    suspend(league, "HOG3", games=0, until=f"{day - timedelta(days=3):%Y-%m-%d}")
    league.decide("HOG3", "extend", games=0, until=f"{day:%Y-%m-%d}")
    for days, back in ((-1, 0), (0, 1), (0, 1), (1, 1)):
        queueing.of_days((day + timedelta(days=days)).astimezone(UTC))
        db.session.commit()
        for person in ("HOG2", "HOG3"):
            assert ever(season, "casey", "served") == 2 * back
            assert told(season, "casey").count(("served", person)) == back, days
    [notice, _] = [one for one in inbox_of(season.accounts["casey"].id) if one.kind == "served"]
    with app.test_request_context():
        assert in_full(notice).body == "Its time is over."


def test_a_courier_looks_whose_day_has_come(app, season, client_of):
    league = League(app, season, client_of, "no-check-league")
    day = datetime.now(UTC) + timedelta(days=9)
    suspend(league, "HOG2", games=0, until=f"{day:%Y-%m-%d}")
    courier = Courier(app, Settings("x" * 40, ""), lambda: day + timedelta(days=1))
    thread = threading.Thread(target=lambda: courier.run(once=True))
    thread.start()
    thread.join()
    assert told(season, "casey").count(("served", "HOG2")) == 1


def test_a_record_that_we_fail_on_keeps_no_courier_from_the_rest(app, season, client_of, monkeypatch, caplog):
    league = League(app, season, client_of, "no-check-league")
    day = datetime.now(UTC) + timedelta(days=9)
    suspend(league, "HOG2", games=0, until=f"{day:%Y-%m-%d}")
    theirs = {season.organisation.id: {"HOG2"}}
    monkeypatch.setattr(who_is_back, "on_a_day", lambda *_: {**theirs, "0": {"BAD"}})
    served = queueing.of_people

    def fails_on_one(organisation, people, now):
        if "BAD" in people:
            raise KeyError("a bug")
        return served(organisation, people, now)

    monkeypatch.setattr(queueing, "of_people", fails_on_one)
    queueing.of_days(day + timedelta(days=1))
    assert told(season, "casey").count(("served", "HOG2")) == 1, "it is kept"
    assert "organisation 0" in caplog.text


def test_a_protest_reaches_the_team_that_filed_it_the_officials_and_the_directors(pat, season):
    filed = pat.call("protest", team="HOG", by="HOG1", reason="The puck was in.")
    pat.push(filed)
    those = ("lee", "casey", "pat", "sam")
    assert [told(season, who) for who in those] == [[("protest", "HOG")]] * len(those)
    assert told(season, "drew") == []
    pat.push(pat.call("void", call=filed["id"], reason="Taken back."))
    assert [told(season, who) for who in those] == [[("lifted", "HOG")]] * len(those)
    assert told(season, "drew") == []


def test_a_final_score_reaches_both_teams_and_a_changed_one_takes_its_place(pat, season):
    goal = pat.call("goal", team="HOG", scorer="HOG2", goalie="G1", period=1)
    pat.push(goal)
    assert told(season, "casey") == []
    pat.push(pat.call("sign_off", by="Pat"))
    assert told(season, "casey") == told(season, "drew") == [("final", "game1")]
    pat.push(pat.call("void", call=goal["id"], reason="Before the whistle."))
    assert told(season, "casey") == [("final", "game1")]
    [now] = inbox_of(season.accounts["casey"].id)
    assert now.values["score"] == [0, 0]
    assert ever(season, "casey", "final") == 2


def test_a_moved_game_reaches_both_teams_and_its_officials(app, season):
    game, now = season.games[0], season.games[0].starts_at_utc - timedelta(hours=3)
    game.starts_local = "2026-11-28T12:00"
    rink = game.rink.name
    queueing.of_schedule(game, now)
    queueing.of_schedule(game, now + timedelta(minutes=1))
    db.session.commit()
    for who in ("casey", "drew", "pat", "sam"):
        assert told(season, who) == [("schedule", "game1")], who
    assert told(season, "lee") == []
    queueing.of_schedule(game, now + timedelta(minutes=2), late_minutes=20)
    db.session.commit()
    [one] = inbox_of(season.accounts["casey"].id)
    with app.test_request_context():
        assert "20 minutes late" in on_lock_screen(one).title
        assert rink in on_lock_screen(one).body, "where it was moved to, whose notice is gone"


def test_nothing_is_told_that_was_not_kept(pat, season, monkeypatch):
    def fails(*_):
        raise RuntimeError("the rules have a bug")

    monkeypatch.setattr("webapp.store.rulings.follow", fails)
    pat.push(misconduct(pat))
    assert told(season, "drew") == []


def test_who_no_longer_captains_is_not_told(pat, season):
    (membership,) = season.accounts["drew"].memberships
    membership.ends_at = membership.starts_at
    db.session.commit()
    pat.push(misconduct(pat))
    assert told(season, "drew") == []


def test_what_happened_before_anybody_was_told_of_such_things_is_no_news(pat, season):
    pat.push(misconduct(pat))
    db.session.execute(db.delete(db.metadata.tables["delivery"]))
    db.session.execute(db.delete(Notice))
    db.session.commit()
    pat.push(pat.call("note", text="Later."))
    assert told(season, "drew") == []


def test_two_captains_of_a_team_read_by_themselves(pat, season):
    sam = season.accounts["sam"]
    since = season.accounts["drew"].memberships[0].starts_at
    about = {"organisation_id": season.organisation.id, "team_id": season.bears.id}
    db.session.add(Membership(account_id=sam.id, role="coach", starts_at=since, **about))
    pat.push(misconduct(pat))
    db.session.rollback()
    drew = season.accounts["drew"].id
    assert (unread(drew), unread(sam.id)) == (1, 1)
    others = [one.id for one in inbox_of(sam.id)]
    assert mark_read(drew, others, season.games[0].starts_at_utc) == 0, "they are Sam's"
    assert mark_read(drew, [one.id for one in inbox_of(drew)], season.games[0].starts_at_utc) == 1
    assert (unread(drew), unread(sam.id)) == (0, 1)


def test_a_lock_screen_names_nobody_and_the_inbox_does(app, pat, season):
    pat.push(
        misconduct(pat),
        misconduct(pat, infraction="fighting", **{"class": "match", "player": "BEA2"}),
        pat.call("protest", team="BEA", by="BEA1", reason="No."),
        pat.call("sign_off", by="Pat"),
    )
    db.session.rollback()
    names = set(db.session.scalars(select(Person.name)))
    with app.test_request_context():
        for account in season.accounts.values():
            for notice in inbox_of(account.id):
                said = on_lock_screen(notice)
                assert not [name for name in names if name in f"{said.title} {said.body}"], said
                assert said.title
                assert said.body
        about_people = [one for one in inbox_of(season.accounts["drew"].id) if one.person]
        assert about_people
        for notice in about_people:
            assert notice.person.name in in_full(notice).title


def test_two_hearings_of_one_player_in_one_game_are_two_things_to_be_decided(app, season, client_of):
    league = League(app, season, client_of, "cha-3v3")
    league.game("opening")
    major = {"type": "penalty", "team": "BEA", "player": "BEA3", "class": "major", "period": 1}
    fouls = [
        {**major, "infraction": "slashing", "clock": "04:00"},
        {**major, "infraction": "spearing", "clock": "03:00"},
    ]
    league.play("opening", *fouls, who=("HOG1", "BEA3"))
    assert told(season, "lee").count(("hearing", "BEA3")) == 2
    assert ("ejection", "BEA3") in told(season, "drew"), "the suspensions wait for a word"


def test_of_two_suspensions_the_end_of_the_first_lets_nobody_play(app, season, client_of):
    league = League(app, season, client_of, "half-sheet-3v3")
    for name in ("first", "second", "third"):
        league.game(name)
    foul = {"type": "penalty", "team": "BEA", "player": "BEA3", "infraction": "slashing", "period": 1}
    twice = [{**foul, "class": "game_misconduct", "clock": clock} for clock in ("04:00", "03:00")]
    league.play("first", *twice, who=("HOG1", "BEA2", "BEA3"))
    league.play("second", who=("HOG1", "BEA2"))
    assert ("served", "BEA3") not in told(season, "drew")
    league.play("third", who=("HOG1", "BEA2"))
    assert told(season, "drew").count(("served", "BEA3")) == 1
