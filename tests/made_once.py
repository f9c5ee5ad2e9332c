"""What each process of a run needs and takes long to make, made by the first that needs it."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def made_once(folder: Path, name: str, make: Callable[[Path], None]) -> Path:
    """A file of this run, to be copied; `folder`: one of the run's temporary ones, made by pytest."""
    of_the_run = folder.parent
    if of_the_run.name.startswith("popen-"):  # of one process of pytest-xdist
        of_the_run = of_the_run.parent
    made = of_the_run / name
    with (of_the_run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            unfinished = of_the_run / f"unfinished-{name}"
            make(unfinished)
            unfinished.rename(made)
    return made
