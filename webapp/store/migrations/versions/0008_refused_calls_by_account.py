"""How many refused calls are kept of an account since yesterday is read from an index."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        op.f("ix_refused_call_account_id_received_at"), "refused_call", ["account_id", "received_at"]
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_refused_call_account_id_received_at"), table_name="refused_call")
