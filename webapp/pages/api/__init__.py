"""For phones and tools: JSON under /api/v1 by a device's token; without cookies nothing grows too old."""

import time

from flask import Blueprint, Response

from webapp.pages.api import (
    description,
    game_packet,
    game_sheet,
    my_games,
    phone_sign_in,
    pull,
    push,
    push_subscriptions,
    substitutes,
)

area = Blueprint("api", __name__, url_prefix="/api/v1")


@area.after_request
def tell_the_time(answer: Response) -> Response:
    """The server's clock, in milliseconds since 1970, by which phones set theirs: `Date` tells seconds."""
    answer.headers["Rinkside-Now"] = str(time.time_ns() // 1_000_000)
    return answer


area.post("/devices")(phone_sign_in.devices)
area.delete("/devices/me")(phone_sign_in.sign_out)
area.get("/games")(my_games.games)
area.get("/games/<game>/packet")(game_packet.packet)
area.get("/games/<game>/calls")(pull.calls)
area.get("/games/<game>/sheet")(game_sheet.sheet)
area.post("/games/<game>/codes")(substitutes.make_code)
area.delete("/games/<game>/codes")(substitutes.take_back_codes)
area.delete("/games/<game>/officials/<account>")(substitutes.end_joined)
area.post("/sync")(push.sync)
area.get("/notices/push")(push_subscriptions.known)
area.put("/notices/push")(push_subscriptions.keep)
area.delete("/notices/push")(push_subscriptions.remove)
area.post("/notices/push/test")(push_subscriptions.test)
area.get("/openapi.json")(description.openapi)
