"""Several people may have notices on in one browser, which has one endpoint for them all."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _unique_on(["account_id", "endpoint"], instead_of="uq_push_subscription_endpoint")


def downgrade() -> None:
    op.execute(
        "DELETE FROM push_subscription WHERE EXISTS (SELECT 1 FROM push_subscription AS later"
        " WHERE later.endpoint = push_subscription.endpoint AND later.id > push_subscription.id)"
    )
    _unique_on(["endpoint"], instead_of="uq_push_subscription_account_id_endpoint")


def _unique_on(columns: list[str], instead_of: str) -> None:
    """SQLite makes the table anew, and takes what waits to be sent away with the old one: that is put back."""
    anew = op.get_bind().dialect.name == "sqlite"
    if anew:
        op.execute("CREATE TEMPORARY TABLE waits AS SELECT * FROM delivery")
    with op.batch_alter_table("push_subscription") as table:
        table.drop_constraint(instead_of, type_="unique")
        table.create_unique_constraint(op.f("uq_push_subscription_" + "_".join(columns)), columns)
    if anew:
        waiting = [one["name"] for one in sa.inspect(op.get_bind()).get_columns("delivery")]
        named = ", ".join(f'"{one}"' for one in waiting)
        op.execute(f"INSERT OR IGNORE INTO delivery ({named}) SELECT {named} FROM waits")
        op.execute("DROP TABLE waits")
