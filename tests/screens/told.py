"""What Drew was told of the demo's suspended Bear, and how that is pushed.

`python -m tests.screens.told ORIGIN` prints both as JSON, from the database that the environment names.
"""

from __future__ import annotations

import json
import sys

from webapp.app import create_app
from webapp.notices.payload import payload
from webapp.store.accounts import Account
from webapp.store.database import db
from webapp.store.inbox import inbox_of

if __name__ == "__main__":
    with create_app().app_context():
        drew = db.session.scalars(db.select(Account).where(Account.username == "drew")).one()
        notice = next(one for one in inbox_of(drew.id) if one.kind == "suspension")
        print(json.dumps({"path": f"/inbox/{notice.id}", "payload": payload(notice, sys.argv[1], "en")}))
