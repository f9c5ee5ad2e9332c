"""The director's page: the day's games, those to come, and what waits for a director's word."""

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp import officiating
from webapp.calls.envelope import SyncRequest, read_request
from webapp.notices import queueing
from webapp.pages.later_games import afterwards
from webapp.pages.typed_text import UNREADABLE, is_readable
from webapp.rules.counting import DECISIONS
from webapp.store import (
    Game,
    IssuedRuling,
    db,
    engine_decisions,
    game_codes,
    late_calls,
    new_id,
    office,
    rescheduling,
)
from webapp.store.called import what_was_called
from webapp.store.schedule import BEGUN
from webapp.store.words_on_calls import NothingFollows, word_on

area = Blueprint("director", __name__, url_prefix="/director")
TOLD_OF_A_GAME = (
    "goal_disallowed",
    "penalty_shot",
    "player_ejected",
    "staff_ejected",
    "player_suspended",
    "staff_suspended",
    "goalie_disqualified",
    "team_disqualified",
    "game_forfeited",
)
LONGEST_REASON = 500  # characters


@area.get("/")
def today() -> Response:
    """The games of today in the organisations that the viewer directs, and what awaits confirmation.

    Afterwards the games of an earlier engine are compared, if nobody has pushed since this one is there.
    """
    return afterwards(make_response(_page({})))


@area.post("/rulings/<ruling>")
def decide(ruling: str) -> Response | tuple[str, int]:
    """Confirm or reject a ruling. 409 where it stands no longer.

    A rejection needs a reason; a confirmation is asked for once more, and `confirmed` is the answer.
    """
    issued = db.session.get_one(IssuedRuling, ruling)
    reason = request.form.get("reason", "").strip()
    decision = request.form.get("decision")
    if decision not in ("confirm", "confirmed", "reject"):
        return _page({issued.id: _("Choose to confirm or to reject.")}), 422
    if decision == "reject" and not reason:
        return _page({issued.id: _("Say why. The reason is kept with the ruling.")}), 422
    if not is_readable(reason):
        return _page({issued.id: UNREADABLE}), 422
    if len(reason) > LONGEST_REASON:
        return _page({issued.id: _("Make the reason shorter: 500 characters at most.")}), 422
    if decision == "confirm" and issued.awaits_confirmation:
        return _page({}, asked_again=issued.id, reason=reason), 200
    if not issued.awaits_confirmation or not office.decide(
        issued, decision != "reject", reason, g.viewer.account, g.now
    ):
        return _page({"": _("That ruling was decided or withdrawn meanwhile.")}), 409
    queueing.decided(issued, g.now)
    db.session.commit()
    return afterwards(redirect(url_for("director.today", _anchor=f"ruling-{issued.id}")))


@area.post("/games/<game>/late/<call>")
def say(game: str, call: str) -> Response | tuple[str, int]:
    """Admit or reject a call that came late or was held: a call like others, with `id` to make it once.

    409 where it waits no longer, or where nothing can follow the decision on it.
    """
    found = db.session.get_one(Game, game)
    decision = request.form.get("decision")
    if decision not in DECISIONS:
        return _page({call: _("Choose to admit or to reject.")}), 422
    if call not in {one["id"] for one in late_calls.waiting_in(found)}:
        return _page({"": _("That call was decided on or taken back meanwhile.")}), 409
    return _log(found, [call], decision)


@area.post("/games/<game>/late/by/<account>")
def reject_all_by(game: str, account: str) -> Response | tuple[str, int]:
    """Reject what waits of an official's in a game, 500 calls at a time. 409 where none waits any longer."""
    found = db.session.get_one(Game, game)
    calls = [one["id"] for one in late_calls.waiting_in(found) if one["made_by"] == account]
    if not calls:
        return _page({"": _("Those calls were decided on or taken back meanwhile.")}), 409
    return _log(found, calls, "reject")


def _log(game: Game, calls: list[str], decision: str) -> Response | tuple[str, int]:
    account = g.viewer.account
    try:
        body = word_on(calls, decision, request.form.get("id") or new_id(), game, account, g.now)
        [result] = officiating.take_in(read_request(body, SyncRequest), account, g.now)["results"]
    except NothingFollows:
        says = _("A decision on this game is stamped with the end of time, so none can follow it.")
        return _page({calls[0]: says}), 409
    if result["result"] not in ("accepted", "duplicate"):
        return _page({calls[0]: _("That was not taken: %(says)s", says=result["says"])}), 409
    return afterwards(redirect(url_for("director.today", _anchor="late")))


