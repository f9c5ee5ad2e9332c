"""What is kept of a call in the log, and by what it is recognised."""

from webapp.calls.digest import EVERYTHING, content_hash, opened, sealed

NOTE = {
    "id": "c1",
    "type": "note",
    "game": "g",
    "device": "d",
    "n": 3,
    "hlc": "1796070000000-0000",
    "made_by": "pat",
    "text": "He said something that I do not repeat.",
}


def test_a_sealed_call_holds_no_free_text_and_opens_again():
    closed, texts = sealed(NOTE, ["/text", "/reason"])
    assert "repeat" not in str(closed)
    assert [(text.pointer, text.text) for text in texts] == [("/text", NOTE["text"])]
    assert opened(closed, {"/text": NOTE["text"]}) == (NOTE, [])


def test_a_redacted_text_is_gone_and_its_place_is_named():
    closed, _ = sealed(NOTE, ["/text"])
    assert opened(closed, {"/text": None}) == ({**NOTE, "text": "…"}, ["/text"])


def test_the_same_text_sealed_twice_looks_different_so_that_it_cannot_be_guessed():
    once, _ = sealed(NOTE, ["/text"])
    twice, _ = sealed(NOTE, ["/text"])
    assert once["text"] != twice["text"]
    assert content_hash(once) != content_hash(twice)


def test_with_the_salt_of_the_first_time_the_same_call_has_the_same_hash_and_another_text_another():
    first, texts = sealed(NOTE, ["/text"])
    salts = {text.pointer: text.salt for text in texts}
    assert content_hash(sealed(NOTE, ["/text"], salts)[0]) == content_hash(first)
    other = {**NOTE, "text": "He said nothing."}
    assert content_hash(sealed(other, ["/text"], salts)[0]) != content_hash(first)


def test_a_call_keeps_its_hash_when_it_moves_to_another_device():
    moved = {**NOTE, "device": "e", "n": 1, "app": "2", "packet": "sha256:0"}
    assert content_hash(moved) == content_hash(NOTE)


def test_a_call_moved_in_time_or_to_another_author_is_another_call():
    for field, value in (("hlc", "1796070000001-0000"), ("made_by", "sam"), ("game", "h"), ("id", "c2")):
        assert content_hash({**NOTE, field: value}) != content_hash(NOTE)


def test_a_text_inside_an_object_is_sealed_in_its_place():
    added = {**NOTE, "type": "roster_add", "player": {"id": "X1", "number": "7", "name": "A. Roe"}}
    closed, _ = sealed(added, ["/player/name"])
    assert closed["player"]["id"] == "X1"
    assert "Roe" not in str(closed)


def test_of_a_call_that_nobody_here_knows_everything_is_sealed():
    unknown = {**NOTE, "type": "shouting_match", "who": ["A. Roe"], "content": {"loud": True}}
    closed, texts = sealed(unknown, [EVERYTHING])
    assert "Roe" not in str(closed)
    assert closed["type"] == "shouting_match"
    assert opened(closed, {EVERYTHING: texts[0].text}) == (unknown, [])
    assert opened(closed, {EVERYTHING: None})[1] == [EVERYTHING]
