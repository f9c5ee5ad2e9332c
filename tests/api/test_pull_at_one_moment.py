"""A pull is of one moment: what is committed while it reads is in none of it, and is pulled the next time."""

from concurrent.futures import ThreadPoolExecutor

from webapp.pages.api import pull
from webapp.store.whole_log import kept_calls


def test_a_late_call_that_is_committed_while_another_pulls_is_told_to_nobody_as_one_that_counts(
    pat, sam, monkeypatch
):
    first, late = (one.call("shot", team="BEA", goalie="G1") for one in (pat, sam))
    pat.push(first, pat.call("sign_off", by="Pat", heads={pat.device: 1}))

    def kept_after_a_push(*asked):
        monkeypatch.setattr(pull, "kept_calls", kept_calls)
        with ThreadPoolExecutor() as elsewhere:  # a client in here would end the transaction that reads
            assert elsewhere.submit(sam.results, late).result(20) == [("held", "late")]
        return kept_calls(*asked)

    monkeypatch.setattr(pull, "kept_calls", kept_after_a_push)
    told = pat.get("/api/v1/games/game1/calls?cursor=0").json
    assert [one["counts"] for one in told["calls"]] == [True, True]
    assert told["cursor"] == told["log"]["calls"] == 2
    assert sam.device not in told["progress"]
    [after] = pat.get(f"/api/v1/games/game1/calls?cursor={told['cursor']}").json["calls"]
    assert (after["call"]["id"], after["counts"]) == (late["id"], False)
