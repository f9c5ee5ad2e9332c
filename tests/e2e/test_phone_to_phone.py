"""Two phones in one hand, and no network: a game goes over by the camera, or by a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.referee import Referee

pytestmark = pytest.mark.e2e

PICTURE = """() => {
  const film = document.querySelector('.film');
  const side = film.width;
  const { data } = film.getContext('2d').getImageData(0, 0, side, side);
  return [side, Array.from({ length: side * side }, (_, at) => data[4 * at] ? 1 : 0).join('')];
}"""
SIDE = 480
A_SECOND = 10


def filmed(page: Page, pictures: int) -> list[tuple[int, str]]:
    """So many different pictures of the film: how many squares a side, and each light (1) or dark (0)."""
    seen: dict[str, int] = {}
    for _ in range(40 * pictures):
        side, squares = page.evaluate(PICTURE)
        seen[squares] = side
        if len(seen) == pictures:
            break
        page.wait_for_timeout(40)
    return [(side, squares) for squares, side in seen.items()]


def write_video(path: Path, pictures: Iterable[tuple[int, str]]) -> None:
    """As a camera held close would see them: YUV4MPEG2, grey, on a desk as grey as the ice."""
    with path.open("wb") as video:
        video.write(f"YUV4MPEG2 W{SIDE} H{SIDE} F{A_SECOND}:1 Ip A1:1 C420jpeg\n".encode())
        for side, squares in pictures:
            scale = SIDE // side
            margin = (SIDE - side * scale) // 2
            blank = bytes([160]) * SIDE
            rows = [blank] * margin
            for top in range(0, side * side, side):
                row = b"".join(
                    bytes([235 if one == "1" else 20]) * scale for one in squares[top : top + side]
                )
                rows += [bytes([160]) * margin + row + bytes([160]) * (SIDE - margin - len(row))] * scale
            rows += [blank] * (SIDE - len(rows))
            video.write(b"FRAME\n" + b"".join(rows) + bytes([128]) * (SIDE * SIDE // 2))


@pytest.fixture
def sam(handset):
    """Sam, signed in, at the list of games."""
    referee = Referee(handset("sam's", of="sam"))
    referee.open_app()
    referee.wait_until_it_opens_offline("Hogs", "Foxes")
    return referee


def log_a_little(pat: Referee) -> None:
    pat.handset.offline()
    pat.begin_period(1)
    pat.goal("Hogs", 9)
    pat.tap(pat.button("More"))
    pat.tap(pat.sheet.get_by_role("button", name="Hand the game over"))
    expect(pat.sheet).to_contain_text("3 of them are not on the server yet")


def same_sheet(one: Referee, other: Referee) -> None:
    for held in (mine := one.handset.held(), theirs := other.handset.held()):
        assert held["ruling"] == "ready"
    assert [call["id"] for call in mine["calls"]] == [call["id"] for call in theirs["calls"]]
    assert mine["sheet"] == theirs["sheet"]


def test_a_film_of_codes_takes_the_game_to_a_phone_without_a_network(product, pat, sam, tmp_path):
    log_a_little(pat)
    pat.tap(pat.sheet.get_by_role("button", name="Play the film"))
    film = tmp_path / "film.y4m"
    write_video(film, filmed(pat.page, 140))
    pat.close()

    product.stop()
    sam.handset.switch_off()
    sam.handset.camera_sees = film
    sam.handset.switch_on()
    sam.open_app()
    sam.page.get_by_role("button", name="Take a game over").tap()
    sam.page.get_by_role("button", name="Open the camera").tap()
    done = sam.page.get_by_role("status").filter(has_text="is here: Hogs against Foxes")
    expect(done).to_contain_text("3 calls are new to this phone", timeout=90_000)
    sam.page.get_by_role("button", name="Open the game").tap()
    sam.wait_for_the_rules()
    same_sheet(pat, sam)

    sam.goal("Foxes", 17)
    assert sam.handset.held()["sheet"]["score"] == {"FOX": 1, "HOG": 1}
    product.start()
    sam.send_now()
    expect(sam.sending).to_have_text("3 by hand, not sent", timeout=60_000)
    game = product.game("Game 3")
    assert [call["type"] for call in product.log_of(game)] == ["goal"], "Sam sends their own alone"
    pat.handset.offline(False)
    pat.send_now()
    pat.wait_until_all_is_sent()
    assert sorted(call["type"] for call in product.log_of(game)) == ["clock", "goal", "goal", "period_start"]
    sam.send_now()  # hears that Pat's are there
    sam.wait_until_all_is_sent()
    same_sheet(pat, sam)


def test_a_file_does_it_too_and_a_lost_phone_s_calls_are_sent_by_who_took_them(product, pat, sam, tmp_path):
    log_a_little(pat)
    with pat.page.expect_download() as saved:
        pat.tap(pat.sheet.get_by_role("button", name="Save as a file"))
    assert saved.value.suggested_filename.endswith(".rinkside")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    pat.handset.kill()  # and falls into the lake

    sam.handset.offline()
    sam.page.get_by_role("button", name="Take a game over").tap()
    poster = tmp_path / "poster.rinkside"
    poster.write_text(json.dumps({"come": "to the game"}))
    sam.page.locator("input[type=file]").set_input_files(poster)
    expect(sam.page.get_by_role("alert")).to_have_text("This is no game of Rinkside’s.")
    sam.page.locator("input[type=file]").set_input_files(file)
    expect(sam.page.get_by_role("status")).to_contain_text("3 calls are new to this phone")
    sam.page.get_by_role("button", name="Open the game").tap()
    sam.wait_for_the_rules()
    assert sam.handset.held()["sheet"]["score"] == {"FOX": 0, "HOG": 1}

    sam.handset.offline(False)
    sam.tap(sam.button("More"))
    sam.tap(sam.sheet.get_by_role("button", name="Hand the game over"))
    expect(sam.sheet).to_contain_text("3 calls of Pat")
    sam.tap(sam.sheet.get_by_role("button", name="That phone is lost: send for them"))
    sam.tap(sam.sheet.get_by_role("button", name="Send for them", exact=True))
    expect(sam.sheet).to_contain_text("They are on their way")
    sam.close()
    sam.wait_until_all_is_sent()
    kept = product.log_of(product.game("Game 3"))
    assert [call["type"] for call in kept] == ["period_start", "clock", "goal"]
    assert {call["result"] for call in kept} == {"accepted"}
