"""Whether notices reach this device, which kinds come, and where mail goes."""

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.notices.audience import kinds_for
from webapp.notices.said import kind_explained, kind_named
from webapp.pages.typed_text import UNREADABLE, is_readable
from webapp.store import db
from webapp.store.notice_wishes import NoAddress, address_of, set_address, turn_off, turned_off

area = Blueprint("notice_settings", __name__, url_prefix="/inbox/settings")


@area.get("/")
def page() -> str:
    """What the viewer gets, and, by the page's script, whether it gets here."""
    return _page(address_of(g.viewer.account.id) or "")


@area.post("/")
def choose() -> Response | tuple[str, int]:
    """Have the ticked kinds (`kind`) sent and no others, and mail go to `address`. 422 where it is none."""
    account, address = g.viewer.account.id, request.form.get("address", "")
    ticked = set(request.form.getlist("kind"))
    theirs = kinds_for([membership.role for membership in g.viewer.memberships])
    turn_off(account, [kind for kind in theirs if kind not in ticked])
    if current_app.config["SENDS_MAIL"]:
        if not is_readable(address):
            return _page(address, UNREADABLE), 422
        try:
            set_address(account, address)
        except NoAddress:
            db.session.rollback()
            return _page(address, _("That is no e-mail address: name@example.org is one.")), 422
    db.session.commit()
    return redirect(url_for("notice_settings.page", saved=1))


def _page(address: str, fault: str = "") -> str:
    return render_template(
        "notice_settings.html",
        kinds=kinds_for([membership.role for membership in g.viewer.memberships]),
        off=turned_off(g.viewer.account.id),
        named=kind_named,
        explained=kind_explained,
        address=address,
        mails=current_app.config["SENDS_MAIL"],
        fault=fault,
        saved="saved" in request.args,
    )
