"""Notices: what is told to whom, where it is sent, what was turned off, and the keys that push services know us by."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "vapid_key",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("public", sa.String(length=87), nullable=False),
        sa.Column("private", sa.String(length=43), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vapid_key")),
        sa.UniqueConstraint("public", name=op.f("uq_vapid_key_public")),
    )
    op.create_table(
        "mail_address",
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_mail_address_account_id_account")
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_mail_address")),
    )
    op.create_table(
        "turned_off",
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.CheckConstraint(
            "kind IN ('suspension', 'disqualification', 'ejection', 'decision', 'served', 'hearing', 'protest', 'schedule', 'final')",
            name=op.f("ck_turned_off_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_turned_off_account_id_account")
        ),
        sa.PrimaryKeyConstraint("account_id", "kind", name=op.f("pk_turned_off")),
    )
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("p256dh", sa.String(length=87), nullable=False),
        sa.Column("auth", sa.String(length=22), nullable=False),
        sa.Column("vapid_key_id", sa.String(length=36), nullable=False),
        sa.Column("origin", sa.String(length=255), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_success_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_failure_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_push_subscription_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["vapid_key_id"], ["vapid_key.id"], name=op.f("fk_push_subscription_vapid_key_id_vapid_key")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscription")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscription_endpoint")),
    )
    op.create_index(op.f("ix_push_subscription_account_id"), "push_subscription", ["account_id"])
    op.create_table(
        "notice",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("account_id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("topic", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=True),
        sa.Column("person_id", sa.String(length=120), nullable=True),
        sa.Column("team_id", sa.String(length=36), nullable=True),
        sa.Column("issued_id", sa.String(length=36), nullable=True),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('suspension', 'disqualification', 'ejection', 'decision', 'served', 'hearing', 'protest', 'schedule', 'final', 'lifted', 'test')",
            name=op.f("ck_notice_kind"),
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_notice_account_id_account")),
        sa.ForeignKeyConstraint(
            ["game_id", "organisation_id"],
            ["game.id", "game.organisation_id"],
            name=op.f("fk_notice_game_id_game"),
        ),
        sa.ForeignKeyConstraint(
            ["issued_id"], ["issued_ruling.id"], name=op.f("fk_notice_issued_id_issued_ruling")
        ),
        sa.ForeignKeyConstraint(
            ["team_id", "organisation_id"],
            ["team.id", "team.organisation_id"],
            name=op.f("fk_notice_team_id_team"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index(op.f("ix_notice_account_id"), "notice", ["account_id"])
    op.create_index(op.f("ix_notice_game_id"), "notice", ["game_id"])
    op.create_index(op.f("ix_notice_topic"), "notice", ["topic"])
    op.create_index(
        "uq_notice_standing",
        "notice",
        ["account_id", "topic"],
        unique=True,
        sqlite_where=sa.text("withdrawn_at IS NULL"),
        postgresql_where=sa.text("withdrawn_at IS NULL"),
    )
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("notice_id", sa.String(length=36), nullable=False),
        sa.Column("subscription_id", sa.String(length=36), nullable=True),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("topic", sa.String(length=32), nullable=False),
        sa.Column("lane", sa.String(length=255), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("smaller", sa.Boolean(), nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_by", sa.String(length=60), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("said", sa.String(length=200), nullable=True),
        sa.CheckConstraint(
            "state IN ('queued', 'sent', 'overtaken', 'given_up')", name=op.f("ck_delivery_state")
        ),
        sa.ForeignKeyConstraint(["notice_id"], ["notice.id"], name=op.f("fk_delivery_notice_id_notice")),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["push_subscription.id"],
            name=op.f("fk_delivery_subscription_id_push_subscription"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
    )
    op.create_index(
        "ix_delivery_due",
        "delivery",
        ["next_try_at"],
        sqlite_where=sa.text("state = 'queued'"),
        postgresql_where=sa.text("state = 'queued'"),
    )
    op.create_index(op.f("ix_delivery_notice_id"), "delivery", ["notice_id"])
    op.create_index(op.f("ix_delivery_subscription_id"), "delivery", ["subscription_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_delivery_subscription_id"), table_name="delivery")
    op.drop_index(op.f("ix_delivery_notice_id"), table_name="delivery")
    op.drop_index(
        "ix_delivery_due",
        table_name="delivery",
        sqlite_where=sa.text("state = 'queued'"),
        postgresql_where=sa.text("state = 'queued'"),
    )
    op.drop_table("delivery")
    op.drop_index(
        "uq_notice_standing",
        table_name="notice",
        sqlite_where=sa.text("withdrawn_at IS NULL"),
        postgresql_where=sa.text("withdrawn_at IS NULL"),
    )
    op.drop_index(op.f("ix_notice_topic"), table_name="notice")
    op.drop_index(op.f("ix_notice_game_id"), table_name="notice")
    op.drop_index(op.f("ix_notice_account_id"), table_name="notice")
    op.drop_table("notice")
    op.drop_index(op.f("ix_push_subscription_account_id"), table_name="push_subscription")
    op.drop_table("push_subscription")
    op.drop_table("turned_off")
    op.drop_table("mail_address")
    op.drop_table("vapid_key")
