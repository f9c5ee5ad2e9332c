"""Which engine a sheet was made by, what a newer one says otherwise, and what directors decided on that.

Of sheets from before nobody knows the engine: those that are signed off are compared once.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_sheet", sa.Column("engine", sa.String(length=80), nullable=True))
    op.add_column("game_sheet", sa.Column("otherwise", sa.String(length=80), nullable=True))
    op.create_index(op.f("ix_game_sheet_engine"), "game_sheet", ["engine"])
    op.create_table(
        "engine_decision",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("engine", sa.String(length=80), nullable=False),
        sa.Column("otherwise", sa.String(length=80), nullable=False),
        sa.Column("act", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decided_by_id", sa.String(length=36), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("act IN ('take', 'leave')", name=op.f("ck_engine_decision_act")),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["account.id"], name=op.f("fk_engine_decision_decided_by_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "organisation_id"],
            ["game.id", "game.organisation_id"],
            name=op.f("fk_engine_decision_game_id_game"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_decision")),
    )
    op.create_index(op.f("ix_engine_decision_game_id"), "engine_decision", ["game_id"])


def downgrade() -> None:
    op.drop_table("engine_decision")
    op.drop_index(op.f("ix_game_sheet_engine"), "game_sheet")
    op.drop_column("game_sheet", "otherwise")
    op.drop_column("game_sheet", "engine")
