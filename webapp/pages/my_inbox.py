"""The inbox of notices: what was told to the viewer, and a case's page, where a tap on one leads."""

from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.notices.said import Words, in_full, on_lock_screen
from webapp.store import IssuedRuling, db, writing
from webapp.store.called import what_was_called
from webapp.store.inbox import Notice, inbox_of, mark_read, own, replaced_by, unread
from webapp.store.suspension_records import Record, the_record

area = Blueprint("inbox", __name__, url_prefix="/inbox")


class Told(NamedTuple):
    """A notice with its words."""

    notice: Notice
    words: Words


@area.get("/")
def all() -> str:
    """What stands in the inbox, latest first, what was not read marked."""
    told = [_told(notice) for notice in inbox_of(g.viewer.account.id)]
    return render_template("my_inbox.html", told=told)


@area.post("/read")
def read_all() -> Response:
    """Have read all that stands in the inbox."""
    account = g.viewer.account.id
    mark_read(account, [notice.id for notice in inbox_of(account)], g.now)
    db.session.commit()
    return redirect(url_for("inbox.all"))


@area.get("/<notice>")
def one(notice: str) -> str:
    """A notice in full, with the case as it stands now. Read from then on. 404: not the viewer's.

    Whom the case concerns no more learns what a lock screen shows.
    """
    writing()
    account = g.viewer.account.id
    mark_read(account, [notice], g.now)
    db.session.commit()
    found = own(account, notice)
    assert found is not None, "the table of access asks for it"  # noqa: S101
    later = replaced_by(found) if found.withdrawn_at is not None else None
    issued = found.issued if _concerns_viewer(found) else None
    directs = _directs(found)
    return render_template(
        "my_inbox_case.html",
        told=_told(found),
        later=_told(later) if later else None,
        issued=issued,
        record=_record(issued, directs),
        called=what_was_called([issued])[issued.id] if issued is not None else None,
        on_the_team=_on_the_team(found),
        directs=directs,
    )


def _told(notice: Notice) -> Told:
    return Told(notice, in_full(notice) if _concerns_viewer(notice) else on_lock_screen(notice))


def _concerns_viewer(notice: Notice) -> bool:
    """Whether the viewer may know today whom it is about: a role that has ended since ends that, too."""
    return _directs(notice) or _on_the_team(notice)


def _directs(notice: Notice) -> bool:
    return notice.organisation_id is not None and g.viewer.directs(notice.organisation_id)


def _on_the_team(notice: Notice) -> bool:
    return notice.team_id in {membership.team_id for membership in g.viewer.teams()}


def _record(issued: IssuedRuling | None, directs: bool) -> Record | None:
    """The suspension that a ruling gave, as it stands; one to be confirmed is for directors alone."""
    if issued is None or issued.suspends is None:
        return None
    record = the_record(issued, g.now)
    return record if directs or record.state != "to_confirm" else None


@area.app_template_global()
def unread_count() -> int:
    """How many notices the viewer has not read."""
    viewer = g.get("viewer")
    return unread(viewer.account.id) if viewer is not None else 0
