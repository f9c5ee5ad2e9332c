"""What sync rests on, taken out one at a time in a copy of the product: a test must fail each time.

`python -m tests.mutants.sync` prints the survivors and ends with 1 where there are any.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("webapp", "tests", "templates", "pyproject.toml", "deploy")
ENDS_WITHIN_S = 600
FAILED = 1  # pytest: tests ran, and some failed


class Mutation(NamedTuple):
    """A place of the code, what stands there instead, and the test that fails then."""

    name: str
    path: str
    code: str
    instead: str
    test: str
    database: str = "sqlite"


PUSH = "tests/api/test_push.py::"
MUTATIONS = [
    Mutation(
        "a call that is here already is not known again",
        "webapp/store/intake.py",
        "logged = self.logged.get(wire.id)",
        "logged = None",
        PUSH + "test_the_same_call_again_is_a_duplicate_with_its_first_seq",
    ),
    Mutation(
        "the answer comes without the commit",
        "webapp/officiating.py",
        "    db.session.commit()\n    return answers",
        "    return answers",
        PUSH + "test_calls_are_stored_in_the_order_of_the_log_and_numbered_without_a_gap",
    ),
    Mutation(
        "a commit is not synced to the disk",
        "webapp/store/database.py",
        "synchronous = FULL",
        "synchronous = NORMAL",
        "tests/api/test_power_loss.py::test_the_log_is_on_the_disk_before_the_answer_leaves",
    ),
    Mutation(
        "calls go in without a savepoint for all",
        "webapp/store/intake.py",
        "        with db.session.begin_nested():\n            _insert(sealings, now)",
        "        if True:\n            _insert(sealings, now)",
        PUSH + "test_a_number_taken_in_the_middle_of_a_batch_takes_back_nothing_that_is_answered_for",
    ),
    Mutation(
        "a call goes in without a savepoint of its own",
        "webapp/store/intake.py",
        "                with db.session.begin_nested():\n                    _insert([sealing], now)",
        "                if True:\n                    _insert([sealing], now)",
        PUSH + "test_a_number_taken_in_the_middle_of_a_batch_takes_back_nothing_that_is_answered_for",
        "postgresql",
    ),
    Mutation(
        "the log is ruled on in the order of arrival",
        "webapp/store/whole_log.py",
        "return sorted(found, key=lambda one: place(one.call))",
        "return found",
        "tests/officiating/test_arrival_order.py::"
        "test_of_two_decisions_on_a_late_call_the_one_made_last_holds_whichever_arrived_first",
    ),
    Mutation(
        "a batch is taken in the order of arrival",
        "webapp/calls/pushed.py",
        "return sorted((one for one in batch if one.wire), key=lambda one: one.wire.place)",
        "return [one for one in batch if one.wire]",
        PUSH + "test_a_batch_is_numbered_in_the_order_in_which_its_calls_were_made",
    ),
    Mutation(
        "seq has gaps",
        "webapp/store/intake.py",
        "seqs[wire.game] += 1",
        "seqs[wire.game] += 2",
        PUSH + "test_calls_are_stored_in_the_order_of_the_log_and_numbered_without_a_gap",
    ),
    Mutation(
        "a pull skips a call behind its cursor",
        "webapp/store/whole_log.py",
        '"after": after,',
        '"after": after + bool(after),',
        "tests/api/test_limits.py::test_a_pull_in_pages_of_any_size_gives_everything_once",
    ),
    Mutation(
        "a push of another epoch is taken",
        "webapp/pages/api/push.py",
        "one.asked.epoch != current_epoch()",
        "one.asked.epoch is None",
        "tests/api/test_restored_server.py::"
        "test_a_phone_that_knew_another_epoch_is_told_what_the_server_lacks_and_nothing_is_lost",
    ),
    Mutation(
        "a backup does not know that it is one",
        "webapp/backup.py",
        'copy.execute("UPDATE epoch SET epoch = ?", [its_epoch])',
        "pass",
        "tests/command/test_backup.py::test_every_start_on_a_backup_begins_an_epoch_of_its_own",
    ),
    Mutation(
        "a clone is not told to take another device id",
        "webapp/officiating.py",
        'return {**told, "fork": True} if push.fork else told',
        "return told",
        PUSH + "test_a_clone_of_a_device_is_told_to_fork_and_its_calls_arrive_under_a_new_id",
    ),
    Mutation(
        "a taken number refuses no call",
        "webapp/store/call_log.py",
        '        UniqueConstraint("game_id", "device", "n"),\n',
        "",
        "tests/store/test_migrations.py::test_make_what_the_models_say",
    ),
    Mutation(
        "anybody sends anybody's calls",
        "webapp/officiating.py",
        "if wire.made_by != account.id",
        "if False and wire.made_by != account.id",
        PUSH + "test_nobody_pushes_what_somebody_else_made",
    ),
    Mutation(
        "anybody numbers calls for anybody's phone",
        "webapp/officiating.py",
        "if known.belongs_to_another(wire.device, account)",
        "if False and known.belongs_to_another(wire.device, account)",
        PUSH + "test_nobody_pushes_what_somebody_else_made",
    ),
    Mutation(
        "a body may swell without end",
        "webapp/pages/api/request_body.py",
        "        if len(body) > MOST_BYTES:\n            raise too_large()\n",
        "",
        "tests/api/test_limits.py::test_the_limit_counts_what_comes_out_of_the_gzip",
    ),
    Mutation(
        "a phone that tells of unsent calls owes none",
        "webapp/store/progress.py",
        "    if head >= expected:\n        missing.append([expected, head])\n",
        "",
        PUSH + "test_heads_tell_what_a_phone_still_owes_and_every_official_sees_it",
    ),
    Mutation(
        "a refused call leaves nothing behind",
        "webapp/officiating.py",
        "    intake.audit(turned_away, push.account, device, now)\n",
        "",
        PUSH + "test_refused_calls_are_kept_raw_as_evidence",
    ),
    Mutation(
        "what the disk had no room for is answered for",
        "webapp/store/database.py",
        'if connection.dialect.name == "sqlite" and not connection.connection.in_transaction:',
        "if False:",
        "tests/store/test_durability.py::test_what_sqlite_has_taken_back_cannot_be_committed",
    ),
    Mutation(
        "a game is locked against those who tell of it",
        "webapp/store/database.py",
        "key_share=True",
        "key_share=False",
        "tests/store/test_lock_order.py::test_each_of_two_that_hold_a_game_can_tell_of_the_others",
        "postgresql",
    ),
    Mutation(
        "the log can be emptied",
        "webapp/store/migrations/versions/0001_what_a_league_keeps.py",
        'for act in ("UPDATE", "DELETE")',
        'for act in ("UPDATE",)',
        "tests/store/test_append_only.py::test_refuses_to_change_a_logged_call",
    ),
]


@contextmanager
def copied() -> Iterator[Path]:
    """A folder with the product and the tests that it is about."""
    with tempfile.TemporaryDirectory(prefix="rinkside-mutants-") as folder:
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, Path(folder, name))
        yield Path(folder)


def outcome(mutation: Mutation, folder: Path) -> int:
    """pytest's exit code for a mutation's test, with it in place; the folder is left as it was."""
    file = folder / mutation.path
    whole = file.read_text()
    if whole.count(mutation.code) != 1:
        raise AssertionError(f"{mutation.name}: {mutation.path} has not, once, {mutation.code!r}")
    _write(file, whole.replace(mutation.code, mutation.instead))
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, f"--database={mutation.database}", mutation.test],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=ENDS_WITHIN_S,
        )
    finally:
        _write(file, whole)
    if done.returncode > FAILED:
        raise AssertionError(f"{mutation.name}: {mutation.test} did not run:\n{done.stdout}{done.stderr}")
    return done.returncode


def outcomes(mutations: Sequence[Mutation]) -> Iterator[tuple[Mutation, int]]:
    """Each mutation with its exit code, in order, worked out in as many copies as there are processors."""
    copies: Queue[Path] = Queue()

    def tried(mutation: Mutation) -> tuple[Mutation, int]:
        folder = copies.get()
        try:
            return mutation, outcome(mutation, folder)
        finally:
            copies.put(folder)

    with ExitStack() as stack:
        workers = os.cpu_count() or 1
        for _ in range(workers):
            copies.put(stack.enter_context(copied()))
        yield from stack.enter_context(ThreadPoolExecutor(workers)).map(tried, mutations)


def _write(file: Path, text: str) -> None:
    """Write a module, and forget it as it was compiled: two versions can be as old as each other."""
    file.write_text(text)
    Path(cache_from_source(file)).unlink(missing_ok=True)


def main() -> int:
    """Try every mutation; the exit code."""
    survivors = 0
    for one, code in outcomes(MUTATIONS):
        if code != FAILED:
            survivors += 1
            print(f"survived: {one.name} ({one.path}), which {one.test} should notice", flush=True)
    print(f"{len(MUTATIONS)} mutations of sync, {survivors} survivors")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
