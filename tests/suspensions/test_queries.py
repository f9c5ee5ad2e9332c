"""What is known of suspensions is asked of the database at once, be it of one person or of many."""

from datetime import UTC, datetime

from sqlalchemy import event

from webapp.store import GameSheet, IssuedRuling, db
from webapp.store.suspension_records import of_people

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def suspend_for_the_season(game, person, team):
    ruling = {"code": "player_suspended", "player": person, "team": team, "games": 0, "rest_of_season": True}
    about = {"code": "player_suspended", "subject": person, "trigger": f"call-{person}", "suspends": person}
    db.session.add(IssuedRuling(game_id=game.id, ruling=ruling, issued_at=NOW, **about))
    db.session.commit()


def asked_for(organisation_id, people):
    """How many statements it takes, and who of them is still out."""
    seen = []

    def note(_connection, _cursor, statement, *_):
        seen.append(statement)

    db.session.rollback()
    event.listen(db.engine, "before_cursor_execute", note)
    records = of_people(organisation_id, people, NOW)
    event.remove(db.engine, "before_cursor_execute", note)
    return len(seen), {one.person for one in records if one.count.open_ended}


def test_six_who_are_out_for_the_season_take_as_many_statements_as_one(season):
    people = ["HOG1", "HOG2", "HOG3", "BEA1", "BEA2", "BEA3"]
    league = season.organisation.id
    suspend_for_the_season(season.games[0], people[0], "HOG")
    few, out = asked_for(league, people)
    assert out == {"HOG1"}
    for person in people[1:]:
        suspend_for_the_season(season.games[0], person, person[:3])
    many, out = asked_for(league, people)
    assert (many, out) == (few, set(people))
    for game in season.games:
        game.status = "cancelled"
    db.session.commit()
    assert asked_for(league, people)[1] == set(), "no game of the season is to come"


def test_of_other_teams_games_and_of_what_games_carry_nothing_is_read_but_who_served(season):
    """Who was suspended once would otherwise have every push read the whole season since."""
    bears_and_foxes = season.games[2]
    unread = {"etag": "x", "sheet": {}, "carry": [], "played": None, "upto_seq": 0, "ruled_at": NOW}
    db.session.add(GameSheet(game_id=bears_and_foxes.id, revision=0, **unread))
    bears_and_foxes.status = "ended"
    suspend_for_the_season(season.games[0], "HOG1", "HOG")
    assert asked_for(season.organisation.id, ["HOG1"])[1] == {"HOG1"}
