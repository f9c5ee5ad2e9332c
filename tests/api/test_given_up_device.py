"""A device id that a phone has given up owes nothing once its calls have come under the next one."""

from uuid import uuid4

from tests.simulated_phone import Phone, over_wsgi

NEXT = str(uuid4())


def owed(phone):
    told = phone.get("/api/v1/games/game1/calls").json["progress"]
    return {device: one["missing"] for device, one in told.items() if one["missing"]}


def sync(phone, device, calls, moved, heads=None):
    request = {"batch": str(uuid4()), "device": device, "calls": calls, "heads": heads or {}, "moved": moved}
    answer = phone.post("/api/v1/sync", request, phone.signed)
    assert answer.status == 200, answer
    return answer.json


def moved_to_a_new_device(phone):
    """Two calls that were told of as 2 and 3 and never came, as their phone numbers them anew."""
    phone.push(phone.call("note", text="came"))
    unsent = [phone.call("note", text=text) for text in ("one", "another")]
    sync(phone, phone.device, [], [], {"game1": 3})
    again = [{**call, "device": NEXT, "n": n} for n, call in enumerate(unsent, 1)]
    was = [{"id": call["id"], "device": phone.device, "n": call["n"]} for call in unsent]
    return again, was


def test_what_has_moved_is_not_owed_any_more(pat):
    again, was = moved_to_a_new_device(pat)
    assert owed(pat) == {pat.device: [[2, 3]]}
    sync(pat, NEXT, again[:1], was[:1])
    assert owed(pat) == {pat.device: [[3, 3]]}
    sync(pat, NEXT, again[1:], was[1:])
    assert owed(pat) == {}


def test_nor_is_what_has_moved_and_was_refused(pat):
    again, was = moved_to_a_new_device(pat)
    results = sync(pat, NEXT, [again[0], {**again[1], "text": 7}], was)["results"]
    assert [one["result"] for one in results] == ["accepted", "refused"]
    assert owed(pat) == {}


def test_nobody_says_so_for_somebody_elses_phone(pat, sam):
    _, was = moved_to_a_new_device(pat)
    own = sam.call("note", text="x")
    sync(sam, sam.device, [own], [{**was[0], "id": own["id"]}])
    assert owed(pat) == {pat.device: [[2, 3]]}


def test_no_number_is_given_up_that_was_never_told_of_and_none_without_its_call(app, pat):
    again, was = moved_to_a_new_device(pat)
    sync(pat, NEXT, [], was)
    sync(pat, NEXT, again[:1], [{**was[0], "n": 700}])
    assert owed(pat) == {pat.device: [[2, 3]]}
    assert owed(Phone(over_wsgi(app), "pat")) == {pat.device: [[2, 3]]}
