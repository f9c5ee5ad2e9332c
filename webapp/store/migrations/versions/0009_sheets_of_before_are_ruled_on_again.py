"""Sheets from before 0005 are queued where a call may wait: nothing else would rule on a game that is over again.

Which calls wait, and how many for a word, is worked out with the next ruling alone.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    sheets = sa.table(
        "game_sheet",
        sa.column("game_id"),
        sa.column("waiting", sa.JSON(none_as_null=True)),
        sa.column("stale_since", sa.DateTime(timezone=True)),
    )
    calls = sa.table("logged_call", sa.column("game_id"), sa.column("type"), sa.column("result"))
    may_wait = sa.select(calls.c.game_id).where((calls.c.result == "held") | (calls.c.type == "sign_off"))
    never_noted = sa.cast(sheets.c.waiting, sa.Text).in_(("null",)) | sheets.c.waiting.is_(sa.null())
    op.execute(
        sheets.update()
        .where(sheets.c.stale_since.is_(None), never_noted, sheets.c.game_id.in_(may_wait))
        .values(stale_since=datetime.now(UTC))
    )


def downgrade() -> None:
    """What is queued is ruled on again by any version."""
