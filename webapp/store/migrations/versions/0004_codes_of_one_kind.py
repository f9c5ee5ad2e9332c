"""One-time codes are all of one kind, made by a sign-in in the browser.

They live for ten minutes, so that the table is made anew; who loses one signs in again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

PURPOSE = (
    sa.Column("purpose", sa.String(length=12), nullable=False),
    sa.CheckConstraint("purpose IN ('sign_in', 'invitation')", name=op.f("ck_device_code_purpose")),
)


def upgrade() -> None:
    _make_anew()


def downgrade() -> None:
    _make_anew(*PURPOSE)


def _make_anew(*more: sa.Column | sa.CheckConstraint) -> None:
    op.drop_index(op.f("ix_device_code_account_id"), table_name="device_code")
    op.drop_table("device_code")
    op.create_table(
        "device_code",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        *more,
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_device_code_account_id_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_code")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_device_code_code_hash")),
    )
    op.create_index(op.f("ix_device_code_account_id"), "device_code", ["account_id"], unique=False)