@area.post("/games/<game>/rules")
def take_or_leave(game: str) -> Response | tuple[str, int]:
    """Take what the newer rules say of a signed-off game, or leave it as it is. Either needs a reason.

    409 where they no longer say what was shown (`otherwise`).
    """
    act, reason = request.form.get("act"), request.form.get("reason", "").strip()
    if act not in engine_decisions.ACTS:
        return _page({game: _("Choose to take the new result or to leave it.")}), 422
    if not reason:
        return _page({game: _("Say why. The reason is kept with the game.")}), 422
    if not is_readable(reason):
        return _page({game: UNREADABLE}), 422
    if len(reason) > LONGEST_REASON:
        return _page({game: _("Make the reason shorter: 500 characters at most.")}), 422
    shown = request.form.get("otherwise", "")
    if not officiating.decide_on_engine(game, shown, act, reason, g.viewer.account, g.now):
        return _page({"": _("That was decided, or the game has changed meanwhile. Look once more.")}), 409
    return afterwards(redirect(url_for("director.today", _anchor="rules")))


@area.post("/games/<game>/codes")
def make_code(game: str) -> str | tuple[str, int]:
    """A code by which a substitute joins the game, shown once."""
    made = game_codes.make_code(db.session.get_one(Game, game), g.viewer.account, g.now)
    if made is None:
        return _page({"": _("That game is over: nobody joins it any more.")}), 409
    db.session.commit()
    return _page({}, code=(game, made[0]))


@area.post("/games/<game>/codes/end")
def take_back_codes(game: str) -> Response:
    """Take back the game's codes that nobody has used yet."""
    game_codes.take_back(db.session.get_one(Game, game), g.now)
    db.session.commit()
    return redirect(url_for("director.today", _anchor=f"game-{game}"))


@area.post("/games/<game>/officials/<account>/end")
def end_joined(game: str, account: str) -> Response | tuple[str, int]:
    """End what a code began. What the substitute logs from then on is held. 409 where it has ended."""
    if not game_codes.end(db.session.get_one(Game, game), account, g.now):
        return _page({"": _("That has ended already.")}), 409
    db.session.commit()
    return redirect(url_for("director.today", _anchor=f"game-{game}"))


def _page(
    faults: dict[str, str], asked_again: str = "", reason: str = "", code: tuple[str, str] = ("", "")
) -> str:
    """`faults`: by id of a ruling or game what is wrong with what was sent; under "" for the whole page.

    `asked_again`: the ruling whose confirmation is asked for once more, with its `reason`. `code`: a game's
    id and the code that was just made for it.
    """
    organisations = [one.organisation_id for one in g.viewer.memberships if one.role == "director"]
    awaiting = office.awaiting(organisations)
    today = office.games_today(organisations, g.now)
    on_today = {game.id for game, _sheet in today}
    late = late_calls.undecided(organisations, opened=request.args.get("late", ""))
    overridden = office.overridden(organisations)
    return render_template(
        "director.html",
        called=what_was_called([*awaiting, *overridden]),
        overridden=overridden,
        asked_again=asked_again,
        reason_given=reason,
        grave=TOLD_OF_A_GAME,
        games=today,
        to_come=[one for one in rescheduling.to_come(organisations, g.now) if one.id not in on_today],
        not_played=[one for one in rescheduling.not_played(organisations, g.now) if one.id not in on_today],
        joined={game.id: game_codes.joined(game, g.now) for game, _sheet in today},
        open_codes=game_codes.open_in([game.id for game, _sheet in today], g.now),
        awaiting=awaiting,
        late=late,
        held=engine_decisions.held_in({one.game.id for one in late.listed}),
        newer=engine_decisions.to_decide_on(organisations),
        newer_decided=engine_decisions.decided(organisations),
        new_id=new_id,
        code=code,
        decided=office.decided(organisations),
        faults=faults,
        begun=BEGUN,
        longest=LONGEST_REASON,
    )
