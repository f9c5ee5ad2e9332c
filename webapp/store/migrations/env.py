"""Alembic's way to the database of the app that Flask-Migrate runs in."""

from alembic import context

from webapp.store.database import UtcDateTime, db


def _plain_types(kind, item, autogen_context):
    """Migrations name the plain type that a column has in the database."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run() -> None:
    with db.engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            render_as_batch=connection.dialect.name == "sqlite",  # it cannot alter a table in place
            render_item=_plain_types,
        )
        with context.begin_transaction():
            context.run_migrations()


run()
