"""`rinkside demo`: a tournament in an empty database, its played games taken in as a phone's push is."""

from datetime import UTC, datetime

from webapp.app import create_app
from webapp.calls.envelope import SyncRequest, read_request
from webapp.officiating import take_in
from webapp.rulebooks.reader import load
from webapp.store import demo, demo_logs, new_id
from webapp.store.passwords import LEAST_PASSWORD

RULEBOOK = "half-sheet-3v3"
TO_TRY = {
    "pat": "sign in on a phone: Game 3 begins in ten minutes; goalie Gale Hutchins is one penalty from out",
    "sam": "sign in on a second phone and log the same game",
    "casey": "see the Hogs' tallies; log penalties as Pat and reload",
    "drew": "see the Bears: Frankie Osei is suspended for the next game",
    "lee": "confirm or reject the Moles' disqualification",
}


class NotFilled(Exception):
    """The demo was not added; `str()` says why and what to do."""


Row = tuple[str, str, str, str]


def fill(password: str) -> list[Row]:
    """Add the demo and commit it; `(username, role, password, what to try)` of every account.

    Raises NotFilled where the database is in use already or the password is too short.
    """
    if len(password) < LEAST_PASSWORD:
        raise NotFilled(f"The password has {len(password)} characters. Take {LEAST_PASSWORD} or more.")
    with create_app().app_context():
        return _fill(password)


def table(rows: list[Row]) -> list[str]:
    """The accounts as lines of columns."""
    rows = [("username", "role", "password", "what to try"), *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]])
        for row in rows
    ]


def _fill(password: str) -> list[Row]:
    if not demo.is_empty():
        raise NotFilled(
            "This database is in use, so that nothing was added. "
            "Set DATABASE_URL or RINKSIDE_INSTANCE to an empty one."
        )
    now = datetime.now(UTC)
    made = demo.fill(load(RULEBOOK), password, now)
    pat, device = made.accounts["pat"], new_id()
    for game, calls in zip(
        made.games[: demo.PLAYED], (demo_logs.first_game(), demo_logs.second_game()), strict=True
    ):
        body = demo_logs.as_pushed(calls, game, pat, device, game.starts_at_utc)
        answer = take_in(read_request(body, SyncRequest), pat, now)
        unwanted = [one for one in answer["results"] if one["result"] != "accepted"]
        if unwanted:
            raise AssertionError(f"{game.label}: the demo's own calls are not accepted: {unwanted}")
    return [(username, role, password, TO_TRY[username]) for username, _, role, _ in demo.PEOPLE]
