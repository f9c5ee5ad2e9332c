"""Several officials on a game: which calls wait and how many for a word, codes by which a substitute joins, and who did.

Sheets of before are told to have none waiting until they are ruled on again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_sheet", sa.Column("undecided", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game_sheet", sa.Column("waiting", sa.JSON(), nullable=True))
    op.add_column(
        "assignment", sa.Column("by_code", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "game_code",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("made_by_id", sa.String(length=36), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_code_game_id_game")),
        sa.ForeignKeyConstraint(["made_by_id"], ["account.id"], name=op.f("fk_game_code_made_by_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_code")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_game_code_code_hash")),
    )
    op.create_index(op.f("ix_game_code_game_id"), "game_code", ["game_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_game_code_game_id"), table_name="game_code")
    op.drop_table("game_code")
    op.drop_column("assignment", "by_code")
    op.drop_column("game_sheet", "waiting")
    op.drop_column("game_sheet", "undecided")
