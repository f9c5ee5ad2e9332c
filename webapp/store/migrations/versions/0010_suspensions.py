"""Suspensions: whom a ruling suspends, who took part in a game and when it began, replays, and what directors decided."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

APPEND_ONLY = "decisions on suspensions are append-only"
SUSPENDED = ("player_suspended", "staff_suspended")
TRIGGERS = {
    "sqlite": [
        f"""CREATE TRIGGER suspension_decision_refuses_{act} BEFORE {act} ON suspension_decision
            BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"""
        for act in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""CREATE FUNCTION refuse_to_change_a_decision() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$""",
        """CREATE TRIGGER suspension_decision_refuses_change BEFORE UPDATE OR DELETE ON suspension_decision
           FOR EACH ROW EXECUTE FUNCTION refuse_to_change_a_decision()""",
        """CREATE TRIGGER suspension_decision_refuses_truncate BEFORE TRUNCATE ON suspension_decision
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_a_decision()""",
    ],
}


def upgrade() -> None:
    op.add_column("issued_ruling", sa.Column("suspends", sa.String(length=120), nullable=True))
    op.create_index(op.f("ix_issued_ruling_suspends"), "issued_ruling", ["suspends"])
    op.add_column("game", sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game_sheet", sa.Column("played", sa.JSON(), nullable=True))
    op.create_table(
        "replay",
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("of_id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.CheckConstraint("game_id <> of_id", name=op.f("ck_replay_another_game")),
        sa.ForeignKeyConstraint(
            ["game_id", "organisation_id"],
            ["game.id", "game.organisation_id"],
            name=op.f("fk_replay_game_id_game"),
        ),
        sa.ForeignKeyConstraint(
            ["of_id", "organisation_id"],
            ["game.id", "game.organisation_id"],
            name=op.f("fk_replay_of_id_game"),
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_replay")),
        sa.UniqueConstraint("of_id", name=op.f("uq_replay_of_id")),
    )
    op.create_table(
        "suspension_decision",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("organisation_id", sa.String(length=36), nullable=False),
        sa.Column("game_id", sa.String(length=36), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("trigger", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("occasion", sa.String(length=12), nullable=False),
        sa.Column("act", sa.String(length=12), nullable=False),
        sa.Column("games", sa.Integer(), nullable=True),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ruled", sa.JSON(), nullable=False),
        sa.Column("decided_by_id", sa.String(length=36), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "occasion IN ('hearing', 'appeal', 'office')", name=op.f("ck_suspension_decision_occasion")
        ),
        sa.CheckConstraint(
            "act IN ('uphold', 'extend', 'reduce', 'overturn')", name=op.f("ck_suspension_decision_act")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["account.id"], name=op.f("fk_suspension_decision_decided_by_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "organisation_id"],
            ["game.id", "game.organisation_id"],
            name=op.f("fk_suspension_decision_game_id_game"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suspension_decision")),
        sa.UniqueConstraint(
            "game_id",
            "code",
            "subject",
            "trigger",
            "number",
            name=op.f("uq_suspension_decision_game_id_code_subject_trigger_number"),
        ),
    )
    for trigger in TRIGGERS[op.get_context().dialect.name]:
        op.execute(trigger)
    _note_whom_rulings_suspend()


def _note_whom_rulings_suspend() -> None:
    rulings = sa.table(
        "issued_ruling",
        sa.column("id"),
        sa.column("code"),
        sa.column("ruling", sa.JSON),
        sa.column("suspends"),
    )
    connection = op.get_bind()
    given = connection.execute(sa.select(rulings).where(rulings.c.code.in_(SUSPENDED))).all()
    for one in given:
        person = one.ruling.get("player") or one.ruling.get("goalie") or one.ruling.get("staff")
        connection.execute(rulings.update().where(rulings.c.id == one.id).values(suspends=person))


def downgrade() -> None:
    op.drop_table("suspension_decision")
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_a_decision()")
    op.drop_table("replay")
    op.drop_column("game_sheet", "played")
    op.drop_column("game", "begun_at")
    op.drop_index(op.f("ix_issued_ruling_suspends"), table_name="issued_ruling")
    op.drop_column("issued_ruling", "suspends")
