"""gunicorn as an installation runs it: `gunicorn --config gunicorn.conf.py`, its settings in the environment.

How many workers is WEB_CONCURRENCY's to say, gunicorn's own variable.
"""

import os
import sys
from contextlib import ExitStack

from webapp import serving
from webapp.settings import SettingsFault

globals().update(serving.OPTIONS)
wsgi_app = "webapp.serving:application()"
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_tmp_dir = os.environ.get("RUNTIME_DIRECTORY")  # systemd's, in memory: a slow disk stops no heartbeat
graceful_timeout = 20  # seconds for what is being answered when it is told to end

_until_it_ends = ExitStack()


def on_starting(_arbiter) -> None:
    """Before it listens, as `rinkside serve`: migrate, and keep restores away until the last worker ended."""
    try:
        _until_it_ends.enter_context(serving.up_to_date())
    except SettingsFault as faults:
        sys.exit(str(faults))
