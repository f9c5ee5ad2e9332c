"""Directors are told what officials overrode: a kind of notice, which can be turned off."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

BEFORE = (
    "suspension",
    "disqualification",
    "ejection",
    "decision",
    "served",
    "hearing",
    "protest",
    "schedule",
    "final",
)
NOW = (*BEFORE[:-2], "override", *BEFORE[-2:])


def upgrade() -> None:
    _anew(NOW)


def downgrade() -> None:
    op.execute("DELETE FROM delivery WHERE notice_id IN (SELECT id FROM notice WHERE kind = 'override')")
    op.execute("DELETE FROM notice WHERE kind = 'override'")
    op.execute("DELETE FROM turned_off WHERE kind = 'override'")
    _anew(BEFORE)


def _anew(kinds: tuple[str, ...]) -> None:
    """SQLite makes a table anew, and not while what waits to be sent names a notice: that is put back."""
    anew = op.get_bind().dialect.name == "sqlite"
    if anew:
        op.execute("CREATE TEMPORARY TABLE waits AS SELECT * FROM delivery")
        op.execute("DELETE FROM delivery")
    for name, allowed in (("turned_off", kinds), ("notice", (*kinds, "lifted", "test"))):
        listed = ", ".join(f"'{kind}'" for kind in allowed)
        with op.batch_alter_table(name) as table:
            table.drop_constraint(op.f(f"ck_{name}_kind"), type_="check")
            table.create_check_constraint(op.f(f"ck_{name}_kind"), f"kind IN ({listed})")
    if anew:
        waiting = [one["name"] for one in sa.inspect(op.get_bind()).get_columns("delivery")]
        named = ", ".join(f'"{one}"' for one in waiting)
        op.execute(f"INSERT INTO delivery ({named}) SELECT {named} FROM waits")
        op.execute("DROP TABLE waits")
