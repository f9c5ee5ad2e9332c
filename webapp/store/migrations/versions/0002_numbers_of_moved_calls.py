"""The number that a call got on a new device id, where it had arrived under the old one before.

Without it the new device would seem to owe a call for ever.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moved_number",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["call_id"], ["logged_call.id"], name=op.f("fk_moved_number_call_id_logged_call")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_moved_number_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "device", "n", name=op.f("pk_moved_number")),
    )


def downgrade() -> None:
    op.drop_table("moved_number")
