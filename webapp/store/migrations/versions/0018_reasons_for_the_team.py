"""Which decisions' reasons a team reads: those that were typed where the form said so, none of before."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

DECISIONS = ("suspension_decision", "imposed_decision")


def upgrade() -> None:
    for table in DECISIONS:
        op.add_column(
            table, sa.Column("reason_for_team", sa.Boolean(), nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    for table in DECISIONS:
        op.drop_column(table, "reason_for_team")
