"""An engine that came after the one with which games were signed off, for tests."""

from webapp.calls import engine, ruled


def comes(monkeypatch, change=lambda sheet: None, name="newer"):
    """From now on the rules are those of another release: `change` does to a sheet what is new in them."""
    rule_on_log = ruled.rule_on_log

    def newer(*asked):
        made = rule_on_log(*asked)
        change(made["sheet"])
        made["sheet"]["made_from"]["engine"] = name
        return made

    monkeypatch.setattr(ruled, "rule_on_log", newer)
    monkeypatch.setattr(engine, "digest", lambda: f"sha256:{name}")


def goals_count_twice(sheet):
    sheet["score"] = {team: 2 * goals for team, goals in sheet["score"].items()}


def nobody_is_disqualified(sheet):
    sheet["rulings"] = [one for one in sheet["rulings"] if one["code"] != "goalie_disqualified"]


def everything_is_said_otherwise(sheet):
    """Another wording, and something that no sheet told before: nothing that was signed off is another."""
    for ruling in sheet["rulings"]:
        ruling["says"] = "Otherwise."
    sheet["weather"] = "snow"
