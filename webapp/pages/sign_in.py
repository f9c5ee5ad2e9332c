"""Signing in with a name and a password, and out. Officials go on to their app with a one-time code."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from flask import Blueprint, Flask, g, redirect, render_template, request, session, url_for
from flask_babel import lazy_gettext as _
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_login import LoginManager, UserMixin, login_user, logout_user
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import PasswordField, StringField
from wtforms.validators import InputRequired, Length

from webapp.pages import access
from webapp.pages.typed_text import readable
from webapp.store import Account, db, subscriptions
from webapp.store.accounts import OFFICIAL_ROLES, TEAM_ROLES, account_named
from webapp.store.passwords import sign_in_fits
from webapp.store.phones import SIGN_IN_CODE_LIVES, issue_code

area = Blueprint("sign_in", __name__)
limiter = Limiter(get_remote_address, storage_uri="database://", headers_enabled=True)
FAILED = (401, 422)
BY_NAME = "10 per 15 minutes"
BY_ADDRESS = "60 per 15 minutes"  # a whole rink may share one address
BY_BOTH = "6 per 15 minutes"  # so that nobody locks an official out of the rink from one place elsewhere


class SignedIn(UserMixin):
    """An account as Flask-Login wants it."""

    def __init__(self, account: Account):
        self.account = account

    def get_id(self) -> str:
        return self.account.id


class SignInForm(FlaskForm):
    username = StringField(_("User name"), validators=[InputRequired(), Length(max=60), readable])
    password = PasswordField(_("Password"), validators=[InputRequired(), Length(max=200)])


def init_app(app: Flask) -> None:
    limiter.init_app(app)
    login = LoginManager(app)
    login.session_protection = None  # phones change networks and browsers their version

    @login.user_loader
    def load(account_id: str) -> SignedIn | None:
        account = db.session.get(Account, account_id)
        return SignedIn(account) if account is not None and account.disabled_at is None else None


def place() -> str:
    """Where a request comes from: its address, of an IPv6 one the network, for one phone has 2^64 in that."""
    told = get_remote_address()
    try:
        address = ip_address(told)
    except ValueError:
        return told
    if not isinstance(address, IPv6Address):
        return told
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


def limit_attempts(username: Callable[[], str]) -> Callable:
    """Limit failed attempts to sign in: by the name tried, by the address it comes from, and by both."""

    def name() -> str:
        return "name:" + (username() or place())

    def both() -> str:
        return f"name:{username()} at {place()}"

    def limited(view: Callable) -> Callable:
        limits = (
            (BY_ADDRESS, place, None),
            (BY_NAME, name, None),
            (BY_BOTH, both, lambda: not username()),
        )
        for limit, key, exempt_when in limits:
            view = limiter.shared_limit(
                limit,
                scope="sign_in",
                key_func=key,
                methods=["POST"],
                exempt_when=exempt_when,
                deduct_when=lambda response: response.status_code in FAILED,
            )(view)
        return view

    return limited


@area.route("/sign-in", methods=["GET", "POST"])
@limit_attempts(lambda: request.form.get("username", "").strip().lower())
def page() -> Response | str | tuple[str, int]:
    """The form; a good name and password lead to `next` or to the page for the account's role."""
    form = SignInForm()
    if not form.validate_on_submit():
        return render_template("sign_in.html", form=form, wrong=False), 422 if form.is_submitted() else 200
    account = account_named(form.username.data)
    account_id = account.id if account is not None else None
    if not sign_in_fits(account, form.password.data):
        return render_template("sign_in.html", form=form, wrong=True), 422
    session.clear()  # what was there before signing in, the old CSRF token included, is nobody's any more
    session.permanent = True
    login_user(SignedIn(db.session.get_one(Account, account_id)))
    onward = _own_path(request.args.get("next", "")) or first_page()
    db.session.commit()
    return redirect(onward)


@area.post("/sign-out")
def sign_out() -> Response:
    """Ends the browser's session, and its notices where its script says what they come by (`endpoint`).

    Phones keep their own tokens.
    """
    endpoint = request.form.get("endpoint", "")
    if endpoint.isprintable():
        subscriptions.unsubscribe(g.viewer.account.id, endpoint)
        db.session.commit()
    logout_user()
    return redirect(url_for("front.home"))


def first_page() -> str:
    """Where the signed-in account goes first; for an official a code that signs the app in is issued."""
    viewer = access.viewer()
    if viewer.holds(*OFFICIAL_ROLES):
        code = issue_code(viewer.account, g.now, SIGN_IN_CODE_LIVES)
        return f"/rink/#/welcome/{code}"
    if viewer.holds(*TEAM_ROLES):
        return url_for("captain.teams")
    return url_for("director.today") if viewer.holds("director") else url_for("front.home")


def _own_path(path: str) -> str | None:
    """A path on this site, or none: no other host, however written.

    No fragment either: `/rink/#/welcome/…` would sign the phone in as whoever made the link.
    """
    elsewhere = path.startswith("//") or "\\" in path or not path.isprintable()
    if not path.startswith("/") or elsewhere or "#" in path:
        return None
    return path
