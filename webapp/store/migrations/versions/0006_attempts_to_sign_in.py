"""Failed attempts to sign in are counted in the database, for all processes of the product together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("window_s", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_until"), "attempts", ["until"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_attempts_until"), table_name="attempts")
    op.drop_table("attempts")
