"""The test of the test: with each of these breaks the faults have to report what it costs.

`python -m tests.faults.breaks` breaks a copy of the product in each way in turn and names the breaks that no
example noticed. Phones look back at what the server holds, and so make good much of what another part does
wrong: a break that they would make good is tried with that taken out, too.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.faults.machine import run
from tests.faults.rink import Rink, Tally
from tests.faults.tree import Change

MOST_EXAMPLES = 25
SEED, STEPS = 20261201, 20
NOBODY_LOOKS_BACK = (
    Change("static/src/pull.ts", "if (whole || (await sameLog(identity.account, game, body)))", "if (body)"),
    Change("static/src/pull.ts", "const missed = whole ? await", "const missed = whole && 0 ? await"),
    Change("static/src/outbox.ts", "if (!known.missing.length) continue;", "if (known) continue;"),
)


@dataclass(frozen=True)
class Break:
    """`costs`: what the tally has to count: `lost`, `doubled` or `differing`.

    `browsers`: how many it takes to see it; else phones in Node do.
    """

    name: str
    costs: str
    changes: tuple[Change, ...]
    browsers: int = 0


BREAKS = (
    Break("phones never look back at what the server holds", "lost", NOBODY_LOOKS_BACK),
    Break(
        "a phone takes any 200 for an answer to all that it sent",
        "lost",
        (
            Change(
                "static/src/outbox.ts",
                "if (!answers(request, body)) throw new Offline('no answer to this batch');",
                "if (!answers(request, body)) return { batch: '', epoch: epoch ?? '', progress: {}, "
                "sheets: {}, results: calls.map(({ id }) => ({ id, result: 'accepted' })) } as SyncAnswer;",
            ),
            *NOBODY_LOOKS_BACK,
        ),
    ),
    Break(
        "the server answers for what it has not committed",
        "lost",
        (
            Change(
                "webapp/officiating.py",
                "    db.session.commit()\n    return answers",
                "    (db.session.commit if now.microsecond % 3 else db.session.rollback)()\n"
                "    return answers",
            ),
            *NOBODY_LOOKS_BACK,
        ),
    ),
    Break(
        "a phone whose device id is in use elsewhere goes on with it",
        "lost",
        (
            Change(
                "static/src/sync_round.ts",
                "identity = await takeNewDevice(identity.account);",
                "throw new Offline('another phone has this device id');",
            ),
        ),
    ),
    Break(
        "a push of which one call cannot be appended fails whole",
        "lost",
        (
            Change(
                "webapp/store/intake.py",
                "            except IntegrityError:\n",
                "            except ZeroDivisionError:\n",
            ),
        ),
    ),
    Break(
        "a second tap on one sheet is another call",
        "doubled",
        (
            Change(
                "static/src/log.ts",
                "if (there) return { record: there };",
                "if (there) said = { ...said, id: randomId() };",
            ),
            Change(
                "static/src/log.ts",
                "import { tick } from './hlc';",
                "import { tick } from './hlc';\nimport { randomId } from './call_id';",
            ),
        ),
    ),
    Break(
        "calls stand in the order in which each phone numbered them",
        "differing",
        (
            Change(
                "static/src/order.ts",
                "compared(a.hlc, b.hlc) || compared(a.device, b.device) || a.n - b.n",
                "a.n - b.n || compared(a.hlc, b.hlc)",
            ),
        ),
    ),
    Break(
        "a pull's cursor moves on before its calls are kept",
        "differing",
        (
            Change(
                "static/src/pull.ts",
                "for (const { call, seq, result, code } of calls) {",
                "for (const { call, seq, result, code } of calls.slice(Math.min(1, calls.length - 1))) {",
            ),
            *NOBODY_LOOKS_BACK,
        ),
    ),
    Break(
        "what the log has lost is not put back",
        "lost",
        (
            Change(
                "static/src/put_back.ts", "const back = lacking.length ?", "const back = lacking.length < 0 ?"
            ),
        ),
        browsers=1,
    ),
)


def found(one: Break, folder: Path, most_examples: int = MOST_EXAMPLES) -> Tally:
    """Run the broken product until it was noticed or examples are used up."""
    rink = Rink(folder, node=3, browsers=one.browsers, changes=one.changes)
    try:
        rink.ends_with = one.costs
        run(rink, SEED, most_examples, STEPS)
    finally:
        rink.close()
    return rink.tally


def main() -> int:
    survived = 0
    for one in BREAKS:
        with tempfile.TemporaryDirectory(prefix="rinkside-breaks-") as folder:
            tally = found(one, Path(folder))
        noticed = getattr(tally, one.costs) > 0
        survived += not noticed
        print(
            f"{'noticed' if noticed else 'SURVIVED'}: {one.name}: {tally.examples} examples, {tally.line}",
            flush=True,
        )
    print(f"{len(BREAKS)} breaks, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
