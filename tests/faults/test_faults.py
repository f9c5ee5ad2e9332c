"""A short run of the faults from a fixed seed; `make faults` is the long one."""

from __future__ import annotations

import pytest

from tests.faults.machine import run
from tests.faults.rink import Rink

pytestmark = pytest.mark.e2e
SEED, EXAMPLES, STEPS = 20261201, 3, 7


def test_whatever_network_phones_and_server_do_no_call_is_lost_or_doubled_and_all_show_one_sheet(
    request, tmp_path
):
    rink = Rink(tmp_path, node=2, browsers=1, kind=request.config.getoption("database"))
    try:
        run(rink, SEED, EXAMPLES, STEPS)
    finally:
        rink.close()
    tally = rink.tally
    assert (tally.lost, tally.doubled, tally.differing) == (0, 0, 0), "\n".join(tally.told)
    assert tally.examples >= EXAMPLES
    assert tally.calls > EXAMPLES
    assert tally.kills > 0
