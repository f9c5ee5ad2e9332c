"""Suspensions that directors impose, what they decide on them, and appeals. All of it is append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLES = ("imposed_suspension", "imposed_decision", "appeal")
APPEND_ONLY = "suspensions, decisions on them and appeals are append-only"


def _triggers(table: str) -> list[str]:
    if op.get_context().dialect.name == "sqlite":
        return [
            f"""CREATE TRIGGER {table}_refuses_{act} BEFORE {act} ON {table}
                BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"""
            for act in ("UPDATE", "DELETE")
        ]
    refuses = "EXECUTE FUNCTION refuse_to_change_a_suspension()"
    return [
        f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {refuses}",
        f"CREATE TRIGGER {table}_refuses_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuses}",
    ]


def _of_the_organisation(table: str, column: str, of: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column, "organisation_id"],
        [f"{of}.id", f"{of}.organisation_id"],
        name=op.f(f"fk_{table}_{column}_{of}"),
    )


def _of_an_account(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["account.id"], name=op.f(f"fk_{table}_{column}_account"))


def upgrade() -> None:
    op.create_table(
        "imposed_suspension",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("competition_id", sa.String(length=36), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("team_id", sa.String(length=36), nullable=True),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("clause", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("max_games", sa.Integer(), nullable=True),
        sa.Column("indefinite", sa.Boolean(), nullable=False),
        sa.Column("rest_of_season", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("review", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("imposed_by_id", sa.String(length=36), nullable=False),
        sa.Column("imposed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "code IN ('player_suspended', 'staff_suspended')", name=op.f("ck_imposed_suspension_code")
        ),
        sa.CheckConstraint(
            "games >= 0 AND (max_games IS NULL OR max_games > games)", name=op.f("ck_imposed_suspension_games")
        ),
        _of_the_organisation("imposed_suspension", "competition_id", "competition"),
        _of_the_organisation("imposed_suspension", "person_id", "person"),
        _of_the_organisation("imposed_suspension", "team_id", "team"),
        _of_an_account("imposed_suspension", "imposed_by_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imposed_suspension")),
        sa.UniqueConstraint("id", "organisation_id", name=op.f("uq_imposed_suspension_id_organisation_id")),
    )
    for column in ("competition_id", "person_id"):
        op.create_index(op.f(f"ix_imposed_suspension_{column}"), "imposed_suspension", [column])
    op.create_table(
        "imposed_decision",
        sa.Column("imposed_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("occasion", sa.String(length=12), nullable=False),
        sa.Column("act", sa.String(length=12), nullable=False),
        sa.Column("games", sa.Integer(), nullable=True),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decided_by_id", sa.String(length=36), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "occasion IN ('hearing', 'appeal', 'office')", name=op.f("ck_imposed_decision_occasion")
        ),
        sa.CheckConstraint(
            "act IN ('uphold', 'extend', 'reduce', 'overturn')", name=op.f("ck_imposed_decision_act")
        ),
        _of_the_organisation("imposed_decision", "imposed_id", "imposed_suspension"),
        _of_an_account("imposed_decision", "decided_by_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imposed_decision")),
        sa.UniqueConstraint("imposed_id", "number", name=op.f("uq_imposed_decision_imposed_id_number")),
    )
    op.create_table(
        "appeal",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=True),
        sa.Column("code", sa.String(length=40), nullable=True),
        sa.Column("subject", sa.String(length=120), nullable=True),
        sa.Column("trigger", sa.String(length=36), nullable=True),
        sa.Column("imposed_id", sa.String(length=36), nullable=True),
        sa.Column("filed_by", sa.String(length=12), nullable=False),
        sa.Column("filed_on", sa.Date(), nullable=False),
        sa.Column("grounds", sa.Text(), nullable=False),
        sa.Column("recorded_by_id", sa.String(length=36), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("filed_by IN ('player', 'team', 'other')", name=op.f("ck_appeal_filed_by")),
        sa.CheckConstraint(
            "(game_id IS NULL) <> (imposed_id IS NULL)", name=op.f("ck_appeal_against_one")
        ),
        _of_the_organisation("appeal", "game_id", "game"),
        _of_the_organisation("appeal", "imposed_id", "imposed_suspension"),
        _of_an_account("appeal", "recorded_by_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appeal")),
    )
    for column in ("game_id", "imposed_id"):
        op.create_index(op.f(f"ix_appeal_{column}"), "appeal", [column])
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            f"""CREATE FUNCTION refuse_to_change_a_suspension() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$"""
        )
    for table in TABLES:
        for trigger in _triggers(table):
            op.execute(trigger)


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_a_suspension()")
