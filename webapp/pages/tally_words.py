"""Words for what stands against somebody: classes, minutes, spans, what one more leads to."""

from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from webapp.store.ahead import Ahead, NextStep
from webapp.store.so_far import SoFar


def so_far_in(one: SoFar) -> str:
    """Penalties and minutes by class, such as "2 minors, 1 major, 9 min"."""
    if not one.penalties:
        return _("No penalty")
    counts = [of_class(name, penalties) for name, (penalties, _seconds) in one.classes.items()]
    several = len(one.classes) > 1 and one.seconds
    if several:
        counts = [
            f"{of_class(name, penalties)} ({minutes(seconds)})" if seconds else of_class(name, penalties)
            for name, (penalties, seconds) in one.classes.items()
        ]
    return ", ".join([*counts, *([minutes(one.seconds)] if one.seconds and not several else [])])


def minutes(seconds: int) -> str:
    """Whole minutes as 9 min, others as 4:30 min."""
    whole, rest = divmod(seconds, 60)
    return _("%(time)s min", time=f"{whole}:{rest:02}" if rest else whole)


def of_class(name: str, penalties: int) -> str:
    """So many penalties of a class. A double minor is two, as the rules count."""
    known = {
        "minor": ngettext("%(num)s minor", "%(num)s minors", penalties),
        "double_minor": ngettext("%(num)s of a double minor", "%(num)s of double minors", penalties),
        "bench_minor": ngettext("%(num)s bench minor", "%(num)s bench minors", penalties),
        "major": ngettext("%(num)s major", "%(num)s majors", penalties),
        "major_game_misconduct": ngettext(
            "%(num)s major and game misconduct", "%(num)s majors and game misconducts", penalties
        ),
        "misconduct": ngettext("%(num)s misconduct", "%(num)s misconducts", penalties),
        "game_misconduct": ngettext("%(num)s game misconduct", "%(num)s game misconducts", penalties),
        "match": ngettext("%(num)s match penalty", "%(num)s match penalties", penalties),
        "warning": ngettext("%(num)s warning", "%(num)s warnings", penalties),
        "severe": ngettext("%(num)s severe penalty", "%(num)s severe penalties", penalties),
        "extreme": ngettext("%(num)s extreme penalty", "%(num)s extreme penalties", penalties),
        "sit_shift": ngettext("%(num)s shift sat out", "%(num)s shifts sat out", penalties),
        "sit_half": ngettext("%(num)s half sat out", "%(num)s halves sat out", penalties),
    }
    return known.get(name) or f"{penalties} {name.replace('_', ' ')}"


def span_name(within: str) -> str:
    """The span that a row is about."""
    return {
        "game": _("This game"),
        "season": _("Season"),
        "tournament": _("Tournament"),
        "everywhere": _("All competitions"),
    }[within]


def with_more(limit: Ahead) -> str:
    """What comes with how many more, by the code of the ruling that would follow."""
    more = limit.left
    if limit.then in ("player_ejected", "staff_ejected"):
        return ngettext("One more and out of the game.", "%(num)s more and out of the game.", more)
    if limit.then in ("player_suspended", "staff_suspended"):
        return ngettext("One more and suspended.", "%(num)s more and suspended.", more)
    if limit.then == "goalie_disqualified":
        return ngettext(
            "One more and out of the tournament.", "%(num)s more and out of the tournament.", more
        )
    if limit.then == "team_disqualified":
        return ngettext(
            "One more and the team is out of the tournament.",
            "%(num)s more and the team is out of the tournament.",
            more,
        )
    return ngettext("One more reaches the limit.", "%(num)s more reach the limit.", more)


def next_of_ladder(one: NextStep) -> str:
    """What the next such penalty gives, such as "Match penalties: 1. The next: out for 5 to 10 games."."""
    name = {"match_penalties": _("Match penalties"), "fights": _("Fights"), "majors": _("Majors")}.get(
        one.step["counter"], one.step["counter"].replace("_", " ").capitalize()
    )
    return _("%(name)s: %(count)s. The next: %(what)s.", name=name, count=one.count, what=_length(one.step))


def _length(step: dict[str, Any]) -> str:
    games, most = step["games"], step.get("max_games")
    if step.get("rest_of_season"):
        said = _("out for the rest of the season")
    elif most:
        said = _("out for %(least)s to %(most)s games", least=games, most=most)
    elif games:
        said = ngettext("out for %(num)s game", "out for %(num)s games", games)
    else:
        said = _("no suspension yet")
    return _("%(length)s, then a hearing", length=said) if step.get("review") else said


def leads_to(step: dict[str, Any]) -> str:
    """What the team's next penalty leads to."""
    return {
        "possession": _("The next penalty gives the other team the puck."),
        "penalty_shot": _("The next penalty gives the other team a penalty shot."),
    }[step["gives"]]


WORDS = (so_far_in, span_name, with_more, next_of_ladder, leads_to)
"""What templates call by name."""
