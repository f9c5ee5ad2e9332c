"""Ruling on later games, once whatever changed an earlier one has been answered."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response, current_app

from webapp import officiating


def afterwards(response: Response) -> Response:
    """The response, which waits for no other game: the queue is worked off once it is out.

    Where others push, the last of them goes on with it: each may change once more what is worked out here,
    and a phone's next request waits for this one's end, which would wait for their turn.
    """
    app = current_app._get_current_object()

    def work_off() -> None:
        with app.app_context():
            officiating.work_off(
                datetime.now(UTC), lambda: "pushes" in app.extensions and app.extensions["pushes"].leave()
            )

    response.call_on_close(work_off)
    return response
