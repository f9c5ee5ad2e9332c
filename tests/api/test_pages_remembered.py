"""A page of a log is made once for all phones that pull it, and none is told as it no longer is."""

import tracemalloc

import msgspec

from webapp.pages.api import pull
from webapp.pages.api.remembered import BESIDE_A_PAGE, MOST_BYTES, Remembered
from webapp.store.whole_log import Page, kept_calls


def count_pages_made(monkeypatch):
    made = []

    def counted(game, after, most):
        made.append((after, most))
        return kept_calls(game, after, most)

    monkeypatch.setattr(pull, "kept_calls", counted)
    return made


def test_two_phones_that_pull_one_page_have_it_made_once(pat, sam, monkeypatch):
    pat.push(*(pat.call("shot", team="BEA", goalie="G1") for _ in range(3)))
    made = count_pages_made(monkeypatch)
    assert pat.pull() == sam.pull()
    assert made == [(0, 3)]


def test_a_call_that_is_admitted_is_told_as_one_that_counts_to_who_has_its_page_already(
    pat, sam, monkeypatch
):
    first, late = (one.call("shot", team="BEA", goalie="G1") for one in (pat, sam))
    pat.push(first, pat.call("sign_off", by="Pat", heads={pat.device: 1}))
    sam.push(late)
    page = "/api/v1/games/game1/calls?cursor=0&limit=3"
    assert [one["counts"] for one in sam.get(page).json["calls"]] == [True, True, False]
    pat.push(pat.call("admit", calls=[late["id"]]))
    made = count_pages_made(monkeypatch)
    assert [one["counts"] for one in sam.get(page).json["calls"]] == [True, True, True]
    assert made == [(0, 3)]


def test_pulls_that_wait_for_one_another_are_answered_each_from_its_own_cursor(app, pat, monkeypatch):
    pat.push(*(pat.call("shot", team="BEA", goalie="G1") for _ in range(3)))
    made = count_pages_made(monkeypatch)
    asked = [pull.Asked("game1", cursor, 2) for cursor in (0, 2, 0, 3)]
    with app.test_request_context(method="GET"):
        told = [msgspec.json.decode(answer) for answer in pull.told(asked)]
    assert [[one["seq"] for one in answer["calls"]] for answer in told] == [[1, 2], [3], [1, 2], []]
    assert [(one["cursor"], one["more"]) for one in told] == [(2, True), (3, False), (2, True), (3, False)]
    assert [one["log"]["calls"] for one in told] == [2, 3, 2, 3]
    assert sorted(made) == [(0, 2), (2, 1)]


def test_what_was_not_asked_for_the_longest_is_forgotten_first():
    pages, made = Remembered(most_bytes=2 * (4 + BESIDE_A_PAGE)), []

    def page(name):
        def make():
            made.append(name)
            return name.encode() * 4

        return pages.page(name, make)

    assert [page(name) for name in "ab"] == [b"aaaa", b"bbbb"]
    page("a")
    page("c")
    page("a")
    assert made == ["a", "b", "c"]
    page("b")
    assert made == ["a", "b", "c", "b"]


def test_pages_of_one_call_each_in_a_log_of_which_much_is_held_take_no_more_memory(app, pat):
    """Everything that waits is part of what each page hangs on: 3000 calls here, of 3000 in a log."""
    pat.push(pat.call("note", text="It begins."))
    pages = app.extensions["pages"] = Remembered(most_bytes=MOST_BYTES // 100)

    def waiting():
        return {f"0190d1c0-0000-7000-8000-{n:012}": "unknown_target" for n in range(3000)}

    tracemalloc.start()
    for upto in range(1, 101):
        page = Page(0, upto, "a", 0, False)
        with app.test_request_context(method="GET"):
            pull._page("game1", page, waiting(), "epoch")
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(pages._pages) == 100
    assert taken < 2 * MOST_BYTES // 100
