"""Short runs of the faults from fixed seeds; `make faults` is the long one."""

from __future__ import annotations

import pytest

from tests.faults.machine import run
from tests.faults.rink import Rink

pytestmark = pytest.mark.e2e
SEEDS, STEPS = (20261201, 20261202, 20261203), 7


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_network_phones_and_server_do_no_call_is_lost_or_doubled_and_all_show_one_sheet(
    request, tmp_path, seed
):
    rink = Rink(tmp_path, node=2, browsers=1, kind=request.config.getoption("database"))
    try:
        run(rink, seed, 1, STEPS)
    finally:
        rink.close()
    tally = rink.tally
    assert (tally.lost, tally.doubled, tally.differing) == (0, 0, 0), "\n".join(tally.told)
    assert tally.examples >= 1
    assert tally.calls > 2
    assert tally.kills > 0
