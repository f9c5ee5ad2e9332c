"""What directors decided on a newer engine's result is append-only, as what they decide on suspensions is."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

APPEND_ONLY = "decisions on newer engines are append-only"
TRIGGERS = {
    "sqlite": [
        f"""CREATE TRIGGER engine_decision_refuses_{act} BEFORE {act} ON engine_decision
            BEGIN SELECT RAISE(ABORT, '{APPEND_ONLY}'); END"""
        for act in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""CREATE FUNCTION refuse_to_change_an_engine_decision() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END $$""",
        """CREATE TRIGGER engine_decision_refuses_change BEFORE UPDATE OR DELETE ON engine_decision
           FOR EACH ROW EXECUTE FUNCTION refuse_to_change_an_engine_decision()""",
        """CREATE TRIGGER engine_decision_refuses_truncate BEFORE TRUNCATE ON engine_decision
           FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_an_engine_decision()""",
    ],
}


def upgrade() -> None:
    for trigger in TRIGGERS[op.get_context().dialect.name]:
        op.execute(trigger)


def downgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER engine_decision_refuses_change ON engine_decision")
        op.execute("DROP TRIGGER engine_decision_refuses_truncate ON engine_decision")
        op.execute("DROP FUNCTION refuse_to_change_an_engine_decision()")
    else:
        op.execute("DROP TRIGGER engine_decision_refuses_UPDATE")
        op.execute("DROP TRIGGER engine_decision_refuses_DELETE")
