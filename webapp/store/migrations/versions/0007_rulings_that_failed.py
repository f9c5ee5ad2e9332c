"""A game on which the rules failed is noted, with when to try again, though it has no sheet yet."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "failed_ruling",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("again_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_failed_ruling_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_failed_ruling")),
    )
    op.create_index(op.f("ix_failed_ruling_again_at"), "failed_ruling", ["again_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_failed_ruling_again_at"), table_name="failed_ruling")
    op.drop_table("failed_ruling")
