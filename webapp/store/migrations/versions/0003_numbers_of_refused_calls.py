"""The numbers of calls that arrived and were refused.

Without them their phones would seem to owe these calls for ever.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "refused_number",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_refused_number_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "device", "n", name=op.f("pk_refused_number")),
    )


def downgrade() -> None:
    op.drop_table("refused_number")
