"""Links by which a calendar fetches a team's games."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calendar_link",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("team_id", sa.String(length=36), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_calendar_link_account_id_account")
        ),
        sa.ForeignKeyConstraint(["team_id"], ["team.id"], name=op.f("fk_calendar_link_team_id_team")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_link")),
        sa.UniqueConstraint("account_id", "team_id", name=op.f("uq_calendar_link_account_id_team_id")),
    )


def downgrade() -> None:
    op.drop_table("calendar_link")
