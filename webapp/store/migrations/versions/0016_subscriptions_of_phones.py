"""Which of an official's phones has subscribed to notices, so that signing it out ends that."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("push_subscription", sa.Column("device_id", sa.String(length=36), nullable=True))
    op.create_index(op.f("ix_push_subscription_device_id"), "push_subscription", ["device_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_push_subscription_device_id"), table_name="push_subscription")
    op.drop_column("push_subscription", "device_id")
